package rung.baseline;

import java.util.Arrays;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Matrix;
import rung.linalg.Qr;
import rung.linalg.Workers;

/** Products of matrices with few columns, on several threads. The result does not depend on the number of threads. */
final class TallProducts {
    private static final Kernels KERNELS = KernelChoice.active();

    /** The number of rows that are multiplied together, few enough to stay in the cache. */
    private static final int BLOCK = 64;

    /** The number of parts that the rows are cut into; each has a sum of its own, and these are added in order. */
    private static final int PARTS = 16;

    /**
     * The least pivot of a Gram matrix with ones on the diagonal for which Cholesky's factor is used: it then orthonormalizes up to an
     * error of some 1e-16 divided by this.
     */
    private static final double SAFE_PIVOT = 1e-2;

    private TallProducts() {}

    /** Computes A·B. */
    static Matrix product(Matrix a, Matrix b, Workers workers) {
        int w = a.columns();
        int p = b.columns();
        Matrix product = new Matrix(a.rows(), p);
        workers.run(a.rows(), row -> (long) row * w * p, (from, to) -> {
            for (int i = from; i < to; i += BLOCK) {
                int n = Math.min(BLOCK, to - i);
                KERNELS.product(a.array(), i * w, n, w, b.array(), p, product.array(), i * p);
            }
        });
        return product;
    }

    /** Computes Aᵀ·B. */
    static Matrix transposedProduct(Matrix a, Matrix b, Workers workers) {
        return transposedProduct(a, b, false, workers);
    }

    /** Computes the lower triangle of Aᵀ·A; what stands above it is unspecified. */
    static Matrix gram(Matrix a, Workers workers) {
        return transposedProduct(a, a, true, workers);
    }

    private static Matrix transposedProduct(Matrix a, Matrix b, boolean lower, Workers workers) {
        int w = a.columns();
        int p = b.columns();
        int m = a.rows();
        int parts = Math.max(1, Math.min(PARTS, m / (2 * BLOCK)));
        double[][] sums = new double[parts][w * p];
        workers.run(parts, part -> (long) part * (m / parts) * w * p, (first, last) -> {
            for (int part = first; part < last; part++) {
                int end = (int) ((long) m * (part + 1) / parts);
                for (int i = (int) ((long) m * part / parts); i < end; i += BLOCK) {
                    int n = Math.min(BLOCK, end - i);
                    KERNELS.addTransposedProduct(a.array(), i * w, w, b.array(), i * p, p, n, sums[part], lower);
                }
            }
        });
        for (int part = 1; part < parts; part++) {
            KERNELS.axpy(1, sums[part], 0, sums[0], 0, w * p);
        }
        return new Matrix(w, p, sums[0]);
    }

    /**
     * Computes an orthonormal basis of a space that contains all columns: by Cholesky's factor if they are nearly orthogonal already,
     * as those of a subspace iteration are, else by Householder's reflections.
     */
    static Matrix orthonormal(Matrix a, Workers workers) {
        int k = a.columns();
        Matrix gram = gram(a, workers);
        double[] scale = new double[k];
        for (int i = 0; i < k; i++) {
            scale[i] = 1 / Math.sqrt(gram.get(i, i));
        }
        double[] l = new double[k * k];
        for (int i = 0; i < k; i++) {
            for (int j = 0; j <= i; j++) {
                l[i * k + j] = gram.get(i, j) * scale[i] * scale[j];
            }
        }
        if (!(Arrays.stream(scale).sum() < Double.POSITIVE_INFINITY) || !KERNELS.cholesky(l, k, k, SAFE_PIVOT)) {
            return Qr.of(a).q();
        }
        return product(a, inverseTransposed(l, k, scale), workers);
    }

    /* Computes diag(scale)·L⁻ᵀ, column after column, by forward substitution. */
    private static Matrix inverseTransposed(double[] l, int k, double[] scale) {
        double[] inverse = new double[k * k]; // L⁻¹, of which row i is a combination of the rows before it
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < i; j++) {
                KERNELS.axpy(-l[i * k + j], inverse, j * k, inverse, i * k, j + 1);
            }
            inverse[i * k + i] = 1;
            for (int j = 0; j <= i; j++) {
                inverse[i * k + j] /= l[i * k + i];
            }
        }
        Matrix transposed = new Matrix(k, k, inverse).transposed();
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < k; j++) {
                transposed.set(i, j, transposed.get(i, j) * scale[i]);
            }
        }
        return transposed;
    }

    /** Returns the matrix (A B), with the columns of A first. */
    static Matrix beside(Matrix a, Matrix b) {
        int w = a.columns();
        int p = b.columns();
        Matrix both = new Matrix(a.rows(), w + p);
        for (int i = 0; i < a.rows(); i++) {
            System.arraycopy(a.array(), i * w, both.array(), i * (w + p), w);
            System.arraycopy(b.array(), i * p, both.array(), i * (w + p) + w, p);
        }
        return both;
    }
}
