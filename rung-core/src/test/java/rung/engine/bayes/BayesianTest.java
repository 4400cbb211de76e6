package rung.engine.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import rung.Instances;
import rung.LowRankMatrix;
import rung.Settings;
import rung.Solution;
import rung.algorithm.FastGreedy;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.Workers;

/** Variational Bayes: the update against its formula in EJML, the free energy, what it does to noise and to surplus rank. */
class BayesianTest {
    static BayesianIterate appended(Bayesian problem, int pairs) {
        BayesianIterate a = problem.start();
        for (int t = 0; t < pairs; t++) {
            SingularPair pair = a.steepest();
            a.append(pair, a.lineSearch(pair));
            a.refit(Side.LEFT);
            a.refit(Side.RIGHT);
        }
        return a;
    }

    /* The first refit after the first pair: the fixed side is certain, so a row is a ridge regression with s²/c. */
    @Test
    void aRefitIsTheRidgeRegressionOfTheFormula() {
        SplittableRandom random = new SplittableRandom(1);
        Observations data =
                Instances.sampled(Instances.noisy(Instances.lowRank(12, 9, 2, random), 0.3, random), 0.7, random);
        BayesianIterate a = Bayesian.of(data).start();
        SingularPair pair = a.steepest();
        double s = a.lineSearch(pair);
        a.append(pair, s);
        double[] meanSquare = new double[1];
        data.forEach((i, j, value, weight) -> meanSquare[0] += value * value / data.count());
        Prior prior = a.left().prior();
        double shrinkage = meanSquare[0] / prior.variances()[0];
        double mean = -Arrays.stream(pair.u()).sum()
                * Math.sqrt(s)
                / 12; // the mean square is s/12, u being a unit vector of 12
        near(prior.variances()[0], s / 12 - prior.means()[0] * mean, 1e-6);
        double[] numerator = new double[12];
        double[] denominator = new double[12];
        data.forEach((i, j, value, weight) -> {
            double f = Math.sqrt(s) * pair.v()[j];
            numerator[i] += value * f;
            denominator[i] += f * f;
        });
        a.refit(Side.LEFT);
        for (int i = 0; i < 12; i++) {
            near(
                    a.matrix().left().get(i, 0),
                    (numerator[i] + shrinkage * prior.means()[0]) / (denominator[i] + shrinkage),
                    1e-6);
        }
    }

    /* At a fixed rank every update lowers the free energy: coordinate descent. */
    @Test
    void everyRefitLowersTheFreeEnergy() {
        SplittableRandom random = new SplittableRandom(2);
        Observations data =
                Instances.sampled(Instances.noisy(Instances.lowRank(30, 25, 3, random), 0.5, random), 0.6, random);
        BayesianIterate a = appended(Bayesian.of(data), 5);
        double last = a.value();
        for (int t = 0; t < 60; t++) {
            a.refit(Side.of(t));
            assertThat(a.value()).isLessThanOrEqualTo(last + 1e-9 * Math.abs(last));
            last = a.value();
        }
    }

    @Test
    void aClimbThatGoesOnIsAsOneThatNeverPaused() {
        SplittableRandom random = new SplittableRandom(12);
        Observations data =
                Instances.sampled(Instances.noisy(Instances.lowRank(40, 30, 5, random), 0.3, random), 0.6, random);
        Bayesian problem = Bayesian.of(data).withSeed(3);
        BayesianIterate whole = climbed(problem, 6);
        BayesianIterate part = climbed(problem, 2);
        double before = part.value();
        BayesianIterate rest = climbed(problem.goingOnFrom(part), 6);
        assertThat(rest.left().mean().array()).isEqualTo(whole.left().mean().array());
        assertThat(rest.right().mean().array()).isEqualTo(whole.right().mean().array());
        assertThat(rest.value()).isEqualTo(whole.value());
        assertThat(part.rank()).isEqualTo(2);
        assertThat(part.value()).isEqualTo(before);
        Observations others = data.withValues(new double[data.count()]);
        assertThatThrownBy(() -> Bayesian.of(others).goingOnFrom(part))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("entries that it began with");
    }

    private static BayesianIterate climbed(Bayesian problem, int rank) {
        return new FastGreedy(Settings.ofRank(rank).withRefits(4))
                .minimize(problem)
                .iterate();
    }

