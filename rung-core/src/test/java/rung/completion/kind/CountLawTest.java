package rung.completion.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CountLawTest {
    /* A count that half of all are below, half of the equal ones included, is in the middle: Poisson's law of mean log 2 has half at 0. */
    @Test
    void theMiddleIsWhereHalfAreBelow() {
        CountLaw law = new CountLaw(Math.log(2), Math.log(2));
        // below 0: 1/4; below 1: 1/2 + log(2)/4
        assertThat(law.position(0)).isCloseTo(-0.6745, within(1e-3));
        assertThat(law.position(1)).isCloseTo(0.4490, within(1e-3));
    }

    @Test
    void largerCountsAreFartherUp() {
        for (double mean : new double[] {0.01, 0.3, 2, 40, 499, 501, 20_000}) {
            for (double dispersion : new double[] {0.5, 1, 3, 50}) {
                CountLaw law = new CountLaw(mean, dispersion * mean);
                double before = Double.NEGATIVE_INFINITY;
                for (double part : new double[] {0, 0.5, 1, 1.5, 3, 10}) {
                    double position = law.position(Math.rint(part * mean));
                    assertThat(position)
                            .as("mean %s dispersion %s", mean, dispersion)
                            .isBetween(-5.0, 5.0);
                    assertThat(position).isGreaterThanOrEqualTo(before);
                    before = position;
                }
            }
        }
    }

    /* What is within is what has a position within, and the interval is never empty. */
    @Test
    void intervalsAreMadeOfPositions() {
        for (double mean : new double[] {0.01, 0.3, 2, 40, 450, 1_000}) {
            for (double dispersion : new double[] {1, 2, 20}) {
                CountLaw law = new CountLaw(mean, dispersion * mean);
                for (double size : new double[] {0.01, 0.5, 1.2, 1.645, 2.5}) {
                    double[] ends = law.within(size);
                    assertThat(ends[0]).isEqualTo(Math.rint(ends[0])).isBetween(0.0, ends[1]);
                    assertThat(law.position(ends[1] + 1)).isGreaterThan(size - 1e-6);
                    if (ends[0] > 0) {
                        assertThat(law.position(ends[0] - 1)).isLessThan(1e-6 - size);
                    }
                    if (ends[1] > ends[0]) {
                        assertThat(law.position(ends[1])).isLessThan(size + 1e-6);
                    }
                }
            }
        }
    }

    /* Counts of many means, drawn by counting events: nine of ten are within, and as many are missed below as above. */
    @Test
    void nineOfTenAreWithin() {
        SplittableRandom random = new SplittableRandom(1);
        int cells = 20_000;
        int below = 0;
        int above = 0;
        for (int k = 0; k < cells; k++) {
            double mean = Math.exp(1.5 + 0.8 * random.nextGaussian());
            int count = -1;
            for (double time = 0; time <= mean; count++) {
                time -= Math.log(1 - random.nextDouble());
            }
            double[] ends = new CountLaw(mean, mean).within(1.645);
            below += count < ends[0] ? 1 : 0;
            above += count > ends[1] ? 1 : 0;
        }
        assertThat((double) below / cells).isBetween(0.03, 0.07);
        assertThat((double) above / cells).isBetween(0.03, 0.07);
    }
}
