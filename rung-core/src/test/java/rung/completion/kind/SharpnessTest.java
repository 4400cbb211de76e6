package rung.completion.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SharpnessTest {
    /* Labels drawn with probabilities w^β/Σw^β, by the seed: the exponent that drew them is found, in each of two columns. */
    @Test
    void theExponentThatDrewTheLabelsIsFound() {
        double[] drawn = {1.8, 0.6};
        SplittableRandom random = new SplittableRandom(1);
        Sharpness truth = Sharpness.of(drawn);
        Sharpness.Evidence evidence = new Sharpness.Evidence(2);
        for (int k = 0; k < 20_000; k++) {
            double[] weights = weights(4, random);
            evidence.add(k % 2, drawn(truth.probabilities(k % 2, weights), random), weights);
        }
        double[] found = evidence.sharpness().exponents();
        for (int j = 0; j < 2; j++) {
            assertThat(found[j]).isCloseTo(drawn[j], within(0.05 * drawn[j]));
        }
    }

    @Test
    void nothingChangesWithoutCells() {
        Sharpness unknown = new Sharpness.Evidence(3).sharpness();
        assertThat(unknown.exponents()).containsExactly(1, 1, 1);
        assertThat(Sharpness.of().probabilities(2, 1, 3)[1]).isCloseTo(0.75, within(1e-12));
    }

    /* One cell whose label was all but excluded must not make a whole column useless. */
    @Test
    void oneCellSaysLittle() {
        Sharpness.Evidence evidence = new Sharpness.Evidence(1);
        evidence.add(0, 0, 0, 1);
        assertThat(evidence.sharpness().exponents()[0]).isBetween(0.1, 1.0);
    }

    @Test
    void theOrderOfLabelsStays() {
        SplittableRandom random = new SplittableRandom(2);
        for (double exponent : new double[] {0.2, 1, 5}) {
            double[] weights = weights(6, random);
            double[] probabilities = Sharpness.of(exponent).probabilities(0, weights);
            double sum = 0;
            for (int k = 0; k < 6; k++) {
                sum += probabilities[k];
                for (int l = 0; l < 6; l++) {
                    assertThat(probabilities[k] > probabilities[l]).isEqualTo(weights[k] > weights[l]);
                }
            }
            assertThat(sum).isCloseTo(1, within(1e-12));
        }
    }

    private static double[] weights(int labels, SplittableRandom random) {
        double[] weights = new double[labels];
        for (int k = 0; k < labels; k++) {
            weights[k] = Math.exp(1.5 * random.nextGaussian());
        }
        return weights;
    }

    private static int drawn(double[] probabilities, SplittableRandom random) {
        double left = random.nextDouble();
        int label = 0;
        while (label < probabilities.length - 1 && left >= probabilities[label]) {
            left -= probabilities[label++];
        }
        return label;
    }

    /* Odds are infinite where a share is 1 but for rounding. */
    @Test
    void aLabelThatIsSureBeyondRoundingHasAProbability() {
        double[] shares = Sharpness.of().probabilities(0, Double.POSITIVE_INFINITY, 0.5, 0);
        assertThat(shares[0]).isBetween(1 - 1e-9, 1.0);
        assertThat(shares[0] + shares[1] + shares[2]).isBetween(1 - 1e-12, 1 + 1e-12);
    }
}
