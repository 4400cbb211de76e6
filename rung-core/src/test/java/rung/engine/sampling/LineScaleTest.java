package rung.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Instances;
import rung.LowRankMatrix;
import rung.Settings;
import rung.algorithm.FastGreedy;
import rung.engine.sampling.block.EntryLines;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.block.LineScale;
import rung.engine.sampling.block.MemoryBlock;
import rung.engine.sampling.block.SingleEntries;
import rung.engine.sampling.posterior.MemoryPattern;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;
import rung.linalg.Workers;

/** Directions in residuals whose lines are scaled, and what they find where some lines have very many entries. */
class LineScaleTest {
    /* G against D·G·E as dense matrices, by EJML; u and v belong to G itself. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void thePairIsThatOfTheScaledResiduals(int threads) {
        int m = 90;
        int n = 60;
        SplittableRandom random = new SplittableRandom(1);
        Matrix table = SingleEntriesTest.table(m, n, 0.4, random);
        SingleEntries entries = SingleEntriesTest.entries(table, threads, random);
        MemoryFactors factors = MemoryFactors.zero(entries, MemoryPattern.nothing(entries), 5);
        Matrix g = new Matrix(m, n);
        int[] ofRows = new int[m];
        int[] ofColumns = new int[n];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                if (!Double.isNaN(table.get(i, j))) {
                    g.set(i, j, SingleEntriesTest.OFFSET - (float) table.get(i, j));
                    ofRows[i]++;
                    ofColumns[j]++;
                }
            }
        }
        double meanOfRows = Arrays.stream(ofRows).average().orElseThrow();
        double meanOfColumns = Arrays.stream(ofColumns).average().orElseThrow();
        Matrix scaled = new Matrix(m, n);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                double d = 1 / Math.sqrt(ofRows[i] + LineScale.LIGHT * meanOfRows);
                double e = 1 / Math.sqrt(ofColumns[j] + LineScale.LIGHT * meanOfColumns);
                scaled.set(i, j, d * g.get(i, j) * e);
            }
        }
        double largest = Instances.ejmlSvd(scaled).sigma()[0];
        SingularPair pair = factors.top(LineScale.LIGHT).gathered();
        assertThat(pair.sigma()).isBetween(0.75 * largest, (1 + 1e-5) * largest);
        double uGv = Matrix.column(pair.u())
                .multiplyTransposed(g.multiply(Matrix.column(pair.v())))
                .get(0, 0);
        near(uGv, pair.sigma(), 1e-4);
        double norm = 0;
        for (int i = 0; i < m; i++) {
            norm += pair.u()[i] * pair.u()[i] * (ofRows[i] + LineScale.LIGHT * meanOfRows);
        }
        near(norm, 1, 1e-5); // x = u/d is a unit vector
    }

    /*
     * A small problem that was missed without scales: most entries are in a few lines, so that the noise in those is larger than what
     * all share. Who finds nothing has an error of about 1.1, the standard deviation of the entries.
     */
    @Test
    void whatAllLinesShareIsFoundWhereFewHaveMostEntries() {
        int n = 5_000;
        int count = 40_000;
        double noise = 0.5;
        SplittableRandom random = new SplittableRandom(7);
        double[] u = Matrix.gaussian(n, 1, random).array();
        double[] v = Matrix.gaussian(n, 1, random).array();
        int[] i = new int[2 * count];
        int[] j = new int[2 * count];
        float[] values = new float[2 * count];
        for (int k = 0; k < 2 * count; k++) {
            i[k] = (int) (n * Math.pow(random.nextDouble(), 1.5));
            j[k] = (int) (n * Math.pow(random.nextDouble(), 2.5));
            values[k] = (float) (u[i[k]] * v[j[k]] + noise * random.nextGaussian());
        }
        Sampling problem =
                Sampling.of(n, n, Arrays.copyOf(i, count), Arrays.copyOf(j, count), Arrays.copyOf(values, count));
        LowRankMatrix found = new FastGreedy(Settings.ofRank(1).withFinishing(10))
                .minimize(problem)
                .matrix();
        double squares = 0;
        for (int k = count; k < 2 * count; k++) {
            double error = found.get(i[k], j[k]) - values[k];
            squares += error * error;
        }
        assertThat(Math.sqrt(squares / count)).isBetween(noise, 0.85);
    }

    /* Where long lines are mostly noise, the pair that they sway lowers the squared residuals by less. */
    @ParameterizedTest
    @CsvSource({"1, 10", "0, 30"})
    void theFirstPairChoosesTheSmoothing(double skew, double expected) {
        int m = 4_000;
        int n = 600;
        int count = 80_000;
        SplittableRandom random = new SplittableRandom(3);
        double[] u = Matrix.gaussian(m, 1, random).array();
        double[] v = Matrix.gaussian(n, 1, random).array();
        int[] i = new int[count];
        int[] j = new int[count];
        float[] values = new float[count];
        for (int k = 0; k < count; k++) {
            i[k] = (int) (m * Math.pow(random.nextDouble(), 1 + skew / 2));
            j[k] = (int) (n * Math.pow(random.nextDouble(), 1 + 3 * skew / 2));
            values[k] = (float) (u[i[k]] * v[j[k]] + 2 * random.nextGaussian());
        }
        SamplingIterate<MemoryFactors> a = Sampling.of(m, n, i, j, values).start();
        double[] chosen = a.factors().copy().top(expected).gathered().v();
        assertThat(Matrix.norm(a.steepest().v())).isEqualTo(Matrix.norm(chosen));
    }

    @Test
    void scalesDoNotDependOnHowLinesAreShared() {
        EntryLines lines = new EntryLines(new int[] {0, 3, 3, 10}, new int[10], new float[10]);
        double[] scale = LineScale.of(lines, 5, 10);
        near(scale[0], 1 / Math.sqrt(53), 1e-12);
        near(scale[1], 1 / Math.sqrt(50), 1e-12);
        near(scale[2], 1 / Math.sqrt(57), 1e-12);
        MemoryBlock ones = new MemoryBlock(Workers.ONE, new FloatBlock(3, 16, new float[48]));
        Arrays.fill(ones.floats().values(), 1);
        MemoryBlock scaled = ones.scaled(scale);
        for (int k = 0; k < 48; k++) {
            assertThat(scaled.floats().values()[k]).isEqualTo((float) scale[k / 16]);
            assertThat(ones.floats().values()[k]).isOne();
        }
    }
}
