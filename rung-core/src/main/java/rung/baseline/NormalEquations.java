package rung.baseline;

import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.SparseMatrix;
import rung.linalg.SymmetricEigen;
import rung.linalg.Workers;

/**
 * Least squares for the diagonal d of U·diag(d)·Vᵀ on Ω.
 *
 * <pre>H·(d − d₀) = g,   H_ab = Σ_Ω w_ij·u_ia·v_ja·u_ib·v_jb,   g_a = u_aᵀ·P_Ω(M − U·diag(d₀)·Vᵀ)·v_a</pre>
 *
 * <p>Costs |Ω|·k²/2.
 */
final class NormalEquations {
    private static final Kernels KERNELS = KernelChoice.active();

    /** The number of parts that the rows are cut into; each has a sum of its own, and these are added in order. */
    private static final int PARTS = 16;

    /** Eigenvalues of H below this fraction of the largest are taken for zero. */
    private static final double SINGULAR = 1e-12;

    private NormalEquations() {}

    /** Computes d from d₀, given the weighted residual of d₀ on Ω. */
    static double[] improve(
            Pattern pattern,
            double[] weights,
            SparseMatrix residual,
            Matrix u,
            Matrix v,
            double[] d0,
            Workers workers) {
        int k = d0.length;
        SymmetricEigen eigen = SymmetricEigen.of(matrix(pattern, weights, u, v, workers));
        double[] g = new double[k];
        Matrix gv = residual.multiply(v);
        for (int i = 0; i < gv.rows() * k; i++) {
            g[i % k] += u.array()[i] * gv.array()[i];
        }
        double[] d = d0.clone();
        for (int e = 0; e < k && eigen.value(e) > SINGULAR * eigen.value(0); e++) {
            double s = 0;
            for (int a = 0; a < k; a++) {
                s += eigen.vectors().get(a, e) * g[a];
            }
            for (int a = 0; a < k; a++) {
                d[a] += s / eigen.value(e) * eigen.vectors().get(a, e);
            }
        }
        return d;
    }

    /** Computes the lower triangle of H. */
    private static Matrix matrix(Pattern pattern, double[] weights, Matrix u, Matrix v, Workers workers) {
        int k = u.columns();
        Pattern.Lines lines = pattern.lines(Side.LEFT);
        int[] bounds = bounds(lines, pattern.count());
        double[][] sums = new double[PARTS][k * k];
        workers.run(PARTS, part -> lines.before(bounds[part]) * k * k, () -> {
            double[] block = new double[lines.longest() * k];
            double[] gram = new double[k * k];
            double[] lineWeights = weights == null ? null : new double[lines.longest()];
            return (first, last) -> {
                for (int part = first; part < last; part++) {
                    for (int row = bounds[part]; row < bounds[part + 1]; row++) {
                        addRow(pattern, weights, u, v, row, block, lineWeights, gram, sums[part]);
                    }
                }
            };
        });
        for (int part = 1; part < PARTS; part++) {
            KERNELS.axpy(1, sums[part], 0, sums[0], 0, k * k);
        }
        return new Matrix(k, k, sums[0]);
    }

    /* Cuts the rows into parts with about the same number of observations. */
    private static int[] bounds(Pattern.Lines lines, int count) {
        int[] bounds = new int[PARTS + 1];
        int row = 0;
        for (int part = 1; part < PARTS; part++) {
            while (row < lines.count() && lines.before(row) < (long) count * part / PARTS) {
                row++;
            }
            bounds[part] = row;
        }
        bounds[PARTS] = lines.count();
        return bounds;
    }

    /* Adds diag(u_i)·(Σ_j w_ij·v_j·v_jᵀ)·diag(u_i). */
    private static void addRow(
            Pattern pattern,
            double[] weights,
            Matrix u,
            Matrix v,
            int row,
            double[] block,
            double[] lineWeights,
            double[] gram,
            double[] sum) {
        Pattern.Lines lines = pattern.lines(Side.LEFT);
        int k = u.columns();
        int n = lines.size(row);
        int at = (int) lines.before(row);
        if (n == 0) {
            return;
        }
        double[] a = v.array();
        if (!lines.isFull()) {
            KERNELS.gather(v.array(), k, lines.index(), at, at + n, block);
            a = block;
        }
        if (weights != null) {
            System.arraycopy(weights, at, lineWeights, 0, n);
        }
        KERNELS.gram(a, n, k, lineWeights, gram);
        for (int i = 0; i < k; i++) {
            double ui = u.get(row, i);
            for (int j = 0; j <= i; j++) {
                sum[i * k + j] += ui * u.get(row, j) * gram[i * k + j];
            }
        }
    }
}
