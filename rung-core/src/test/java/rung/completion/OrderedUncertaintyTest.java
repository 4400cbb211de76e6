package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.linalg.Matrix;

/** Standard errors and intervals of tables whose rows are in order, with columns of very different units and noise. */
class OrderedUncertaintyTest {
    private static final int ROWS = 400;
    private static final int COLUMNS = 24;

    /* Smooth factors, a local part in each column, and noise that is up to 300 times as large in one column as in another. */
    private static Matrix table(int rank, SplittableRandom random) {
        double[][] v = new double[COLUMNS][rank];
        double[] unit = new double[COLUMNS];
        double[] noise = new double[COLUMNS];
        for (int j = 0; j < COLUMNS; j++) {
            for (int k = 0; k < rank; k++) {
                v[j][k] = random.nextGaussian() / Math.sqrt(rank);
            }
            unit[j] = Math.pow(10, 6 * random.nextDouble() - 3);
            noise[j] = Math.pow(10, -2.5 * random.nextDouble());
        }
        double[] u = new double[rank];
        double[] local = new double[COLUMNS];
        double[][] table = new double[ROWS][COLUMNS];
        for (double[] row : table) {
            for (int k = 0; k < rank; k++) {
                u[k] = 0.95 * u[k] + 0.3 * random.nextGaussian();
            }
            for (int j = 0; j < COLUMNS; j++) {
                local[j] = 0.9 * local[j] + 0.2 * random.nextGaussian();
                double sum = 5 + local[j] + noise[j] * random.nextGaussian();
                for (int k = 0; k < rank; k++) {
                    sum += u[k] * v[j][k];
                }
                row[j] = unit[j] * sum;
            }
        }
        return Matrix.of(table);
    }

