package rung.engine.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.Instances;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Near;
import rung.Settings;
import rung.algorithm.FastGreedy;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/** The mean under the posterior: its draws against their distribution, and what it is good for. */
class PosteriorMeanTest {
    private static BayesianIterate climbed(Bayesian problem, int rank) {
        return new FastGreedy(Settings.ofRank(rank).withRefits(20))
                .minimize(problem)
                .iterate();
    }

    /* One row many times: the draws have its mean and its covariance. */
    @Test
    void drawsFollowThePosterior() {
        int rows = 20_000;
        double[] mean = {1, -2, 0.5};
        double[][] covariance = {{2, 0.3, -0.4}, {0.3, 1, 0.2}, {-0.4, 0.2, 0.5}};
        Matrix means = new Matrix(rows, 3);
        Matrix moments = new Matrix(rows, Posterior.width(3));
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < 3; k++) {
                means.set(i, k, mean[k]);
                for (int l = 0; l <= k; l++) {
                    moments.set(i, Posterior.at(k, l), mean[k] * mean[l] + covariance[k][l]);
                }
            }
        }
        Posterior drawn = new PosteriorMean(rows, 1, 3, 7, new Workers(2))
                .certain(new Posterior(means, moments, new boolean[rows], 0));
        for (int k = 0; k < 3; k++) {
            double sum = 0;
            for (int i = 0; i < rows; i++) {
                sum += (drawn.mean().get(i, k) - mean[k]) / rows;
            }
            assertThat(Math.abs(sum)).isLessThan(5 * Math.sqrt(covariance[k][k] / rows));
            for (int l = 0; l <= k; l++) {
                double product = 0;
                for (int i = 0; i < rows; i++) {
                    double x = drawn.mean().get(i, k);
                    double y = drawn.mean().get(i, l);
                    product += (x - mean[k]) * (y - mean[l]) / rows;
                    near(drawn.moments().get(i, Posterior.at(k, l)), x * y, 1e-12);
                }
                double c = covariance[k][l];
                double error = Math.sqrt((covariance[k][k] * covariance[l][l] + c * c) / rows);
                assertThat(product).isBetween(c - 5 * error, c + 5 * error);
            }
        }
    }

    /* Much noise: the sides depend on each other, which mean-field updates do not know. */
    @Test
    void isNearerToTheTruthThanMeanFieldUpdates() {
        double mean = 0;
        double field = 0;
        for (int seed = 0; seed < 4; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Matrix truth = Instances.lowRank(100, 100, 10, random);
            Observations data = Instances.sampled(Instances.noisy(truth, 1, random), 0.3, random);
            Bayesian problem = Bayesian.of(data).withSeed(seed);
            BayesianIterate found = climbed(problem, 10);
            LowRankMatrix sampled = problem.mean(found, 400, Listener.NONE).matrix();
            assertThat(sampled.rank()).isEqualTo(10);
            mean += Near.minus(sampled.toDense(), truth).norm();
            field += Near.minus(found.matrix().toDense(), truth).norm();
        }
        assertThat(mean).isLessThan(0.98 * field);
    }

    /* Of ten draws the first is left out: the mean is that of the other nine products, made here, cut to the rank. */
    @Test
    void theFirstTenthOfTheDrawsIsLeftOut() {
        SplittableRandom random = new SplittableRandom(6);
        Observations data =
                Instances.sampled(Instances.noisy(Instances.lowRank(12, 10, 2, random), 0.5, random), 0.7, random);
        Bayesian problem = Bayesian.of(data).withSeed(3).withThreads(1);
        BayesianIterate found = climbed(problem, 2);
        BayesianIterate chain = found.copy();
        PosteriorMean draws = new PosteriorMean(12, 10, 2, 3, Workers.ONE);
        Matrix sum = new Matrix(12, 10);
        for (int k = 0; k < 10; k++) {
            Matrix expected = chain.draw(draws);
            sum = k == 0 ? sum : sum.plus(1.0 / 9, chain.left().mean().multiplyByTransposed(expected));
        }
        Matrix mean = problem.mean(found, 10, Listener.NONE).matrix().toDense();
        near(mean, Instances.ejmlTruncated(sum, 2), 1e-3);
    }

    @Test
    void leavesTheIterateAloneAndDoesNotDependOnThreads() {
        SplittableRandom random = new SplittableRandom(5);
        Observations data =
                Instances.sampled(Instances.noisy(Instances.lowRank(60, 50, 3, random), 0.5, random), 0.5, random);
        Bayesian problem = Bayesian.of(data).withSeed(3).withThreads(1);
        BayesianIterate found = climbed(problem, 4);
        LowRankMatrix before = found.matrix();
        LowRankMatrix one = problem.mean(found, 30, Listener.NONE).matrix();
        assertThat(found.matrix()).isEqualTo(before);
        assertThat(problem.withThreads(3).mean(found, 30, Listener.NONE).matrix())
                .isEqualTo(one);
        assertThat(problem.withSeed(4).mean(found, 30, Listener.NONE).matrix()).isNotEqualTo(one);
    }

    /* Without noise there is nothing to average, and covariances are rounding errors. */
    @Test
    void exactDataStayExact() {
        SplittableRandom random = new SplittableRandom(6);
        Matrix truth = Instances.lowRank(40, 30, 2, random);
        Bayesian problem = Bayesian.of(Instances.sampled(truth, 0.6, random));
        LowRankMatrix mean =
                problem.mean(climbed(problem, 2), 50, Listener.NONE).matrix();
        assertThat(Near.minus(mean.toDense(), truth).norm()).isLessThan(1e-3 * truth.norm());
    }
}
