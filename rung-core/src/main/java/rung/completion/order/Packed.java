package rung.completion.order;

import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/** Symmetric r×r matrices that are kept as packed lower triangles, row after row. */
final class Packed {
    private static final Kernels KERNELS = KernelChoice.active();

    private Packed() {}

    /** The number of elements of a triangle. */
    static int size(int r) {
        return r * (r + 1) / 2;
    }

    /** Where element (i, j) with j ≤ i stands. */
    static int at(int i, int j) {
        return i * (i + 1) / 2 + j;
    }

    /** Copies a square matrix into a triangle. */
    static void store(double[] square, int r, double[] triangles, int from) {
        for (int i = 0, e = from; i < r; i++, e += i) {
            System.arraycopy(square, i * r, triangles, e, i + 1);
        }
    }

    /** Copies a triangle into a square matrix. */
    static void load(double[] triangles, int from, int r, double[] square) {
        for (int i = 0, e = from; i < r; i++) {
            for (int j = 0; j <= i; j++, e++) {
                square[i * r + j] = triangles[e];
                square[j * r + i] = triangles[e];
            }
        }
    }

    /**
     * Inverts a positive definite matrix, by the inverse of Cholesky's factor: (L·Lᵀ)⁻¹ = L⁻ᵀ·L⁻¹.
     *
     * @param a the matrix, of which the lower triangle is read; destroyed
     * @param r the number of rows
     * @param inverse receives the inverse, symmetric
     * @param work work space for r·r numbers
     * @return false if the matrix is not positive definite
     */
    static boolean invert(double[] a, int r, double[] inverse, double[] work) {
        if (!KERNELS.cholesky(a, r, r, 0)) {
            return false;
        }
        int[] rows = new int[r];
        double[] row = new double[r];
        for (int i = 0; i < r; i++) { // row i of L⁻¹ = (e_i − Σ_{k<i} l_ik·row k)/l_ii
            rows[i] = i;
            double pivot = a[i * r + i];
            for (int k = 0; k < i; k++) {
                row[k] = -a[i * r + k] / pivot;
            }
            KERNELS.sparseTimesBlock(row, rows, 0, i, work, r, work, i * r);
            work[i * r + i] = 1 / pivot;
        }
        KERNELS.gram(work, r, r, null, inverse);
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < i; j++) {
                inverse[j * r + i] = inverse[i * r + j];
            }
        }
        return true;
    }
}
