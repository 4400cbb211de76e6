package rung.completion.kind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ColumnSpanTest {
    /* By the definition: a number is beyond if, with at most a fiftieth of the column, it lies above or below a gap of twice what the rest spans. */
    @Test
    void numbersBeyondAGapAreFound() {
        for (int seed = 0; seed < 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int size = 20 + random.nextInt(180);
            double[] numbers = random.doubles(size, 5, 6).toArray();
            int few = random.nextInt(5);
            for (int k = 0; k < few; k++) {
                double distance = 4 * random.nextDouble();
                numbers[random.nextInt(size)] += random.nextBoolean() ? distance : -distance;
            }
            double[] sorted = numbers.clone();
            Arrays.sort(sorted);
            ColumnSpan span = ColumnSpan.of(numbers.clone(), size);
            for (double x : numbers) {
                assertThat(span.contains(x)).as("seed %s, %s", seed, x).isEqualTo(!isBeyond(x, sorted));
            }
        }
    }

    @Test
    void shortColumnsAndColumnsOfFewValuesHaveNothingBeyond() {
        double[] shortColumn = new double[19];
        shortColumn[3] = 1e6;
        assertThat(ColumnSpan.of(shortColumn, 19)).isEqualTo(ColumnSpan.ALL);
        double[] alike = new double[100];
        alike[3] = 1e6;
        assertThat(ColumnSpan.of(alike, 100)).isEqualTo(ColumnSpan.ALL);
    }

    private static boolean isBeyond(double x, double[] sorted) {
        int n = sorted.length;
        boolean isBeyond = false;
        for (int few = 1; few <= Math.max(1, n / 50); few++) {
            double above = sorted[n - few];
            double below = sorted[few - 1];
            isBeyond |= x >= above && above - sorted[n - few - 1] > 2 * (sorted[n - few - 1] - sorted[0]);
            isBeyond |= x <= below && sorted[few] - below > 2 * (sorted[n - 1] - sorted[few]);
        }
        return isBeyond;
    }
}
