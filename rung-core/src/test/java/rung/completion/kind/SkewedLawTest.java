package rung.completion.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SkewedLawTest {
    private static final double STEP = 0.01;

    /* Integrated over standard normal positions, values have the mean and the deviation that the law was given. */
    @Test
    void meanAndDeviationAreThoseThatWereGiven() {
        for (ColumnKind kind : new ColumnKind[] {ColumnKind.COUNT, ColumnKind.POSITIVE}) {
            for (double mean : new double[] {0.5, 3, 40, 2000}) {
                for (double part : new double[] {0.1, 0.6, 1}) {
                    double deviation = Math.max(0.5, part * mean);
                    SkewedLaw law = new SkewedLaw(kind, mean, deviation);
                    double first = 0;
                    double second = 0;
                    for (double z = -4.9; z <= 4.9; z += STEP) {
                        double density = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI) * STEP;
                        double value = law.at(z);
                        first += density * value;
                        second += density * value * value;
                        assertThat(value).isNotNegative();
                        assertThat(kind == ColumnKind.POSITIVE ? value > 0 : value == Math.rint(value))
                                .isTrue();
                    }
                    double spread = Math.sqrt(second - first * first);
                    assertThat(first).as("mean of %s", law).isCloseTo(mean, within(0.15 * deviation));
                    assertThat(spread / deviation).as("spread of %s", law).isBetween(0.8, 1.2);
                }
            }
        }
    }

    @Test
    void intervalsStayWhereValuesCanBe() {
        for (double mean : new double[] {-2, 0, 0.3, 5, 900}) {
            for (double size : new double[] {0.1, 1.6, 3}) {
                double[] counts = new SkewedLaw(ColumnKind.COUNT, mean, 1.5).within(size);
                assertThat(counts[0])
                        .isNotNegative()
                        .isEqualTo(Math.rint(counts[0]))
                        .isLessThanOrEqualTo(counts[1]);
                assertThat(counts[1]).isEqualTo(Math.rint(counts[1]));
                double[] positive = new SkewedLaw(ColumnKind.POSITIVE, mean, 1.5).within(size);
                assertThat(positive[0]).isPositive().isLessThan(positive[1]);
                assertThat(positive[1]).isGreaterThanOrEqualTo(Math.max(0, mean) + size * 1.5 - 1e-9);
            }
        }
    }
}
