package rung.completion.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.Workers;

/** The local part against the same process as one dense covariance matrix, and what it finds in generated data. */
class LocalPartTest {
    private static final double[] UNEVEN = {-3, -2.5, 0, 0.1, 4, 5, 6, 7, 30, 31, 31.5, 40};

    /* One observed cell of a line. */
    private record Cell(double position, double value, double weight) {}

    private static Observations uneven(boolean isTransposed) {
        SplittableRandom random = new SplittableRandom(5);
        int m = UNEVEN.length;
        Observations.Builder data = isTransposed ? Observations.builder(4, m) : Observations.builder(m, 4);
        for (int t = 0; t < m; t++) {
            for (int j = 0; j < 3; j++) { // the last line across has no observation
                double weight = j == 1 && t == 4 ? 0 : 0.5 + random.nextDouble();
                double value = random.nextGaussian() * (j + 1);
                if (!(j == 0 && t >= 2 && t <= 7)
                        && !(j == 2 && t != 5)) { // a missing block, and a line with one observation
                    data.add(isTransposed ? j : t, isTransposed ? t : j, value, weight);
                }
            }
        }
        return data.add(isTransposed ? 1 : 6, isTransposed ? 6 : 1, 0.3, 2).build(); // observed twice
    }

    private static DenseProcess dense(Observations data, LocalPart part, boolean isTransposed, int line) {
        List<Cell> cells = new ArrayList<>();
        data.forEach((i, j, value, weight) -> {
            if ((isTransposed ? i : j) == line && weight > 0) {
                cells.add(new Cell(UNEVEN[isTransposed ? j : i], value, weight));
            }
        });
        return new DenseProcess(
                cells.stream().mapToDouble(Cell::position).toArray(),
                cells.stream().mapToDouble(Cell::value).toArray(),
                cells.stream().mapToDouble(c -> part.noise(line) / c.weight()).toArray(),
                part.noise(line) * part.process().ratio(),
                part.process().length());
    }

    @Test
    void theSmootherAgreesWithADenseSolve() {
        for (boolean isTransposed : new boolean[] {false, true}) {
            Observations data = uneven(isTransposed);
            Order order = Order.of(isTransposed ? Side.RIGHT : Side.LEFT, UNEVEN);
            for (LocalProcess process :
                    List.of(new LocalProcess(3, 2), new LocalProcess(0.2, 0.1), new LocalProcess(50, 1000))) {
                LocalPart part = LocalPart.of(data, order, process, Workers.ONE);
                CellEstimates all = part.everywhere();
                double likelihood = 0;
                for (int line = 0; line < 4; line++) {
                    DenseProcess dense = dense(data, part, isTransposed, line);
                    likelihood += dense.logLikelihood();
                    for (int t = 0; t < UNEVEN.length; t++) {
                        int cell = isTransposed ? line * UNEVEN.length + t : t * 4 + line;
                        near(all.means()[cell], dense.mean(UNEVEN[t]), 1e-8);
                        near(all.variances()[cell], dense.variance(UNEVEN[t]), 1e-8);
                    }
                }
                near(part.logLikelihood(), likelihood, 1e-8);
            }
        }
    }

