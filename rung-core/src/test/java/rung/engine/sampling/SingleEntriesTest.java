package rung.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.engine.sampling.block.EntryLines;
import rung.engine.sampling.block.SingleEntries;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.Workers;

/** Entries in single precision against a dense matrix with NaN where there is none. */
class SingleEntriesTest {
    static final double OFFSET = 0.75;

    /** Each entry with probability p, but nothing in the first, the last and some other rows and columns. */
    static Matrix table(int m, int n, double p, SplittableRandom random) {
        Matrix a = new Matrix(m, n);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                boolean empty = i == 0 || i == m - 1 || i % 7 == 3 || j == 0 || j == n - 1 || j % 5 == 2;
                a.set(i, j, empty || random.nextDouble() >= p ? Double.NaN : (float) random.nextGaussian());
            }
        }
        return a;
    }

    static SingleEntries entries(Matrix a, int threads, SplittableRandom order) {
        int[] cells = new int[a.array().length];
        int count = 0;
        for (int k = 0; k < cells.length; k++) {
            if (!Double.isNaN(a.array()[k])) {
                cells[count++] = k;
            }
        }
        for (int k = count - 1; k > 0 && order != null; k--) {
            int other = order.nextInt(k + 1);
            int cell = cells[other];
            cells[other] = cells[k];
            cells[k] = cell;
        }
        int[] i = new int[count];
        int[] j = new int[count];
        float[] values = new float[count];
        for (int k = 0; k < count; k++) {
            i[k] = cells[k] / a.columns();
            j[k] = cells[k] % a.columns();
            values[k] = (float) a.array()[cells[k]];
        }
        return SingleEntries.of(a.rows(), a.columns(), i, j, values, OFFSET, new Workers(threads));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 9, 33})
    void bothOrdersHoldTheSameEntriesInOrder(int m) {
        SplittableRandom random = new SplittableRandom(m);
        Matrix a = table(m, 41, 0.5, random);
        for (SplittableRandom order : new SplittableRandom[] {null, new SplittableRandom(1), new SplittableRandom(2)}) {
            SingleEntries entries = entries(a, 1, order);
            assertThat(entries.rows()).isEqualTo(m);
            assertThat(entries.columns()).isEqualTo(41);
            check(entries.lines(Side.LEFT), a, entries.count());
            check(entries.lines(Side.RIGHT), a.transposed(), entries.count());
        }
    }

    /* Walks the dense matrix row by row: the entries must come in just that order. */
    private static void check(EntryLines lines, Matrix a, int count) {
        assertThat(lines.count()).isEqualTo(a.rows());
        assertThat(lines.start()[0]).isZero();
        assertThat(lines.index()).hasSize(count);
        int at = 0;
        for (int i = 0; i < a.rows(); i++) {
            int before = at;
            assertThat(lines.start()[i]).isEqualTo(at);
            for (int j = 0; j < a.columns(); j++) {
                if (!Double.isNaN(a.get(i, j))) {
                    assertThat(lines.index()[at]).isEqualTo(j);
                    assertThat(lines.values()[at]).isEqualTo((float) ((float) a.get(i, j) - OFFSET));
                    at++;
                }
            }
            assertThat(lines.size(i)).isEqualTo(at - before);
        }
        assertThat(at).isEqualTo(count);
        assertThat(lines.start()[a.rows()]).isEqualTo(count);
    }

    @Test
    void theSquaredNormIsOverTheEntriesAlone() {
        SplittableRandom random = new SplittableRandom(5);
        Matrix a = table(60, 50, 0.3, random);
        double[] u = Matrix.gaussian(60, 1, random).array();
        double[] v = Matrix.gaussian(50, 1, random).array();
        double expected = 0;
        for (int i = 0; i < 60; i++) {
            for (int j = 0; j < 50; j++) {
                expected += Double.isNaN(a.get(i, j)) ? 0 : Math.pow(u[i] * v[j], 2);
            }
        }
        SingularPair pair = new SingularPair(1, u, v);
        near(entries(a, 1, random).squaredNorm(pair), expected, 1e-6);
        near(entries(a, 3, random).squaredNorm(pair), expected, 1e-6);
    }

    @Test
    void oneEntryAndNothingElse() {
        SingleEntries entries =
                SingleEntries.of(3, 4, new int[] {1}, new int[] {2}, new float[] {5}, 3, new Workers(2));
        assertThat(entries.lines(Side.LEFT).start()).containsExactly(0, 0, 1, 1);
        assertThat(entries.lines(Side.RIGHT).start()).containsExactly(0, 0, 0, 1, 1);
    }
}
