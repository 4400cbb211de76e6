package rung.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Values in bins. */
class HistogramTest {
    @Test
    void aHistogramCountsWhatLiesNearAndLeavesOutWhatLiesFar() {
        SplittableRandom random = new SplittableRandom(1);
        double[] values = random.doubles(1000, -1, 1).toArray();
        values[17] = 1e9;
        values[18] = -50;
        values[19] = Double.NaN;
        Histogram histogram = Histogram.of(values);
        assertThat(histogram.total()).isEqualTo(997);
        double[] edges = histogram.edges();
        assertThat(Arrays.stream(edges).anyMatch(edge -> edge == 0)).isTrue();
        for (int k = 0; k < histogram.counts().length; k++) {
            int bin = k;
            long inside = Arrays.stream(values)
                    .filter(value -> value >= edges[bin] && value < edges[bin + 1])
                    .count();
            assertThat(histogram.counts()[k]).isEqualTo(inside);
        }
        assertThat(Histogram.of(new double[] {2, 2}).total()).isEqualTo(2);
        assertThat(Histogram.of(new double[0]).total()).isZero();
    }
}
