package rung.linalg;

import java.util.Arrays;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/**
 * The thin decomposition A = Q·R of an m×k matrix with m ≥ k, by Householder's reflections: Q is m×k with orthonormal columns, whatever
 * the rank of A, and R is k×k, upper triangular.
 *
 * @param q the orthonormal columns
 * @param r the triangle
 */
public record Qr(Matrix q, Matrix r) {
    private static final Kernels KERNELS = KernelChoice.active();

    /**
     * Decomposes a matrix. Costs about 2·m·k² multiplications.
     *
     * @param a the matrix, with at least as many rows as columns
     * @return the decomposition
     */
    public static Qr of(Matrix a) {
        int m = a.rows();
        int k = a.columns();
        if (m < k) {
            throw new IllegalArgumentException("a thin QR needs at least as many rows as columns, got " + a);
        }
        double[] columns = a.transposed().array(); // column j is contiguous at j·m
        double[] tau = new double[k];
        Matrix r = new Matrix(k, k);
        for (int j = 0; j < k; j++) {
            tau[j] = reflector(columns, j * m + j, m - j);
            for (int c = j + 1; c < k; c++) {
                reflect(columns, j * m + j, tau[j], c * m + j, m - j);
            }
        }
        // The diagonal of R was kept where the reflector's leading one belongs; see reflector().
        Matrix q = new Matrix(k, m);
        double[] qColumns = q.array();
        for (int j = k - 1; j >= 0; j--) {
            for (int i = 0; i <= j; i++) {
                r.set(i, j, columns[j * m + i]);
            }
            columns[j * m + j] = 1;
            qColumns[j * m + j] = 1;
            for (int c = j; c < k; c++) {
                reflectOther(columns, j * m + j, tau[j], qColumns, c * m + j, m - j);
            }
        }
        return new Qr(q.transposed(), r);
    }

    /*
     * Turns x = columns[at .. at+n) into the vector w of the reflection I − τ·w·wᵀ that maps x to β·e₁, scaled so that
     * w₁ = 1; β is stored in place of that 1. Returns τ, zero for a column that needs no reflection.
     */
    private static double reflector(double[] columns, int at, int n) {
        double tail = Matrix.norm(Arrays.copyOfRange(columns, at + 1, at + n));
        double head = columns[at];
        if (tail == 0) {
            return 0;
        }
        double beta = -Math.copySign(Math.hypot(head, tail), head);
        double scale = head - beta;
        for (int i = 1; i < n; i++) {
            columns[at + i] /= scale;
        }
        columns[at] = beta;
        return (beta - head) / beta;
    }

    private static void reflect(double[] columns, int w, double tau, int x, int n) {
        double beta = columns[w];
        columns[w] = 1;
        reflectOther(columns, w, tau, columns, x, n);
        columns[w] = beta;
    }

    private static void reflectOther(double[] columns, int w, double tau, double[] target, int x, int n) {
        double s = tau * KERNELS.dot(columns, w, target, x, n);
        KERNELS.axpy(-s, columns, w, target, x, n);
    }
}
