package rung.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;
import static rung.Near.near;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MatrixTest {
    private static Matrix naive(Matrix a, Matrix b) {
        Matrix c = new Matrix(a.rows(), b.columns());
        for (int i = 0; i < a.rows(); i++) {
            for (int j = 0; j < b.columns(); j++) {
                for (int k = 0; k < a.columns(); k++) {
                    c.set(i, j, c.get(i, j) + a.get(i, k) * b.get(k, j));
                }
            }
        }
        return c;
    }

    @Test
    void productsAgreeWithTheDefinition() {
        SplittableRandom random = new SplittableRandom(1);
        int[] sizes = {0, 1, 2, 3, 7, 8, 9, 17};
        for (int m : sizes) {
            for (int n : sizes) {
                for (int k : new int[] {0, 1, 8, 9}) {
                    Matrix a = Matrix.gaussian(m, n, random);
                    Matrix x = Matrix.gaussian(n, k, random);
                    Matrix y = Matrix.gaussian(m, k, random);
                    near(a.multiply(x), naive(a, x), 1e-13);
                    near(a.multiplyTransposed(y), naive(a.transposed(), y), 1e-13);
                    near(a.multiplyByTransposed(x.transposed()), naive(a, x), 1e-13);
                }
            }
        }
    }

    @Test
    void columnsComeAndGo() {
        Matrix a = Matrix.of(new double[][] {{1, 2, 3}, {4, 5, 6}});
        assertThat(a.column(1)).containsExactly(2, 5);
        assertThat(a.row(1)).containsExactly(4, 5, 6);
        assertThat(a.withoutColumn(0).array()).containsExactly(2, 3, 5, 6);
        assertThat(a.withoutColumn(2).array()).containsExactly(1, 2, 4, 5);
        assertThat(a.withColumn(new double[] {7, 8}, -1).array()).containsExactly(1, 2, 3, -7, 4, 5, 6, -8);
        assertThat(a.firstColumns(2).array()).containsExactly(1, 2, 4, 5);
        assertThat(a.scaledColumns(new double[] {1, 0, 2}).array()).containsExactly(1, 0, 6, 4, 0, 12);
    }

    @Test
    void normsNeitherOverflowNorUnderflow() {
        assertThat(Matrix.norm(new double[] {3e200, 4e200})).isCloseTo(5e200, withPercentage(1e-10));
        assertThat(Matrix.norm(new double[] {3e-200, 4e-200})).isCloseTo(5e-200, withPercentage(1e-10));
        assertThat(Matrix.norm(new double[0])).isZero();
        assertThat(Matrix.norm(new double[] {1, Double.NaN})).isNaN();
        assertThat(Matrix.norm(new double[] {1, Double.POSITIVE_INFINITY})).isInfinite();
    }

    @Test
    void badSizesAreRefused() {
        assertThatThrownBy(() -> new Matrix(-1, 2))
                .hasMessageContaining("must not be negative")
                .hasMessageEndingWith("-1×2");
        assertThatThrownBy(() -> new Matrix(100_000, 100_000)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Matrix.of(new double[][] {{1, 2}, {3}}))
                .hasMessage("row 1 must have 2 elements as row 0 has, got 1");
        assertThatThrownBy(() -> new Matrix(2, 2, new double[3])).hasMessageContaining("must have 4 elements, got 3");
        assertThatThrownBy(() -> new Matrix(2, 3).multiply(new Matrix(2, 3)))
                .hasMessage("the block must have 3 rows, got 2");
        assertThat(new Matrix(0, 5).isFinite()).isTrue();
    }
}
