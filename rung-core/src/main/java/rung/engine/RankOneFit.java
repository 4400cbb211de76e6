package rung.engine;

import java.util.Arrays;
import java.util.Optional;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.SparseMatrix;
import rung.linalg.Workers;

/**
 * Fits one pair to the gradient G on Ω, by alternating least squares from the top pair of G.
 *
 * <pre>u_i ← Σ_j g_ij·v_j / (Σ_j w_ij·v_j² + 3·v̄²),   v_j ← Σ_i g_ij·u_i / (Σ_i w_ij·u_i² + 3·ū²),   sums over Ω, v̄² and ū² the mean
 * squares</pre>
 *
 * <p>With equal denominators this is the power method, which leads back to the top pair. Where G is sparse the top pair sits on the
 * lines with most entries: the singular values of noise are as large as the root of the longest line, while those of a direction that
 * all lines share grow with the mean line alone. Dividing by what a line has observed makes lines equal; three more entries' worth in
 * the denominator keeps lines with an entry or two from taking the place of the long ones. A round costs 4·|Ω|; where lines are about
 * equally long, one or two are enough.
 */
public final class RankOneFit {
    private static final int ROUNDS = 10;

    /** The rounds end when v, of norm one, moves by no more than this. */
    private static final double SETTLED = 0.01;

    /** The number of entries by which each line counts for longer than it is. */
    private static final double EXTRA = 3;

    private final Pattern pattern;
    private final Optional<double[]> weights;
    private final SparseMatrix g;
    private final Workers workers;

    /**
     * Prepares a fit with all weights one.
     *
     * @param pattern the observed positions Ω
     * @param g the gradient G on Ω
     * @param workers the threads
     */
    public RankOneFit(Pattern pattern, SparseMatrix g, Workers workers) {
        this(pattern, Optional.empty(), g, workers);
    }

    private RankOneFit(Pattern pattern, Optional<double[]> weights, SparseMatrix g, Workers workers) {
        this.pattern = pattern;
        this.weights = weights;
        this.g = g;
        this.workers = workers;
    }

    /**
     * The same fit with weights that are not all one.
     *
     * @param w the weights in row order; not copied
     * @return a changed copy
     */
    public RankOneFit withWeights(double[] w) {
        return new RankOneFit(pattern, Optional.of(w), g, workers);
    }

    /**
     * Fits a pair in some rounds.
     *
     * @param pair the top pair of G
     * @return a pair of unit vectors with σ = uᵀ·G·v; the given pair if every entry is observed with the same weight
     */
    public SingularPair from(SingularPair pair) {
        if (pattern.isFull() && weights.isEmpty()) {
            return pair; // the denominators are equal
        }
        double[] u = pair.u();
        double[] v = pair.v();
        double sigma = pair.sigma();
        double moved = Double.POSITIVE_INFINITY;
        for (int k = 0; k < ROUNDS && moved > SETTLED * SETTLED; k++) {
            u = solve(Side.LEFT, g.multiply(Matrix.column(v)).array(), v);
            double[] gu = g.multiplyTransposed(Matrix.column(u)).array();
            double[] before = v;
            v = solve(Side.RIGHT, gu, u);
            sigma = 0;
            moved = 0;
            for (int j = 0; j < v.length; j++) {
                sigma += gu[j] * v[j];
                moved += (v[j] - before[j]) * (v[j] - before[j]);
            }
        }
        return sigma > 0 && sigma < Double.POSITIVE_INFINITY ? new SingularPair(sigma, u, v) : pair;
    }

    /* Returns the side that best fits the other one, y, given the products of G with y; scaled to norm one. */
    private double[] solve(Side side, double[] products, double[] y) {
        Pattern.Lines lines = pattern.lines(side);
        double norm = Matrix.norm(y);
        double extra = EXTRA * norm * norm / y.length;
        double[] squares = Arrays.stream(y).map(other -> other * other).toArray();
        double[] x = new double[products.length];
        workers.run(lines.count(), lines::before, (from, to) -> {
            for (int line = from; line < to; line++) {
                x[line] = products[line]
                        / (extra + (weights.isPresent() ? weighted(lines, line, squares) : sum(lines, line, squares)));
            }
        });
        double length = Matrix.norm(x);
        for (int line = 0; line < x.length; line++) {
            x[line] /= length;
        }
        return x;
    }

    /* The sum of the squares that belong to the entries of a line of a pattern that is not full; four sums, that do not wait for each other. */
    private static double sum(Pattern.Lines lines, int line, double[] squares) {
        int[] index = lines.index();
        int k = (int) lines.before(line);
        int end = k + lines.size(line);
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (; k < end - 3; k += 4) {
            s0 += squares[index[k]];
            s1 += squares[index[k + 1]];
            s2 += squares[index[k + 2]];
            s3 += squares[index[k + 3]];
        }
        for (; k < end; k++) {
            s0 += squares[index[k]];
        }
        return (s0 + s1) + (s2 + s3);
    }

    private double weighted(Pattern.Lines lines, int line, double[] squares) {
        double[] w = weights.orElseThrow();
        double sum = 0;
        for (int k = 0; k < lines.size(line); k++) {
            sum += w[lines.position(line, k)] * squares[lines.other(line, k)];
        }
        return sum;
    }
}
