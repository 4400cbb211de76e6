package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import rung.Instances;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.linalg.Matrix;

class UncertaintyTest {
    /* Nine of ten cells that were never seen lie within the intervals for nine of ten; standard errors are errors. */
    @Test
    @Tag("slow")
    void intervalsHoldWhatTheyPromise() {
        double inside = 0;
        double squares = 0;
        double expected = 0;
        int cells = 0;
        for (int seed = 0; seed < 4; seed++) {
            SplittableRandom random = new SplittableRandom(14 + seed);
            Matrix noisy = Instances.noisy(Instances.lowRank(150, 40, 2 + seed, random), 1, random);
            Observations.Split split = Observations.dense(noisy).split(0.4, seed);
            Completion.Completed completed = Completion.byDefault().complete(split.train());
            Uncertainty sure = completed.uncertainty().orElseThrow();
            double[] sums = new double[3];
            split.heldOut().forEach((i, j, value, weight) -> {
                double error = Math.abs(value - completed.fill(i, j));
                sums[0] += isWithin(completed, i, j, value) ? 1 : 0;
                sums[1] += error * error;
                sums[2] += sure.standardError(i, j) * sure.standardError(i, j);
            });
            inside += sums[0];
            squares += sums[1];
            expected += sums[2];
            cells += split.heldOut().count();
        }
        assertThat(inside / cells).isBetween(0.87, 0.93);
        assertThat(Math.sqrt(expected / squares)).isBetween(0.9, 1.1);
    }

    /* Columns whose units are far apart, and whose noise differs: standard errors are errors in each of them. */
    @Test
    @Tag("slow")
    void standardErrorsHoldInEachColumn() {
        SplittableRandom random = new SplittableRandom(503);
        int rows = 400;
        int columns = 20;
        Matrix table = Instances.lowRank(rows, columns, 1, random);
        for (int j = 0; j < columns; j++) {
            double noise = 0.1 * Math.exp(random.nextGaussian());
            double unit = Math.pow(10, 4 * random.nextDouble() - 2);
            for (int i = 0; i < rows; i++) {
                table.set(i, j, unit * (table.get(i, j) + noise * random.nextGaussian()));
            }
        }
        Observations.Split split = Observations.dense(table).split(0.3, 1);
        Completion.Completed completed = Completion.byDefault().complete(split.train());
        Uncertainty sure = completed.uncertainty().orElseThrow();
        double[][] sums = new double[columns][4]; // squared errors, squared standard errors, cells, cells within
        split.heldOut().forEach((i, j, value, weight) -> {
            sums[j][0] += Math.pow(value - completed.fill(i, j), 2);
            sums[j][1] += Math.pow(sure.standardError(i, j), 2);
            sums[j][2]++;
            sums[j][3] += isWithin(completed, i, j, value) ? 1 : 0;
        });
        for (int j = 0; j < columns; j++) {
            assertThat(Math.sqrt(sums[j][1] / sums[j][0])).as("column %d", j).isBetween(0.5, 2.0);
            assertThat(sums[j][3] / sums[j][2]).as("column %d", j).isGreaterThan(0.75);
        }
    }

    private static boolean isWithin(Completion.Completed completed, int i, int j, double value) {
        Uncertainty sure = completed.uncertainty().orElseThrow();
        return sure.interval(completed.filling(), i, j, 0.9).orElseThrow().contains(value);
    }

    /*
     * Skewed columns are fitted by their logarithms. Their intervals are wider up than down, contain nine of ten cells, those of small
     * values as those of large ones, and miss about as many below as above.
     */
    @Test
    @Tag("slow")
    void intervalsOfSkewedColumnsReachFurtherUp() {
        int[] counts =
                new int[6]; // cells and those within, for the smaller half of the fills; the larger half; below, above
        for (int seed = 0; seed < 4; seed++) {
            SplittableRandom random = new SplittableRandom(31 + seed);
            Matrix truth = Instances.noisy(Instances.lowRank(250, 24, 2, random), 0.4, random);
            Matrix skewed = new Matrix(250, 24);
            for (int i = 0; i < 250; i++) {
                for (int j = 0; j < 24; j++) {
                    skewed.set(i, j, Math.exp(3 + 0.8 * truth.get(i, j)));
                }
            }
            Observations.Split split = Observations.dense(skewed).split(0.3, seed);
            Completion.Completed completed =
                    Completion.byDefault().withSmoothness(Smoothness.none()).complete(split.train());
            Uncertainty sure = completed.uncertainty().orElseThrow();
            double middle = Arrays.stream(split.train().values())
                    .sorted()
                    .toArray()[split.train().count() / 2];
            split.heldOut().forEach((i, j, value, weight) -> {
                if (completed.columns().get(j).kind() != ColumnKind.POSITIVE) {
                    return; // a column that varies little is not skewed
                }
                double fill = completed.fill(i, j);
                Uncertainty.Interval interval =
                        sure.interval(completed.filling(), i, j, 0.9).orElseThrow();
                int half = fill < middle ? 0 : 2;
                counts[half]++;
                counts[half + 1] += interval.contains(value) ? 1 : 0;
                counts[4] += value < interval.low() ? 1 : 0;
                counts[5] += value > interval.high() ? 1 : 0;
                assertThat(interval.contains(fill)).isTrue();
                assertThat(interval.low()).isPositive();
            });
        }
        int cells = counts[0] + counts[2];
        assertThat(cells).isGreaterThan(4_000);
        assertThat((double) (counts[1] + counts[3]) / cells).isBetween(0.87, 0.93);
        assertThat((double) counts[1] / counts[0]).isBetween(0.85, 0.95);
        assertThat((double) counts[3] / counts[2]).isBetween(0.85, 0.95);
        assertThat((double) counts[4] / cells).isBetween(0.03, 0.07);
        assertThat((double) counts[5] / cells).isBetween(0.03, 0.07);
    }

