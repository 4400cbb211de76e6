package rung.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.LowRankMatrix;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/** The median of each row against sorting. */
class MedianBackgroundTest {
    private static double sortedMedian(double[] row) {
        double[] present =
                Arrays.stream(row).filter(x -> !Double.isNaN(x)).sorted().toArray();
        int n = present.length;
        double upper = present[n / 2];
        double lower = present[(n - 1) / 2];
        return lower == upper ? lower : 0.5 * lower + 0.5 * upper;
    }

    @Test
    void asSortingHasIt() {
        SplittableRandom random = new SplittableRandom(1);
        for (int n : new int[] {1, 2, 3, 4, 5, 8, 9, 64, 201}) {
            for (int levels : new int[] {1, 2, 5, 1_000_000}) { // few levels make many ties
                Matrix m = new Matrix(120, n);
                for (int k = 0; k < m.array().length; k++) {
                    boolean missing = k % n > 0 && random.nextInt(5) == 0;
                    m.array()[k] = missing ? Double.NaN : random.nextInt(levels) - levels / 2;
                }
                LowRankMatrix found = MedianBackground.of(m, new Workers(3));
                assertThat(found.rank()).isEqualTo(1);
                for (int i = 0; i < 120; i++) {
                    double expected = sortedMedian(m.row(i));
                    assertThat(found.get(i, 0)).as("row %d of %d", i, n).isEqualTo(expected);
                    assertThat(found.get(i, n - 1)).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void ordersThatSelectionDislikes() {
        int n = 1001;
        Matrix m = new Matrix(4, n);
        for (int j = 0; j < n; j++) {
            m.set(0, j, j);
            m.set(1, j, -j);
            m.set(2, j, Math.min(j, n - 1 - j));
            m.set(3, j, Math.max(j, n - 1 - j));
        }
        for (int i = 0; i < 4; i++) {
            assertThat(MedianBackground.of(m).get(i, 5)).isEqualTo(sortedMedian(m.row(i)));
        }
    }

    @Test
    void aRowOfNothingIsRefused() {
        Matrix m = new Matrix(2, 2);
        m.set(1, 0, Double.NaN);
        m.set(1, 1, Double.NaN);
        assertThatThrownBy(() -> MedianBackground.of(m))
                .hasMessage("each row must have an entry that is not missing, got none in row 1");
    }
}
