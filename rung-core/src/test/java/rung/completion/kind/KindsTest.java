package rung.completion.kind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import rung.data.Observations;

class KindsTest {
    private static final int ROWS = 200;

    /* A number of which the decimal point was lost says nothing about its column; what is far off by its logarithm is such a number. */
    @Test
    void anErrorMakesNoColumnSkewed() {
        for (double factor : new double[] {1, 10, 100, 1e6}) {
            assertThat(kind(z -> 20 + 4 * z, factor))
                    .as("normal, times %s", factor)
                    .isEqualTo(ColumnKind.NUMBER);
            assertThat(kind(z -> Math.exp(3 + 0.8 * z), factor))
                    .as("log-normal, times %s", factor)
                    .isEqualTo(ColumnKind.POSITIVE);
        }
    }

    private static ColumnKind kind(DoubleUnaryOperator ofNormal, double factor) {
        SplittableRandom random = new SplittableRandom(3);
        Observations.Builder data = Observations.builder(ROWS, 1);
        for (int i = 0; i < ROWS; i++) {
            double x = ofNormal.applyAsDouble(random.nextGaussian());
            data.add(i, 0, i == 7 ? factor * x : x);
        }
        return Kinds.of(data.build(), Map.of()).get(0);
    }
}
