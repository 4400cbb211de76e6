package rung.baseline;

import static rung.Near.near;
import static rung.Near.orthonormal;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.Instances;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/** Products on several threads against those on one, and bases of spaces. */
class TallProductsTest {
    private static final Workers THREE = new Workers(3);

    @ParameterizedTest
    @CsvSource({"0, 3, 2", "1, 1, 1", "7, 3, 5", "500, 17, 9", "3000, 8, 33"})
    void productsAreThoseOfMatrices(int m, int k, int p) {
        SplittableRandom random = new SplittableRandom(m);
        Matrix a = Matrix.gaussian(m, k, random);
        Matrix b = Matrix.gaussian(m, p, random);
        Matrix c = Matrix.gaussian(k, p, random);
        near(TallProducts.product(a, c, THREE), a.multiply(c), 1e-14);
        near(TallProducts.transposedProduct(a, b, THREE), a.multiplyTransposed(b), 1e-13);
        Matrix gram = TallProducts.gram(a, THREE);
        Matrix full = a.multiplyTransposed(a);
        for (int i = 0; i < k; i++) {
            for (int j = 0; j <= i; j++) {
                near(gram.get(i, j), full.get(i, j), 1e-12);
            }
        }
    }

    /** By Cholesky, by Householder, and where columns depend on each other or are zero. */
    @ParameterizedTest
    @CsvSource({"300, 20, 20", "300, 20, 7", "20, 20, 20", "50, 4, 0", "300, 1, 1"})
    void basesAreOrthonormalAndSpan(int m, int k, int rank) {
        SplittableRandom random = new SplittableRandom(m + k);
        Matrix a = rank == k ? Matrix.gaussian(m, k, random) : Instances.lowRank(m, k, rank, random);
        for (double power : new double[] {0, -1, -6}) {
            double[] scale = new double[k];
            for (int j = 0; j < k; j++) {
                scale[j] = Math.pow(j + 1, power);
            }
            Matrix scaled = a.scaledColumns(scale);
            Matrix q = TallProducts.orthonormal(scaled, THREE);
            orthonormal(q, 1e-12);
            near(q.multiply(q.multiplyTransposed(scaled)), scaled, 1e-12);
        }
    }
}
