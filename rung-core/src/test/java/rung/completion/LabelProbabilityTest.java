package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.linalg.Matrix;

/** Probabilities of labels are shares: of the cells that are filled with probability p, the part p is right. */
class LabelProbabilityTest {
    private static final int BINS = 5;

    /* The first half of the columns holds labels, the other numbers; a label is drawn by the logit of scores of rank 2. */
    private static Matrix table(int rows, int columns, int labels, double signal, SplittableRandom random) {
        double[][][] scores = new double[columns][labels][3];
        for (double[][] column : scores) {
            for (double[] label : column) {
                label[0] = random.nextGaussian();
                label[1] = random.nextGaussian();
                label[2] = 0.5 * random.nextGaussian();
            }
        }
        Matrix table = new Matrix(rows, columns);
        for (int i = 0; i < rows; i++) {
            double u = random.nextGaussian();
            double v = random.nextGaussian();
            for (int j = 0; j < columns; j++) {
                if (j >= columns / 2) {
                    table.set(i, j, u * scores[j][0][0] + v * scores[j][0][1] + 0.4 * random.nextGaussian());
                    continue;
                }
                double most = Double.NEGATIVE_INFINITY;
                for (int k = 0; k < labels; k++) {
                    double[] label = scores[j][k];
                    double score = signal * (u * label[0] + v * label[1]) + label[2];
                    score -= Math.log(-Math.log(1 - random.nextDouble()));
                    if (score > most) {
                        most = score;
                        table.set(i, j, k);
                    }
                }
            }
        }
        return table;
    }

    private static Completion.Completed complete(Observations data) {
        Completion completion = Completion.byDefault().withSmoothness(Smoothness.none());
        for (int j = 0; j < data.columns() / 2; j++) {
            completion = completion.withKind(j, ColumnKind.CATEGORY);
        }
        return completion.complete(data);
    }

    @Test
    @Tag("slow")
    void statedProbabilitiesAreShares() {
        for (int labels : new int[] {2, 8}) {
            for (double signal : new double[] {0.7, 2.8}) {
                double[][] bins = new double[BINS][3]; // cells, stated, right
                double[] all = new double[3];
                for (int seed = 0; seed < 3; seed++) {
                    SplittableRandom random = new SplittableRandom(100 * labels + seed);
                    Observations.Split split = Observations.dense(table(400, 10, labels, signal, random))
                            .split(0.25, seed);
                    Completion.Completed completed = complete(split.train());
                    Uncertainty sure = completed.uncertainty().orElseThrow();
                    split.heldOut().forEach((i, j, value, weight) -> {
                        if (j < 5) {
                            double stated = 1 - sure.standardError(i, j);
                            assertThat(stated).isBetween(1.0 / labels - 1e-9, 1.0);
                            for (double[] sums : new double[][] {bins[(int) Math.min(BINS - 1, BINS * stated)], all}) {
                                sums[0]++;
                                sums[1] += stated;
                                sums[2] += completed.fill(i, j) == value ? 1 : 0;
                            }
                        }
                    });
                }
                assertThat(all[1] / all[0])
                        .as("%d labels, signal %s", labels, signal)
                        .isCloseTo(all[2] / all[0], within(0.04));
                for (double[] bin : bins) {
                    if (bin[0] >= 200) {
                        assertThat(bin[1] / bin[0])
                                .as("%d labels, signal %s, %.0f cells", labels, signal, bin[0])
                                .isCloseTo(bin[2] / bin[0], within(0.08));
                    }
                }
            }
        }
    }

    /* Labels and two values are drawn as often as their probabilities say, where a fit of kinds predicts both best, as it does here. */
    @Test
    void drawsHaveTheStatedFrequencies() {
        SplittableRandom random = new SplittableRandom(8);
        Matrix table = table(150, 6, 3, 1, random);
        for (int i = 0; i < 150; i++) {
            table.set(i, 2, table.get(i, 2) > 1 ? 9 : 4); // two values
        }
        Observations.Split split = Observations.dense(table).split(0.2, 1);
        Completion.Completed completed = Completion.byDefault()
                .withSmoothness(Smoothness.none())
                .withKind(0, ColumnKind.CATEGORY)
                .withKind(1, ColumnKind.CATEGORY)
                .complete(split.train());
        assertThat(completed.columns().get(2).kind()).isEqualTo(ColumnKind.TWO_VALUED);
        Uncertainty sure = completed.uncertainty().orElseThrow();
        int draws = 1_000;
        int cells = 0;
        double[][] sums = new double[3][150];
        for (int k = 0; k < draws; k++) {
            Filling draw = completed.draw(k);
            for (int i = 0; i < 150; i++) {
                for (int j = 0; j < 2; j++) {
                    sums[j][i] += draw.at(i, j) == completed.fill(i, j) ? 0 : 1;
                }
                sums[2][i] += draw.at(i, 2);
            }
        }
        for (int i = 0; i < 150; i++) {
            for (int j = 0; j < 2; j++, cells++) {
                assertThat(sums[j][i] / draws).isCloseTo(sure.standardError(i, j), within(0.075));
            }
            double second = (completed.fill(i, 2) - 4) / 5;
            assertThat(sums[2][i] / draws).isCloseTo(completed.fill(i, 2), within(0.4));
            assertThat(sure.standardError(i, 2)).isCloseTo(5 * Math.sqrt(second * (1 - second)), within(1e-9));
        }
        assertThat(cells).isEqualTo(300);
    }
}
