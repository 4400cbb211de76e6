package rung.engine.preference;

import java.util.Arrays;
import rung.ExactIterate;
import rung.LowRankMatrix;
import rung.Refit;
import rung.engine.FactoredIterate;
import rung.linalg.Lanczos;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.Svd;
import rung.linalg.Workers;

/** The iterate of {@link Preferences}: U and V in single precision, and the gradient there once it is known. */
public final class PreferenceIterate implements ExactIterate<PreferenceIterate> {
    private final Events events;
    private final double alpha;
    private final LineRidge ridge;
    private final Workers workers;
    private final long seed;

    private FactorRows u;
    private FactorRows v;
    private PreferenceGradient gradient; // ∇R(U·Vᵀ); null when stale
    private double value = Double.NaN;
    private double firstSigma; // the largest σ so far, by which exact refits measure their gradient

    PreferenceIterate(
            Events events, double alpha, LineRidge ridge, long seed, Workers workers, FactorRows u, FactorRows v) {
        this.events = events;
        this.alpha = alpha;
        this.ridge = ridge;
        this.seed = seed;
        this.workers = workers;
        this.u = u;
        this.v = v;
    }

    private void replace(FactorRows newU, FactorRows newV) {
        u = newU;
        v = newV;
        gradient = null;
        value = Double.NaN;
    }

    /**
     * The left factor U, with a row for each row of A.
     *
     * @return U
     */
    public FactorRows left() {
        return u;
    }

    /**
     * The right factor V, with a row for each column of A.
     *
     * @return V
     */
    public FactorRows right() {
        return v;
    }

    @Override
    public int rank() {
        return u.rank();
    }

    @Override
    public double value() {
        if (Double.isNaN(value)) {
            value = known().loss() + 0.5 * alpha * squaredNorm() + ridge.value(u, v);
        }
        return value;
    }

    /* ‖U·Vᵀ‖² = ⟨UᵀU, VᵀV⟩. */
    private double squaredNorm() {
        double[] left = u.gram(workers);
        double[] right = v.gram(workers);
        double sum = 0;
        for (int k = 0; k < left.length; k++) {
            sum += left[k] * right[k];
        }
        return sum;
    }

    @Override
    public LinearOperator gradient() {
        return known();
    }

    private PreferenceGradient known() {
        if (gradient == null) {
            gradient = new PreferenceGradient(events, alpha, u, v, workers);
        }
        return gradient;
    }

    @Override
    public SingularPair steepest(double tolerance) {
        SingularPair pair = new Lanczos(tolerance, FactoredIterate.PAIR_STEPS).top(known(), seed);
        firstSigma = Math.max(firstSigma, pair.sigma());
        return pair;
    }

    /** Finds the minimum along the pair, where R is a parabola; so is R with the penalty, if the pair enters as √s·u and √s·v. */
    @Override
    public double lineSearch(SingularPair pair) {
        double[] x = pair.u();
        double[] y = pair.v();
        double[] product = known().multiply(new Matrix(y.length, 1, y)).array();
        double slope = -ridge.slope(x, y);
        for (int i = 0; i < x.length; i++) {
            slope += x[i] * product[i];
        }
        double step = slope / curvature(x, y);
        return step > 0 && step < Double.POSITIVE_INFINITY ? step : 0;
    }

    /* Computes Σ w·(x_i·y_j)² over the seen entries plus α·Σ (x_i·y_j)² over all. */
    private double curvature(double[] x, double[] y) {
        EventLines rows = events.byRow();
        double[] sums = new double[rows.count()];
        workers.run(sums.length, row -> rows.start()[row], (from, to) -> {
            for (int row = from; row < to; row++) {
                double sum = 0;
                for (int k = rows.start()[row]; k < rows.start()[row + 1]; k++) {
                    double other = y[rows.index()[k]];
                    sum += rows.weight(k) * other * other;
                }
                sums[row] = sum * x[row] * x[row];
            }
        });
        double norm = Matrix.norm(x) * Matrix.norm(y);
        return Arrays.stream(sums).sum() + alpha * norm * norm;
    }

    @Override
    public void append(SingularPair pair, double s) {
        double root = Math.sqrt(s);
        replace(u.withColumn(pair.u(), -root, workers), v.withColumn(pair.v(), root, workers));
    }

    @Override
    public void remove(int i) {
        replace(u.withoutColumn(i), v.withoutColumn(i));
    }

    @Override
    public double[] weights() {
        double[] weights = u.norms();
        double[] others = v.norms();
        for (int k = 0; k < weights.length; k++) {
            weights[k] *= others[k];
        }
        return weights;
    }

    @Override
    public void truncate() {
        Svd svd = Svd.ofProduct(u.matrix(), v.matrix()).first(rank() - 1);
        double[] roots = Arrays.stream(svd.sigma()).map(Math::sqrt).toArray();
        replace(
                FactorRows.of(svd.u().scaledColumns(roots)),
                FactorRows.of(svd.v().scaledColumns(roots)));
    }

    @Override
    public void refitCore(Refit refit) {
        PreferenceCoreRefit core = new PreferenceCoreRefit(events, alpha, ridge, u.matrix(), v.matrix(), workers);
        core.solve(refit, firstSigma);
        replace(FactorRows.of(core.left()), FactorRows.of(core.right()));
    }

    /** Refits every line by itself: by Cholesky, or with as many steps of conjugate gradients as {@code refit} has iterations. */
    @Override
    public void refit(Side side, Refit refit) {
        boolean isLeft = side == Side.LEFT;
        FactorRows own = isLeft ? u : v;
        FactorRows other = isLeft ? v : u;
        EventLines lines = events.lines(side);
        double[] common = other.gram(workers).clone();
        for (int k = 0; k < common.length; k++) {
            common[k] *= alpha;
        }
        int r = rank();
        FactorRows moved = own.copy();
        double[] coefficients = ridge.of(side);
        workers.run(lines.count(), line -> ((long) lines.start()[line] + (long) line * r) * r, () -> {
            PreferenceLineSolver solver = new PreferenceLineSolver(lines, other, common, coefficients, refit);
            return (from, to) -> solver.solve(from, to, moved.values());
        });
        replace(isLeft ? moved : u, isLeft ? v : moved);
    }

    @Override
    public PreferenceIterate copy() {
        PreferenceIterate copy = new PreferenceIterate(events, alpha, ridge, seed, workers, u, v);
        copy.gradient = gradient;
        copy.value = value;
        copy.firstSigma = firstSigma;
        return copy;
    }

    @Override
    public LowRankMatrix matrix() {
        return LowRankMatrix.of(u.matrix(), v.matrix());
    }
}
