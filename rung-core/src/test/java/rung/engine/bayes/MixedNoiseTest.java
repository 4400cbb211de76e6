package rung.engine.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.Instances;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Side;

/** Columns with a logistic or Poisson's likelihood: bounds, optimality conditions, and what is expected of an entry. */
class MixedNoiseTest {
    private static Observations drawn(Likelihood likelihood, int rows, int columns, SplittableRandom random) {
        Matrix behind = Instances.lowRank(rows, columns, 2, random);
        Matrix table = new Matrix(rows, columns);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                double z = behind.get(i, j);
                double p = 1 / (1 + Math.exp(-2 * z));
                table.set(
                        i,
                        j,
                        switch (likelihood) {
                            case NORMAL -> z + 0.5 * random.nextGaussian();
                            case LOGISTIC -> random.nextDouble() < p ? 1 : 0;
                            case POISSON -> Math.floor(Math.exp(0.7 * z + 1) * -Math.log(random.nextDouble()));
                        });
            }
        }
        return Instances.sampled(table, 0.8, random);
    }

    private static BayesianIterate climbed(Observations data, List<Likelihood> likelihoods, int rank) {
        return BayesianTest.appended(Bayesian.of(data).withLikelihoods(likelihoods), rank);
    }

    /* The bound of the logistic function is a bound: coordinate descent on the free energy. */
    @Test
    void everyRefitLowersTheFreeEnergyOfTwoValues() {
        Observations data = drawn(Likelihood.LOGISTIC, 40, 30, new SplittableRandom(1));
        BayesianIterate a = climbed(data, Collections.nCopies(30, Likelihood.LOGISTIC), 4);
        double last = a.value();
        for (int t = 0; t < 40; t++) {
            a.refit(Side.of(t));
            assertThat(a.value()).isLessThanOrEqualTo(last + 1e-9 * Math.abs(last));
            last = a.value();
        }
    }

    /* At rank 0 only the levels of the columns are known: the share of ones, and the mean of counts. */
    @Test
    void levelsAreThoseOfTheColumns() {
        for (Likelihood likelihood : List.of(Likelihood.LOGISTIC, Likelihood.POISSON)) {
            Observations data = drawn(likelihood, 50, 4, new SplittableRandom(2));
            BayesianIterate a = climbed(data, Collections.nCopies(4, likelihood), 0);
            for (int t = 0; t < 60; t++) {
                a.refit(Side.of(t));
            }
            double[] sums = new double[4];
            int[] counts = new int[4];
            data.forEach((i, j, value, weight) -> {
                sums[j] += value;
                counts[j]++;
            });
            for (int j = 0; j < 4; j++) {
                near(a.expected(0, j), sums[j] / counts[j], 1e-6);
            }
        }
    }

    /*
     * Where the updates of counts come to rest, a row's mean solves the equation for the mode of its posterior:
     * Σ_j (x_j − κ_j)·c_j·v_j/φ_j = (u − p)/variance, κ being the expected rates. The targets are built of this step by step; here it is
     * computed from the rates alone, through the residuals of a certain right side.
     */
    @Test
    void countsComeToRestWhereRatesMeetThem() {
        Observations data = drawn(Likelihood.POISSON, 60, 20, new SplittableRandom(3));
        BayesianIterate a = climbed(data, Collections.nCopies(20, Likelihood.POISSON), 2);
        for (int t = 0; t < 400; t++) {
            a.refit(Side.of(t));
        }
        double[] observed = new double[20];
        double[] expected = new double[20];
        data.forEach((i, j, value, weight) -> {
            observed[j] += value;
            expected[j] += a.expected(i, j);
        });
        for (int j = 0; j < 20; j++) { // the condition for the level of a column
            near(expected[j], observed[j], 1e-6 * observed[j]);
        }
        double before = a.value();
        Matrix mean = a.matrix().left();
        a.refit(Side.LEFT);
        a.refit(Side.RIGHT);
        near(a.value(), before, 1e-7 * Math.abs(before));
        near(a.matrix().left().get(3, 0), mean.get(3, 0), 1e-4 * (1 + Math.abs(mean.get(3, 0))));
    }

    /* Normal columns alone take the way they always took; beside others they count as before. */
    @Test
    void normalColumnsAreAsWithout() {
        Observations data = drawn(Likelihood.NORMAL, 30, 12, new SplittableRandom(4));
        BayesianIterate with = climbed(data, Collections.nCopies(12, Likelihood.NORMAL), 2);
        BayesianIterate without = BayesianTest.appended(Bayesian.of(data), 2);
        assertThat(with.mean(3, 4)).isEqualTo(without.mean(3, 4));
        assertThat(with.value()).isEqualTo(without.value());
    }

    /* E[1/(1 + e^−θ)] and E[e^θ] for a normal θ, by numerical integration. */
    @Test
    void whatIsExpectedIsAMeanOverThePosterior() {
        for (Likelihood likelihood : List.of(Likelihood.LOGISTIC, Likelihood.POISSON)) {
            Observations data = drawn(likelihood, 25, 10, new SplittableRandom(5));
            BayesianIterate a = climbed(data, Collections.nCopies(10, likelihood), 2);
            Noise noise = a.noise();
            double mean = a.mean(2, 3);
            double variance = a.uncertainty(2, 3);
            double sum = 0;
            double weights = 0;
            for (double z = -6; z <= 6; z += 0.01) {
                double weight = Math.exp(-0.5 * z * z);
                sum += weight * noise.expected(3, mean + z * Math.sqrt(variance), 0);
                weights += weight;
            }
            near(a.expected(2, 3), sum / weights, likelihood == Likelihood.LOGISTIC ? 0.01 : 1e-6 * sum / weights);
        }
    }

    @Test
    void entriesMustSuitTheirColumn() {
        Observations data = Observations.dense(new Matrix(2, 1, new double[] {0, 2.5}));
        assertThatThrownBy(() -> Bayesian.of(data).withLikelihoods(List.of(Likelihood.LOGISTIC)))
                .hasMessageContaining("must be 0 or 1, got 2.5 at (1, 0)");
        assertThatThrownBy(() -> Bayesian.of(data).withLikelihoods(List.of(Likelihood.POISSON)))
                .hasMessageContaining("must be a whole number from 0 on, got 2.5");
        assertThatThrownBy(() -> Bayesian.of(data).withLikelihoods(List.of()))
                .hasMessageContaining("for each of 1 columns, got 0");
    }
}
