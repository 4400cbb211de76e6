package rung.engine.sampling.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The regression of lines on traits against what they were made of. */
class LinePriorTest {
    private static final int D = Presence.TRAITS;

    /** Lines of one number, x = l·t + noise, with orthogonal traits of unequal strength. */
    private record Lines(double[] x, double[] links, double[] strengths, Moments moments) {
        static Lines of(int count, double spread, double deviation, int traits, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            double[] links = new double[D];
            double[] strengths = new double[D];
            for (int t = 0; t < traits; t++) {
                links[t] = spread * random.nextGaussian();
            }
            double[] x = new double[count];
            double[] products = new double[D];
            double square = 0;
            for (int line = 0; line < count; line++) {
                x[line] = deviation * random.nextGaussian();
                for (int t = 0; t < traits; t++) {
                    x[line] += links[t] * trait(line, t, count);
                }
                square += x[line] * x[line];
                for (int t = 0; t < traits; t++) {
                    products[t] += x[line] * trait(line, t, count);
                    strengths[t] += Math.pow(trait(line, t, count), 2);
                }
            }
            return new Lines(x, links, strengths, new Moments(count, new double[] {square}, strengths, products));
        }

        /** Cosines are orthogonal. */
        static double trait(int line, int t, int count) {
            return Math.cos(Math.PI * (t + 1) * (line + 0.5) / count) / (1 + 0.1 * t);
        }

        double left(float[] links) {
            double sum = 0;
            for (int line = 0; line < x.length; line++) {
                double rest = x[line];
                for (int t = 0; t < D; t++) {
                    rest -= links[t] * trait(line, t, x.length);
                }
                sum += rest * rest;
            }
            return sum / x.length;
        }
    }

    @Test
    void linksAreFound() {
        Lines lines = Lines.of(5000, 0.5, 0.3, D, 1);
        LinePrior prior = LinePrior.of(lines.moments, 0.1, 0, null);
        for (int t = 0; t < D; t++) {
            double error = 0.3 / Math.sqrt(lines.strengths[t]);
            assertThat(Math.abs(prior.links()[t] - lines.links[t])).isLessThan(5 * error);
        }
        near(prior.variances()[0] / 0.09, 1, 0.1);
        near(prior.variances()[0] / lines.left(prior.links()), 1, 1e-4);
        assertThat(prior.noise()).isEqualTo(0.1);
    }

    /* With the variance of the links known, no other estimate has a smaller expected error than shrinkage by the right amount. */
    @ParameterizedTest
    @ValueSource(doubles = {0.02, 0.05, 0.2})
    void linksAreShrunkByAboutTheRightAmount(double spread) {
        double error = 0;
        double best = 0;
        double plain = 0;
        for (int seed = 0; seed < 40; seed++) {
            Lines lines = Lines.of(400, spread, 1, D, seed);
            LinePrior prior = LinePrior.of(lines.moments, 0.1, 0, null);
            for (int t = 0; t < D; t++) {
                double least = lines.moments.products()[t] / lines.strengths[t];
                double variance = 1 / lines.strengths[t];
                error += Math.pow(prior.links()[t] - lines.links[t], 2);
                plain += Math.pow(least - lines.links[t], 2);
                best += Math.pow(least * spread * spread / (spread * spread + variance) - lines.links[t], 2);
            }
        }
        assertThat(error).isLessThan(1.15 * best + 0.02 * plain);
    }

    /* What tells nothing is hardly believed. */
    @Test
    void nothingIsLearnedFromChance() {
        double believed = 0;
        double chance = 0;
        for (int seed = 0; seed < 40; seed++) {
            Lines lines = Lines.of(400, 0, 1, D, seed);
            LinePrior prior = LinePrior.of(lines.moments, 0.1, 0, null);
            for (int t = 0; t < D; t++) {
                believed += Math.pow(prior.links()[t], 2) * lines.strengths[t];
                chance += Math.pow(lines.moments.products()[t], 2) / lines.strengths[t];
            }
        }
        assertThat(believed).isLessThan(0.2 * chance);
    }

