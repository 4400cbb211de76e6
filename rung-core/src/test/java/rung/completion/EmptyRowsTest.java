package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rung.baseline.table.ColumnMeans;
import rung.baseline.table.Interpolation;
import rung.completion.Completion.Completed;
import rung.completion.kind.ColumnKind;
import rung.completion.order.Outages;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.Workers;

class EmptyRowsTest {
    private static final int ROWS = 240;
    private static final int COLUMNS = 12;
    private static final int LONGEST = 6;

    /* Two factors that walk, little noise; a tenth of the cells is missing. */
    private static Matrix walks(SplittableRandom random) {
        double[][] table = new double[ROWS][COLUMNS];
        Matrix v = Matrix.gaussian(COLUMNS, 2, random);
        double[] u = new double[2];
        for (double[] row : table) {
            u[0] += 0.1 * random.nextGaussian();
            u[1] += 0.2 * random.nextGaussian();
            for (int j = 0; j < COLUMNS; j++) {
                row[j] = 20 + j + u[0] * v.get(j, 0) + u[1] * v.get(j, 1) + 0.1 * random.nextGaussian();
            }
        }
        return Matrix.of(table);
    }

    /* Rows are missing in runs of 1, 2, … cells, then again of 1. */
    private static Observations.Split withOutages(Matrix table, SplittableRandom random) {
        Observations.Builder known = Observations.builder(ROWS, COLUMNS);
        Observations.Builder hidden = Observations.builder(ROWS, COLUMNS);
        for (int i = 0; i < ROWS; i++) {
            boolean isOut = i % 20 >= 10 && i % 20 < 10 + 1 + i / 20 % LONGEST;
            for (int j = 0; j < COLUMNS; j++) {
                if (isOut) {
                    hidden.add(i, j, table.get(i, j));
                } else if (random.nextDouble() < 0.9) {
                    known.add(i, j, table.get(i, j));
                }
            }
        }
        return new Observations.Split(known.build(), hidden.build());
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

    /* A low-rank matrix explains all of these tables, so nothing is alike in what it leaves: only whole rows show the order. */
    @Test
    void rowsOfAnOutageAreFilledFromTheRowsAround() {
        double inside = 0;
        double cells = 0;
        for (long seed = 1; seed <= 4; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Observations.Split split = withOutages(walks(random), random);
            Observations hidden = split.heldOut();
            Completed completed = Completion.byDefault().complete(split.train());
            double means = error(new ColumnMeans().fill(split.train(), hidden.pattern(), Workers.all()), hidden);
            double lines = error(new Interpolation().fill(split.train(), hidden.pattern(), Workers.all()), hidden);
            assertThat(completed.outages()).as("seed %s", seed).isPresent();
            assertThat(error(completed, hidden))
                    .as("seed %s", seed)
                    .isLessThan(0.4 * means)
                    .isLessThan(1.02 * lines);
            Uncertainty uncertainty = completed.uncertainty().orElseThrow();
            double[] within = {0};
            hidden.forEach((i, j, value, weight) -> within[0] += uncertainty
                            .interval(completed.filling(), i, j, 0.9)
                            .orElseThrow()
                            .contains(value)
                    ? 1
                    : 0);
            inside += within[0];
            cells += hidden.count();
            // rows 110 to 115 are an outage: the middle is less sure than its ends
            assertThat(uncertainty.standardError(112, 3)).isGreaterThan(1.1 * uncertainty.standardError(110, 3));
            assertThat(uncertainty.standardError(112, 3)).isGreaterThan(uncertainty.standardError(100, 3) * 0.9);
        }
        assertThat(inside / cells).isBetween(0.85, 0.95);
    }

    /* Sinusoids and trends of which rows are missing at the ends: only the rows on one side tell, so less is known than between two sides. */
    @Test
    void rowsAtTheEndsAreAsSureAsStated() {
        double inside = 0;
        double cells = 0;
        for (long seed = 1; seed <= 12; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int rows = seed % 2 == 0 ? 200 : 60;
            int missing = seed % 2 == 0 ? 10 : 5;
            Observations.Builder known = Observations.builder(rows, 3);
            Observations.Builder hidden = Observations.builder(rows, 3);
            double phase = 2 * Math.PI * random.nextDouble();
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < 3; j++) {
                    double value = seed % 2 == 0 ? Math.sin((j + 1) * (i / 15.0 + phase)) : 0.05 * i * (j - 1.4);
                    boolean isOut = seed % 4 < 2 ? i < missing : i >= rows - missing;
                    (isOut ? hidden : known).add(i, j, value + 0.05 * random.nextGaussian());
                }
            }
            Completed completed = Completion.byDefault().complete(known.build());
            Uncertainty uncertainty = completed.uncertainty().orElseThrow();
            double[] within = {0};
            hidden.build()
                    .forEach((i, j, value, weight) -> within[0] += uncertainty
                                    .interval(completed.filling(), i, j, 0.9)
                                    .orElseThrow()
                                    .contains(value)
                            ? 1
                            : 0);
            inside += within[0];
            cells += hidden.build().count();
            int near = seed % 4 < 2 ? missing - 1 : rows - missing;
            int far = seed % 4 < 2 ? 0 : rows - 1;
            assertThat(completed.outages()).as("seed %s", seed).isPresent();
            assertThat(uncertainty.standardError(far, 0))
                    .as("seed %s", seed)
                    .isGreaterThan(1.2 * uncertainty.standardError(near, 0));
        }
        assertThat(inside / cells).isBetween(0.85, 0.96);
    }

    @Test
    void rowsInNoOrderAreFilledAsBefore() {
        SplittableRandom random = new SplittableRandom(5);
        Observations data = withOutages(walks(random), random).train();
        int[] places = IntStream.range(0, ROWS).toArray();
        for (int i = ROWS - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int place = places[i];
            places[i] = places[other];
            places[other] = place;
        }
        Observations.Builder shuffled = Observations.builder(ROWS, COLUMNS);
        data.forEach((i, j, value, weight) -> shuffled.add(places[i], j, value));
        Observations mixed = shuffled.build();
        Completed completed = Completion.byDefault().complete(mixed);
        Completed without =
                Completion.byDefault().withSmoothness(Smoothness.none()).complete(mixed);
        assertThat(completed.outages()).isEmpty();
        for (int i = 0; i < ROWS; i++) {
            assertThat(completed.fill(i, 3)).isEqualTo(without.fill(i, 3));
        }
    }

    /* What is told is done: no order, or an order. */
    @Test
    void whatIsToldAboutTheOrderIsDone() {
        SplittableRandom random = new SplittableRandom(6);
        Observations.Split split = withOutages(walks(random), random);
        Completed none =
                Completion.byDefault().withSmoothness(Smoothness.none()).complete(split.train());
        Completed rows = Completion.byDefault()
                .withSmoothness(Smoothness.along(Side.LEFT))
                .complete(split.train());
        assertThat(none.outages()).isEmpty();
        assertThat(rows.outages()).isPresent();
        assertThat(error(rows, split.heldOut())).isLessThan(0.4 * error(none, split.heldOut()));
    }

    @Test
    void drawsAgreeWithWhatIsFilledIn() {
        SplittableRandom random = new SplittableRandom(7);
        Observations data = withOutages(walks(random), random).train();
        Completed completed = Completion.byDefault().complete(data);
        double[] drawn = new double[400];
        Arrays.setAll(drawn, number -> completed.draw(number).at(112, 4));
        double mean = Arrays.stream(drawn).average().orElseThrow();
        double deviation = Math.sqrt(
                Arrays.stream(drawn).map(x -> (x - mean) * (x - mean)).average().orElseThrow());
        double error = completed.uncertainty().orElseThrow().standardError(112, 4);
        assertThat(mean).isCloseTo(completed.fill(112, 4), within(0.25 * error));
        assertThat(deviation).isCloseTo(error, within(0.15 * error));
    }

    /* Two factors that walk, and beside them a process of its own in each column, so that neighbors fill holes better. */
    private static Matrix localWalks(SplittableRandom random) {
        Matrix table = new Matrix(2 * ROWS, COLUMNS);
        Matrix v = Matrix.gaussian(COLUMNS, 2, random);
        double[] u = new double[2];
        double[] local = new double[COLUMNS];
        for (int i = 0; i < table.rows(); i++) {
            u[0] += 0.15 * random.nextGaussian();
            u[1] += 0.15 * random.nextGaussian();
            for (int j = 0; j < COLUMNS; j++) {
                local[j] = 0.95 * local[j] + 0.3 * random.nextGaussian();
                double factors = u[0] * v.get(j, 0) + u[1] * v.get(j, 1);
                table.set(i, j, 20 + j + factors + local[j] + 0.2 * random.nextGaussian());
            }
        }
        return table;
    }

    /*
     * What a fit with neighbors interpolates has a part in what is filled in, which is better than the processes of rows alone; intervals
     * are those of what is filled in.
     */
    @Test
    void whatAFitWithNeighborsInterpolatesCounts() {
        double[] sums = new double[4]; // squared errors, those of the processes, squared standard errors, cells within
        int cells = 0;
        for (long seed = 1; seed <= 4; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Matrix table = localWalks(random);
            Observations.Builder known = Observations.builder(table.rows(), COLUMNS);
            Observations.Builder out = Observations.builder(table.rows(), COLUMNS);
            for (int i = 0; i < table.rows(); i++) {
                boolean isOut = i % 60 >= 30 && i % 60 < 42;
                for (int j = 0; j < COLUMNS; j++) {
                    if (isOut || random.nextDouble() < 0.9) {
                        (isOut ? out : known).add(i, j, table.get(i, j));
                    }
                }
            }
            Completed completed = Completion.byDefault().complete(known.build());
            Outages outages = completed.outages().orElseThrow();
            Uncertainty uncertainty = completed.uncertainty().orElseThrow();
            assertThat(completed.order()).as("seed %s", seed).isPresent();
            Observations hidden = out.build();
            hidden.forEach((i, j, value, weight) -> {
                sums[0] += Math.pow(value - completed.fill(i, j), 2);
                sums[1] += Math.pow(value - outages.mean(i, j), 2);
                sums[2] += Math.pow(uncertainty.standardError(i, j), 2);
                boolean isWithin = uncertainty
                        .interval(completed.filling(), i, j, 0.9)
                        .orElseThrow()
                        .contains(value);
                sums[3] += isWithin ? 1 : 0;
            });
            cells += hidden.count();
        }
        assertThat(Math.sqrt(sums[0] / sums[1])).isLessThan(0.998);
        assertThat(Math.sqrt(sums[2] / sums[0])).isBetween(0.93, 1.07);
        assertThat(sums[3] / cells).isBetween(0.87, 0.93);
    }

    /* A column of labels among numbers in time: the numbers of an outage come from their neighbors, too. */
    @Test
    void numbersBesideACategoryAreFilledFromTheRowsAround() {
        SplittableRandom random = new SplittableRandom(8);
        Observations.Split split = withOutages(walks(random), random);
        Observations.Builder labeled = Observations.builder(ROWS, COLUMNS + 1);
        split.train().forEach((i, j, value, weight) -> labeled.add(i, j + 1, value));
        for (int i = 0; i < ROWS; i++) {
            if (split.train().pattern().lines(Side.LEFT).size(i) > 0) {
                labeled.add(i, 0, random.nextInt(3));
            }
        }
        Completed completed =
                Completion.byDefault().withKind(0, ColumnKind.CATEGORY).complete(labeled.build());
        double[] means = new ColumnMeans().fill(split.train(), split.heldOut().pattern(), Workers.all());
        double[] sum = {0};
        split.heldOut().forEach((i, j, value, weight) -> sum[0] += Math.pow(value - completed.fill(i, j + 1), 2));
        assertThat(completed.outages()).isPresent();
        assertThat(Math.sqrt(sum[0] / means.length)).isLessThan(0.4 * error(means, split.heldOut()));
        assertThat(completed.fill(112, 0)).isBetween(0.0, 2.0).isEqualTo(Math.rint(completed.fill(112, 0)));
    }

    /* Columns far from 0 and from each other: one value says little about its row, and nothing about its level in all. */
    @Test
    void aRowWithOneValueIsNoWorseThanItsColumnsMeans() {
        double logarithms = 0;
        int tables = 12;
        for (long seed = 1; seed <= tables; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Matrix truth = Matrix.gaussian(20, 3, random).multiplyByTransposed(Matrix.gaussian(22, 3, random));
            Observations.Builder known = Observations.builder(20, 22);
            Observations.Builder hidden = Observations.builder(20, 22);
            double[] offsets = new double[22];
            Arrays.setAll(offsets, j -> 1e5 + 1e4 * random.nextGaussian());
            for (int i = 0; i < 20; i++) {
                int only = random.nextInt(22);
                for (int j = 0; j < 22; j++) {
                    double value = truth.get(i, j) + 0.1 * random.nextGaussian() + offsets[j];
                    boolean isFew = i % 4 == 1;
                    if (isFew ? j == only : random.nextDouble() < 0.8) {
                        known.add(i, j, value);
                    } else if (isFew) {
                        hidden.add(i, j, value);
                    }
                }
            }
            Observations data = known.build();
            Observations out = hidden.build();
            double means = error(new ColumnMeans().fill(data, out.pattern(), Workers.all()), out);
            double ratio = error(Completion.byDefault().complete(data), out) / means;
            assertThat(ratio).as("seed %s", seed).isLessThan(1.15);
            logarithms += Math.log(ratio);
        }
        assertThat(Math.exp(logarithms / tables)).isLessThan(0.97);
    }

    /* In a long table the rows around the outage decide whether there is an order, wherever it lies. */
    @Test
    void anOutageOfALongTableIsFilledFromTheRowsAround() {
        int rows = 4_500;
        for (int from : new int[] {100, 4_300}) {
            SplittableRandom random = new SplittableRandom(from);
            Observations.Builder known = Observations.builder(rows, 3);
            Observations.Builder hidden = Observations.builder(rows, 3);
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < 3; j++) {
                    double value = Math.sin((j + 1) * i / 60.0) + 0.05 * random.nextGaussian();
                    (i >= from && i < from + 5 ? hidden : known).add(i, j, value);
                }
            }
            Completed completed = Completion.byDefault().complete(known.build());
            assertThat(completed.outages()).as("from row %s", from).isPresent();
            assertThat(error(completed, hidden.build())).as("from row %s", from).isLessThan(0.15);
        }
    }
}