    private static Observations.Split hide(Matrix table, int length, SplittableRandom random) {
        boolean[][] isHidden = new boolean[ROWS][COLUMNS];
        for (int k = 0; k < 0.25 * ROWS * COLUMNS / length; k++) {
            int first = random.nextInt(ROWS);
            int j = random.nextInt(COLUMNS);
            for (int i = first; i < Math.min(ROWS, first + length); i++) {
                isHidden[i][j] = true;
            }
        }
        Observations.Builder train = Observations.builder(ROWS, COLUMNS);
        Observations.Builder hidden = Observations.builder(ROWS, COLUMNS);
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                (isHidden[i][j] ? hidden : train).add(i, j, table.get(i, j));
            }
        }
        return new Observations.Split(train.build(), hidden.build());
    }

    /* Standard errors are errors, over all and in each column; nine of ten cells lie within the intervals for nine of ten. */
    @Test
    @Tag("slow")
    void standardErrorsHoldInEachColumn() {
        for (int length : new int[] {1, 6}) {
            double[] all = new double[5]; // squared errors and standard errors, those of draws, cells, cells within
            for (int rank : new int[] {2, 10}) {
                SplittableRandom random = new SplittableRandom(40 + 10 * length + rank);
                Observations.Split split = hide(table(rank, random), length, random);
                Completion.Completed completed = Completion.byDefault().complete(split.train());
                assertThat(completed.order()).isPresent();
                // a column has some 17 stretches of six cells: less is asked of it there
                double[][] columns = measure(completed, split.heldOut());
                for (int j = 0; j < COLUMNS; j++) {
                    double ratio = Math.sqrt(columns[j][1] / columns[j][0]);
                    assertThat(ratio)
                            .as("length %d, rank %d, column %d", length, rank, j)
                            .isBetween(length == 1 ? 0.5 : 0.4, length == 1 ? 2.0 : 2.5);
                    assertThat(columns[j][4] / columns[j][3])
                            .as("length %d, rank %d, column %d", length, rank, j)
                            .isGreaterThan(length == 1 ? 0.75 : 0.6);
                    for (int k = 0; k < 5; k++) {
                        all[k] += k < 3 ? columns[j][k] / columns[j][0] * columns[j][3] : columns[j][k];
                    }
                }
            }
            assertThat(Math.sqrt(all[1] / all[0])).as("length %d", length).isBetween(1 / 1.3, 1.3);
            assertThat(Math.sqrt(all[2] / all[1])).as("length %d", length).isBetween(0.95, 1.05);
            assertThat(all[4] / all[3]).as("length %d", length).isBetween(0.87, 0.93);
        }
    }

    /*
     * With outages of twenty rows a column has two held-out stretches, which say next to nothing of its errors; the cells that are
     * observed do. The errors of a column are within a factor of 1.31 of what is expected of them, in root mean square over the columns.
     */
    @Test
    @Tag("slow")
    void standardErrorsHoldInEachColumnWithLongOutages() {
        double logarithms = 0;
        double columns = 0;
        for (int seed = 0; seed < 4; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Observations.Split split = hide(table(2, random), 20, random);
            Completion.Completed completed = Completion.byDefault().complete(split.train());
            assertThat(completed.order()).isPresent();
            for (double[] column : measure(completed, split.heldOut())) {
                if (column[3] >= 60) { // three stretches
                    logarithms += Math.pow(Math.log(column[1] / column[0]) / 2, 2);
                    columns++;
                }
            }
        }
        assertThat(Math.sqrt(logarithms / columns)).isLessThan(Math.log(1.31));
    }

    /* Counts of smooth rates, which the fit of numbers fills: intervals and draws are whole numbers from 0 on, and hold nine of ten. */
    @Test
    @Tag("slow")
    void countsStayCounts() {
        SplittableRandom random = new SplittableRandom(77);
        double[][] counts = new double[ROWS][COLUMNS];
        double[] levels = new double[COLUMNS];
        for (double[] row : counts) {
            for (int j = 0; j < COLUMNS; j++) {
                levels[j] = 0.97 * levels[j] + 0.2 * random.nextGaussian();
                double rate = Math.exp(levels[j] + 0.15 * j);
                for (double time = 0; time <= rate; ) {
                    time -= Math.log(1 - random.nextDouble());
                    row[j] += time <= rate ? 1 : 0;
                }
            }
        }
        Observations.Split split = hide(Matrix.of(counts), 1, random);
        Completion.Completed completed = Completion.byDefault().complete(split.train());
        assertThat(completed.order()).isPresent();
        Uncertainty sure = completed.uncertainty().orElseThrow();
        Filling[] draws = new Filling[40];
        for (int k = 0; k < draws.length; k++) {
            draws[k] = completed.draw(k);
        }
        double[] sums =
                new double[6]; // cells, within, fills, draws, squares of standard errors and of what draws differ by
        split.heldOut().forEach((i, j, value, weight) -> {
            if (completed.columns().get(j).kind() != ColumnKind.COUNT) {
                return; // a column without a 0
            }
            Uncertainty.Interval interval =
                    sure.interval(completed.filling(), i, j, 0.9).orElseThrow();
            assertThat(interval.low()).isNotNegative().isEqualTo(Math.rint(interval.low()));
            assertThat(interval.high()).isEqualTo(Math.rint(interval.high()));
            sums[0]++;
            sums[1] += interval.contains(value) ? 1 : 0;
            sums[2] += completed.fill(i, j);
            sums[4] += Math.pow(sure.standardError(i, j), 2);
            for (Filling draw : draws) {
                double drawn = draw.at(i, j);
                assertThat(drawn).isNotNegative().isEqualTo(Math.rint(drawn));
                sums[3] += drawn / draws.length;
                sums[5] += Math.pow(drawn - completed.fill(i, j), 2) / draws.length;
            }
        });
        assertThat(sums[0]).isGreaterThan(1_000);
        assertThat(sums[1] / sums[0]).isBetween(0.87, 0.96);
        assertThat(sums[3] / sums[2]).isBetween(0.95, 1.05);
        assertThat(Math.sqrt(sums[5] / sums[4])).isBetween(0.9, 1.1);
    }

    private static double[][] measure(Completion.Completed completed, Observations hidden) {
        Uncertainty sure = completed.uncertainty().orElseThrow();
        int number = 30;
        Filling[] draws = new Filling[number];
        for (int k = 0; k < number; k++) {
            draws[k] = completed.draw(k);
        }
        double[][] columns = new double[COLUMNS][5];
        hidden.forEach((i, j, value, weight) -> {
            double fill = completed.fill(i, j);
            double error = sure.standardError(i, j);
            columns[j][0] += (value - fill) * (value - fill);
            columns[j][1] += error * error;
            for (Filling draw : draws) {
                columns[j][2] += (draw.at(i, j) - fill) * (draw.at(i, j) - fill) / number;
            }
            columns[j][3]++;
            boolean isWithin =
                    sure.interval(completed.filling(), i, j, 0.9).orElseThrow().contains(value);
            columns[j][4] += isWithin ? 1 : 0;
        });
        return columns;
    }
}
