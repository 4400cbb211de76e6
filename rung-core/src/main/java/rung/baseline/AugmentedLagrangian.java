package rung.baseline;

import java.util.Arrays;
import rung.LowRankMatrix;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Matrix;
import rung.linalg.SymmetricEigen;
import rung.linalg.Workers;

/**
 * The inexact method of augmented Lagrange multipliers [LCM10] on a matrix with at least as many rows as columns.
 *
 * <pre>
 *   A = M − S + Y/μ,   L = A·V·(I − Σ⁻¹/μ)₊·Vᵀ where A = U·Σ·Vᵀ
 *   T = M − L + Y/μ,   S = shrink(T, λ/μ),   Y = μ·(T − S),   μ = min(ρμ, μ̄)
 * </pre>
 */
final class AugmentedLagrangian {
    /*
     * Y/μ is T clipped to ±λ/μ. We keep it, A and M, and nothing else of that size: S and L live for a block of rows, and the
     * Gram matrix of the next A is added up while its rows are in the cache.
     */

    /** The first penalty is μ₀ = {@value}/σ₁(M), as in [LCM10] and their program. */
    private static final double START = 1.25;

    /** The penalty grows up to this many times μ₀, as there. */
    private static final double MOST = 1e7;

    private static final Kernels KERNELS = KernelChoice.active();

    private final int m;
    private final int n;
    private final double lambda;
    private final Workers workers;
    private final double scale;
    private final double[] data; // M, scaled by a power of two, NaN where missing
    private final double[] shifted; // A
    private final double[] clipped; // Y/μ
    private final Slabs slabs;
    private final double[] squares; // the squared norm of each slab's residual
    private Matrix gram; // Aᵀ·A
    private double[] left = new double[0]; // U, reused where its width is that of the last iteration

    AugmentedLagrangian(Matrix matrix, double lambda, Workers workers) {
        m = matrix.rows();
        n = matrix.columns();
        this.lambda = lambda;
        this.workers = workers;
        double largest = 0;
        for (double value : matrix.array()) {
            largest = Math.abs(value) > largest ? Math.abs(value) : largest;
        }
        scale = Slabs.scale(largest);
        data = matrix.array().clone();
        shifted = new double[data.length];
        clipped = new double[data.length];
        slabs = new Slabs(m, n, workers);
        squares = new double[slabs.count()];
        for (int k = 0; k < data.length; k++) {
            data[k] /= scale;
            shifted[k] = Double.isNaN(data[k]) ? 0 : data[k];
        }
    }

    PrincipalComponentPursuit.Decomposition run(double tolerance, double growth, int maxIterations) {
        double norm = Matrix.norm(shifted);
        if (norm == 0) {
            LowRankMatrix zero = LowRankMatrix.zero(m, n);
            return new PrincipalComponentPursuit.Decomposition(
                    zero, new Matrix(m, n), new Matrix(m, n), lambda, 0, new double[0], true);
        }
        double mu = begin();
        double most = MOST * mu;
        double[] residuals = new double[maxIterations];
        double before = mu;
        for (int k = 1; ; k++) {
            Thresholded l = threshold(1 / mu);
            double next = Math.min(growth * mu, most);
            pass(l, mu, before / mu, mu / next);
            residuals[k - 1] = residual() / norm;
            boolean converged = residuals[k - 1] < tolerance;
            if (converged || k == maxIterations) {
                return result(l, mu, mu / next, Arrays.copyOf(residuals, k), converged);
            }
            before = mu;
            mu = next;
        }
    }

    /** Sets Y = M/max(σ₁, ‖M‖_∞/λ) and S = 0; returns μ₀. */
    private double begin() {
        slabs.forEachBlock(space -> (slab, from, rows) -> slabs.addGram(slab, shifted, from, rows));
        gram = slabs.gram();
        double sigma = Math.sqrt(SymmetricEigen.values(gram)[0]);
        double largest = 0;
        for (double value : shifted) {
            largest = Math.max(largest, Math.abs(value));
        }
        double mu = START / sigma;
        double part = 1 / (mu * Math.max(sigma, largest / lambda));
        for (int k = 0; k < data.length; k++) {
            clipped[k] = part * shifted[k];
            shifted[k] += clipped[k];
        }
        for (int k = 0; k < n * n; k++) {
            gram.array()[k] *= (1 + part) * (1 + part);
        }
        return mu;
    }

