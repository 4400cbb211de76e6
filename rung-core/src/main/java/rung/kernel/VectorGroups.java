package rung.kernel;

import static rung.kernel.Kernels.PAD;
import static rung.kernel.VectorKernels.SPECIES;

import jdk.incubator.vector.DoubleVector;

/**
 * The part of {@link VectorKernels} that works on a group of small matrices at once, one in each lane: what is done is what a
 * plain loop would do, so nothing is lost to short rows. Each method handles the lanes from {@code b}.
 */
final class VectorGroups {
    private VectorGroups() {}

    /** H becomes L below the diagonal, W becomes L⁻¹. */
    static void factor(double[] h, int r, int b, double[] w) {
        for (int i = 0, row = b; i < r; row += ++i * PAD) {
            for (int j = 0, other = b; j < i; other += ++j * PAD) {
                DoubleVector sum = products(h, row, h, other, j);
                DoubleVector.fromArray(SPECIES, h, row + j * PAD)
                        .sub(sum)
                        .mul(DoubleVector.fromArray(SPECIES, w, other + j * PAD))
                        .intoArray(h, row + j * PAD);
            }
            DoubleVector diagonal = DoubleVector.fromArray(SPECIES, h, row + i * PAD);
            DoubleVector pivot = diagonal.sub(products(h, row, h, row, i)).max(diagonal.mul(Kernels.LEAST_PIVOT));
            DoubleVector root = DoubleVector.broadcast(SPECIES, 1).div(pivot.sqrt());
            root.intoArray(w, row + i * PAD);
            for (int j = 0; j < i; j++) {
                column(h, row + j * PAD, w, b, j, i).mul(root.neg()).intoArray(w, row + j * PAD);
            }
        }
    }

    /** Σ of the products of the first n elements of two rows. */
    private static DoubleVector products(double[] x, int xFrom, double[] y, int yFrom, int n) {
        DoubleVector even = DoubleVector.zero(SPECIES);
        DoubleVector odd = DoubleVector.zero(SPECIES);
        int k = 0;
        for (; k < n - 1; k += 2) {
            even = DoubleVector.fromArray(SPECIES, x, xFrom + k * PAD)
                    .fma(DoubleVector.fromArray(SPECIES, y, yFrom + k * PAD), even);
            odd = DoubleVector.fromArray(SPECIES, x, xFrom + (k + 1) * PAD)
                    .fma(DoubleVector.fromArray(SPECIES, y, yFrom + (k + 1) * PAD), odd);
        }
        if (k < n) {
            even = DoubleVector.fromArray(SPECIES, x, xFrom + k * PAD)
                    .fma(DoubleVector.fromArray(SPECIES, y, yFrom + k * PAD), even);
        }
        return even.add(odd);
    }

    /** Σ of the products of consecutive elements of x with column j of W, from its row j to row {@code end}, exclusive. */
    private static DoubleVector column(double[] x, int xFrom, double[] w, int b, int j, int end) {
        DoubleVector sum = DoubleVector.zero(SPECIES);
        int at = (j * (j + 1) / 2 + j) * PAD + b;
        for (int k = j, from = xFrom; k < end; at += ++k * PAD, from += PAD) {
            sum = DoubleVector.fromArray(SPECIES, x, from).fma(DoubleVector.fromArray(SPECIES, w, at), sum);
        }
        return sum;
    }

    /** H ← WᵀW. */
    static void square(double[] h, int r, int b, double[] w) {
        for (int i = 0, row = b; i < r; row += ++i * PAD) {
            for (int j = 0; j <= i; j++) {
                DoubleVector sum = DoubleVector.zero(SPECIES);
                for (int k = i, at = row; k < r; at += ++k * PAD) {
                    sum = DoubleVector.fromArray(SPECIES, w, at + i * PAD)
                            .fma(DoubleVector.fromArray(SPECIES, w, at + j * PAD), sum);
                }
                sum.intoArray(h, row + j * PAD);
            }
        }
    }

    /** x ← Wᵀ·W·x. */
    static void solve(int r, int b, double[] w, double[] x) {
        for (int i = r - 1; i >= 0; i--) {
            products(w, i * (i + 1) / 2 * PAD + b, x, b, i + 1).intoArray(x, i * PAD + b);
        }
        for (int j = 0; j < r; j++) {
            column(x, j * PAD + b, w, b, j, r).intoArray(x, j * PAD + b);
        }
    }
}
