package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import rung.Instances;
import rung.completion.kind.ColumnKind;
import rung.completion.kind.Kinds;
import rung.completion.order.Order;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Side;

/** Tables whose columns hold two values, counts, skewed numbers or labels, drawn from a low-rank matrix behind them. */
class ColumnKindTest {
    private static final int PER_KIND = 6;
    private static final List<ColumnKind> DRAWN =
            List.of(ColumnKind.NUMBER, ColumnKind.TWO_VALUED, ColumnKind.COUNT, ColumnKind.POSITIVE);

    /* Rank 2: columns of each kind in turn; two values are 3 and 7. */
    private static Matrix mixed(int rows, SplittableRandom random) {
        Matrix behind = Instances.lowRank(rows, DRAWN.size() * PER_KIND, 2, random);
        Matrix table = new Matrix(rows, behind.columns());
        for (int j = 0; j < table.columns(); j++) {
            double level = random.nextDouble() - 0.5;
            for (int i = 0; i < rows; i++) {
                double z = behind.get(i, j);
                table.set(
                        i,
                        j,
                        switch (DRAWN.get(j / PER_KIND)) {
                            case TWO_VALUED -> random.nextDouble() < 1 / (1 + Math.exp(-level - 2 * z)) ? 7 : 3;
                            case COUNT -> poisson(Math.exp(level + 0.8 * z), random);
                            case POSITIVE -> Math.exp(level + 1.2 * z + 0.4 * random.nextGaussian());
                            default -> 50 + 10 * level + 5 * z + 2 * random.nextGaussian();
                        });
            }
        }
        return table;
    }

    private static double poisson(double rate, SplittableRandom random) {
        double sum = -Math.log(random.nextDouble());
        int count = 0;
        while (sum < rate) {
            sum -= Math.log(random.nextDouble());
            count++;
        }
        return count;
    }

    private static Completion allNumbers(int columns) {
        Completion completion = Completion.byDefault();
        for (int j = 0; j < columns; j++) {
            completion = completion.withKind(j, ColumnKind.NUMBER);
        }
        return completion;
    }

    @Test
    void kindsAreRecognized() {
        Observations data = Observations.dense(mixed(200, new SplittableRandom(1)));
        List<ColumnKind> kinds = Kinds.of(data, Map.of());
        for (int j = 0; j < kinds.size(); j++) {
            assertThat(kinds.get(j)).as("column %d", j).isEqualTo(DRAWN.get(j / PER_KIND));
        }
    }

    /* Marks from 1 to 5, years, shares and temperatures are numbers; so is what has few observations. */
    @Test
    void numbersStayNumbers() {
        SplittableRandom random = new SplittableRandom(2);
        Matrix table = new Matrix(100, 6);
        for (int i = 0; i < table.rows(); i++) {
            table.set(i, 0, 1 + random.nextInt(5));
            table.set(i, 1, 1950 + random.nextInt(70));
            table.set(i, 2, random.nextDouble());
            table.set(i, 3, 15 + 8 * random.nextGaussian());
            table.set(i, 4, 42);
            table.set(i, 5, i < 10 ? random.nextInt(2) : Double.NaN);
        }
        assertThat(Kinds.of(Observations.withHoles(table), Map.of())).containsOnly(ColumnKind.NUMBER);
    }

    /* Labels that nothing tells, beside numbers, which the fit of numbers predicts better: all are measured on the same cells all the same. */
    @Test
    void anOrderOfNoUseChangesNoHeldOutCell() {
        SplittableRandom random = new SplittableRandom(6);
        Matrix table = new Matrix(200, 6);
        for (int i = 0; i < table.rows(); i++) {
            double level = 10 * random.nextGaussian();
            for (int j = 0; j < 5; j++) {
                table.set(i, j, random.nextDouble() < 0.15 ? Double.NaN : j + level + random.nextGaussian());
            }
            table.set(i, 5, random.nextInt(3));
        }
        Observations data = Observations.withHoles(table);
        Completion completion = Completion.byDefault().withKind(5, ColumnKind.CATEGORY);
        Completion.Completed.Selection without =
                completion.withSmoothness(Smoothness.none()).complete(data).selection();
        Completion.Completed.Selection with = completion
                .withSmoothness(Smoothness.automatic(Order.of(Side.LEFT, 200)))
                .complete(data)
                .selection();
        assertThat(with.isByStretches()).isFalse();
        assertThat(with.heldOutCells()).isEqualTo(without.heldOutCells());
        assertThat(with.baselineError()).isEqualTo(without.baselineError());
        for (int j = 0; j < 6; j++) {
            assertThat(with.columns().get(j).errorOfMean())
                    .isEqualTo(without.columns().get(j).errorOfMean());
        }
    }

    @Test
    @Tag("slow")
    void eachKindIsPredictedBetterThanAsNumbers() {
        double[][] sums = new double[DRAWN.size()][2];
        for (int seed = 0; seed < 3; seed++) {
            Observations.Split split = Observations.dense(mixed(150, new SplittableRandom(10 + seed)))
                    .split(0.25, seed);
            Completion.Completed completed = Completion.byDefault().complete(split.train());
            Completion.Completed plain = allNumbers(split.train().columns()).complete(split.train());
            split.heldOut().forEach((i, j, value, weight) -> {
                double[] sum = sums[j / PER_KIND];
                boolean isSkewed = completed.columns().get(j).kind() == ColumnKind.POSITIVE;
                sum[0] += loss(value, completed.fill(i, j), isSkewed);
                sum[1] += loss(value, plain.fill(i, j), isSkewed);
            });
        }
        // As numbers, skewed columns lose what lies beyond the rest, and all gain by it.
        double[] limits = {0.95, 1.03, 0.97, 1};
        for (int k = 0; k < sums.length; k++) {
            assertThat(sums[k][0] / sums[k][1]).as("%s", DRAWN.get(k)).isLessThan(limits[k]);
        }
    }

