package rung.engine.preference;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Workers;

/**
 * Fits one line of {@link Preferences} while the other side stays: a row that was not there when the problem was solved, or one that
 * was, which gets the same factors again. The line x solves
 *
 * <pre>(α·FᵀF + Σ_k w_k·f_k·f_kᵀ + c·I)·x = Σ_k w_k·t_k·f_k,   c = λ·(Σ_k w_k + α·n)^ν</pre>
 *
 * <p>where F is the other side, with n rows, and f_k are its rows at the line's entries. In double precision. Can be shared by threads.
 *
 * <p>A line with few entries costs less: with B = α·FᵀF + c·I, which lines of the same weight share, G the rows f_k and W the weights,
 *
 * <pre>x = B⁻¹·Gᵀ·S⁻¹·t,   S = W⁻¹ + G·B⁻¹·Gᵀ</pre>
 *
 * <p>so that only S, which is as wide as there are entries, is factored for each line.
 */
public final class PreferenceFoldIn {
    private static final Kernels KERNELS = KernelChoice.active();

    /** A pivot below this part of its diagonal element has lost too many digits. */
    private static final double LEAST_PIVOT = 1e-13;

    /** A line has few entries if its rank is at least this many times as much. */
    private static final int FEW = 8;

    /** The most matrices that lines share which are kept. */
    private static final int MOST_SHARED = 32;

    private final FactorRows other;
    private final double alpha;
    private final double lambda;
    private final double nu;
    private final double[] gram;
    private final int r;
    private final int width;
    private final ConcurrentMap<Double, Optional<double[]>> shared =
            new ConcurrentHashMap<>(); // B by its c, factored; empty if singular

    /**
     * Prepares the other side.
     *
     * @param other the factors of the other side
     * @param alpha α
     * @param lambda λ
     * @param nu ν
     */
    public PreferenceFoldIn(FactorRows other, double alpha, double lambda, double nu) {
        this.other = other;
        this.alpha = alpha;
        this.lambda = lambda;
        this.nu = nu;
        this.gram = other.gram(Workers.all());
        this.r = other.rank();
        this.width = Kernels.padded(r);
    }

    /**
     * The equations of one line, factored.
     *
     * @param index its entries, as lines of the other side
     * @param weights the weight of each
     * @param targets the target of each
     * @return the equations
     */
    public Equations of(int[] index, float[] weights, float[] targets) {
        boolean isFew = FEW * index.length <= r;
        for (float weight : weights) {
            isFew &= weight > 0;
        }
        Optional<double[]> base = isFew ? shared(ridge(weights)) : Optional.empty();
        return base.isPresent()
                ? new FewEntries(base.get(), index, weights, targets)
                : new ManyEntries(index, weights, targets);
    }

    /** The equations of one line. */
    public interface Equations {
        /**
         * Solves the equations.
         *
         * @return the factors of the line; zeros if it has no entries or its equations are singular
         */
        float[] solution();

        /**
         * Divides the product of the solution with a line of the other side into what each entry contributes to it. The solution is
         * linear in the targets, so the contributions are exact, and their sum is the product.
         *
         * @param line the line of the other side
         * @return a contribution for each entry; negative if the entry speaks against that line
         */
        double[] contributions(int line);
    }

    private void load(int line, double[] out, int to) {
        int at = line * other.width();
        for (int a = 0; a < r; a++) {
            out[to + a] = other.values()[at + a];
        }
    }

    private double ridge(float[] weights) {
        double sum = 0;
        for (float weight : weights) {
            sum += weight;
        }
        return lambda * Math.pow(sum + alpha * other.lines(), nu);
    }

    /** Adds B to a matrix of which the lower triangle counts. */
    private void addShared(double ridge, double[] matrix) {
        for (int a = 0; a < r; a++) {
            KERNELS.axpy(alpha, gram, a * r, matrix, a * width, a + 1);
            matrix[a * width + a] += ridge;
        }
    }

    private Optional<double[]> shared(double ridge) {
        Optional<double[]> known = shared.get(ridge);
        if (known == null) {
            double[] factored = new double[width * width];
            addShared(ridge, factored);
            known = KERNELS.cholesky(factored, r, width, LEAST_PIVOT) ? Optional.of(factored) : Optional.empty();
            if (shared.size() >= MOST_SHARED) {
                shared.clear();
            }
            shared.put(ridge, known);
        }
        return known;
    }

