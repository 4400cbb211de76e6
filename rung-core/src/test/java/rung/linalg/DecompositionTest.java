package rung.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;
import static rung.Near.orthonormal;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.Instances;

/** QR and SVD by their definitions, and the singular values against EJML's. */
class DecompositionTest {
    private static final String SIZES = "0,0 1,1 2,2 3,3 7,7 8,8 9,9 1,5 5,1 16,15 15,17 40,33 60,3 3,60";

    @Test
    void qr() {
        for (String size : SIZES.split(" ")) {
            int m = Integer.parseInt(size.split(",")[0]);
            int n = Integer.parseInt(size.split(",")[1]);
            if (m < n) {
                assertThatThrownBy(() -> Qr.of(new Matrix(m, n))).hasMessageContaining("at least as many rows");
                continue;
            }
            Matrix a = Matrix.gaussian(m, n, new SplittableRandom(m * 31 + n));
            Qr qr = Qr.of(a);
            near(qr.q().multiply(qr.r()), a, 1e-13);
            orthonormal(qr.q(), 1e-13);
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < i; j++) {
                    assertThat(qr.r().get(i, j)).isZero();
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"8, 5, 3", "8, 5, 0", "20, 20, 1", "6, 6, 5"})
    void qrOfADeficientMatrixIsStillOrthonormal(int m, int n, int rank) {
        Matrix a = Instances.lowRank(m, n, rank, new SplittableRandom(1));
        Qr qr = Qr.of(a);
        near(qr.q().multiply(qr.r()), a, 1e-13);
        orthonormal(qr.q(), 1e-13);
    }

    private static void isSvd(Svd svd, Matrix a, double tolerance) {
        near(svd.u().scaledColumns(svd.sigma()).multiplyByTransposed(svd.v()), a, tolerance);
        orthonormal(svd.u(), 1e-12);
        orthonormal(svd.v(), 1e-12);
        for (int i = 0; i < svd.sigma().length; i++) {
            assertThat(svd.sigma()[i]).isNotNegative();
            assertThat(i == 0 || svd.sigma()[i] <= svd.sigma()[i - 1]).isTrue();
        }
    }

