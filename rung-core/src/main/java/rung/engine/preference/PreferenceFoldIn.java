package rung.engine.preference;

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
 */
public final class PreferenceFoldIn {
    private static final Kernels KERNELS = KernelChoice.active();

    /** A pivot below this part of its diagonal element has lost too many digits. */
    private static final double LEAST_PIVOT = 1e-13;

    private final FactorRows other;
    private final double alpha;
    private final double lambda;
    private final double nu;
    private final double[] gram;

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
        return new Equations(index, weights, targets);
    }

    /** The equations of one line. */
    public final class Equations {
        private final int r = other.rank();
        private final int width = Kernels.padded(r);
        private final double[] factored = new double[width * width];
        private final double[] rows; // of the other side at the entries, one after another
        private final boolean isRegular;
        private final int[] index;
        private final float[] weights;
        private final float[] targets;

        private Equations(int[] index, float[] weights, float[] targets) {
            this.index = index;
            this.weights = weights;
            this.targets = targets;
            this.rows = new double[index.length * width];
            double sum = 0;
            double[] w = new double[index.length];
            for (int k = 0; k < index.length; k++) {
                load(index[k], rows, k * width);
                w[k] = weights[k];
                sum += weights[k];
            }
            KERNELS.gram(rows, index.length, width, w, factored);
            double ridge = lambda * Math.pow(sum + alpha * other.lines(), nu);
            for (int a = 0; a < r; a++) {
                KERNELS.axpy(alpha, gram, a * r, factored, a * width, a + 1);
                factored[a * width + a] += ridge;
            }
            isRegular = KERNELS.cholesky(factored, r, width, LEAST_PIVOT);
        }

        private void load(int line, double[] out, int to) {
            int at = line * other.width();
            for (int a = 0; a < r; a++) {
                out[to + a] = other.values()[at + a];
            }
        }

        /**
         * Solves the equations.
         *
         * @return the factors of the line; zeros if it has no entries or its equations are singular
         */
        public float[] solution() {
            double[] y = new double[width];
            for (int k = 0; k < index.length; k++) {
                KERNELS.axpy((double) weights[k] * targets[k], rows, k * width, y, 0, r);
            }
            float[] x = new float[r];
            if (isRegular) {
                KERNELS.choleskySolve(factored, r, width, y);
                for (int a = 0; a < r; a++) {
                    x[a] = (float) y[a];
                }
            }
            return x;
        }

        /**
         * Divides the product of the solution with a line of the other side into what each entry contributes to it. The solution is
         * linear in the targets, so the contributions are exact, and their sum is the product.
         *
         * @param line the line of the other side
         * @return a contribution for each entry; negative if the entry speaks against that line
         */
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
}
