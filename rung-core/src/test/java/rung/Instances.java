package rung;

import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.SingularOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Svd;

/** Random problems, and computations that are independent of the library's. */
public final class Instances {
    private Instances() {}

    /** A random m×n matrix of rank k. */
    public static Matrix lowRank(int m, int n, int k, SplittableRandom random) {
        return Matrix.gaussian(m, k, random).multiplyByTransposed(Matrix.gaussian(n, k, random));
    }

    /** With normal noise on every entry. */
    public static Matrix noisy(Matrix truth, double deviation, SplittableRandom random) {
        Matrix m = truth.copy();
        for (int k = 0; k < m.array().length; k++) {
            m.array()[k] += deviation * random.nextGaussian();
        }
        return m;
    }

    /** Each entry of a matrix observed with probability p. */
    public static Observations sampled(Matrix m, double p, SplittableRandom random) {
        Observations.Builder builder = Observations.builder(m.rows(), m.columns());
        for (int i = 0; i < m.rows(); i++) {
            for (int j = 0; j < m.columns(); j++) {
                if (random.nextDouble() < p) {
                    builder.add(i, j, m.get(i, j));
                }
            }
        }
        return builder.build();
    }

    /** Independent uniform weights in [low, high]. */
    public static Matrix weights(int m, int n, double low, double high, SplittableRandom random) {
        Matrix w = new Matrix(m, n);
        for (int k = 0; k < w.array().length; k++) {
            w.array()[k] = low + (high - low) * random.nextDouble();
        }
        return w;
    }

    /** A singular value decomposition by EJML. */
    public static Svd ejmlSvd(Matrix a) {
        SingularValueDecomposition_F64<DMatrixRMaj> svd =
                DecompositionFactory_DDRM.svd(a.rows(), a.columns(), true, true, true);
        if (!svd.decompose(
                new DMatrixRMaj(a.rows(), a.columns(), true, a.array().clone()))) {
            throw new AssertionError("EJML's SVD failed");
        }
        DMatrixRMaj u = svd.getU(null, false);
        DMatrixRMaj v = svd.getV(null, false);
        DMatrixRMaj w = svd.getW(null);
        SingularOps_DDRM.descendingOrder(u, false, w, v, false);
        double[] sigma = new double[Math.min(a.rows(), a.columns())];
        for (int i = 0; i < sigma.length; i++) {
            sigma[i] = w.get(i, i);
        }
        return new Svd(of(u), sigma, of(v));
    }

    /** H_r of a dense matrix, by EJML. */
    public static Matrix ejmlTruncated(Matrix a, int r) {
        Svd svd = ejmlSvd(a).first(r);
        return svd.u().scaledColumns(svd.sigma()).multiplyByTransposed(svd.v());
    }

    private static Matrix of(DMatrixRMaj a) {
        Matrix copy = new Matrix(a.getNumRows(), a.getNumCols());
        for (int i = 0; i < copy.rows(); i++) {
            for (int j = 0; j < copy.columns(); j++) {
                copy.set(i, j, a.get(i, j));
            }
        }
        return copy;
    }
}