    /* Minus the log likelihood of Student's t, whose gamma functions are known, less that of a normal distribution at its scale. */
    @Test
    void theEnergyOfHeavyTailsIsThatOfTheDensity() {
        SplittableRandom random = new SplittableRandom(13);
        Observations.Builder data = Observations.builder(40, 30);
        for (int k = 0; k < 1_200; k++) {
            double far = k % 20 == 0 ? 1e6 : 1; // so that products of many terms leave the range of numbers
            data.add(k / 30, k % 30, far * random.nextGaussian());
        }
        BayesianIterate a = Bayesian.of(data.build()).withHeavyTails(true).start();
        StudentNoise noise = (StudentNoise) a.noise();
        int degrees = noise.degrees();
        double constant = -0.5; // log Γ((ν+1)/2) − log Γ(ν/2) by steps of one half
        double logGammas = -0.5 * Math.log(Math.PI);
        for (int k = 1; k < degrees; k++) {
            logGammas = Math.log(0.5 * k) - logGammas;
        }
        double expected = 0.5 * 1_200 * Math.log(noise.variance());
        for (double value : data.build().values()) {
            expected += 0.5 * Math.log(0.5 * degrees) - logGammas + constant;
            expected += 0.5 * (degrees + 1) * Math.log1p(value * value / (degrees * noise.variance()));
        }
        near(noise.energy(), expected, 1e-9);
    }

    @Test
    void theNoiseIsFoundAndSurplusRankDoesNoHarm() {
        SplittableRandom random = new SplittableRandom(3);
        Matrix truth = Instances.lowRank(80, 70, 3, random);
        Observations data = Instances.sampled(Instances.noisy(truth, 1, random), 0.5, random);
        double[] errors = new double[16];
        new FastGreedy(Settings.ofRank(15)
                        .withRefits(8)
                        .withListener(progress -> errors[progress.step().rank()] =
                                progress.matrix().distance(LowRankMatrix.of(truth, Matrix.identity(70)))
                                        / truth.norm()))
                .minimize(Bayesian.of(data));
        assertThat(errors[3]).isLessThan(0.3);
        for (int r = 4; r <= 15; r++) {
            assertThat(errors[r]).as("rank %s", r).isLessThan(1.1 * errors[3]);
        }
    }

    @Test
    void threadsScalesAndTranspositionDoNotMatter() {
        SplittableRandom random = new SplittableRandom(4);
        Matrix m = Instances.noisy(Instances.lowRank(60, 50, 3, random), 0.3, random);
        Observations data = Instances.sampled(m, 0.6, random);
        FastGreedy algorithm = new FastGreedy(Settings.ofRank(5).withRefits(6));
        Solution one = algorithm.minimize(Bayesian.of(data).withThreads(1));
        for (int threads : new int[] {2, 3, 8}) {
            assertThat(algorithm
                            .minimize(Bayesian.of(data).withThreads(threads))
                            .matrix())
                    .isEqualTo(one.matrix());
        }
        Observations.Builder scaled = Observations.builder(60, 50);
        data.forEach((i, j, value, weight) -> scaled.add(i, j, 1000 * value));
        Matrix large = algorithm.minimize(Bayesian.of(scaled.build())).matrix().toDense();
        near(large.scaledColumns(constant(50, 1e-3)), one.matrix().toDense(), 1e-6);
    }

    private static double[] constant(int n, double value) {
        double[] x = new double[n];
        Arrays.fill(x, value);
        return x;
    }

    @Test
    void theCovariancesAreThoseOfTheFormula() {
        SplittableRandom random = new SplittableRandom(5);
        Observations data = Observations.dense(Instances.noisy(Instances.lowRank(8, 6, 2, random), 0.2, random));
        BayesianIterate a = appended(Bayesian.of(data), 2);
        BayesianIterate inner = a;
        Posterior fixed = inner.right();
        double noise = inner.noise().variance();
        double[] prior = inner.left().prior().variances();
        DMatrixRMaj h = new DMatrixRMaj(2, 2);
        for (int j = 0; j < 6; j++) {
            for (int k = 0; k < 2; k++) {
                for (int l = 0; l < 2; l++) {
                    h.add(k, l, fixed.moments().get(j, Posterior.at(Math.max(k, l), Math.min(k, l))) / noise);
                }
            }
        }
        h.add(0, 0, 1 / prior[0]);
        h.add(1, 1, 1 / prior[1]);
        CommonOps_DDRM.invert(h);
        a.refit(Side.LEFT);
        for (int i = 0; i < 8; i++) {
            for (int k = 0; k < 2; k++) {
                for (int l = 0; l <= k; l++) {
                    double mean =
                            inner.left().mean().get(i, k) * inner.left().mean().get(i, l);
                    double covariance = inner.left().moments().get(i, Posterior.at(k, l)) - mean;
                    near(covariance / h.get(0), h.get(k, l) / h.get(0), 1e-9);
                }
            }
        }
        near(inner.left().logDeterminants(), 8 * Math.log(CommonOps_DDRM.det(h)), 1e-9);
    }

