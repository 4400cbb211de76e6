package rung;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;
import static rung.Near.orthonormal;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.linalg.Matrix;
import rung.linalg.Svd;

class LowRankMatrixTest {
    private final SplittableRandom random = new SplittableRandom(1);
    private final Matrix u = Matrix.gaussian(7, 3, random);
    private final Matrix v = Matrix.gaussian(5, 3, random);
    private final LowRankMatrix a = LowRankMatrix.of(u, v);
    private final Matrix dense = u.multiplyByTransposed(v);

    @Test
    void entriesRowsAndColumnsAreThoseOfTheProduct() {
        near(a.toDense(), dense, 1e-14);
        for (int i = 0; i < 7; i++) {
            near(Matrix.column(a.row(i)), Matrix.column(dense.row(i)), 1e-13);
            for (int j = 0; j < 5; j++) {
                near(a.get(i, j), dense.get(i, j), 1e-13);
                near(Matrix.column(a.column(j)), Matrix.column(dense.column(j)), 1e-13);
            }
        }
        assertThatThrownBy(() -> a.get(7, 0)).hasMessage("row must be between 0 and 6, got 7");
        assertThatThrownBy(() -> a.row(-1)).hasMessage("row must be between 0 and 6, got -1");
        assertThatThrownBy(() -> a.column(5)).hasMessage("column must be between 0 and 4, got 5");
    }

    @Test
    void itMultipliesFromEitherSide() {
        Matrix x = Matrix.gaussian(5, 2, random);
        Matrix y = Matrix.gaussian(7, 4, random);
        near(a.multiply(x), dense.multiply(x), 1e-13);
        near(a.multiplyTransposed(y), dense.multiplyTransposed(y), 1e-13);
        near(a.transposed().multiply(y), dense.multiplyTransposed(y), 1e-13);
    }

    @Test
    void theOrthonormalFormIsTheSvd() {
        Svd svd = a.orthonormal();
        orthonormal(svd.u(), 1e-12);
        orthonormal(svd.v(), 1e-12);
        near(svd.u().scaledColumns(svd.sigma()).multiplyByTransposed(svd.v()), dense, 1e-12);
        double[] expected = Instances.ejmlSvd(dense).sigma();
        for (int i = 0; i < 3; i++) {
            near(a.singularValues()[i], expected[i], 1e-12);
        }
        near(a.norm(), dense.norm(), 1e-12);
        near(a.truncated(2).toDense(), Instances.ejmlTruncated(dense, 2), 1e-12);
        assertThat(a.truncated(9)).isSameAs(a);
    }

    @Test
    void itCannotBeChangedFromOutside() {
        Matrix before = a.toDense();
        u.set(0, 0, 99);
        v.set(0, 0, 99);
        a.left().set(0, 0, 99);
        a.right().set(0, 0, 99);
        assertThat(a.toDense().array()).containsExactly(before.array());
    }

    @Test
    void distanceAndEquality() {
        LowRankMatrix b = LowRankMatrix.of(Matrix.gaussian(7, 2, random), Matrix.gaussian(5, 2, random));
        near(a.distance(b), Near.minus(a.toDense(), b.toDense()).norm(), 1e-12);
        near(a.distance(a), 0, 1e-12);
        assertThat(a).isEqualTo(LowRankMatrix.of(a.left(), a.right())).isNotEqualTo(b);
        assertThat(a.hashCode()).isEqualTo(LowRankMatrix.of(a.left(), a.right()).hashCode());
        assertThatThrownBy(() -> a.distance(LowRankMatrix.zero(5, 7))).hasMessageContaining("must be 7×5, got 5×7");
    }

    @Test
    void theZeroMatrixHasRankZero() {
        LowRankMatrix zero = LowRankMatrix.zero(4, 3);
        assertThat(zero.rank()).isZero();
        assertThat(zero.toDense().norm()).isZero();
        assertThat(zero.singularValues()).isEmpty();
        assertThat(zero.multiply(new Matrix(3, 2)).array()).containsOnly(0);
    }
}