    /* A cell in a hole is estimated from the observations beyond the hole alone. */
    @Test
    void leavingOutAgreesWithADenseSolveWithoutWhatIsLeftOut() {
        for (boolean isTransposed : new boolean[] {false, true}) {
            Observations data = uneven(isTransposed);
            Order order = Order.of(isTransposed ? Side.RIGHT : Side.LEFT, UNEVEN);
            LocalPart part = LocalPart.of(data, order, new LocalProcess(3, 2), Workers.ONE);
            Pattern.Lines across = order.across(data.pattern());
            double[] before = new double[data.count()];
            double[] after = new double[data.count()];
            double[] some = {0.05, 1, 4, 25, Double.POSITIVE_INFINITY};
            Arrays.setAll(before, k -> some[k % 5]);
            Arrays.setAll(after, k -> some[k / 2 % 5]);
            CellEstimates found = part.leavingOut(new Holes(before, after));
            for (int line = 0, c = 0; line < across.count(); line++) {
                for (int k = 0; k < across.size(line); k++, c++) {
                    int at = across.other(line, k);
                    double last = UNEVEN[at] - before[c];
                    double next = UNEVEN[at] + after[c];
                    Observations.Builder rest = Observations.builder(data.rows(), data.columns());
                    data.forEach((i, j, value, weight) -> {
                        double position = UNEVEN[isTransposed ? j : i];
                        rest.add(i, j, value, position <= last || position >= next ? weight : 0);
                    });
                    DenseProcess dense = dense(rest.build(), part, isTransposed, line);
                    near(found.means()[across.position(line, k)], dense.mean(UNEVEN[at]), 1e-8);
                    near(found.variances()[across.position(line, k)], dense.variance(UNEVEN[at]), 1e-8);
                }
            }
        }
    }

    /* With a ratio of a million each observation adds some 14 to the logarithm of the determinant, which no number could hold. */
    @Test
    void theLikelihoodOfALongLineAgreesWithADenseSolve() {
        SplittableRandom random = new SplittableRandom(5);
        int lines = 150;
        Observations.Builder builder = Observations.builder(lines, 1);
        double[] positions = new double[lines];
        double[] values = new double[lines];
        double[] weights = new double[lines];
        for (int t = 0; t < lines; t++) {
            positions[t] = t + 0.1 * (t % 7);
            values[t] = random.nextGaussian();
            weights[t] = t == 80 ? 1e-120 : t == 90 ? 1e60 : 0.5 + random.nextDouble();
            builder.add(t, 0, values[t], weights[t]);
        }
        LocalPart part =
                LocalPart.of(builder.build(), Order.of(Side.LEFT, positions), new LocalProcess(0.4, 1e6), Workers.ONE);
        double[] noises = Arrays.stream(weights).map(w -> part.noise(0) / w).toArray();
        DenseProcess dense = new DenseProcess(positions, values, noises, part.noise(0) * 1e6, 0.4);
        near(part.logLikelihood(), dense.logLikelihood(), 1e-8);
    }

    @Test
    void someCellsAreAsAllCells() {
        Observations data = uneven(false);
        LocalPart part = LocalPart.of(data, Order.of(Side.LEFT, UNEVEN), new LocalProcess(3, 2), Workers.ONE);
        Pattern some = Pattern.of(UNEVEN.length, 4, new int[] {3, 3, 11, 0}, new int[] {0, 2, 1, 0}, new int[4]);
        double[] all = part.everywhere().means();
        double[] expected = {all[0], all[3 * 4], all[3 * 4 + 2], all[11 * 4 + 1]};
        for (int k = 0; k < 4; k++) {
            near(part.at(some).means()[k], expected[k], 1e-12);
        }
    }

    @Test
    void whiteNoiseIsTheProcessOfRatioZero() {
        Observations data = uneven(false);
        Order order = Order.of(Side.LEFT, UNEVEN);
        LocalPart white = LocalPart.of(data, order, LocalProcess.NONE, Workers.ONE);
        double likelihood = 0;
        for (int line = 0; line < 4; line++) {
            likelihood += dense(data, white, false, line).logLikelihood();
        }
        near(white.logLikelihood(), likelihood, 1e-10);
        near(LocalPart.fit(data, order, Workers.ONE).whiteLogLikelihood(), likelihood, 1e-10);
        assertThat(white.everywhere().means()).containsOnly(0);
        assertThat(white.isInformative()).isFalse();
    }