    /* Intervals of counts are whole numbers from 0 on, contain nine of ten cells, small ones and large ones, and reach further up. */
    @Test
    @Tag("slow")
    void intervalsOfCountsAreThoseOfCounts() {
        int[] counts = new int
                [8]; // cells and those within, for the smaller half of the fills; the larger half; reach, below, above
        for (int seed = 0; seed < 4; seed++) {
            SplittableRandom random = new SplittableRandom(41 + seed);
            Matrix truth = Instances.lowRank(300, 24, 2, random);
            Matrix table = new Matrix(300, 24);
            for (int i = 0; i < 300; i++) {
                for (int j = 0; j < 24; j++) {
                    double rate = Math.exp(1 + 0.5 * truth.get(i, j));
                    int count = -1;
                    for (double time = 0; time <= rate; count++) {
                        time -= Math.log(1 - random.nextDouble());
                    }
                    table.set(i, j, count);
                }
            }
            Observations.Split split = Observations.dense(table).split(0.3, seed);
            Completion.Completed completed =
                    Completion.byDefault().withSmoothness(Smoothness.none()).complete(split.train());
            Uncertainty sure = completed.uncertainty().orElseThrow();
            split.heldOut().forEach((i, j, value, weight) -> {
                assertThat(completed.columns().get(j).kind()).isEqualTo(ColumnKind.COUNT);
                double fill = completed.fill(i, j);
                Uncertainty.Interval interval =
                        sure.interval(completed.filling(), i, j, 0.9).orElseThrow();
                int half = fill < Math.E ? 0 : 2;
                counts[half]++;
                counts[half + 1] += interval.contains(value) ? 1 : 0;
                counts[4] += interval.high() - fill > fill - interval.low() ? 1 : 0;
                counts[5] += value < interval.low() ? 1 : 0;
                counts[6] += value > interval.high() ? 1 : 0;
                assertThat(interval.low()).isNotNegative().isEqualTo(Math.rint(interval.low()));
                assertThat(interval.high()).isEqualTo(Math.rint(interval.high()));
            });
        }
        int cells = counts[0] + counts[2];
        assertThat((double) (counts[1] + counts[3]) / cells).isBetween(0.87, 0.93);
        assertThat((double) counts[1] / counts[0]).isBetween(0.85, 0.95);
        assertThat((double) counts[3] / counts[2]).isBetween(0.85, 0.95);
        assertThat((double) counts[4] / cells).as("further up").isGreaterThan(0.7);
        assertThat((double) counts[5] / cells).isBetween(0.02, 0.08);
        assertThat((double) counts[6] / cells).isBetween(0.02, 0.08);
    }

    /*
     * Without noise held-out cells are off by next to nothing, which says nothing about a row without values: what is filled in there is the
     * mean of a column, and its error is the column's standard deviation.
     */
    @Test
    void rowsWithoutValuesAreAsUnsureAsTheirColumnsVary() {
        for (double noise : new double[] {0, 1e-6, 0.02}) {
            double squares = 0; // of standard errors, in standard deviations of the columns
            double inside = 0;
            int cells = 0;
            for (int seed = 0; seed < 6; seed++) {
                SplittableRandom random = new SplittableRandom(60 + seed);
                Matrix table = Instances.lowRank(32, 4, 1, random);
                Observations.Builder known = Observations.builder(32, 4);
                for (int i = 0; i < 32; i++) {
                    for (int j = 0; j < 4; j++) {
                        table.set(i, j, 5 + table.get(i, j) + noise * random.nextGaussian());
                        if (i % 8 != 3) {
                            known.add(i, j, table.get(i, j));
                        }
                    }
                }
                Completion.Completed completed = Completion.byDefault().complete(known.build());
                TableModel.Rows later =
                        completed.model().complete(Observations.builder(1, 4).build(), 1);
                Uncertainty sure = completed.uncertainty().orElseThrow();
                for (int j = 0; j < 4; j++) {
                    double[] column = table.column(j);
                    double mean = Arrays.stream(column).average().orElseThrow();
                    double deviation = Math.sqrt(Arrays.stream(column)
                            .map(x -> (x - mean) * (x - mean))
                            .average()
                            .orElseThrow());
                    for (int i = 3; i < 32; i += 8) {
                        Uncertainty.Interval interval =
                                sure.interval(completed.filling(), i, j, 0.9).orElseThrow();
                        double error = sure.standardError(i, j);
                        squares += Math.pow(error / deviation, 2);
                        inside += interval.contains(table.get(i, j)) ? 1 : 0;
                        cells++;
                        assertThat(interval.high() - interval.low())
                                .as("noise %s, seed %s", noise, seed)
                                .isBetween(error, 4 * error);
                        assertThat(later.uncertainty().standardError(0, j))
                                .as("noise %s, seed %s", noise, seed)
                                .isCloseTo(error, withinPercentage(20));
                    }
                }
            }
            assertThat(Math.sqrt(squares / cells)).as("noise %s", noise).isBetween(0.85, 1.2);
            assertThat(inside / cells).as("noise %s", noise).isBetween(0.8, 0.99);
        }
    }
}
