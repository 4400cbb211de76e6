package rung.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;
import static rung.Near.orthonormal;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The eigendecomposition by its definition, and against the one-sided Jacobi of {@link Svd}. */
class SymmetricEigenTest {
    private static final Workers TWO = new Workers(2);

    private static Matrix symmetric(int n, long seed) {
        Matrix a = Matrix.gaussian(n, n, new SplittableRandom(seed));
        return a.plus(1, a.transposed());
    }

    /** Q·diag(λ)·Qᵀ with a random orthogonal Q, exactly symmetric. */
    private static Matrix withSpectrum(int n, IntToDoubleFunction lambda, long seed) {
        Matrix q = Qr.of(Matrix.gaussian(n, n, new SplittableRandom(seed))).q();
        double[] values = new double[n];
        Arrays.setAll(values, lambda);
        Matrix a = q.scaledColumns(values).multiplyByTransposed(q);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                a.set(j, i, a.get(i, j));
            }
        }
        return a;
    }

    private static void isEigen(SymmetricEigen eigen, Matrix a) {
        double size = Math.max(a.norm(), Double.MIN_NORMAL);
        int k = eigen.values().length;
        Matrix v = eigen.vectors();
        assertThat(v.rows()).isEqualTo(a.rows());
        assertThat(v.columns()).isEqualTo(k);
        orthonormal(v, 1e-13 * Math.max(10, a.rows()));
        Matrix rest = a.multiply(v).plus(-1, v.scaledColumns(eigen.values()));
        assertThat(rest.norm() / size).isLessThan(1e-13);
        for (int i = 1; i < k; i++) {
            assertThat(eigen.values()[i]).isLessThanOrEqualTo(eigen.values()[i - 1]);
        }
    }

    /** All ways to the same thing. */
    private static void check(Matrix a) {
        int n = a.rows();
        SymmetricEigen all = SymmetricEigen.of(a);
        assertThat(all.values()).hasSize(n);
        isEigen(all, a);
        double size = Math.max(a.norm(), Double.MIN_NORMAL);
        double[] values = SymmetricEigen.values(a);
        for (int i = 0; i < n; i++) {
            assertThat(Math.abs(values[i] - all.values()[i]) / size).isLessThan(1e-13);
        }
        for (int k : new int[] {0, 1, n / 3, n}) {
            SymmetricEigen some = SymmetricEigen.largest(a, Math.min(k, n), TWO);
            assertThat(some.values()).containsExactly(Arrays.copyOf(values, Math.min(k, n)));
            isEigen(some, a);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 7, 8, 9, 16, 17, 33, 100})
    void random(int n) {
        check(symmetric(n, n));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 40})
    void positiveDefiniteAsJacobiHasIt(int n) {
        Matrix x = Matrix.gaussian(n + 3, n, new SplittableRandom(n));
        Matrix gram = x.multiplyTransposed(x);
        double[] sigma = Svd.of(x).sigma();
        double[] values = SymmetricEigen.values(gram);
        for (int i = 0; i < n; i++) {
            near(values[i] / (sigma[0] * sigma[0]), sigma[i] * sigma[i] / (sigma[0] * sigma[0]), 1e-14 * n);
        }
    }

    @Test
    void degenerateAndClustered() {
        check(new Matrix(6, 6));
        check(Matrix.identity(30));
        check(withSpectrum(60, i -> i < 20 ? 1 : i < 40 ? -1 : 0, 1));
        check(withSpectrum(60, i -> 1 + 1e-15 * i, 2));
        check(withSpectrum(60, i -> 1 + 1e-9 * (i / 7), 3));
        check(withSpectrum(60, i -> i == 0 ? 1 : 1e-14, 4));
        check(withSpectrum(80, i -> i < 5 ? 3 - i : 0, 5)); // of low rank
    }

    @Test
    void graded() {
        check(withSpectrum(40, i -> Math.pow(10, -i), 6));
        check(withSpectrum(40, i -> Math.pow(10, i - 39), 7));
        for (boolean down : new boolean[] {true, false}) {
            Matrix a = symmetric(30, 8);
            for (int i = 0; i < 30; i++) {
                for (int j = 0; j < 30; j++) {
                    double exponent = down ? i + j : 58 - i - j;
                    a.set(i, j, a.get(i, j) * Math.pow(10, -0.5 * exponent));
                }
            }
            check(a);
        }
    }

    @Test
    void blocksThatDoNotTouch() {
        Matrix a = new Matrix(20, 20);
        for (int i = 0; i < 20; i++) {
            a.set(i, i, i % 4);
        }
        check(a);
        a.set(3, 2, 1);
        a.set(2, 3, 1);
        a.set(15, 4, -2);
        a.set(4, 15, -2);
        check(a);
    }

    /** Wilkinson's W⁺: pairs of eigenvalues that agree to the last digit, yet no entry beside the diagonal is small. */
    @Test
    void wilkinson() {
        Matrix a = new Matrix(41, 41);
        for (int i = 0; i < 41; i++) {
            a.set(i, i, Math.abs(20 - i));
            if (i > 0) {
                a.set(i, i - 1, 1);
                a.set(i - 1, i, 1);
            }
        }
        check(a);
    }

    /** The second difference has the eigenvalues 2 − 2·cos(πk/(n + 1)). */
    @Test
    void secondDifference() {
        int n = 200;
        Matrix a = new Matrix(n, n);
        for (int i = 0; i < n; i++) {
            a.set(i, i, 2);
            if (i > 0) {
                a.set(i, i - 1, -1);
                a.set(i - 1, i, -1);
            }
        }
        double[] values = SymmetricEigen.values(a);
        for (int k = 1; k <= n; k++) {
            near(values[n - k], 2 - 2 * Math.cos(Math.PI * k / (n + 1)), 1e-13);
        }
        check(a);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-300, 1e-160, 1e160, 1e300})
    void extremeScales(double scale) {
        Matrix a = symmetric(12, 9);
        double[] values = SymmetricEigen.values(a);
        for (int k = 0; k < a.array().length; k++) {
            a.array()[k] *= scale;
        }
        double[] scaled = SymmetricEigen.values(a);
        for (int i = 0; i < 12; i++) {
            near(scaled[i] / scale, values[i], 1e-13);
        }
        orthonormal(SymmetricEigen.of(a).vectors(), 1e-12);
    }

    @Test
    void aboveAThreshold() {
        Matrix a = withSpectrum(50, i -> 50 - i, 10);
        SymmetricEigen above = SymmetricEigen.above(a, 39.5, TWO);
        assertThat(above.values()).hasSize(11);
        isEigen(above, a);
        assertThat(SymmetricEigen.above(a, 60, TWO).vectors().columns()).isZero();
        assertThat(SymmetricEigen.above(a, -1, TWO).values()).hasSize(50);
    }

    @Test
    void onlyTheLowerTriangleIsRead() {
        Matrix a = symmetric(20, 11);
        Matrix lower = a.copy();
        for (int i = 0; i < 20; i++) {
            for (int j = i + 1; j < 20; j++) {
                lower.set(i, j, Double.NaN);
            }
        }
        assertThat(SymmetricEigen.values(lower)).containsExactly(SymmetricEigen.values(a));
    }

    @Test
    void threadsDoNotShow() {
        Matrix a = symmetric(150, 12);
        SymmetricEigen one = SymmetricEigen.of(a);
        SymmetricEigen three = SymmetricEigen.of(a, new Workers(3));
        assertThat(three.values()).containsExactly(one.values());
        assertThat(three.vectors().array()).containsExactly(one.vectors().array());
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> SymmetricEigen.of(new Matrix(2, 3)))
                .hasMessage("a symmetric matrix must be square, got a 2×3 matrix");
        Matrix a = Matrix.identity(3);
        a.set(2, 1, Double.NaN);
        assertThatThrownBy(() -> SymmetricEigen.of(a)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> SymmetricEigen.largest(Matrix.identity(3), 4, TWO))
                .hasMessage("k must be between 0 and 3, got 4");
    }
}
