package rung.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Instances;
import rung.engine.sampling.block.EntryLines;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.block.MemoryBlock;
import rung.engine.sampling.block.SingleEntries;
import rung.engine.sampling.posterior.MemoryPattern;
import rung.engine.sampling.posterior.Presence;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.Svd;
import rung.linalg.Workers;

/** What the pattern of entries tells, against the singular value decomposition by EJML. */
class PresenceTest {
    private static final int D = Presence.TRAITS;

    /** A pattern of three groups of rows that like different columns, with some entries everywhere. */
    private static SingleEntries groups(int m, int n, int threads, double elsewhere) {
        SplittableRandom random = new SplittableRandom(1);
        int[] i = new int[m * n];
        int[] j = new int[m * n];
        int count = 0;
        for (int row = 0; row < m; row++) {
            for (int column = 0; column < n; column++) {
                if (random.nextDouble() < (row % 3 == column % 3 ? 0.8 : elsewhere)) {
                    i[count] = row;
                    j[count++] = column;
                }
            }
        }
        return entries(m, n, Arrays.copyOf(i, count), Arrays.copyOf(j, count), threads);
    }

    private static SingleEntries entries(int m, int n, int[] i, int[] j, int threads) {
        return SingleEntries.of(m, n, i, j, new float[i.length], 0, new Workers(threads));
    }

    private static Matrix dense(SingleEntries entries) {
        EntryLines rows = entries.lines(Side.LEFT);
        EntryLines columns = entries.lines(Side.RIGHT);
        Matrix dense = new Matrix(rows.count(), columns.count());
        for (int row = 0; row < rows.count(); row++) {
            for (int k = rows.start()[row]; k < rows.start()[row + 1]; k++) {
                int column = rows.index()[k];
                dense.set(row, column, 1 / Math.cbrt((double) rows.size(row) * columns.size(column)));
            }
        }
        return dense;
    }

    private static Matrix matrix(MemoryBlock numbers) {
        FloatBlock traits = numbers.floats();
        Matrix out = new Matrix(traits.lines(), D);
        for (int line = 0; line < traits.lines(); line++) {
            for (int t = 0; t < D; t++) {
                out.set(line, t, traits.values()[line * D + t]);
            }
        }
        return out;
    }

    private static double distance(Matrix a, Matrix b) {
        return a.plus(-1, b).norm() / b.norm();
    }

    private static double dot(double[] x, double[] y) {
        return Matrix.column(x).multiplyTransposed(Matrix.column(y)).get(0, 0);
    }

    /* The three groups are three large singular values; a subspace iteration finds those to all digits. */
    @Test
    void theFirstTraitsAreTheTopSingularVectors() {
        SingleEntries entries = groups(200, 150, 1, 0.05);
        Presence<MemoryBlock> presence = MemoryPattern.presence(entries, 5);
        Svd svd = Instances.ejmlSvd(dense(entries));
        for (int t = 0; t < 3; t++) {
            double sigma = svd.sigma()[t];
            near(presence.rows().strengths()[t], sigma * sigma, 1e-3);
            near(presence.columns().strengths()[t], sigma * sigma, 1e-3);
            double[] rows = matrix(presence.rows().traits()).column(t);
            double[] columns = matrix(presence.columns().traits()).column(t);
            near(Math.abs(dot(rows, svd.u().column(t))), sigma, 1e-3);
            near(Math.abs(dot(columns, svd.v().column(t))), sigma, 1e-3);
        }
        assertThat(presence.rows().strengths()[3])
                .isLessThan(0.5 * presence.rows().strengths()[2]);
    }

