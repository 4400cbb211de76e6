package rung.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.linalg.Lanczos;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;

/** Products with the ratings, less their mean, summed on the driver and on the executors, against plain sums. */
class ResidualOperatorTest {
    private static final Generated DATA = Generated.of(120, 70, 12, 2, 0.5, 3);

    private static RatingBlocks blocks(int userBlocks, int itemBlocks) {
        return RatingBlocks.of(
                DATA.chunks(3, 3),
                userBlocks,
                itemBlocks,
                Duplicates.ERROR,
                StorageLevel.MEMORY_ONLY(),
                Generated.UNREFUSED);
    }

    private static JavaRDD<float[]> values(RatingBlocks data) {
        return data.users().map(block -> block.entries().values());
    }

    private static double[] product(double[] x, double mean, boolean isTransposed) {
        double[] y = new double[isTransposed ? DATA.columns() : DATA.rows()];
        for (int k = 0; k < DATA.values().length; k++) {
            int to = isTransposed ? DATA.items()[k] : DATA.users()[k];
            int from = isTransposed ? DATA.users()[k] : DATA.items()[k];
            y[to] += (DATA.values()[k] - mean) * x[from];
        }
        return y;
    }

    private static void near(double[] actual, double[] expected) {
        double norm = new Matrix(expected.length, 1, expected).norm();
        for (int k = 0; k < expected.length; k++) {
            assertThat(Math.abs(actual[k] - expected[k])).isLessThan(1e-5 * norm);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, false", "1, 1, true", "4, 3, false", "4, 3, true"})
    void multipliesFromBothSides(int userBlocks, int itemBlocks, boolean isLarge) {
        RatingBlocks data = blocks(userBlocks, itemBlocks);
        ResidualOperator operator = new ResidualOperator(data, values(data), isLarge);
        double[] x = new double[DATA.columns()];
        for (int j = 0; j < x.length; j++) {
            x[j] = Math.sin(j + 1);
        }
        Matrix y = operator.multiply(new Matrix(x.length, 1, x));
        near(y.array(), product(x, data.mean(), false));
        double norm = y.norm();
        double[] unit = y.array().clone();
        for (int i = 0; i < unit.length; i++) {
            unit[i] /= norm;
        }
        Matrix unitVector = new Matrix(unit.length, 1, unit);
        near(operator.multiplyTransposed(unitVector).array(), product(unit, data.mean(), true));
        ResidualOperator again = new ResidualOperator(data, values(data), isLarge);
        again.multiply(new Matrix(x.length, 1, x));
        double[] other = unit.clone();
        other[0] += 1;
        assertThatIllegalStateException()
                .isThrownBy(() -> again.multiplyTransposed(new Matrix(other.length, 1, other)));
        data.unpersist();
    }

    @ParameterizedTest
    @CsvSource({"4, 3, false", "4, 3, true"})
    void hasTheTopPair(int userBlocks, int itemBlocks, boolean isLarge) {
        RatingBlocks data = blocks(userBlocks, itemBlocks);
        SingularPair pair = new Lanczos(1e-6, 60).top(new ResidualOperator(data, values(data), isLarge), 5);
        double[] left = product(pair.v(), data.mean(), false);
        double[] right = product(pair.u(), data.mean(), true);
        for (int i = 0; i < left.length; i++) {
            assertThat(Math.abs(left[i] - pair.sigma() * pair.u()[i])).isLessThan(1e-4 * pair.sigma());
        }
        for (int j = 0; j < right.length; j++) {
            assertThat(Math.abs(right[j] - pair.sigma() * pair.v()[j])).isLessThan(1e-4 * pair.sigma());
        }
        data.unpersist();
    }
}