    /* Its columns are so long that their sums are made in blocks. */
    @Test
    void theColumnsOfATallTableFollowTheFormulaOnAnyNumberOfThreads() {
        SplittableRandom random = new SplittableRandom(6);
        Observations data =
                Instances.sampled(Instances.noisy(Instances.lowRank(20_001, 3, 2, random), 0.2, random), 0.7, random);
        BayesianIterate a = appended(Bayesian.of(data), 2);
        Posterior fixed = a.left();
        double noise = a.noise().variance();
        double[] prior = a.right().prior().variances();
        double[] center = a.right().prior().means();
        DMatrixRMaj[] h = new DMatrixRMaj[3];
        DMatrixRMaj[] rhs = new DMatrixRMaj[3];
        for (int j = 0; j < 3; j++) {
            h[j] = new DMatrixRMaj(2, 2, true, noise / prior[0], 0, 0, noise / prior[1]);
            rhs[j] = new DMatrixRMaj(2, 1, true, noise / prior[0] * center[0], noise / prior[1] * center[1]);
        }
        Noise before = a.noise();
        data.forEach((i, j, value, weight) -> {
            double w = noise / before.variance(j, 0, 0); // columns differ by what two pairs do not explain yet
            for (int k = 0; k < 2; k++) {
                rhs[j].add(k, 0, w * value * fixed.mean().get(i, k));
                for (int l = 0; l < 2; l++) {
                    h[j].add(k, l, w * fixed.moments().get(i, Posterior.at(Math.max(k, l), Math.min(k, l))));
                }
            }
        });
        a.refit(Side.RIGHT);
        for (int j = 0; j < 3; j++) {
            DMatrixRMaj x = new DMatrixRMaj(2, 1);
            assertThat(CommonOps_DDRM.solve(h[j], rhs[j], x)).isTrue();
            near(a.right().mean().get(j, 0), x.get(0), 1e-9);
            near(a.right().mean().get(j, 1), x.get(1), 1e-9);
        }
        LowRankMatrix one = appended(Bayesian.of(data).withThreads(1), 2).matrix();
        assertThat(appended(Bayesian.of(data).withThreads(3), 2).matrix()).isEqualTo(one);
    }

    /* A row without entries is expected to be like the others, and does not change what is known of them. */
    @Test
    void anEmptyRowIsExpectedToBeLikeTheOthers() {
        SplittableRandom random = new SplittableRandom(7);
        Observations.Builder some = Observations.builder(40, 6);
        Observations.Builder more = Observations.builder(43, 6);
        for (int i = 0; i < 40; i++) {
            for (int j = 0; j < 6; j++) {
                double value = 100 * (j + 1) + random.nextGaussian();
                some.add(i, j, value);
                more.add(i, j, value);
            }
        }
        LowRankMatrix with = appended(Bayesian.of(more.build()), 1).matrix();
        LowRankMatrix without = appended(Bayesian.of(some.build()), 1).matrix();
        for (int j = 0; j < 6; j++) {
            near(with.get(42, j), 100 * (j + 1), 0.01);
            near(with.get(5, j), without.get(5, j), 1e-6);
        }
    }

