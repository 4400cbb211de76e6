package rung.preferences;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.linalg.Matrix;
import rung.linalg.Svd;

/** The unit of the penalty, by the noise that it stands for. */
class TargetScalesTest {
    /* Of choices by chance the best constant matrix is p/(p + α); the factor 2 is what its gradient's greatest singular value is. */
    @Test
    void twiceTheUnitIsTheNoiseOfChoicesByChance() {
        int m = 120;
        int n = 80;
        for (double often : new double[] {0.05, 0.3, 0.6, 0.9}) {
            for (double alpha : new double[] {0.1, 0.4, 2}) {
                SplittableRandom random = new SplittableRandom(1);
                double[] chosen =
                        random.doubles(m * n).map(x -> x < often ? 1 : 0).toArray();
                double entries = Arrays.stream(chosen).sum();
                double p = entries / m / n;
                double fit = p / (p + alpha);
                Matrix gradient = new Matrix(
                        m,
                        n,
                        Arrays.stream(chosen)
                                .map(seen -> seen * (fit - 1) + alpha * fit)
                                .toArray());
                double noise = Svd.largest(gradient, 1, 30, random).sigma(0);
                double penalty = Math.pow(
                        (entries / m + alpha * n) * (entries / n + alpha * m),
                        TargetScales.NU / 2); // of a line, if λ = 1
                assertThat(2 * penalty * new TargetScales(m, n, entries).unit(alpha))
                        .as("p = %s, alpha = %s", p, alpha)
                        .isBetween(0.93 * noise, 1.12 * noise);
            }
        }
    }

    @Test
    void theUnitIsPositiveWhereNothingIsNoise() {
        assertThat(new TargetScales(3, 4, 12).unit(0.4)).isPositive();
        assertThat(new TargetScales(3, 4, 5).unit(0)).isPositive();
    }
}
