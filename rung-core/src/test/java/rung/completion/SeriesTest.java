package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.baseline.table.ColumnMeans;
import rung.baseline.table.Interpolation;
import rung.completion.Completion.Completed;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.Workers;

/** Tables of few columns whose rows are in order: there is no matrix to speak of, and neighbors say it all. */
class SeriesTest {
    private static final Completion ROWS = Completion.byDefault().withSmoothness(Smoothness.along(Side.LEFT));

    /* A wave in each column, with noise; its standard deviation is 1. */
    private static Matrix waves(int rows, int columns, double noise, SplittableRandom random) {
        Matrix table = new Matrix(rows, columns);
        for (int j = 0; j < columns; j++) {
            double phase = 6 * random.nextDouble();
            for (int i = 0; i < rows; i++) {
                double wave = Math.sqrt(2) * Math.sin(i / (8.0 + 2 * j) + phase);
                table.set(i, j, 50 + wave + noise * random.nextGaussian());
            }
        }
        return table;
    }

    private static Matrix shuffled(Matrix table, SplittableRandom random) {
        Matrix mixed = table.copy();
        for (int i = table.rows() - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            for (int j = 0; j < table.columns(); j++) {
                double value = mixed.get(i, j);
                mixed.set(i, j, mixed.get(other, j));
                mixed.set(other, j, value);
            }
        }
        return mixed;
    }

    private static double error(Completed completed, Observations hidden) {
        double[] sum = {0};
        hidden.forEach((i, j, value, weight) -> sum[0] += Math.pow(value - completed.fill(i, j), 2));
        return Math.sqrt(sum[0] / hidden.count());
    }

    private static double error(double[] filled, Observations hidden) {
        double sum = 0;
        for (int k = 0; k < filled.length; k++) {
            sum += Math.pow(filled[k] - hidden.values()[k], 2);
        }
        return Math.sqrt(sum / filled.length);
    }

    /* As well as lines between neighbors where there is no noise, and better where there is some. */
    @Test
    void columnsAreFilledFromTheirNeighbors() {
        for (int columns : new int[] {1, 2, 4}) {
            for (double noise : new double[] {0, 0.3}) {
                SplittableRandom random = new SplittableRandom(31 + columns);
                Matrix table = waves(120, columns, noise, random);
                Observations.Split split = Observations.dense(table).split(0.12, 1);
                Observations hidden = split.heldOut();
                double lines = error(new Interpolation().fill(split.train(), hidden.pattern(), Workers.all()), hidden);
                double means = error(new ColumnMeans().fill(split.train(), hidden.pattern(), Workers.all()), hidden);
                Completed completed = (columns == 1 ? ROWS : Completion.byDefault()).complete(split.train());
                String what = columns + " columns, noise " + noise;
                double error = error(completed, hidden);
                assertThat(completed.order()).as(what).isPresent();
                assertThat(error).as(what).isLessThan(1.05 * lines + 0.01);
                assertThat(completed.heldOutError().orElseThrow())
                        .as(what)
                        .isBetween(0.6 * error / means - 0.02, 1.6 * error / means + 0.05);
            }
        }
    }

    @Test
    void aDozenRowsAreEnough() {
        Observations.Builder known = Observations.builder(12, 1);
        for (int i = 0; i < 12; i++) {
            if (i != 2 && i != 7) {
                known.add(i, 0, 10 * (i + 1));
            }
        }
        Completed completed = ROWS.complete(known.build());
        assertThat(completed.order()).isPresent();
        assertThat(completed.rank()).isZero();
        assertThat(completed.fill(2, 0)).isCloseTo(30, within(2.0));
        assertThat(completed.fill(7, 0)).isCloseTo(80, within(2.0));
    }

    @Test
    void rowsInNoOrderAreFilledAsWithoutNeighbors() {
        for (int columns : new int[] {1, 3}) {
            for (int rows : new int[] {12, 30, 120}) {
                SplittableRandom random = new SplittableRandom(rows + columns);
                Matrix table = shuffled(waves(rows, columns, 0.1, random), random);
                Observations data = Observations.dense(table).split(0.12, 1).train();
                Completed completed = Completion.byDefault().complete(data);
                Completed without =
                        Completion.byDefault().withSmoothness(Smoothness.none()).complete(data);
                assertThat(completed.order()).as("%s×%s", rows, columns).isEmpty();
                assertThat(completed.outages()).as("%s×%s", rows, columns).isEmpty();
                for (int i = 0; i < rows; i++) {
                    assertThat(completed.fill(i, 0)).isEqualTo(without.fill(i, 0));
                }
            }
        }
    }

    /* A dozen series of walks and waves: nine of ten holes lie in their intervals, and standard errors are errors. */
    @Test
    void intervalsOfSeriesHoldWhatTheyPromise() {
        double inside = 0;
        double squares = 0;
        double expected = 0;
        int cells = 0;
        for (int seed = 0; seed < 12; seed++) {
            SplittableRandom random = new SplittableRandom(400 + seed);
            int columns = 1 + seed % 2;
            double noise = 0.05 + 0.1 * (seed % 4);
            Matrix table = waves(240, columns, noise, random);
            if (seed % 3 == 0) {
                for (int j = 0; j < columns; j++) {
                    double walk = 0;
                    for (int i = 0; i < table.rows(); i++) {
                        walk = 0.97 * walk + 0.25 * random.nextGaussian();
                        table.set(i, j, walk + noise * random.nextGaussian());
                    }
                }
            }
            Observations.Split split = Observations.dense(table).split(0.2, seed);
            Completed completed = (seed < 6 ? Completion.byDefault() : ROWS).complete(split.train());
            Uncertainty sure = completed.uncertainty().orElseThrow();
            double[] sums = new double[3];
            split.heldOut().forEach((i, j, value, weight) -> {
                boolean isWithin = sure.interval(completed.filling(), i, j, 0.9)
                        .orElseThrow()
                        .contains(value);
                sums[0] += isWithin ? 1 : 0;
                sums[1] += Math.pow(value - completed.fill(i, j), 2);
                sums[2] += Math.pow(sure.standardError(i, j), 2);
            });
            inside += sums[0];
            squares += sums[1];
            expected += sums[2];
            cells += split.heldOut().count();
        }
        assertThat(inside / cells).isBetween(0.86, 0.94);
        assertThat(Math.sqrt(expected / squares)).isBetween(0.85, 1.2);
        assertThat(Math.sqrt(squares / cells)).isLessThan(0.5); // of 1 in all
    }
}
