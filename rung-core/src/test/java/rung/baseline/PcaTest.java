package rung.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.minus;
import static rung.Near.near;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.Instances;
import rung.LowRankMatrix;
import rung.linalg.Matrix;
import rung.linalg.Svd;

/** Principal components against the singular value decompositions, and by the theorem of Eckart and Young. */
class PcaTest {
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "9, 7, 0", "9, 7, 3", "7, 9, 3", "7, 9, 7", "30, 30, 11", "200, 12, 5", "12, 200, 5"})
    void isTheTruncatedSingularValueDecomposition(int m, int n, int rank) {
        Matrix a = Matrix.gaussian(m, n, new SplittableRandom(m * 31 + n));
        LowRankMatrix low = Pca.ofRank(rank).approximate(a);
        assertThat(low.rank()).isEqualTo(rank);
        near(low.toDense(), Instances.ejmlTruncated(a, rank), 1e-11);
        double[] sigma = Svd.of(a).sigma();
        double rest = 0;
        for (int k = rank; k < sigma.length; k++) {
            rest += sigma[k] * sigma[k];
        }
        near(minus(a, low.toDense()).norm(), Math.sqrt(rest), 1e-7);
    }

    @Test
    void aLowRankMatrixIsItsOwnApproximation() {
        Matrix a = Instances.lowRank(300, 40, 6, new SplittableRandom(1));
        near(Pca.ofRank(6).approximate(a).toDense(), a, 1e-12);
        near(Pca.ofRank(20).approximate(a).toDense(), a, 1e-12);
        near(Pca.ofRank(3).approximate(new Matrix(5, 4)).toDense(), new Matrix(5, 4), 0);
    }

    @Test
    void centeringTakesTheRowsMeansApart() {
        SplittableRandom random = new SplittableRandom(2);
        Matrix a = Instances.lowRank(50, 20, 2, random);
        Matrix moved = a.copy();
        for (int i = 0; i < 50; i++) {
            double level = 1000 * random.nextDouble();
            for (int j = 0; j < 20; j++) {
                moved.set(i, j, a.get(i, j) + level);
            }
        }
        Pca pca = Pca.ofRank(2).withCentering(true);
        near(pca.approximate(moved).toDense(), moved, 1e-12);
        assertThat(pca.approximate(moved).rank()).isEqualTo(3);
        // and a level that is added to a row is added to the result
        Matrix noisy = Matrix.gaussian(50, 20, random);
        near(
                minus(pca.approximate(noisy.plus(1, moved)).toDense(), moved),
                minus(pca.approximate(noisy.plus(1, a)).toDense(), a),
                1e-9);
    }

    @Test
    void scaleAndThreadsDoNotMatter() {
        Matrix a = Matrix.gaussian(900, 60, new SplittableRandom(3));
        LowRankMatrix one = Pca.ofRank(5).withThreads(1).approximate(a);
        assertThat(Pca.ofRank(5).withThreads(3).approximate(a)).isEqualTo(one);
        Matrix large = new Matrix(900, 60).plus(Math.scalb(1.0, 900), a);
        Matrix low = Pca.ofRank(5).approximate(large).toDense();
        near(new Matrix(900, 60).plus(Math.scalb(1.0, -900), low), one.toDense(), 1e-12);
    }

    @Test
    void refusals() {
        Matrix a = new Matrix(3, 2);
        a.set(2, 1, Double.NaN);
        assertThatThrownBy(() -> Pca.ofRank(1).approximate(a))
                .hasMessage("PCA needs every entry to be a finite number, got NaN in row 2, column 1");
        assertThatThrownBy(() -> Pca.ofRank(3).approximate(new Matrix(3, 2)))
                .hasMessage("rank must be between 0 and 2 (the smaller side of the 3×2 matrix), got 3");
        assertThatThrownBy(() -> Pca.ofRank(-1)).hasMessage("rank must not be negative, got -1");
    }
}