    @Test
    void drawsHaveTheMeanAndTheVarianceOfThePosterior() {
        Lines lines = Lines.of(300, 0.3, 1, 3, 2);
        LinePrior mean = LinePrior.of(lines.moments, 0.1, 0, null);
        int draws = 20_000;
        SplittableRandom random = new SplittableRandom(3);
        for (int t = 0; t < 3; t++) {
            double sum = 0;
            double squares = 0;
            for (int d = 0; d < draws; d++) {
                LinePrior drawn = LinePrior.of(lines.moments, 0.1, 0, random);
                double off = drawn.links()[t] - mean.links()[t];
                sum += off / draws;
                squares += off * off / draws;
            }
            // the mean is the least-squares link times s/(s + q), the variance q' / (s + q): so their ratio tells q'
            double least = lines.moments.products()[t] / lines.strengths[t];
            double variance = mean.links()[t] / least / lines.strengths[t];
            assertThat(Math.abs(sum)).isLessThan(5 * Math.sqrt(squares / draws));
            near(squares / (variance * unexplained(lines)), 1, 0.06);
        }
        for (int t = 3; t < D; t++) {
            assertThat(LinePrior.of(lines.moments, 0.1, 0, random).links()[t]).isZero();
        }
    }

    private static double unexplained(Lines lines) {
        double rest = lines.moments.squares()[0];
        for (int t = 0; t < 3; t++) {
            rest -= Math.pow(lines.moments.products()[t], 2) / lines.strengths[t];
        }
        return rest / (300 - 3);
    }

    @Test
    void unitsDoNotMatter() {
        Lines lines = Lines.of(500, 0.5, 0.3, D, 4);
        LinePrior plain = LinePrior.of(lines.moments, 0.1, 0, null);
        for (double unit : new double[] {1e-8, 1e8}) {
            double[] products = lines.moments.products().clone();
            for (int t = 0; t < D; t++) {
                products[t] *= unit;
            }
            double[] squares = {lines.moments.squares()[0] * unit * unit};
            LinePrior scaled = LinePrior.of(new Moments(500, squares, lines.strengths, products), 0.1, 0, null);
            near(scaled.variances()[0] / unit / unit, plain.variances()[0], 1e-6);
            for (int t = 0; t < D; t++) {
                near(scaled.links()[t] / unit, plain.links()[t], 1e-4);
            }
        }
    }

    @Test
    void withoutTraitsTheVariancesAreTheMeanSquares() {
        LinePrior prior = LinePrior.of(Moments.of(4, new double[] {8, 0}), 0.1, 0, new SplittableRandom(1));
        assertThat(prior.variances()).containsExactly(2, 0);
        assertThat(prior.links()).isEmpty();
        LinePrior ridge = LinePrior.of(Lines.of(50, 1, 0.1, 3, 1).moments, 0.1, 2, null);
        assertThat(ridge.ridge()).isEqualTo(2);
        assertThat(ridge.links()).isEmpty();
        Moments zero = new Moments(4, new double[2], new double[D], new double[2 * D]);
        assertThat(LinePrior.of(zero, 0.1, 0, null).links()).containsOnly(0);
    }

    @Test
    void withoutABiasNothingIsExpectedOfIt() {
        float[] links = new float[2 * D];
        Arrays.fill(links, 1);
        LinePrior prior = new LinePrior(new double[] {3, 4}, 0.1, 0, links).withoutBias();
        assertThat(prior.variances()).containsExactly(3, 0);
        for (int t = 0; t < D; t++) {
            assertThat(prior.links()[t]).isEqualTo(1);
            assertThat(prior.links()[D + t]).isZero();
        }
        assertThat(links).containsOnly(1);
    }
}
