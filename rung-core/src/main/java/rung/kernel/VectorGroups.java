package rung.kernel;

import static rung.kernel.Kernels.PAD;
import static rung.kernel.VectorKernels.SPECIES;
import static rung.kernel.VectorKernels.VECTOR;

import jdk.incubator.vector.DoubleVector;

/**
 * The part of {@link VectorKernels} that works on a group of small matrices at once, one in each lane. Each lane does what a plain loop
 * would do, so nothing is lost to short rows. Each method handles the lanes that begin at {@code b}.
 */
final class VectorGroups {
    private VectorGroups() {}

    /*
     * A sum is stored by the loop that forms it and loaded again by whoever needs it: a vector that a method returned would be
     * an object wherever the compiler does not inline that method.
     */

    /** Computes Cholesky's factor L of H, which replaces H below the diagonal, and W = L⁻¹. */
    static void factor(double[] h, int r, int b, double[] w) {
        for (int i = 0, row = b; i < r; row += ++i * PAD) {
            for (int j = 0, other = b; j < i; other += ++j * PAD) {
                int at = row + j * PAD;
                sumProducts(h, row, h, other, j, w, at);
                VECTOR.cast(DoubleVector.fromArray(SPECIES, h, at))
                        .sub(DoubleVector.fromArray(SPECIES, w, at))
                        .mul(DoubleVector.fromArray(SPECIES, w, other + j * PAD))
                        .intoArray(h, at);
            }
            int last = row + i * PAD;
            sumProducts(h, row, h, row, i, w, last);
            DoubleVector diagonal = VECTOR.cast(DoubleVector.fromArray(SPECIES, h, last));
            DoubleVector pivot =
                    diagonal.sub(DoubleVector.fromArray(SPECIES, w, last)).max(diagonal.mul(Kernels.LEAST_PIVOT));
            VECTOR.cast(DoubleVector.broadcast(SPECIES, 1)).div(pivot.sqrt()).intoArray(w, last);
            for (int j = 0; j < i; j++) {
                int at = row + j * PAD;
                sumColumn(h, at, w, b, j, i, w, at);
                VECTOR.cast(DoubleVector.fromArray(SPECIES, w, at))
                        .mul(VECTOR.cast(DoubleVector.fromArray(SPECIES, w, last))
                                .neg())
                        .intoArray(w, at);
            }
        }
    }

    /** Stores the sum of the products of the first n elements of two rows at {@code to} in {@code out}. */
    private static void sumProducts(double[] x, int xFrom, double[] y, int yFrom, int n, double[] out, int to) {
        DoubleVector even = DoubleVector.zero(SPECIES);
        DoubleVector odd = DoubleVector.zero(SPECIES);
        int k = 0;
        for (; k < n - 1; k += 2) {
            even = VECTOR.cast(DoubleVector.fromArray(SPECIES, x, xFrom + k * PAD))
                    .fma(DoubleVector.fromArray(SPECIES, y, yFrom + k * PAD), even);
            odd = VECTOR.cast(DoubleVector.fromArray(SPECIES, x, xFrom + (k + 1) * PAD))
                    .fma(DoubleVector.fromArray(SPECIES, y, yFrom + (k + 1) * PAD), odd);
        }
        if (k < n) {
            even = VECTOR.cast(DoubleVector.fromArray(SPECIES, x, xFrom + k * PAD))
                    .fma(DoubleVector.fromArray(SPECIES, y, yFrom + k * PAD), even);
        }
        VECTOR.cast(even).add(odd).intoArray(out, to);
    }

    /**
     * Stores the sum of the products of consecutive elements of x with column j of W, from row j to row {@code end}, exclusive, at
     * {@code to} in {@code out}.
     */
    private static void sumColumn(double[] x, int xFrom, double[] w, int b, int j, int end, double[] out, int to) {
        DoubleVector sum = DoubleVector.zero(SPECIES);
        int at = (j * (j + 1) / 2 + j) * PAD + b;
        for (int k = j, from = xFrom; k < end; at += ++k * PAD, from += PAD) {
            sum = VECTOR.cast(DoubleVector.fromArray(SPECIES, x, from))
                    .fma(DoubleVector.fromArray(SPECIES, w, at), sum);
        }
        VECTOR.cast(sum).intoArray(out, to);
    }

    /** Computes H ← Wᵀ·W. */
    static void square(double[] h, int r, int b, double[] w) {
        for (int i = 0, row = b; i < r; row += ++i * PAD) {
            for (int j = 0; j <= i; j++) {
                DoubleVector sum = DoubleVector.zero(SPECIES);
                for (int k = i, at = row; k < r; at += ++k * PAD) {
                    sum = VECTOR.cast(DoubleVector.fromArray(SPECIES, w, at + i * PAD))
                            .fma(DoubleVector.fromArray(SPECIES, w, at + j * PAD), sum);
                }
                VECTOR.cast(sum).intoArray(h, row + j * PAD);
            }
        }
    }

    /** Computes x ← Wᵀ·W·x. */
    static void solve(int r, int b, double[] w, double[] x) {
        for (int i = r - 1; i >= 0; i--) {
            sumProducts(w, i * (i + 1) / 2 * PAD + b, x, b, i + 1, x, i * PAD + b);
        }
        for (int j = 0; j < r; j++) {
            sumColumn(x, j * PAD + b, w, b, j, r, x, j * PAD + b);
        }
    }
}