    private static double loss(double value, double filled, boolean isSkewed) {
        return isSkewed ? Math.abs(value - filled) : (value - filled) * (value - filled);
    }

    /* What is filled in for two values a and b is a + (b − a)·p: it moves with the values. */
    @Test
    void unitsDoNotMatter() {
        Observations data = Observations.dense(mixed(80, new SplittableRandom(3)))
                .split(0.2, 0)
                .train();
        double[] others = data.values().clone();
        int[] next = {0};
        data.forEach((i, j, value, weight) -> {
            ColumnKind kind = DRAWN.get(j / PER_KIND);
            others[next[0]++] =
                    kind == ColumnKind.TWO_VALUED ? (value - 3) / 4 : kind == ColumnKind.COUNT ? value : 8 * value;
        });
        Completion.Completed one = Completion.byDefault().complete(data);
        Completion.Completed other = Completion.byDefault().complete(data.withValues(others));
        for (int j = 0; j < data.columns(); j++) {
            double expected = switch (DRAWN.get(j / PER_KIND)) {
                case TWO_VALUED -> (one.fill(5, j) - 3) / 4;
                case COUNT -> one.fill(5, j);
                default -> 8 * one.fill(5, j);
            };
            assertThat(other.fill(5, j))
                    .isCloseTo(expected, org.assertj.core.data.Offset.offset(1e-3 * Math.abs(expected)));
        }
    }

    /* Each of 4 labels has a score of rank 2; scores of known cells tell those of the others. */
    @Test
    void labelsAreFilledIn() {
        SplittableRandom random = new SplittableRandom(4);
        int columns = 8;
        Matrix scores = Instances.lowRank(200, 4 * columns, 2, random);
        Matrix table = new Matrix(200, columns + 3);
        for (int i = 0; i < table.rows(); i++) {
            for (int j = 0; j < table.columns(); j++) {
                int row = i;
                int column = j;
                table.set(
                        i,
                        j,
                        j >= columns
                                ? scores.get(i, j)
                                : IntStream.range(0, 4)
                                        .boxed()
                                        .max((a, b) -> Double.compare(
                                                scores.get(row, 4 * column + a), scores.get(row, 4 * column + b)))
                                        .orElseThrow());
            }
        }
        Observations.Split split = Observations.dense(table).split(0.2, 1);
        Completion completion = Completion.byDefault();
        for (int j = 0; j < columns; j++) {
            completion = completion.withKind(j, ColumnKind.CATEGORY);
        }
        Completion.Completed completed = completion.complete(split.train());
        List<Boolean> right = new ArrayList<>();
        split.heldOut().forEach((i, j, value, weight) -> {
            if (j < columns) {
                assertThat(completed.fill(i, j)).isIn(0.0, 1.0, 2.0, 3.0);
                right.add(completed.fill(i, j) == value);
            }
        });
        double share = right.stream().filter(each -> each).count() / (double) right.size();
        Completion.Column first = completed.columns().get(0);
        assertThat(share).isGreaterThan(0.75);
        assertThat(first.errorOfMean().orElseThrow())
                .isGreaterThan(first.error().orElseThrow());
    }

    @Test
    void labelsAloneAreEnough() {
        SplittableRandom random = new SplittableRandom(5);
        Matrix table = new Matrix(60, 4);
        for (int i = 0; i < 60; i++) {
            int group = random.nextInt(3);
            for (int j = 0; j < 4; j++) {
                table.set(i, j, (group + j) % 3);
            }
        }
        Completion completion = Completion.byDefault();
        for (int j = 0; j < 4; j++) {
            completion = completion.withKind(j, ColumnKind.CATEGORY);
        }
        Observations.Split split = Observations.dense(table).split(0.2, 0);
        Completion.Completed completed = completion.complete(split.train());
        int[] wrong = {0};
        split.heldOut().forEach((i, j, value, weight) -> wrong[0] += completed.fill(i, j) == value ? 0 : 1);
        assertThat(wrong[0]).isLessThanOrEqualTo(split.heldOut().count() / 20);
    }

    @Test
    void threadsDoNotMatter() {
        Observations data = Observations.dense(mixed(60, new SplittableRandom(6)))
                .split(0.2, 0)
                .train();
        Completion.Completed one = Completion.byDefault().withThreads(1).complete(data);
        Completion.Completed three = Completion.byDefault().withThreads(3).complete(data);
        for (int j = 0; j < data.columns(); j++) {
            assertThat(three.fill(7, j)).isEqualTo(one.fill(7, j));
        }
    }

    @Test
    void aColumnThatCannotBeOfAKindIsRefused() {
        Observations data = Observations.dense(new Matrix(3, 1, new double[] {-1, 0.5, 2}));
        for (ColumnKind kind :
                List.of(ColumnKind.TWO_VALUED, ColumnKind.COUNT, ColumnKind.POSITIVE, ColumnKind.CATEGORY)) {
            assertThatThrownBy(() -> Completion.byDefault().withKind(0, kind).complete(data))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("column 1 must hold")
                    .hasMessageEndingWith("to be of kind " + kind.key());
        }
    }

    /* A few values many times as large as the others are what is expected of skewed columns, and no errors. */
    @Test
    void whatIsSkewedIsNotAnError() {
        SplittableRandom random = new SplittableRandom(7);
        Matrix table = mixed(150, random);
        Observations data = Observations.dense(table).split(0.2, 0).train();
        assertThat(Completion.byDefault().complete(data).grossErrors()).isEmpty();
    }
}
