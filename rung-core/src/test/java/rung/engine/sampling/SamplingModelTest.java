package rung.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rung.Climbed;
import rung.RatingInstance;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.biased.FoldIn;
import rung.linalg.Matrix;

/** What training by draws leaves behind: a model whose lines are folded in, and what the presence of entries tells it. */
class SamplingModelTest extends SamplingCase {
    /* What is kept of a row is what folding its observations in gives. */
    @Test
    void aSettledRowIsTheRowFoldedIn() {
        for (int rank : new int[] {0, 1, 5, 14, 15}) {
            SamplingIterate<MemoryFactors> a = rank == 0 ? sampling(DATA).start() : iterate(rank);
            BiasedFactors model = a.posteriorModel();
            assertThat(model.rank()).isEqualTo(rank);
            near(model.mean(), mean(DATA.values), 1e-12);
            FoldIn foldIn = model.rowFoldIn();
            for (int i = 0; i < 200; i++) {
                int[] index = new int[150];
                float[] values = new float[150];
                int count = 0;
                for (int e = 0; e < DATA.count(); e++) {
                    if (DATA.i[e] == i) {
                        index[count] = DATA.j[e];
                        values[count++] = DATA.values[e];
                    }
                }
                FoldIn.Line line = foldIn.of(Arrays.copyOf(index, count), Arrays.copyOf(values, count));
                near(line.bias(), model.rows().biases()[i], 1e-5);
                for (int k = 0; k < rank; k++) {
                    near(line.factors()[k], model.rows().factors()[i * rank + k], 1e-5);
                }
            }
        }
    }

    private static double mean(float[] values) {
        double sum = 0;
        for (float value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /* The columns are the means; the rows, fitted to them, predict no worse. */
    @Test
    void settlingKeepsTheColumnsAndTheAccuracy() {
        SamplingIterate<MemoryFactors> a = climbed(sampling(DATA), 3, 20).iterate();
        BiasedFactors model = a.posteriorModel();
        Matrix v = a.matrix().right();
        Matrix predicted = new Matrix(200, 150);
        for (int j = 0; j < 150; j++) {
            for (int k = 0; k < 3; k++) {
                assertThat(model.columns().factors()[j * 3 + k]).isEqualTo((float) v.get(j, k));
                assertThat(model.columns().variances()[j * 3 + k]).isNotNegative();
            }
            assertThat(model.columns().biases()[j]).isEqualTo((float) v.get(j, 4));
            for (int i = 0; i < 200; i++) {
                predicted.set(i, j, model.get(i, j));
            }
        }
        double before = DATA.distance(a.matrix().toDense());
        assertThat(DATA.distance(predicted)).isBetween(0.9 * before, 1.1 * before);
        near(model.noise() / 0.25, 1, 0.1);
    }

    /* A column's line is folded in by the same formula: it must come near the truth as the rows do. */
    @Test
    void columnsFoldInAsWell() {
        BiasedFactors model = (climbed(sampling(DATA), 3, 20).iterate()).posteriorModel();
        FoldIn foldIn = model.columnFoldIn();
        int[] all = new int[200];
        Arrays.setAll(all, i -> i);
        double squares = 0;
        for (int j = 0; j < 150; j++) {
            float[] values = new float[200];
            for (int i = 0; i < 200; i++) {
                values[i] = (float) DATA.truth.get(i, j);
            }
            FoldIn.Line line = foldIn.of(all, values);
            for (int i = 0; i < 200; i++) {
                double sum = model.mean() + model.rows().biases()[i] + line.bias();
                for (int k = 0; k < 3; k++) {
                    sum += model.rows().factors()[i * 3 + k] * line.factors()[k];
                }
                squares += Math.pow(sum - DATA.truth.get(i, j), 2);
            }
        }
        assertThat(Math.sqrt(squares / 200 / 150)).isLessThan(1.2 * DATA.unavoidable(3));
    }

    @Test
    void nothingObservedOfALine() {
        int[] i = {1, 1, 3};
        int[] j = {0, 2, 2};
        for (float[] values : new float[][] {{1, 2, 3}, {4, 4, 4}, {0, 0, 0}, {-1e15f, 1e15f, 0}, {1e-30f, 0, 0}}) {
            Climbed<SamplingIterate<MemoryFactors>> solution = climbed(Sampling.of(5, 4, i, j, values), 3, 20);
            assertThat(solution.matrix().toDense().isFinite())
                    .as(Arrays.toString(values))
                    .isTrue();
            BiasedFactors model = (solution.iterate()).posteriorModel();
            for (int row = 0; row < 5; row++) {
                for (int column = 0; column < 4; column++) {
                    assertThat(model.get(row, column))
                            .as(Arrays.toString(values))
                            .isFinite();
                }
            }
        }
    }

    private static double error(Sampling problem, RatingInstance data) {
        return data.distance(climbed(problem, 3, 30).matrix().toDense());
    }

    /* Entries where the product is large are likelier: which entries a line has then tells what it is like. */
    @Test
    void whatIsThereTells() {
        for (int seed = 0; seed < 2; seed++) {
            RatingInstance data = RatingInstance.chosen(600, 400, 3, 0.04, 1, 20 + seed);
            Sampling problem = sampling(data).withSeed(seed);
            double with = error(problem, data);
            double without = error(problem.withoutPresence(), data);
            assertThat(with).as("seed %s", seed).isLessThan(0.9 * without);
        }
    }

    /* Entries that are there by chance tell nothing, and nothing is lost by asking them. */
    @Test
    void chanceDoesNotTell() {
        for (int seed = 0; seed < 2; seed++) {
            RatingInstance data = RatingInstance.of(600, 400, 3, 0.06, 1, 30 + seed);
            Sampling problem = sampling(data).withSeed(seed);
            double with = error(problem, data);
            double without = error(problem.withoutPresence(), data);
            assertThat(with).as("seed %s", seed).isBetween(0.9 * without, 1.03 * without);
        }
    }

    /* The model's rows are folded in again, with what is expected of them: hints add up to the traits' expectations. */
    @Test
    void foldingInExpectsWhatTrainingExpected() {
        RatingInstance data = RatingInstance.chosen(300, 200, 2, 0.05, 1, 40);
        SamplingIterate<MemoryFactors> iterate = climbed(sampling(data), 2, 20).iterate();
        BiasedFactors model = iterate.posteriorModel();
        assertThat(model.rows().hints()).hasSize(300 * 3);
        assertThat(model.columns().hints()).hasSize(200 * 3);
        FoldIn foldIn = model.rowFoldIn();
        for (int row = 0; row < 300; row++) {
            int of = row;
            int[] entries = IntStream.range(0, data.count())
                    .filter(e -> data.i[e] == of)
                    .toArray();
            int[] index = IntStream.of(entries).map(e -> data.j[e]).toArray();
            float[] values = new float[entries.length];
            for (int k = 0; k < values.length; k++) {
                values[k] = data.values[entries[k]];
            }
            FoldIn.Line line = foldIn.of(index, values);
            near(line.bias(), model.rows().biases()[row], 1e-3);
            for (int k = 0; k < 2; k++) {
                near(line.factors()[k], model.rows().factors()[row * 2 + k], 1e-3);
            }
        }
    }
}