    /* What is left of the pattern is little more than what is left by the best approximation. */
    @Test
    void noSubspaceOfThisSizeExplainsMuchMore() {
        SingleEntries entries = groups(300, 200, 1, 0.2);
        Presence<MemoryBlock> presence = MemoryPattern.presence(entries, 5);
        double explained = 0;
        double best = 0;
        Svd svd = Instances.ejmlSvd(dense(entries));
        for (int t = 0; t < D; t++) {
            explained += presence.rows().strengths()[t];
            best += svd.sigma()[t] * svd.sigma()[t];
        }
        assertThat(explained).isBetween(0.9 * best, 1.0001 * best);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.05, 0.8, 1})
    void traitsAreOrthogonalAndAddUpFromTheLoadings(double elsewhere) {
        SingleEntries entries = groups(150, 200, 1, elsewhere);
        Presence<MemoryBlock> presence = MemoryPattern.presence(entries, 5);
        Matrix n = dense(entries);
        check(presence.rows(), n);
        check(presence.columns(), n.transposed());
    }

    private static void check(Presence.SideTraits<MemoryBlock> side, Matrix n) {
        Matrix traits = matrix(side.traits());
        Matrix gram = traits.multiplyTransposed(traits);
        Matrix strengths = new Matrix(D, D);
        for (int t = 0; t < D; t++) {
            strengths.set(t, t, side.strengths()[t]);
            assertThat(side.strengths()[t]).isGreaterThanOrEqualTo(0);
        }
        assertThat(distance(gram, strengths)).isLessThan(1e-5);
        Matrix loadings = matrix(side.loadings());
        assertThat(distance(traits, n.multiply(loadings))).isLessThan(1e-5);
        Matrix unit = loadings.multiplyTransposed(loadings);
        for (int t = 0; t < D; t++) {
            if (side.strengths()[t] > 1e-3 * side.strengths()[0]) {
                near(unit.get(t, t), 1, 1e-3);
            }
        }
    }

    /* One direction is all there is: the others are rounding errors, and must not be taken for traits. */
    @Test
    void aFullTableTellsOneThing() {
        int[] i = new int[60 * 40];
        int[] j = new int[i.length];
        for (int k = 0; k < i.length; k++) {
            i[k] = k / 40;
            j[k] = k % 40;
        }
        Presence<MemoryBlock> presence = MemoryPattern.presence(entries(60, 40, i, j, 1), 3);
        near(presence.rows().strengths()[0], 2400 / Math.pow(2400, 2.0 / 3), 1e-5);
        for (int t = 1; t < D; t++) {
            assertThat(presence.rows().strengths()[t]).isZero();
            assertThat(presence.columns().strengths()[t]).isZero();
            for (int line = 0; line < 60; line++) {
                assertThat(presence.rows().traits().floats().values()[line * D + t])
                        .isZero();
            }
        }
    }

    @Test
    void fewLinesTellLittle() {
        assertThat(Presence.count(3, 1000)).isZero();
        assertThat(Presence.count(1000, 40)).isEqualTo(10);
        assertThat(Presence.count(1000, 1000)).isEqualTo(D);
        Presence<MemoryBlock> none = MemoryPattern.presence(groups(3, 50, 1, 0.5), 1);
        assertThat(none.rows().traits().floats().isNone()).isTrue();
        Presence<MemoryBlock> few = MemoryPattern.presence(groups(12, 50, 1, 0.5), 1);
        for (int t = 0; t < D; t++) {
            assertThat(few.rows().strengths()[t] > 0).isEqualTo(t < 3);
        }
    }

    @Test
    void threadsDoNotMatter() {
        Presence<MemoryBlock> one = MemoryPattern.presence(groups(1500, 1200, 1, 0.1), 9);
        for (int threads : new int[] {2, 5}) {
            Presence<MemoryBlock> other = MemoryPattern.presence(groups(1500, 1200, threads, 0.1), 9);
            assertThat(other.rows().traits().floats().values())
                    .isEqualTo(one.rows().traits().floats().values());
            assertThat(other.columns().loadings().floats().values())
                    .isEqualTo(one.columns().loadings().floats().values());
            assertThat(other.columns().strengths()).isEqualTo(one.columns().strengths());
        }
    }

    /* Σ x·tᵀ in blocks against one product in double precision; the rows are wider than what is read of them. */
    @Test
    void productsAreThoseOfMatrices() {
        SplittableRandom random = new SplittableRandom(2);
        for (int lines : new int[] {0, 1, 127, 128, 129, 1000}) {
            FloatBlock traits = FloatBlock.random(lines, D, D, 4, 0);
            float[] rows = new float[lines * 16];
            for (int k = 0; k < rows.length; k++) {
                rows[k] = (float) random.nextGaussian();
            }
            int from = lines / 3;
            double[] products = traits.products(rows, 16, 5, from, lines);
            DMatrixRMaj expected = new DMatrixRMaj(5, D);
            for (int line = from; line < lines; line++) {
                for (int k = 0; k < 5; k++) {
                    for (int t = 0; t < D; t++) {
                        expected.add(k, t, (double) rows[line * 16 + k] * traits.values()[line * D + t]);
                    }
                }
            }
            for (int k = 0; k < 5 * D; k++) {
                near(products[k], expected.data[k], 1e-4);
            }
        }
    }
}
