package rung.engine;

import java.util.Arrays;
import rung.Iterate;
import rung.LowRankMatrix;
import rung.Refit;
import rung.Side;
import rung.Truncation;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Lanczos;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.SingularPair;
import rung.linalg.SparseMatrix;
import rung.objective.Entries;

/** The iterate of {@link Bayesian}: a posterior for either side, and the variance of the noise. */
final class BayesianIterate implements Iterate {
    private static final Kernels KERNELS = KernelChoice.active();

    private final Entries entries;
    private final long seed;
    private Posterior left;
    private Posterior right;
    private double noise;

    BayesianIterate(Entries entries, long seed, Posterior left, Posterior right, double noise) {
        this.entries = entries;
        this.seed = seed;
        this.left = left;
        this.right = right;
        this.noise = noise;
    }

    Posterior left() {
        return left;
    }

    Posterior right() {
        return right;
    }

    /** s². */
    double noise() {
        return noise;
    }

    @Override
    public int rank() {
        return left.rank();
    }

    /** The free energy ½·|Ω|·log s² + the divergences of both posteriors from their priors. */
    @Override
    public double value() {
        return 0.5 * entries.data().count() * Math.log(noise) + left.divergence() + right.divergence();
    }

    @Override
    public SingularPair steepest(double tolerance) {
        double[] g = entries.fitted(left.mean(), right.mean());
        entries.derivatives(g, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, g);
        SparseMatrix gradient = new SparseMatrix(pattern(), g, entries.workers());
        return new Lanczos(tolerance, FactoredIterate.PAIR_STEPS).top(gradient, seed);
    }

    /** Along the squared loss, the posterior aside. */
    @Override
    public double lineSearch(SingularPair pair) {
        double[] direction = entries.fitted(Matrix.column(pair.u()), Matrix.column(pair.v()));
        double norm = Matrix.norm(direction);
        return norm > 0 ? pair.sigma() / (norm * norm) : 0;
    }

    @Override
    public void append(SingularPair pair, double s) {
        left = left.with(pair.u(), -Math.sqrt(s));
        right = right.with(pair.v(), Math.sqrt(s));
    }

    @Override
    public void remove(int i) {
        left = left.without(i);
        right = right.without(i);
    }

    @Override
    public double[] weights() {
        return FactoredIterate.weights(left.mean(), right.mean());
    }

    /** Drops the lightest column: the posterior is tied to its columns, which a rotation to singular vectors would mix. */
    @Override
    public void truncate() {
        Truncation.SMALLEST_WEIGHT.truncate(this);
    }

    /** Updates both sides: between two posteriors there is no core. */
    @Override
    public void refitCore(Refit refit) {
        refit(Side.LEFT, refit);
        refit(Side.RIGHT, refit);
    }

    /** The mean-field update, which is exact however few iterations are asked for; then the noise that fits it. */
    @Override
    public void refit(Side side, Refit refit) {
        boolean isLeft = side == Side.LEFT;
        Pattern.Lines lines = pattern().lines(isLeft);
        Update update = new Update(lines, isLeft ? right : left, isLeft ? left : right);
        int r = rank();
        entries.workers().run(lines.count(), line -> (lines.before(line) + line * (long) r) * r * r, update::run);
        double sum = 0;
        double determinants = 0;
        for (int line = 0; line < lines.count(); line++) {
            sum += update.squares[line];
            determinants += update.logDeterminants[line];
        }
        noise = Math.max(sum / Math.max(1, entries.data().count()), Double.MIN_NORMAL);
        Posterior updated = new Posterior(update.mean, update.covariance, determinants);
        left = isLeft ? updated : left;
        right = isLeft ? right : updated;
    }

    @Override
    public Iterate copy() {
        return new BayesianIterate(entries, seed, left, right, noise);
    }

    @Override
    public LowRankMatrix matrix() {
        return LowRankMatrix.of(left.mean(), right.mean());
    }

