package rung.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rung.RatingInstance;
import rung.engine.sampling.biased.BiasedFactors;
import rung.linalg.Matrix;
import rung.linalg.Side;

/** More rounds of draws must not be worse: neither the scale nor the directions of the columns stay where they are. */
class ManyRoundsTest extends SamplingCase {
    private static final int MANY = 1000;

    private static final int INSTANCES = 4;

    private static double distance(RatingInstance data, BiasedFactors model) {
        Matrix a = new Matrix(data.truth.rows(), data.truth.columns());
        for (int i = 0; i < a.rows(); i++) {
            for (int j = 0; j < a.columns(); j++) {
                a.set(i, j, model.get(i, j));
            }
        }
        return data.distance(a);
    }

    /* Few entries and as much noise as signal, so that columns turn fast: the means of all draws are off by 0.67 after 1000 rounds. */
    @Test
    void theErrorDoesNotRise() {
        double[] errors = new double[MANY + 1];
        for (int seed = 1; seed <= INSTANCES; seed++) {
            RatingInstance data = RatingInstance.of(100, 60, 2, 0.3, 1, seed);
            SamplingIterate<MemoryFactors> a =
                    climbed(sampling(data), 2, 0).iterate().copy();
            for (int round = 1; round <= MANY; round++) {
                a.refit(Side.LEFT);
                a.refit(Side.RIGHT);
                if (round == 16 || round == 100 || round % 500 == 0) {
                    errors[round] += distance(data, a.posteriorModel()) / INSTANCES;
                }
            }
        }
        double few = Math.min(errors[16], errors[100]);
        assertThat(errors[500]).as("500 rounds").isLessThan(1.02 * few);
        assertThat(errors[MANY]).as("1000 rounds").isLessThan(1.02 * few);
    }

    /* The chain itself may go where it likes: only the means are balanced, which hold the same product. */
    @Test
    void bothSidesHaveTheSameNormInTheMeans() {
        SamplingIterate<MemoryFactors> a = climbed(sampling(RatingInstance.of(100, 60, 2, 0.3, 0.3, 1)), 2, 400)
                .iterate();
        for (int k = 0; k < 2; k++) {
            double u = Matrix.norm(a.matrix().left().column(k));
            double v = Matrix.norm(a.matrix().right().column(k));
            assertThat(u / v).as("column %s", k).isBetween(0.9, 1.1);
        }
    }
}
