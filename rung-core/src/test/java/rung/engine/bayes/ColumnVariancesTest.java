package rung.engine.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Instances;
import rung.Settings;
import rung.algorithm.FastGreedy;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.Workers;

/** Columns whose noise differs, or does not. */
class ColumnVariancesTest {
    private static final int COLUMNS = 20;

    /* The energy is minus the logarithm of ∫ λ^(n/2)·exp(−λ·q/2)·p(λ) dλ, with the gamma density p written out for whole numbers. */
    @ParameterizedTest
    @CsvSource({"2, 1, 0.3, 0.7", "4, 5, 12, 1.5", "8, 12, 2, 0.5", "64, 30, 100, 2"})
    void theEnergyIsThatOfTheIntegral(int degrees, int n, double q, double variance) {
        int half = degrees / 2;
        double rate = half * variance;
        double factorial = 1;
        for (int k = 2; k < half; k++) {
            factorial *= k;
        }
        double step = 1e-4;
        double sum = 0;
        for (double precision = step / 2; precision < 40; precision += step) {
            double density = Math.pow(rate * precision, half - 1) * rate * Math.exp(-rate * precision) / factorial;
            sum += step * Math.pow(precision, 0.5 * n) * Math.exp(-0.5 * precision * q) * density;
        }
        double energy = ColumnVariances.energy(new double[] {q}, new int[] {n}, degrees, variance);
        near(energy, -Math.log(sum), 1e-5);
    }

    /* A column without entries says nothing, and no table is too empty or too exact. */
    @Test
    void whatSaysNothingChangesNothing() {
        ColumnVariances nothing = ColumnVariances.of(new double[3], new int[3]);
        assertThat(nothing.weights()).isEmpty();
        assertThat(nothing.energy()).isZero();
        ColumnVariances exact = ColumnVariances.of(new double[3], new int[] {5, 6, 7});
        assertThat(exact.variance()).isPositive();
        ColumnVariances some = ColumnVariances.of(new double[] {900, 1, 0}, new int[] {90, 100, 0});
        double[] weights = some.weights().orElseThrow();
        near(some.variance() / weights[0], 10, 0.05);
        near(some.variance() / weights[1], 0.01, 0.05);
        assertThat(some.variance() / weights[2]).isBetween(0.01, 10.0);
    }

    /* At the likeliest s² the squared residuals, weighted, are as many as there are entries. */
    @ParameterizedTest
    @CsvSource({"5, 1e-1", "5, 1e-5", "200, 1e-2", "200, 1e-5"})
    void theLikeliestVarianceIsStationary(int columns, double least) {
        double[] squares = new double[columns];
        int[] counts = new int[columns];
        int sum = 0;
        for (int j = 0; j < columns; j++) {
            counts[j] = 5_000 + 10 * j;
            squares[j] = counts[j] * (j % 2 == 0 ? 1 : least);
            sum += counts[j];
        }
        ColumnVariances found = ColumnVariances.of(squares, counts);
        double weighted = 0;
        for (int j = 0; j < columns; j++) {
            weighted += found.weight(j) * squares[j];
        }
        near(weighted, sum * found.variance(), 1e-6);
    }

    @Test
    void theNoiseOfEachColumnIsFound() {
        double[] noise = new double[COLUMNS];
        Arrays.setAll(noise, j -> 0.05 * Math.pow(2, j % 5));
        BayesianIterate found = climbed(noisy(noise, 3), 3);
        for (int j = 0; j < COLUMNS; j++) {
            near(Math.sqrt(found.noise().variance(j, 0, 0)), noise[j], 0.15);
        }
    }

    @Test
    void columnsThatDifferByChanceHaveOneVariance() {
        double[] noise = new double[COLUMNS];
        Arrays.fill(noise, 0.3);
        for (int seed = 0; seed < 5; seed++) {
            assertThat(climbed(noisy(noise, seed), 3).noise().weights()).isNull();
        }
    }

    /* At a fixed rank every update lowers the free energy, whether columns differ or not. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.03, 0.001})
    void everyRefitLowersTheFreeEnergy(double least) {
        double[] noise = new double[COLUMNS];
        Arrays.setAll(noise, j -> j % 3 == 0 ? 1 : least);
        BayesianIterate a = BayesianTest.appended(Bayesian.of(noisy(noise, 1)), 5);
        double last = a.value();
        for (int t = 0; t < 60; t++) {
            a.refit(Side.of(t));
            assertThat(a.value()).isLessThanOrEqualTo(last + 1e-9 * Math.abs(last));
            last = a.value();
        }
        assertThat(a.noise().weights()).isNotNull();
    }

    /* What is known of the columns, their noise included, is enough for rows of the table itself. */
    @Test
    void rowsThatComeLaterAreFittedAlike() {
        double[] noise = new double[COLUMNS];
        Arrays.setAll(noise, j -> j % 2 == 0 ? 1 : 0.1);
        Observations data = noisy(noise, 2);
        BayesianIterate a = climbed(data, 3);
        a.refit(Side.LEFT);
        ColumnFactors columns = ColumnFactors.of(a.columnFactors().toNumbers());
        BayesianIterate again = columns.fit(data, new Workers(1));
        for (int i = 0; i < data.rows(); i += 17) {
            for (int j = 0; j < COLUMNS; j++) {
                assertThat(Math.abs(again.mean(i, j) - a.mean(i, j))).isLessThan(0.02);
                near(again.noise().variance(j, 0, 0), a.noise().variance(j, 0, 0), 0.02);
            }
        }
    }

    private static BayesianIterate climbed(Observations data, int rank) {
        return new FastGreedy(Settings.ofRank(rank).withRefits(30))
                .minimize(Bayesian.of(data))
                .iterate();
    }

    private static Observations noisy(double[] noise, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix truth = Instances.lowRank(300, COLUMNS, 3, random);
        Observations.Builder data = Observations.builder(300, COLUMNS);
        for (int i = 0; i < 300; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                double value = truth.get(i, j) + noise[j] * random.nextGaussian();
                if (random.nextDouble() < 0.7) {
                    data.add(i, j, value);
                }
            }
        }
        return data.build();
    }
}