    private static float[] single(double[] x, int r) {
        float[] rounded = new float[r];
        for (int a = 0; a < r; a++) {
            rounded[a] = (float) x[a];
        }
        return rounded;
    }

    /** The equations of a line with many entries, factored. */
    private final class ManyEntries implements Equations {
        private final double[] factored = new double[width * width];
        private final double[] rows; // of the other side at the entries, one after another
        private final boolean isRegular;
        private final int[] index;
        private final float[] weights;
        private final float[] targets;

        ManyEntries(int[] index, float[] weights, float[] targets) {
            this.index = index;
            this.weights = weights;
            this.targets = targets;
            this.rows = new double[index.length * width];
            double[] w = new double[index.length];
            for (int k = 0; k < index.length; k++) {
                load(index[k], rows, k * width);
                w[k] = weights[k];
            }
            KERNELS.gram(rows, index.length, width, w, factored);
            addShared(ridge(weights), factored);
            isRegular = KERNELS.cholesky(factored, r, width, LEAST_PIVOT);
        }

        @Override
        public float[] solution() {
            double[] y = new double[width];
            for (int k = 0; k < index.length && isRegular; k++) {
                KERNELS.axpy((double) weights[k] * targets[k], rows, k * width, y, 0, r);
            }
            if (isRegular) {
                KERNELS.choleskySolve(factored, r, width, y);
            }
            return single(y, r);
        }

        @Override
        public double[] contributions(int line) {
            double[] y = new double[width];
            double[] shares = new double[index.length];
            load(line, y, 0);
            if (isRegular) {
                KERNELS.choleskySolve(factored, r, width, y);
                for (int k = 0; k < shares.length; k++) {
                    shares[k] = (double) weights[k] * targets[k] * KERNELS.dot(rows, k * width, y, 0, r);
                }
            }
            return shares;
        }
    }

    /** The equations of a line with few entries: S, factored. */
    private final class FewEntries implements Equations {
        private final int count;
        private final int smallWidth;
        private final double[] small;
        private final double[][] solved; // B⁻¹·f_k
        private final boolean isRegular;
        private final float[] targets;

        FewEntries(double[] base, int[] index, float[] weights, float[] targets) {
            this.count = index.length;
            this.smallWidth = Kernels.padded(count);
            this.small = new double[smallWidth * smallWidth];
            this.solved = new double[count][width];
            this.targets = targets;
            double[] rows = new double[count * width];
            for (int k = 0; k < count; k++) {
                load(index[k], rows, k * width);
                System.arraycopy(rows, k * width, solved[k], 0, width);
                KERNELS.choleskySolve(base, r, width, solved[k]);
                for (int j = 0; j <= k; j++) {
                    small[k * smallWidth + j] = KERNELS.dot(rows, j * width, solved[k], 0, r);
                }
                small[k * smallWidth + k] += 1.0 / weights[k];
            }
            isRegular = KERNELS.cholesky(small, count, smallWidth, LEAST_PIVOT);
        }

        @Override
        public float[] solution() {
            double[] z = new double[smallWidth];
            double[] x = new double[width];
            for (int k = 0; k < count; k++) {
                z[k] = targets[k];
            }
            if (isRegular) {
                KERNELS.choleskySolve(small, count, smallWidth, z);
                for (int k = 0; k < count; k++) {
                    KERNELS.axpy(z[k], solved[k], 0, x, 0, r);
                }
            }
            return single(x, r);
        }

        /* f·x = Σ_k t_k·u_k with u = S⁻¹·G·B⁻¹·f. */
        @Override
        public double[] contributions(int line) {
            double[] f = new double[width];
            double[] u = new double[smallWidth];
            double[] shares = new double[count];
            load(line, f, 0);
            if (isRegular) {
                for (int k = 0; k < count; k++) {
                    u[k] = KERNELS.dot(solved[k], 0, f, 0, r);
                }
                KERNELS.choleskySolve(small, count, smallWidth, u);
                for (int k = 0; k < count; k++) {
                    shares[k] = targets[k] * u[k];
                }
            }
            return shares;
        }
    }
}
