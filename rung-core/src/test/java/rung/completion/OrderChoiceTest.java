package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rung.data.Observations;
import rung.linalg.Matrix;

class OrderChoiceTest {
    /* Rows in time tell about each other; the same rows in any other order do not. */
    @Test
    void neighborsTellAboutEachOtherOnlyInOrder() {
        SplittableRandom random = new SplittableRandom(15);
        int rows = 400;
        double[][] waves = new double[rows][12];
        double[] local = new double[12];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < 12; j++) {
                local[j] = 0.95 * local[j] + 0.3 * random.nextGaussian();
                waves[i][j] = 20 + 2 * Math.sin(0.05 * i) * (j - 6) / 6 + local[j] + 0.05 * random.nextGaussian();
            }
        }
        Matrix table = Matrix.of(waves);
        Observations.Split split = Observations.dense(table).split(0.3, 1);
        Completion.Completed ordered = Completion.byDefault().complete(split.train());
        Completion.Completed without =
                Completion.byDefault().withSmoothness(Smoothness.none()).complete(split.train());
        assertThat(ordered.order()).isPresent();
        assertThat(without.order()).isEmpty();
        assertThat(error(ordered, split.heldOut())).isLessThan(0.7 * error(without, split.heldOut()));
        int[] places = IntStream.range(0, rows).toArray();
        for (int i = rows - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int place = places[i];
            places[i] = places[other];
            places[other] = place;
        }
        Observations.Builder shuffled = Observations.builder(rows, 12);
        split.train().forEach((i, j, value, weight) -> shuffled.add(places[i], j, value));
        assertThat(Completion.byDefault().complete(shuffled.build()).order()).isEmpty();
    }

    private static double error(Completion.Completed completed, Observations heldOut) {
        double[] sum = {0};
        heldOut.forEach((i, j, value, weight) -> sum[0] += Math.pow(value - completed.fill(i, j), 2));
        return Math.sqrt(sum[0] / heldOut.count());
    }

    /* A rank that is told is taken, with neighbors too. */
    @Test
    void aToldRankIsTaken() {
        SplittableRandom random = new SplittableRandom(16);
        double[][] walks = new double[200][40];
        double[] local = new double[40];
        for (double[] row : walks) {
            for (int j = 0; j < 40; j++) {
                local[j] = 0.9 * local[j] + random.nextGaussian();
                row[j] = local[j] + 0.1 * random.nextGaussian();
            }
        }
        Observations data = Observations.dense(Matrix.of(walks)).split(0.3, 1).train();
        Completion.Completed completed = Completion.byDefault().withRank(35).complete(data);
        assertThat(completed.order()).isPresent();
        assertThat(completed.rank()).isEqualTo(35);
    }
}
