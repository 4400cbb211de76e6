package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rung.data.Observations;

class BoundsTest {
    private static Bounds of(double... column) {
        Observations.Builder builder = Observations.builder(column.length, 2);
        for (int i = 0; i < column.length; i++) {
            builder.add(i, 0, column[i]);
        }
        return Bounds.of(builder.build());
    }

    private static double[] range(double from, double to, int count) {
        double[] values = new double[count];
        for (int k = 0; k < count; k++) {
            values[k] = from + (to - from) * k / (count - 1);
        }
        return values;
    }

    @Test
    void twoValuesArePlacesToStayBetween() {
        Bounds bounds = of(2, 5, 5, 2, 2);
        assertThat(bounds.clip(0, 1.9)).isEqualTo(2);
        assertThat(bounds.clip(0, 3.3)).isEqualTo(3.3);
        assertThat(bounds.clip(0, 7)).isEqualTo(5);
        assertThat(of(4, 4).clip(0, 9)).isEqualTo(4);
    }

    @Test
    void theMoreIsKnownTheLessIsAllowedBeyond() {
        double few = of(range(10, 20, 16)).clip(0, 100);
        double many = of(range(10, 20, 1600)).clip(0, 100);
        assertThat(few).isEqualTo(25);
        assertThat(many).isEqualTo(20.5);
        assertThat(of(range(10, 20, 1600)).clip(0, -100)).isEqualTo(9.5);
    }

    @Test
    void signsAndPilesAreKept() {
        assertThat(of(range(0.5, 20, 16)).clip(0, -3)).isZero();
        assertThat(of(range(-20, -0.5, 16)).clip(0, 3)).isZero();
        double[] shares = range(0, 1, 20);
        shares[3] = 1;
        shares[4] = 1;
        assertThat(of(shares).clip(0, 1.1)).as("three of twenty are at 1").isEqualTo(1);
    }

    @Test
    void aColumnOfWhichNothingIsKnownHasNoBounds() {
        assertThat(of(1, 2).clip(1, -1e300)).isEqualTo(-1e300);
        assertThat(Bounds.none(1).clip(0, 1e300)).isEqualTo(1e300);
    }
}
