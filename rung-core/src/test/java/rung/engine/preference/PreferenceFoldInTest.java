package rung.engine.preference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One line fitted to the other side, against the equations themselves, solved by elimination; products of the other side are rounded to floats. */
class PreferenceFoldInTest {
    private static final int LINES = 60;
    private static final int RANK = 34;
    private static final double ALPHA = 0.4;
    private static final double LAMBDA = 0.3;
    private static final double NU = 0.5;

    private final SplittableRandom random = new SplittableRandom(18);
    private final float[] other = numbers(LINES * RANK, -1, 1);
    private final PreferenceFoldIn foldIn = new PreferenceFoldIn(FactorRows.of(LINES, RANK, other), ALPHA, LAMBDA, NU);

    private float[] numbers(int count, double from, double to) {
        float[] numbers = new float[count];
        for (int k = 0; k < count; k++) {
            numbers[k] = (float) random.nextDouble(from, to);
        }
        return numbers;
    }

    private double[] row(int line) {
        double[] row = new double[RANK];
        for (int a = 0; a < RANK; a++) {
            row[a] = other[line * RANK + a];
        }
        return row;
    }

    /** The matrix of the equations, as the class says it. */
    private double[][] matrix(int[] index, float[] weights) {
        double[][] m = new double[RANK][RANK];
        double sum = 0;
        for (int line = 0; line < LINES; line++) {
            add(ALPHA, row(line), m);
        }
        for (int k = 0; k < index.length; k++) {
            add(weights[k], row(index[k]), m);
            sum += weights[k];
        }
        for (int a = 0; a < RANK; a++) {
            m[a][a] += LAMBDA * Math.pow(sum + ALPHA * LINES, NU);
        }
        return m;
    }

    private static void add(double weight, double[] f, double[][] m) {
        for (int a = 0; a < RANK; a++) {
            for (int b = 0; b < RANK; b++) {
                m[a][b] += weight * f[a] * f[b];
            }
        }
    }

    private static double[] solve(double[][] m, double[] right) {
        double[] x = right.clone();
        for (int a = 0; a < RANK; a++) { // positive definite, so without a search for pivots
            for (int b = a + 1; b < RANK; b++) {
                double part = m[b][a] / m[a][a];
                for (int c = a; c < RANK; c++) {
                    m[b][c] -= part * m[a][c];
                }
                x[b] -= part * x[a];
            }
        }
        for (int a = RANK - 1; a >= 0; a--) {
            for (int c = a + 1; c < RANK; c++) {
                x[a] -= m[a][c] * x[c];
            }
            x[a] /= m[a][a];
        }
        return x;
    }

    private static double dot(double[] one, double[] two) {
        double sum = 0;
        for (int a = 0; a < RANK; a++) {
            sum += one[a] * two[a];
        }
        return sum;
    }

    private void check(int[] index, float[] weights, float[] targets) {
        PreferenceFoldIn.Equations equations = foldIn.of(index, weights, targets);
        double[] right = new double[RANK];
        for (int k = 0; k < index.length; k++) {
            double[] f = row(index[k]);
            for (int a = 0; a < RANK; a++) {
                right[a] += weights[k] * targets[k] * f[a];
            }
        }
        double[] expected = solve(matrix(index, weights), right);
        float[] found = equations.solution();
        for (int a = 0; a < RANK; a++) {
            assertThat((double) found[a]).as("factor " + a).isCloseTo(expected[a], within(1e-6));
        }
        for (int line = 0; line < 5; line++) {
            double[] y = solve(matrix(index, weights), row(line));
            double[] shares = equations.contributions(line);
            assertThat(shares).hasSize(index.length);
            for (int k = 0; k < index.length; k++) {
                assertThat(shares[k])
                        .as("what entry " + k + " contributes")
                        .isCloseTo((double) weights[k] * targets[k] * dot(row(index[k]), y), within(1e-6));
            }
            assertThat(Arrays.stream(shares).sum()).isCloseTo(dot(row(line), expected), within(1e-6));
        }
    }

    /* Up to 4 entries are few for rank 34, 5 are many. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 30, 60})
    void solvesTheEquationsHoweverManyEntriesThereAre(int count) {
        int[] index = random.ints(0, LINES).distinct().limit(count).toArray();
        float[] ones = new float[count];
        Arrays.fill(ones, 1);
        check(index, ones, ones);
        check(index, numbers(count, 0.1, 9), numbers(count, 0.2, 2));
    }

    @Test
    void anEntryWithoutWeightTellsNothing() {
        check(new int[] {3, 9}, new float[] {2, 0}, new float[] {1, 1});
    }

    /* What lines share is kept for some weights and made again for others. */
    @Test
    void theBitsDoNotDependOnWhoWasThereBefore() {
        int[] index = {7, 1, 30};
        float[] ones = {1, 1, 1};
        float[] first = foldIn.of(index, ones, ones).solution();
        for (int k = 0; k < 100; k++) {
            float[] weights = numbers(3, 0.1, 9);
            check(index, weights, ones);
            assertThat(foldIn.of(index, ones, ones).solution()).isEqualTo(first);
        }
        assertThat(new PreferenceFoldIn(FactorRows.of(LINES, RANK, other), ALPHA, LAMBDA, NU)
                        .of(index, ones, ones)
                        .solution())
                .isEqualTo(first);
    }
}
