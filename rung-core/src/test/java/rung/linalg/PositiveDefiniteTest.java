package rung.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositiveDefiniteTest {
    /** AAᵀ/n + I. */
    private static Matrix instance(int n, long seed) {
        Matrix a = Matrix.gaussian(n, n, new SplittableRandom(seed));
        return Matrix.identity(n).plus(1.0 / Math.max(1, n), a.multiplyByTransposed(a));
    }

    private static PositiveDefinite of(Matrix a) {
        PositiveDefinite p = new PositiveDefinite(a.rows());
        for (int i = 0; i < a.rows(); i++) {
            p.setRow(i, a.row(i));
        }
        return p;
    }

    private static Matrix dense(PositiveDefinite p) {
        Matrix a = new Matrix(p.size(), p.size());
        double[] row = new double[p.size()];
        for (int i = 0; i < p.size(); i++) {
            p.row(i, row);
            System.arraycopy(row, 0, a.array(), i * p.size(), p.size());
        }
        return a;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 127, 128, 130, 200, 333})
    void theInverseTimesTheMatrixIsTheIdentity(int n) {
        Matrix a = instance(n, n);
        PositiveDefinite p = of(a);
        assertThat(dense(p).plus(-1, a).norm()).isZero();
        p.invert(Workers.ONE);
        Matrix inverse = dense(p);
        assertThat(a.multiply(inverse).plus(-1, Matrix.identity(n)).norm()).isLessThan(1e-12 * (n + 1));
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                assertThat(p.get(i, j)).isEqualTo(inverse.get(i, j)).isEqualTo(p.get(j, i));
            }
        }
    }

    @Test
    void anIllConditionedMatrixIsInvertedAsWellAsItsConditionAllows() {
        int n = 150;
        Matrix a = instance(n, 1);
        double[] scale = new double[n];
        for (int k = 0; k < n; k++) {
            scale[k] = Math.pow(10, -6.0 * k / n);
        }
        Matrix scaled = a.scaledColumns(scale).transposed().scaledColumns(scale); // condition 1e12
        PositiveDefinite p = of(scaled);
        p.invert(Workers.ONE);
        PositiveDefinite well = of(a);
        well.invert(Workers.ONE);
        for (int i = 0; i < n; i++) {
            double expected = well.get(i, i) / (scale[i] * scale[i]);
            assertThat(p.get(i, i)).isCloseTo(expected, within(1e-10 * expected));
        }
    }

    @Test
    void threadsDoNotMatter() {
        PositiveDefinite one = of(instance(300, 2));
        one.invert(Workers.ONE);
        PositiveDefinite three = of(instance(300, 2));
        three.invert(new Workers(3));
        assertThat(dense(three).array()).isEqualTo(dense(one).array());
    }

    @Test
    void anIndefiniteMatrixIsRefused() {
        Matrix a = instance(100, 3);
        a.set(80, 80, -1);
        assertThatThrownBy(() -> of(a).invert(Workers.ONE)).hasMessage("the matrix must be positive definite");
    }
}