    @Test
    void svd() {
        for (String size : SIZES.split(" ")) {
            int m = Integer.parseInt(size.split(",")[0]);
            int n = Integer.parseInt(size.split(",")[1]);
            Matrix a = Matrix.gaussian(m, n, new SplittableRandom(m * 31 + n));
            Svd svd = Svd.of(a);
            isSvd(svd, a, 1e-12);
            if (m > 0) {
                near(
                        Matrix.column(svd.sigma()),
                        Matrix.column(Instances.ejmlSvd(a).sigma()),
                        1e-12);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"8, 5, 3", "5, 8, 0", "20, 20, 1", "6, 6, 5"})
    void svdOfADeficientMatrix(int m, int n, int rank) {
        isSvd(
                Svd.of(Instances.lowRank(m, n, rank, new SplittableRandom(2))),
                Instances.lowRank(m, n, rank, new SplittableRandom(2)),
                1e-12);
    }

    @Test
    void svdKeepsSmallSingularValuesToFullRelativeAccuracy() {
        SplittableRandom random = new SplittableRandom(4);
        Matrix q = Qr.of(Matrix.gaussian(6, 6, random)).q();
        double[] scales = {1e100, 1e40, 1, 1e-10, 1e-40, 1e-100};
        Svd svd = Svd.of(q.scaledColumns(scales)); // orthogonal columns: the scales are the singular values
        for (int i = 0; i < scales.length; i++) {
            near(svd.sigma()[i] / scales[i], 1, 1e-12);
        }
    }

    @Test
    void svdOfNoNumbersIsRefused() {
        Matrix a = new Matrix(2, 2);
        a.set(0, 1, Double.NaN);
        assertThatThrownBy(() -> Svd.of(a)).isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @CsvSource({"30, 20, 5", "4, 3, 3", "5, 5, 1", "3, 9, 6", "7, 4, 0"})
    void svdOfAProduct(int m, int n, int r) {
        SplittableRandom random = new SplittableRandom(5);
        Matrix u = Matrix.gaussian(m, r, random);
        Matrix v = Matrix.gaussian(n, r, random);
        isSvd(Svd.ofProduct(u, v), u.multiplyByTransposed(v), 1e-12);
    }

    @ParameterizedTest
    @CsvSource({"50, 40, 4", "40, 50, 1", "12, 9, 9", "5, 5, 0"})
    void theLargestSingularValuesOfAnOperator(int m, int n, int r) {
        SplittableRandom random = new SplittableRandom(6);
        Matrix a = Matrix.gaussian(m, n, random);
        Svd svd = Svd.largest(a, r, 60, random);
        assertThat(svd.sigma()).hasSize(r);
        near(svd.u().scaledColumns(svd.sigma()).multiplyByTransposed(svd.v()), Instances.ejmlTruncated(a, r), 1e-6);
        // and with few passes when the spectrum falls fast
        Matrix low = Instances.lowRank(m, n, Math.min(r, 3), random);
        Svd few = Svd.largest(low, r, 1, random);
        near(few.u().scaledColumns(few.sigma()).multiplyByTransposed(few.v()), low, 1e-9);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 7", "7, 1", "2, 2", "9, 8", "8, 9", "60, 60", "90, 20", "20, 90", "130, 120"})
    void lanczosFindsTheTopPair(int m, int n) {
        for (long seed = 0; seed < 5; seed++) {
            Matrix a = Matrix.gaussian(m, n, new SplittableRandom(seed));
            SingularPair pair = new Lanczos(1e-10, 2000).top(a, seed);
            near(pair.sigma(), Instances.ejmlSvd(a).sigma()[0], 1e-9);
            near(a.multiply(Matrix.column(pair.v())), scaled(pair.u(), pair.sigma()), 1e-8);
            near(a.multiplyTransposed(Matrix.column(pair.u())), scaled(pair.v(), pair.sigma()), 1e-8);
        }
    }

    @Test
    void theTopOfABidiagonalMatrix() {
        SplittableRandom random = new SplittableRandom(7);
        for (int k = 1; k <= 40; k++) {
            double[] alpha = new double[k];
            double[] beta = new double[k];
            Matrix b = new Matrix(k, k);
            double scale = Math.pow(10, random.nextInt(-100, 100));
            for (int i = 0; i < k; i++) {
                alpha[i] = random.nextInt(5) == 0 ? 0 : scale * random.nextDouble();
                beta[i] = random.nextInt(5) == 0 ? 0 : scale * random.nextDouble();
                b.set(i, i, alpha[i] / scale);
                if (i + 1 < k) {
                    b.set(i, i + 1, beta[i] / scale);
                }
            }
            Bidiagonal.Top top = Bidiagonal.top(alpha, beta, k);
            near(top.theta() / scale, Instances.ejmlSvd(b).sigma()[0], 1e-12);
            if (top.theta() > 0) {
                near(b.multiply(Matrix.column(top.q())), scaled(top.p(), top.theta() / scale), 1e-11);
                near(b.multiplyTransposed(Matrix.column(top.p())), scaled(top.q(), top.theta() / scale), 1e-6);
            }
            near(Matrix.norm(top.q()), 1, 1e-12);
        }
    }

    @Test
    void lanczosNeedsFewPassesForALowAccuracy() {
        Matrix a = Matrix.gaussian(300, 200, new SplittableRandom(1));
        int[] passes = new int[1];
        LinearOperator counting = new LinearOperator() {
            @Override
            public int rows() {
                return 300;
            }

            @Override
            public int columns() {
                return 200;
            }

            @Override
            public Matrix multiply(Matrix x) {
                passes[0]++;
                return a.multiply(x);
            }

            @Override
            public Matrix multiplyTransposed(Matrix y) {
                return a.multiplyTransposed(y);
            }
        };
        SingularPair pair = new Lanczos(0.3, 2000).top(counting, 0);
        assertThat(passes[0]).isLessThanOrEqualTo(12);
        assertThat(pair.sigma()).isGreaterThan(0.85 * Instances.ejmlSvd(a).sigma()[0]);
    }

    @Test
    void lanczosOnSpecialOperators() {
        SingularPair zero = new Lanczos(1e-10, 100).top(new Matrix(4, 6), 0);
        assertThat(zero.sigma()).isZero();
        near(Matrix.norm(zero.u()), 1, 1e-12);
        near(Matrix.norm(zero.v()), 1, 1e-12);
        near(new Lanczos(1e-10, 100).top(Matrix.identity(20), 0).sigma(), 1, 1e-12);
        Matrix rankOne = Instances.lowRank(30, 40, 1, new SplittableRandom(3));
        near(new Lanczos(1e-10, 100).top(rankOne, 0).sigma(), rankOne.norm(), 1e-12);
    }

    private static Matrix scaled(double[] x, double s) {
        return Matrix.column(x).scaledColumns(new double[] {s});
    }
}