    /* A mean that is there but for chance is not made up: without it the prior is the mean square, as it ever was. */
    @Test
    void aMeanWithinChanceIsZero() {
        Matrix mean = Matrix.of(new double[][] {{1, 5}, {-1, 5.1}, {1.2, 4.9}, {-1, 5}});
        Matrix moments = new Matrix(4, Posterior.width(2));
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 2; k++) {
                for (int l = 0; l <= k; l++) {
                    moments.set(i, Posterior.at(k, l), mean.get(i, k) * mean.get(i, l));
                }
            }
        }
        Prior prior = new Posterior(mean, moments, new boolean[] {true, true, true, true}, 0).prior();
        assertThat(prior.means()[0]).isZero();
        near(prior.variances()[0], (1 + 1 + 1.44 + 1) / 4, 1e-12);
        near(prior.means()[1], 5, 1e-3);
    }

    /* Under heavy tails the free energy falls as well, and an entry that is far off counts for next to nothing. */
    @Test
    void heavyTailsListenLittleToWhatIsFarOff() {
        SplittableRandom random = new SplittableRandom(8);
        Matrix truth = Instances.lowRank(60, 40, 2, random);
        double deviation = truth.norm() / Math.sqrt(60 * 40);
        Matrix noisy = Instances.noisy(truth, 0.1 * deviation, random);
        for (int k = 0; k < 48; k++) { // two in a hundred
            noisy.array()[50 * k] += 30 * deviation * random.nextGaussian();
        }
        Observations data = Instances.sampled(noisy, 0.6, random);
        BayesianIterate robust = appended(Bayesian.of(data).withHeavyTails(true), 2);
        double last = robust.value();
        for (int t = 0; t < 40; t++) {
            robust.refit(Side.of(t));
            assertThat(robust.value()).isLessThanOrEqualTo(last + 1e-9 * Math.abs(last));
            last = robust.value();
        }
        BayesianIterate usual = appended(Bayesian.of(data), 2);
        LowRankMatrix exact = LowRankMatrix.of(truth, Matrix.identity(40));
        assertThat(robust.matrix().distance(exact)).isLessThan(0.1 * truth.norm());
        assertThat(usual.matrix().distance(exact)).isGreaterThan(truth.norm());
        assertThat(robust.noise().variance()).isBetween(0.003 * deviation * deviation, 0.02 * deviation * deviation);
    }

    /* Normal noise under heavy tails: many degrees of freedom, the same variance, nearly the same value and fit. */
    @Test
    void heavyTailsDoNoHarmToNormalNoise() {
        SplittableRandom random = new SplittableRandom(9);
        Observations data =
                Instances.sampled(Instances.noisy(Instances.lowRank(80, 60, 2, random), 1, random), 0.6, random);
        BayesianIterate robust = appended(Bayesian.of(data).withHeavyTails(true), 2);
        BayesianIterate usual = appended(Bayesian.of(data), 2);
        for (int t = 0; t < 40; t++) {
            robust.refit(Side.of(t));
            usual.refit(Side.of(t));
        }
        assertThat(robust.noise())
                .isInstanceOfSatisfying(
                        StudentNoise.class, noise -> assertThat(noise.degrees()).isGreaterThanOrEqualTo(12));
        near(robust.value(), usual.value(), 0.03);
        near(robust.matrix().toDense(), usual.matrix().toDense(), 0.05);
    }

    /* The variance of an entry: what is drawn from the posterior varies as much, and noise comes on top. */
    @Test
    void theVarianceOfAnEntryIsThatOfTheFormula() {
        SplittableRandom random = new SplittableRandom(10);
        Observations data =
                Instances.sampled(Instances.noisy(Instances.lowRank(12, 9, 2, random), 0.5, random), 0.5, random);
        BayesianIterate a = appended(Bayesian.of(data), 2);
        double sum = 0;
        double squares = 0;
        int draws = 20_000;
        for (int k = 0; k < draws; k++) {
            PosteriorMean sampling = new PosteriorMean(12, 9, 2, 2L * k, new Workers(1));
            Posterior drawn = sampling.certain(a.left());
            Posterior right = new PosteriorMean(12, 9, 2, 2L * k + 1, new Workers(1)).certain(a.right());
            double x = drawn.mean().get(3, 0) * right.mean().get(4, 0)
                    + drawn.mean().get(3, 1) * right.mean().get(4, 1);
            sum += x / draws;
            squares += x * x / draws;
        }
        near(a.mean(3, 4), sum, 0.05);
        near((squares - sum * sum) / (a.variance(3, 4) - a.noise().variance()), 1, 0.05);
    }

    @Test
    void weightsAreRefused() {
        assertThatThrownBy(() ->
                        Bayesian.of(Observations.builder(2, 2).add(0, 0, 1, 2).build()))
                .hasMessageContaining("must not have weights");
    }
}