    private Pattern pattern() {
        return entries.data().pattern();
    }

    /**
     * The update of one side, line by line:
     *
     * <pre>H = Σ_j E[f_j·f_jᵀ] + s²·diag(1/c),   S = s²·H⁻¹,   x = H⁻¹·Σ_j b_j·f_j</pre>
     */
    private final class Update {
        private final Pattern.Lines lines;
        private final Matrix fixed;
        private final double[] moments;
        private final double[] shrinkage;
        private final Matrix mean;
        private final Matrix covariance;
        private final double[] squares;
        private final double[] logDeterminants;
        private final int r;
        private final int w;

        Update(Pattern.Lines lines, Posterior other, Posterior own) {
            this.lines = lines;
            this.r = own.rank();
            this.w = Kernels.padded(r);
            this.fixed = other.mean();
            this.moments = padded(other.secondMoments());
            this.shrinkage = own.priorVariances();
            for (int k = 0; k < r; k++) {
                shrinkage[k] = noise / Math.max(shrinkage[k], Double.MIN_NORMAL);
            }
            this.mean = new Matrix(own.rows(), r);
            this.covariance = new Matrix(own.rows(), r * r);
            this.squares = new double[own.rows()];
            this.logDeterminants = new double[own.rows()];
        }

        /* Every r×r matrix with its rows w apart, as the kernels want it. */
        private double[] padded(Matrix written) {
            double[] out = new double[written.rows() * r * w];
            for (int k = 0; k < written.rows() * r; k++) {
                System.arraycopy(written.array(), k * r, out, k * w, r);
            }
            return out;
        }

        void run(int from, int to) {
            int longest = lines.longest();
            double[] b = new double[longest];
            double[] ones = new double[longest];
            Arrays.fill(ones, 1);
            int[] all = lines.index() == null ? range(longest) : null;
            double[] g = new double[r * w];
            double[] h = new double[w * w];
            double[] rhs = new double[w];
            double[] x = new double[w];
            for (int line = from; line < to; line++) {
                int n = lines.size(line);
                int start = (int) lines.before(line);
                int[] index = all == null ? Arrays.copyOfRange(lines.index(), start, start + n) : all;
                lines.load(entries.data().values(), line, b);
                KERNELS.sparseTimesBlock(ones, index, 0, n, moments, r * w, g, 0);
                KERNELS.sparseTimesBlock(b, index, 0, n, fixed.array(), r, rhs, 0);
                solve(line, g, h, rhs, x);
                double square = KERNELS.dot(b, 0, b, 0, n);
                for (int k = 0; k < r; k++) {
                    square -= 2 * rhs[k] * x[k];
                    for (int l = 0; l < r; l++) {
                        square += g[k * w + l] * (x[k] * x[l] + covariance.get(line, k * r + l));
                    }
                }
                squares[line] = square;
                System.arraycopy(x, 0, mean.array(), line * r, r);
            }
        }

        private void solve(int line, double[] g, double[] h, double[] rhs, double[] x) {
            System.arraycopy(g, 0, h, 0, r * w);
            for (int k = 0; k < r; k++) {
                h[k * w + k] += shrinkage[k];
            }
            KERNELS.cholesky(h, r, w, 0);
            double logDeterminant = 0;
            double[] unit = new double[w];
            for (int k = 0; k < r; k++) {
                logDeterminant += Math.log(noise) - 2 * Math.log(h[k * w + k]);
                Arrays.fill(unit, 0);
                unit[k] = noise;
                KERNELS.choleskySolve(h, r, w, unit);
                System.arraycopy(unit, 0, covariance.array(), line * r * r + k * r, r);
            }
            logDeterminants[line] = logDeterminant;
            System.arraycopy(rhs, 0, x, 0, r);
            KERNELS.choleskySolve(h, r, w, x);
        }

        private static int[] range(int n) {
            int[] index = new int[n];
            Arrays.setAll(index, k -> k);
            return index;
        }
    }
}
