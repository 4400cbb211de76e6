package rung.baseline.lists;

import java.util.Arrays;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * The least squares problems of {@link ImplicitAls}, one for each line of a side while the other side stays.
 *
 * <pre>x_u = (YᵀY + λ·I + Σ_i α·w_ui·y_i·y_iᵀ)⁻¹·Σ_i (1 + α·w_ui)·y_i,   both sums over the items that u chose</pre>
 */
final class ConfidenceLeastSquares {
    private static final Kernels KERNELS = KernelChoice.active();

    /** The number of rows that are copied side by side and multiplied together. */
    private static final int BLOCK = 512;

    private final Choices choices;
    private final double alpha;
    private final double lambda;
    private final Workers workers;

    ConfidenceLeastSquares(Choices choices, double alpha, double lambda, Workers workers) {
        this.choices = choices;
        this.alpha = alpha;
        this.lambda = lambda;
        this.workers = workers;
    }

    /** Solves for all lines of a side. */
    void solve(Factors a, Side side) {
        Matrix solved = side == Side.LEFT ? a.users() : a.items();
        Matrix fixed = side == Side.LEFT ? a.items() : a.users();
        int r = fixed.columns();
        double[] shared = gram(fixed);
        for (int k = 0; k < r; k++) {
            shared[k * r + k] += lambda;
        }
        Pattern.Lines lines = choices.by(side);
        long cube = (long) r * r * r / 6 + 1;
        workers.run(lines.count(), line -> lines.before(line) * r * r / 2 + line * cube, () -> {
            LineSystem system = new LineSystem(fixed, shared);
            return (from, to) -> {
                for (int line = from; line < to; line++) {
                    system.solve(lines, line, solved);
                }
            };
        });
    }

    /** The lower triangle of AᵀA. */
    private double[] gram(Matrix a) {
        int r = a.columns();
        return workers.sum(a.rows(), (long) r * r / 2, (from, to) -> {
            double[] g = new double[r * r];
            KERNELS.addTransposedProduct(a.array(), from * r, r, a.array(), from * r, r, to - from, g, true);
            return g;
        });
    }

    /** The value of what is minimized. Costs |Ω|·r: Σ_ui (x_u·y_i)² over all pairs is the product of two Gram matrices. */
    double value(Factors a) {
        int r = a.users().columns();
        double[] left = gram(a.users());
        double[] right = gram(a.items());
        double sum = 0;
        for (int i = 0; i < r; i++) {
            for (int j = 0; j <= i; j++) {
                sum += (i == j ? 1 : 2) * left[i * r + j] * right[i * r + j];
            }
            sum += lambda * (left[i * r + i] + right[i * r + i]);
        }
        Pattern.Lines lines = choices.by(Side.LEFT);
        double[] seen = workers.sum(lines.count(), 1L + choices.count() / (lines.count() + 1) * r, (from, to) -> {
            double part = 0;
            for (int user = from; user < to; user++) {
                for (int k = 0; k < lines.size(user); k++) {
                    double score =
                            KERNELS.dot(a.users().array(), user * r, a.items().array(), lines.other(user, k) * r, r);
                    double confidence = 1 + alpha * choices.weight(lines.position(user, k));
                    part += confidence * (1 - score) * (1 - score) - score * score;
                }
            }
            return new double[] {part};
        });
        return sum + seen[0];
    }

    /** Work space for one line after the other. */
    private final class LineSystem {
        private final Matrix fixed;
        private final double[] shared;
        private final double[] rows;
        private final double[] weights = new double[BLOCK];
        private final double[] part;
        private final double[] h;
        private final double[] x;

        LineSystem(Matrix fixed, double[] shared) {
            int r = fixed.columns();
            this.fixed = fixed;
            this.shared = shared;
            rows = new double[BLOCK * r];
            part = new double[r * r];
            h = new double[r * r];
            x = new double[r];
        }

        void solve(Pattern.Lines lines, int line, Matrix solved) {
            int r = fixed.columns();
            System.arraycopy(shared, 0, h, 0, h.length);
            Arrays.fill(x, 0);
            int start = (int) lines.before(line);
            for (int first = 0; first < lines.size(line); first += BLOCK) {
                int n = Math.min(BLOCK, lines.size(line) - first);
                KERNELS.gather(fixed.array(), r, lines.index(), start + first, start + first + n, rows);
                for (int k = 0; k < n; k++) {
                    weights[k] = alpha * choices.weight(lines.position(line, first + k));
                    KERNELS.axpy(1 + weights[k], rows, k * r, x, 0, r);
                }
                KERNELS.gram(rows, n, r, weights, part);
                KERNELS.axpy(1, part, 0, h, 0, h.length);
            }
            if (KERNELS.cholesky(h, r, r, 0)) { // else weights are so far apart that rounding wins: the line stays
                KERNELS.choleskySolve(h, r, r, x);
                System.arraycopy(x, 0, solved.array(), line * r, r);
            }
        }
    }
}