    /** The thresholded matrix L = U·Vᵀ with U = A·W; the factors are padded with zeros to {@code width} columns. */
    private record Thresholded(int rank, int width, double[] left, double[] w, double[] vt, double nuclearNorm) {}

    private Thresholded threshold(double tau) {
        SymmetricEigen eigen = SymmetricEigen.above(gram, tau * tau, workers);
        int rank = eigen.vectors().columns();
        int width = Kernels.padded(rank);
        double[] w = new double[n * width];
        double[] vt = new double[width * n];
        double sum = 0;
        for (int k = 0; k < rank; k++) {
            double sigma = Math.sqrt(eigen.value(k));
            sum += sigma - tau;
            for (int j = 0; j < n; j++) {
                double v = eigen.vectors().get(j, k);
                w[j * width + k] = (1 - tau / sigma) * v;
                vt[k * n + j] = v;
            }
        }
        left = left.length == m * width ? left : new double[m * width];
        return new Thresholded(rank, width, left, w, vt, sum);
    }

    /** Does all of an iteration but the eigendecomposition, and computes the Gram matrix of the next A. */
    private void pass(Thresholded l, double mu, double fromBefore, double toNext) {
        double bound = lambda / mu;
        Arrays.fill(squares, 0);
        slabs.forEachBlock(low -> (slab, from, rows) -> {
            slabs.multiply(shifted, from, rows, l.w, l.width, l.left, from);
            KERNELS.product(l.left, from * l.width, rows, l.width, l.vt, n, low, 0);
            squares[slab] += step(from * n, rows * n, low, bound, fromBefore, toNext);
            slabs.addGram(slab, shifted, from, rows);
        });
        gram = slabs.gram();
    }

    /**
     * Reads L for {@code count} entries from {@code from} on, and computes Y/μ and the next A; returns ‖M − L − S‖² of these entries.
     */
    private double step(int from, int count, double[] low, double bound, double fromBefore, double toNext) {
        double sum = 0;
        for (int k = 0; k < count; k++) {
            double y = clipped[from + k] * fromBefore;
            double value = data[from + k];
            double t = value - low[k] + y;
            double c = Math.max(-bound, Math.min(bound, t));
            boolean missing = value != value;
            c = missing ? 0 : c;
            double r = c - y;
            clipped[from + k] = c;
            shifted[from + k] = missing ? low[k] : value - (t - c) + c * toNext;
            sum += missing ? 0 : r * r;
        }
        return sum;
    }

    private double residual() {
        double sum = 0;
        for (double square : squares) {
            sum += square;
        }
        return Math.sqrt(sum);
    }

    private PrincipalComponentPursuit.Decomposition result(
            Thresholded l, double mu, double toNext, double[] residuals, boolean converged) {
        Matrix left = new Matrix(m, l.width, l.left).firstColumns(l.rank);
        Matrix right = new Matrix(l.width, n, l.vt).transposed().firstColumns(l.rank);
        for (int k = 0; k < left.array().length; k++) {
            left.array()[k] *= scale;
        }
        double bound = lambda / mu;
        double sum = 0;
        for (int k = 0; k < data.length; k++) {
            double c = clipped[k];
            boolean corrupt = Math.abs(c) >= bound && !Double.isNaN(data[k]);
            double s = corrupt ? scale * (data[k] - shifted[k] + c * toNext) : 0;
            sum += Math.abs(s);
            shifted[k] = s;
            clipped[k] = c * mu;
        }
        return new PrincipalComponentPursuit.Decomposition(
                LowRankMatrix.of(left, right),
                new Matrix(m, n, shifted),
                new Matrix(m, n, clipped),
                lambda,
                scale * l.nuclearNorm + lambda * sum,
                residuals,
                converged);
    }
}
