package rung.baseline.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.Instances;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Workers;

class NearestNeighborsTest {
    private static final double HOLE = Double.NaN;

    private static Matrix filled(NearestNeighbors fill, Matrix table) {
        Observations data = Observations.withHoles(table);
        Pattern all = Pattern.full(table.rows(), table.columns());
        return new Matrix(table.rows(), table.columns(), fill.fill(data, all, Workers.ONE));
    }

    /** A table of rank 3 and noise, with holes; the columns are in different units. */
    private static Matrix table(int rows, int columns, double p, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix m = Instances.noisy(Instances.lowRank(rows, columns, 3, random), 0.5, random);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                m.set(i, j, random.nextDouble() < p ? Math.pow(10, j % 5) * m.get(i, j) + j : HOLE);
            }
        }
        return m;
    }

    private static DoubleStream known(Matrix table, int j) {
        return DoubleStream.of(table.column(j)).filter(x -> !Double.isNaN(x));
    }

    /** One cell by the definition, from the dense table: all rows are sorted, none of the loops of the class is used. */
    private static double byDefinition(Matrix table, List<Integer> rows, int k, int i, int j) {
        double mean = known(table, j).average().orElseThrow();
        record Neighbor(int row, double distance) {}
        List<Neighbor> neighbors = new ArrayList<>();
        for (int other : rows) {
            double[] squares = IntStream.range(0, table.columns())
                    .filter(c -> !Double.isNaN(table.get(i, c)) && !Double.isNaN(table.get(other, c)))
                    .mapToDouble(c -> {
                        double center = known(table, c).average().orElseThrow();
                        double variance = known(table, c)
                                .map(x -> (x - center) * (x - center))
                                .average()
                                .orElseThrow();
                        return Math.pow(table.get(i, c) - table.get(other, c), 2) / variance;
                    })
                    .toArray();
            if (other != i && squares.length > 0 && !Double.isNaN(table.get(other, j))) {
                neighbors.add(new Neighbor(
                        other, Math.sqrt(DoubleStream.of(squares).average().orElseThrow())));
            }
        }
        neighbors.sort(Comparator.comparingDouble(Neighbor::distance));
        List<Neighbor> nearest = neighbors.subList(0, Math.min(k, neighbors.size()));
        double weights = nearest.stream().mapToDouble(each -> 1 / each.distance).sum();
        return nearest.isEmpty()
                ? mean
                : nearest.stream()
                                .mapToDouble(each -> table.get(each.row, j) / each.distance)
                                .sum()
                        / weights;
    }

    @ParameterizedTest
    @CsvSource({"1, 0.7, 1000", "2, 0.4, 1000", "5, 0.7, 1000", "40, 0.4, 1000", "5, 0.1, 1000", "3, 0.6, 10"})
    void itIsWhatTheDefinitionSays(int k, double p, int candidates) {
        Matrix table = table(31, 12, p, k);
        Matrix filled = filled(new NearestNeighbors(k, candidates), table);
        int count = Math.min(candidates, 31);
        List<Integer> rows =
                IntStream.range(0, count).map(c -> c * 31 / count).boxed().toList();
        for (int i = 0; i < 31; i++) {
            for (int j = 0; j < 12; j++) {
                double expected = byDefinition(table, rows, k, i, j);
                assertThat(filled.get(i, j)).isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
            }
        }
    }

    /** Rows that are the same where both are known tell the hole alone, however many neighbors are asked for. */
    @Test
    void theSameRowIsTheNearest() {
        Matrix table = Matrix.of(new double[][] {
            {1, 2, 3, HOLE}, {5, 1, 0, 9}, {1, 2, HOLE, 4}, {1, HOLE, 3, 6}, {1.1, 2, 3, 100},
        });
        Matrix filled = filled(new NearestNeighbors(4, 100), table);
        assertThat(filled.get(0, 3)).isCloseTo(5, within(1e-12));
    }

    /** With nothing in common there is no neighbor, and a row is not its own. */
    @Test
    void whoHasNoNeighborGetsTheMean() {
        Matrix table = Matrix.of(new double[][] {{1, HOLE, HOLE}, {HOLE, 4, HOLE}, {HOLE, 8, 5}, {HOLE, 9, 7}});
        Matrix filled = filled(new NearestNeighbors(2, 100), table);
        assertThat(filled.get(0, 1)).isCloseTo(7, within(1e-12));
        assertThat(filled.get(0, 0)).isCloseTo(1, within(1e-12));
        assertThat(filled.get(2, 2)).isCloseTo(7, within(1e-12));
    }

    @Test
    void largeTablesHaveFewerCandidates() {
        Observations small = Observations.withHoles(table(50, 4, 0.5, 1));
        assertThat(NearestNeighbors.of(5, small).candidates()).isEqualTo(50);
        Observations large = Observations.dense(new Matrix(40_000, 30));
        assertThat(NearestNeighbors.of(5, large).candidates()).isBetween(1_000, 10_000);
        assertThatThrownBy(() -> new NearestNeighbors(0, 1)).hasMessage("neighbors must be at least 1, got 0");
        assertThatThrownBy(() -> new NearestNeighbors(1, 0)).hasMessage("candidates must be at least 1, got 0");
    }
}
