package rung.baseline.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rung.Instances;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Workers;

/** What every {@link TableFill} does, and what those without parameters fill in. */
class TableFillTest {
    private static final double HOLE = Double.NaN;

    static Stream<TableFill> fills() {
        return Stream.of(
                new ColumnMeans(),
                new ColumnMedians(),
                new Interpolation(),
                new NearestNeighbors(3, 1_000),
                new NearestNeighbors(4, 7));
    }

    private static Pattern everywhere(Observations data) {
        return Pattern.full(data.rows(), data.columns());
    }

    /** What a method fills into every cell. */
    private static Matrix filled(TableFill fill, Observations data) {
        return new Matrix(data.rows(), data.columns(), fill.fill(data, everywhere(data), Workers.ONE));
    }

    private static Observations data(int rows, int columns, double p, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix m = Instances.noisy(Instances.lowRank(rows, columns, 2, random), 0.3, random);
        return Instances.sampled(m, p, random);
    }

    /** Only the cells that are asked for, each at its place, whatever else is asked for. */
    @ParameterizedTest
    @MethodSource("fills")
    void cellsAreFilledInRowOrder(TableFill fill) {
        Observations data = data(23, 9, 0.6, 1);
        Matrix all = filled(fill, data);
        Observations some = data(23, 9, 0.3, 2); // for its places
        double[] values = fill.fill(data, some.pattern(), Workers.ONE);
        List<Double> expected = new ArrayList<>();
        some.forEach((i, j, value, weight) -> expected.add(all.get(i, j)));
        assertThat(values).containsExactly(expected.stream().mapToDouble(x -> x).toArray());
        assertThat(fill.name()).isNotBlank();
        assertThat(fill.settings()).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource("fills")
    void theSameOnAnyNumberOfThreads(TableFill fill) {
        Observations data = data(900, 40, 0.6, 3);
        double[] one = fill.fill(data, everywhere(data), Workers.ONE);
        assertThat(fill.fill(data, everywhere(data), new Workers(3))).containsExactly(one);
    }

    /** Twice as far from another zero is twice as far. */
    @ParameterizedTest
    @MethodSource("fills")
    void unitsDoNotMatter(TableFill fill) {
        Observations data = data(30, 8, 0.5, 4);
        Observations.Builder other = Observations.builder(30, 8);
        data.forEach((i, j, value, weight) -> other.add(i, j, j == 2 ? 1e4 * value + 7e5 : value));
        Matrix plain = filled(fill, data);
        Matrix scaled = filled(fill, other.build());
        for (int i = 0; i < 30; i++) {
            for (int j = 0; j < 8; j++) {
                double expected = j == 2 ? 1e4 * plain.get(i, j) + 7e5 : plain.get(i, j);
                assertThat(scaled.get(i, j)).isCloseTo(expected, within(j == 2 ? 1e-5 : 1e-9));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fills")
    void emptyRowsAndColumnsAreFilledToo(TableFill fill) {
        Matrix table = Matrix.of(new double[][] {
            {1, HOLE, 10}, {HOLE, HOLE, HOLE}, {3, HOLE, 30}, {2, HOLE, 20},
        });
        Matrix all = filled(fill, Observations.withHoles(table));
        double middle = fill instanceof ColumnMedians ? 6.5 : 11; // of 1, 2, 3, 10, 20, 30
        for (int i = 0; i < 4; i++) {
            assertThat(all.get(i, 1)).isCloseTo(middle, within(1e-12));
        }
        assertThat(all.get(1, 0)).isCloseTo(2, within(1e-12));
        assertThat(all.get(1, 2)).isCloseTo(20, within(1e-12));
        Observations none = Observations.builder(2, 2).build();
        assertThat(fill.fill(none, everywhere(none), Workers.ONE)).containsOnly(0);
    }

    @Test
    void meansAndMediansAreThoseOfTheColumn() {
        Observations data = data(40, 7, 0.5, 5);
        double[][] columns = new double[7][0];
        data.forEach((i, j, value, weight) -> {
            columns[j] = Arrays.copyOf(columns[j], columns[j].length + 1);
            columns[j][columns[j].length - 1] = value;
        });
        Matrix means = filled(new ColumnMeans(), data);
        Matrix medians = filled(new ColumnMedians(), data);
        for (int j = 0; j < 7; j++) {
            double median = medians.get(0, j);
            assertThat(means.get(3, j))
                    .isCloseTo(Arrays.stream(columns[j]).average().orElseThrow(), within(1e-12));
            assertThat(medians.get(39, j)).isEqualTo(median);
            // as many above as below, and between the middle two
            long below = Arrays.stream(columns[j]).filter(x -> x < median).count();
            long above = Arrays.stream(columns[j]).filter(x -> x > median).count();
            assertThat(below).isEqualTo(above);
            assertThat(2 * below).isIn((long) columns[j].length, columns[j].length - 1L);
        }
    }

    @Test
    void interpolationIsAStraightLineBetweenNeighbors() {
        Matrix table = Matrix.of(new double[][] {
            {HOLE, 4, HOLE}, {2, HOLE, HOLE}, {HOLE, HOLE, 5}, {HOLE, HOLE, HOLE}, {8, 16, HOLE}, {HOLE, HOLE, HOLE},
        });
        Matrix expected = Matrix.of(new double[][] {
            {2, 4, 5}, {2, 7, 5}, {4, 10, 5}, {6, 13, 5}, {8, 16, 5}, {8, 16, 5},
        });
        assertThat(filled(new Interpolation(), Observations.withHoles(table)).array())
                .containsExactly(expected.array());
    }

    /** Whatever is linear along the rows comes back, and a cell observed twice counts with its mean. */
    @Test
    void interpolationFindsWhatIsLinear() {
        SplittableRandom random = new SplittableRandom(6);
        Observations.Builder builder = Observations.builder(50, 4);
        for (int j = 0; j < 4; j++) {
            builder.add(0, j, -1).add(49, j, j * 49 + 1).add(0, j, 1).add(49, j, j * 49 - 1);
            for (int i = 1; i < 49; i++) {
                if (random.nextDouble() < 0.2) {
                    builder.add(i, j, j * i);
                }
            }
        }
        Matrix filled = filled(new Interpolation(), builder.build());
        for (int i = 0; i < 50; i++) {
            for (int j = 0; j < 4; j++) {
                assertThat(filled.get(i, j)).isCloseTo(j * i, within(1e-10));
            }
        }
    }
}
