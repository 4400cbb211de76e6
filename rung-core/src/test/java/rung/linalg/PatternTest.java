package rung.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sets of positions, the sparse matrices on them, and the threads that walk them. */
class PatternTest {
    private record Sample(Pattern pattern, double[] values, Matrix dense) {}

    private static Sample sample(int m, int n, int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] i = new int[count];
        int[] j = new int[count];
        double[] given = new double[count];
        Matrix dense = new Matrix(m, n);
        for (int k = 0; k < count; k++) {
            i[k] = random.nextInt(m);
            j[k] = random.nextInt(n);
            given[k] = random.nextGaussian();
            dense.set(i[k], j[k], dense.get(i[k], j[k]) + given[k]);
        }
        int[] order = new int[count];
        Pattern pattern = Pattern.of(m, n, i, j, order);
        double[] values = new double[count];
        for (int k = 0; k < count; k++) {
            values[k] = given[order[k]];
        }
        return new Sample(pattern, values, dense);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 0", "1, 1, 3", "5, 7, 0", "5, 7, 12", "9, 4, 60", "30, 40, 500", "300, 200, 30000"})
    void aSparseMatrixMultipliesAsTheDenseOneDoes(int m, int n, int count) {
        Sample s = sample(m, n, count, 1);
        SplittableRandom random = new SplittableRandom(2);
        for (int threads : new int[] {1, 3}) {
            SparseMatrix a = new SparseMatrix(s.pattern, s.values, new Workers(threads));
            for (int w : new int[] {1, 2, 8, 9}) {
                Matrix x = Matrix.gaussian(n, w, random);
                Matrix y = Matrix.gaussian(m, w, random);
                near(a.multiply(x), s.dense.multiply(x), 1e-12);
                near(a.multiplyTransposed(y), s.dense.multiplyTransposed(y), 1e-12);
            }
        }
    }

    @Test
    void aFullPatternIsTheDenseMatrix() {
        Matrix a = Matrix.gaussian(6, 9, new SplittableRandom(1));
        SparseMatrix full = new SparseMatrix(Pattern.full(6, 9), a.array(), new Workers(2));
        for (int w : new int[] {1, 5}) {
            Matrix x = Matrix.gaussian(9, w, new SplittableRandom(2));
            Matrix y = Matrix.gaussian(6, w, new SplittableRandom(3));
            near(full.multiply(x), a.multiply(x), 1e-13);
            near(full.multiplyTransposed(y), a.transposed().multiply(y), 1e-13);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 0", "1, 1, 3", "5, 7, 12", "9, 4, 60", "30, 40, 500"})
    void positionsMayComeInRowOrderOrInAnyOther(int m, int n, int count) {
        Pattern shuffled = sample(m, n, count, 5).pattern;
        Pattern.Lines rows = shuffled.lines(Side.LEFT);
        int[] rowOf = new int[count];
        int[] order = new int[count];
        int[] start = new int[m + 1];
        int[] identity = new int[count];
        for (int row = 0; row < m; row++) {
            start[row + 1] = start[row] + rows.size(row);
            Arrays.fill(rowOf, start[row], start[row + 1], row);
        }
        Arrays.setAll(identity, k -> k);
        Pattern inOrder = Pattern.of(m, n, rowOf, rows.index(), order);
        assertThat(order).isEqualTo(identity);
        for (Pattern other : new Pattern[] {inOrder, Pattern.ofRows(n, start, rows.index())}) {
            for (Side side : Side.values()) {
                Pattern.Lines expected = shuffled.lines(side);
                Pattern.Lines lines = other.lines(side);
                assertThat(lines.count()).isEqualTo(expected.count());
                assertThat(lines.index()).isEqualTo(expected.index());
                for (int line = 0; line < lines.count(); line++) {
                    assertThat(lines.before(line)).isEqualTo(expected.before(line));
                    for (int k = 0; k < lines.size(line); k++) {
                        assertThat(lines.position(line, k)).isEqualTo(expected.position(line, k));
                    }
                }
            }
        }
    }

    @Test
    void bothOrdersNameTheSameEntries() {
        for (Pattern pattern : new Pattern[] {sample(7, 9, 30, 4).pattern, Pattern.full(7, 9)}) {
            double[] columnOf = new double[pattern.count()];
            double[] rowOf = new double[pattern.count()];
            for (int row = 0; row < 7; row++) {
                Pattern.Lines rows = pattern.lines(Side.LEFT);
                for (int k = 0; k < rows.size(row); k++) {
                    rowOf[rows.position(row, k)] = row;
                    int at = (int) rows.before(row) + k;
                    columnOf[rows.position(row, k)] = rows.isFull() ? k : rows.index()[at];
                }
            }
            for (int column = 0; column < 9; column++) {
                Pattern.Lines columns = pattern.lines(Side.RIGHT);
                double[] found = new double[columns.size(column)];
                columns.load(columnOf, column, found);
                assertThat(found).containsOnly(column);
                columns.load(rowOf, column, found);
                for (int k = 0; k < found.length; k++) {
                    int at = (int) columns.before(column) + k;
                    assertThat(found[k]).isEqualTo(columns.isFull() ? k : columns.index()[at]);
                }
                columns.store(new double[found.length], column, columnOf);
            }
            assertThat(columnOf).containsOnly(0.0); // every entry was stored to exactly by its column
        }
    }

    @Test
    void theSampledProductIsTheProductSampled() {
        SplittableRandom random = new SplittableRandom(5);
        Sample s = sample(12, 15, 60, 6);
        for (int r : new int[] {0, 1, 3, 8, 11}) {
            Matrix u = Matrix.gaussian(12, r, random);
            Matrix v = Matrix.gaussian(15, r, random);
            Matrix product = u.multiplyByTransposed(v);
            double[] sampled = SampledProduct.of(u, v, s.pattern, new Workers(1));
            Pattern.Lines rows = s.pattern.lines(Side.LEFT);
            for (int row = 0; row < 12; row++) {
                for (int k = 0; k < rows.size(row); k++) {
                    int at = (int) rows.before(row) + k;
                    near(sampled[at], product.get(row, rows.index()[at]), 1e-13);
                }
            }
            double[] all = SampledProduct.of(u, v, Pattern.full(12, 15), new Workers(1));
            near(new Matrix(12, 15, all), product, 1e-13);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1000", "7, 5", "8, 100000", "3, 2"})
    void workersVisitEveryLineOnce(int threads, int lines) {
        AtomicIntegerArray visits = new AtomicIntegerArray(lines);
        new Workers(threads).run(lines, line -> (long) line * line, (from, to) -> {
            for (int line = from; line < to; line++) {
                visits.incrementAndGet(line);
            }
        });
        for (int line = 0; line < lines; line++) {
            assertThat(visits.get(line)).isOne();
        }
    }

    @Test
    void aFailureInAWorkerReachesTheCaller() {
        for (int bad : new int[] {0, 500, 999}) {
            assertThatThrownBy(() -> new Workers(4).run(1000, line -> line * 1000L, (from, to) -> {
                        if (from <= bad && bad < to) {
                            throw new IllegalStateException("line " + bad);
                        }
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("line " + bad);
        }
    }

    @Test
    void aMatrixTooLargeToBeDenseIsRefused() {
        assertThatThrownBy(() -> Pattern.full(100_000, 100_000)).hasMessageContaining("fewer than 2³¹ entries");
    }
}