    /* A process of given length along m rows and its noise, in n columns of different scales; three in ten cells are missing. */
    static Observations generated(int m, int n, double length, double ratio, boolean isShuffled, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] rows = new int[m];
        Arrays.setAll(rows, t -> t);
        for (int t = m - 1; t > 0 && isShuffled; t--) {
            int other = random.nextInt(t + 1);
            int row = rows[t];
            rows[t] = rows[other];
            rows[other] = row;
        }
        double c = Math.exp(-1 / length);
        Observations.Builder data = Observations.builder(m, n);
        for (int j = 0; j < n; j++) {
            double scale = 1 + j % 5;
            double f = Math.sqrt(ratio) * random.nextGaussian();
            for (int t = 0; t < m; t++) {
                double value = scale * (f + random.nextGaussian());
                if (random.nextDouble() < 0.7) {
                    data.add(rows[t], j, value);
                }
                f = c * f + Math.sqrt(ratio * (1 - c * c)) * random.nextGaussian();
            }
        }
        return data.build();
    }

    @Test
    void lengthRatioAndNoiseAreRecovered() {
        for (double length : new double[] {4, 25}) {
            LocalPart part =
                    LocalPart.fit(generated(1000, 30, length, 3, false, 8), Order.of(Side.LEFT, 1000), Workers.all());
            assertThat(part.process().length()).isBetween(0.85 * length, 1.15 * length);
            assertThat(part.process().ratio()).isBetween(2.6, 3.4);
            for (int j = 0; j < 30; j++) {
                assertThat(Math.sqrt(part.noise(j)) / (1 + j % 5)).isBetween(0.85, 1.15);
            }
            assertThat(part.isInformative()).isTrue();
        }
    }

    /* One stretch of three, as if the others were not observed. */
    @Test
    void stretchesOfALineAreALineWithoutTheOthers() {
        int rows = 5 * LineFilter.STRETCH + 10;
        Order order = Order.of(Side.LEFT, rows);
        SplittableRandom random = new SplittableRandom(4);
        Observations.Builder whole = Observations.builder(rows, 1);
        Observations.Builder some = Observations.builder(rows, 1);
        for (int t = 0; t < rows; t++) {
            double value = random.nextGaussian();
            whole.add(t, 0, value);
            if (t / LineFilter.STRETCH % 3 == 0) {
                some.add(t, 0, value);
            }
        }
        LineFilter stretches = new LineFilter(order, new LocalProcess(700, 2));
        LineFilter line = new LineFilter(order, new LocalProcess(700, 2));
        stretches.filter(Residuals.of(whole.build(), order), 0, 3);
        line.filter(Residuals.of(some.build(), order), 0, 1);
        assertThat(stretches.count()).isEqualTo(2 * LineFilter.STRETCH);
        assertThat(stretches.quadratic()).isEqualTo(line.quadratic());
        assertThat(stretches.logDeterminant()).isEqualTo(line.logDeterminant());
    }

    @Test
    void stretchesOfALongLineTellLengthAndRatio() {
        for (double length : new double[] {5, 2_000}) {
            Observations data = generated(100_000, 2, length, 3, false, 9);
            LocalPart part = LocalPart.fit(data, Order.of(Side.LEFT, 100_000), Workers.ONE);
            double rise = part.process().ratio() / part.process().length(); // what neighbors differ by
            assertThat(rise).isBetween(0.8 * 3 / length, 1.25 * 3 / length);
            assertThat(part.isInformative()).isTrue();
        }
    }

    @Test
    void shuffledRowsGainNothing() {
        Order order = Order.of(Side.LEFT, 500);
        assertThat(LocalPart.fit(generated(500, 20, 10, 3, false, 2), order, Workers.ONE)
                        .isInformative())
                .isTrue();
        for (int seed = 0; seed < 5; seed++) {
            LocalPart part = LocalPart.fit(generated(500, 20, 10, 3, true, seed), order, Workers.ONE);
            assertThat(part.isInformative()).as("seed %d", seed).isFalse();
        }
    }

    @Test
    void theFitIsAMaximum() {
        Observations data = generated(300, 8, 6, 1, false, 3);
        Order order = Order.of(Side.LEFT, 300);
        LocalPart part = LocalPart.fit(data, order, Workers.ONE);
        for (double factor : new double[] {0.7, 0.9, 1.1, 1.4}) {
            LocalProcess longer = new LocalProcess(
                    factor * part.process().length(), part.process().ratio());
            LocalProcess stronger = new LocalProcess(
                    part.process().length(), factor * part.process().ratio());
            assertThat(LocalPart.of(data, order, longer, Workers.ONE).logLikelihood())
                    .isLessThan(part.logLikelihood());
            assertThat(LocalPart.of(data, order, stronger, Workers.ONE).logLikelihood())
                    .isLessThan(part.logLikelihood());
        }
        LocalPart warm = LocalPart.fit(data, order, new LocalProcess(30, 10), Workers.ONE);
        near(warm.logLikelihood(), part.logLikelihood(), 1e-4);
    }

    @Test
    void threadsDoNotMatter() {
        Observations data = generated(2000, 60, 6, 1, false, 3);
        Order order = Order.of(Side.LEFT, 2000);
        LocalPart one = LocalPart.fit(data, order, Workers.ONE);
        LocalPart all = LocalPart.fit(data, order, new Workers(4));
        assertThat(all.process()).isEqualTo(one.process());
        assertThat(all.everywhere().means()).isEqualTo(one.everywhere().means());
        assertThat(all.everywhere().variances()).isEqualTo(one.everywhere().variances());
    }

    @Test
    void constantLinesSingleObservationsAndZerosAreFine() {
        Observations zeros =
                Observations.builder(5, 2).add(0, 0, 0).add(3, 0, 0).build();
        LocalPart flat = LocalPart.fit(zeros, Order.of(Side.LEFT, 5), Workers.ONE);
        assertThat(flat.isInformative()).isFalse();
        assertThat(flat.everywhere().means()).containsOnly(0);

        Observations one = Observations.builder(5, 2).add(2, 1, 7).build();
        LocalPart single = LocalPart.fit(one, Order.of(Side.LEFT, 5), Workers.ONE);
        assertThat(single.isInformative()).isFalse();
        assertThat(Arrays.stream(single.everywhere().means()).allMatch(x -> x >= 0 && x <= 7))
                .isTrue();

        Observations.Builder mixed = Observations.builder(50, 2);
        SplittableRandom random = new SplittableRandom(1);
        for (int t = 0; t < 50; t++) {
            mixed.add(t, 0, 3).add(t, 1, random.nextGaussian());
        }
        LocalPart part = LocalPart.fit(mixed.build(), Order.of(Side.LEFT, 50), Workers.ONE);
        assertThat(part.noise(0)).isPositive();
        assertThat(Arrays.stream(part.everywhere().variances()).allMatch(x -> Double.isFinite(x) && x >= 0))
                .isTrue();
    }

    @Test
    void aTableOfOneLineHasNoNeighbors() {
        Observations row = Observations.builder(1, 3).add(0, 0, 1).add(0, 2, -1).build();
        assertThat(LocalPart.fit(row, Order.of(Side.LEFT, 1), Workers.ONE).isInformative())
                .isFalse();
    }

    @Test
    void badInputGetsASentence() {
        assertThatThrownBy(() -> Order.of(Side.LEFT, new double[] {0, 1, 1}))
                .hasMessageContaining("line 2 must be above")
                .hasMessageContaining("merge");
        assertThatThrownBy(() -> Order.of(Side.LEFT, new double[] {0, Double.NaN}))
                .hasMessageContaining("finite");
        assertThatThrownBy(() -> LocalPart.fit(uneven(false), Order.of(Side.LEFT, 4), Workers.ONE))
                .hasMessage("an order of the rows must have 12 positions, got 4");
        assertThatThrownBy(() -> new LocalProcess(0, 1)).hasMessageContaining("length");
        assertThatThrownBy(() -> new LocalProcess(1, -1)).hasMessageContaining("ratio");
    }
}
