package rung.engine.sampling.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.engine.sampling.block.SampledSide;

/** The posterior of a line against its formulas in double precision. */
class LinePosteriorTest {
    /** One line's problem, and its solution by EJML. */
    private static final class Line {
        final int r;
        final int w;
        final float[] factor;
        final float[] variances;
        final double[] priors;
        final double noise;
        final int[] index;
        final float[] values;
        final float[] expected;

        /** Numbers of the size that data of this scale has: factors go with its root. */
        Line(int r, int others, int count, double scale, boolean certain, SplittableRandom random) {
            this.r = r;
            this.w = SampledSide.width(r);
            this.factor = new float[others * w];
            this.variances = certain ? null : new float[others * w];
            for (int line = 0; line < others; line++) {
                for (int k = 0; k < r; k++) {
                    factor[line * w + k] = (float) (Math.sqrt(scale) * random.nextGaussian());
                    if (!certain) {
                        variances[line * w + k] = (float) (scale * random.nextDouble());
                    }
                }
                factor[line * w + r] = (float) (scale * random.nextGaussian());
                factor[line * w + r + 1] = 1;
            }
            this.priors = new double[r + 1];
            Arrays.setAll(priors, k -> (k < r ? scale : scale * scale) * (0.5 + random.nextDouble()));
            this.noise = 0.7 * scale * scale;
            this.expected = new float[w];
            for (int k = 0; k <= r; k++) {
                expected[k] = (float) (Math.sqrt(priors[k]) * random.nextGaussian());
            }
            this.index = new int[count + 3];
            this.values = new float[count + 3];
            for (int k = 0; k < index.length; k++) {
                index[k] = random.nextInt(others);
                values[k] = (float) (scale * 3 * random.nextGaussian());
            }
        }

        LinePosterior posterior() {
            LinePosterior posterior = new LinePosterior(factor, variances, r, LinePrior.of(priors, noise));
            posterior.condition(index, values, 2, index.length - 1, expected);
            return posterior;
        }

        double known(int k) {
            return factor[index[k] * w + r];
        }

        /** What unknown l is multiplied by at observation k: the other side's factor, and 1 for the bias. */
        double regressor(int k, int l) {
            return l < r ? factor[index[k] * w + l] : 1;
        }

        double residual(int k, float[] x) {
            double sum = values[k] - known(k);
            for (int l = 0; l <= r; l++) {
                sum -= regressor(k, l) * x[l];
            }
            return sum;
        }

        double squares(float[] x) {
            double sum = 0;
            for (int k = 2; k < index.length - 1; k++) {
                sum += residual(k, x) * residual(k, x);
            }
            return sum;
        }

        /** The normal equations. */
        DMatrixRMaj normal() {
            DMatrixRMaj h = new DMatrixRMaj(r + 1, r + 1);
            for (int l = 0; l <= r; l++) {
                h.add(l, l, noise / priors[l]);
                for (int k = 2; k < index.length - 1; k++) {
                    int at = index[k] * w;
                    h.add(l, l, variances == null || l == r ? 0 : variances[at + l]);
                    for (int q = 0; q <= r; q++) {
                        h.add(l, q, regressor(k, l) * regressor(k, q));
                    }
                }
            }
            return h;
        }

        DMatrixRMaj inverse() {
            DMatrixRMaj inverse = normal();
            CommonOps_DDRM.invert(inverse);
            return inverse;
        }

        double[] mean() {
            DMatrixRMaj right = new DMatrixRMaj(r + 1, 1);
            for (int l = 0; l <= r; l++) {
                right.set(l, 0, noise / priors[l] * expected[l]);
            }
            for (int k = 2; k < index.length - 1; k++) {
                for (int l = 0; l <= r; l++) {
                    right.add(l, 0, regressor(k, l) * (values[k] - known(k)));
                }
            }
            DMatrixRMaj x = new DMatrixRMaj(r + 1, 1);
            CommonOps_DDRM.mult(inverse(), right, x);
            return x.data;
        }
    }

    private static void nearInNorm(float[] actual, double[] expected, double tolerance) {
        double difference = 0;
        double norm = 0;
        for (int k = 0; k < expected.length; k++) {
            difference += Math.pow(actual[k] - expected[k], 2);
            norm += expected[k] * expected[k];
        }
        assertThat(Math.sqrt(difference)).isLessThanOrEqualTo(tolerance * Math.sqrt(norm));
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 1", "5, 3", "12, 40", "30, 600"})
    void aRidgeCountsOnceForEachEntryAndNotForTheBias(int r, int count) {
        Line line = new Line(r, 50, count, 1, true, new SplittableRandom(r));
        double ridge = 0.3;
        LinePosterior posterior =
                new LinePosterior(line.factor, null, r, new LinePrior(line.priors, line.noise, ridge, new float[0]));
        posterior.condition(line.index, line.values, 0, 2, line.expected); // another line before
        posterior.condition(line.index, line.values, 2, line.index.length - 1, line.expected);
        for (int k = 0; k < r; k++) {
            line.priors[k] = line.noise / (ridge * Math.max(1, count));
        }
        nearInNorm(posterior.mean(), line.mean(), 1e-4);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 6, 7, 8, 13, 14, 15, 16, 29, 30, 31})
    void theMeanSolvesTheNormalEquations(int r) {
        for (int count : new int[] {0, 1, 2, 3, 17, 127, 128, 129, 300}) {
            for (boolean certain : new boolean[] {true, false}) {
                Line line = new Line(r, 50, count, 1, certain, new SplittableRandom(100 * r + count));
                LinePosterior posterior = line.posterior();
                nearInNorm(posterior.mean(), line.mean(), 1e-4);
                DMatrixRMaj h = line.normal();
                for (int k = 0; k <= r; k++) {
                    near(posterior.variance(k) * h.get(k, k), line.noise, 1e-5);
                }
            }
        }
    }

    /* One object for many lines: nothing of a line may be left for the next. */
    @Test
    void aLineDoesNotDependOnTheOneBefore() {
        SplittableRandom random = new SplittableRandom(1);
        Line line = new Line(9, 40, 60, 1, false, random);
        LinePosterior used = new LinePosterior(line.factor, line.variances, 9, LinePrior.of(line.priors, line.noise));
        float[] huge = line.values.clone();
        Arrays.fill(huge, 1e30f);
        used.condition(line.index, huge, 0, 50, line.expected);
        used.draw(new SplittableRandom(5));
        used.condition(line.index, line.values, 2, line.index.length - 1, line.expected);
        LinePosterior fresh = line.posterior();
        assertThat(used.mean()).isEqualTo(fresh.mean());
        assertThat(used.draw(new SplittableRandom(6))).isEqualTo(fresh.draw(new SplittableRandom(6)));
        assertThat(used.drawnSquares()).isEqualTo(fresh.drawnSquares());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 9, 17})
    void theDrawsHaveTheMeanAndTheCovarianceOfThePosterior(int r) {
        int draws = 20_000;
        Line line = new Line(r, 50, 2 * r, 1, false, new SplittableRandom(r));
        LinePosterior posterior = line.posterior();
        double[] mean = line.mean();
        DMatrixRMaj covariance = line.inverse();
        CommonOps_DDRM.scale(line.noise, covariance);
        SplittableRandom random = new SplittableRandom(77);
        double[] sums = new double[r + 1];
        DMatrixRMaj products = new DMatrixRMaj(r + 1, r + 1);
        for (int d = 0; d < draws; d++) {
            float[] x = posterior.draw(random);
            for (int k = 0; k <= r; k++) {
                sums[k] += (x[k] - mean[k]) / draws;
                for (int l = 0; l <= r; l++) {
                    products.add(k, l, (x[k] - mean[k]) * (x[l] - mean[l]) / draws);
                }
            }
        }
        for (int k = 0; k <= r; k++) {
            assertThat(Math.abs(sums[k])).isLessThan(5 * Math.sqrt(covariance.get(k, k) / draws));
            for (int l = 0; l <= r; l++) {
                double c = covariance.get(k, l);
                double error = Math.sqrt((covariance.get(k, k) * covariance.get(l, l) + c * c) / draws);
                assertThat(products.get(k, l)).isBetween(c - 5 * error, c + 5 * error);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 14, 15, 30})
    void theSquaresAreThoseOfTheDraw(int r) {
        for (int count : new int[] {0, 1, 10, 200}) {
            for (boolean certain : new boolean[] {true, false}) {
                Line line = new Line(r, 50, count, 1, certain, new SplittableRandom(r + 7 * count));
                LinePosterior posterior = line.posterior();
                SplittableRandom random = new SplittableRandom(3);
                for (int d = 0; d < 3; d++) {
                    float[] x = posterior.draw(random);
                    double size = 1 + line.squares(new float[r + 1]);
                    assertThat(posterior.drawnSquares() / size).isCloseTo(line.squares(x) / size, within(1e-4));
                }
            }
        }
    }

    @Test
    void aLineWithoutObservationsIsThePrior() {
        for (boolean certain : new boolean[] {true, false}) {
            Line line = new Line(4, 5, 0, 1, certain, new SplittableRandom(8));
            LinePosterior posterior = line.posterior();
            nearInNorm(posterior.mean(), line.mean(), 1e-5);
            double[] squares = new double[5];
            SplittableRandom random = new SplittableRandom(9);
            int draws = 20_000;
            for (int d = 0; d < draws; d++) {
                float[] x = posterior.draw(random);
                for (int k = 0; k < 5; k++) {
                    squares[k] += Math.pow(x[k] - line.expected[k], 2) / draws;
                }
                near(posterior.drawnSquares(), 0, 1e-5);
            }
            for (int k = 0; k < 5; k++) {
                double error = line.priors[k] * Math.sqrt(2.0 / draws);
                assertThat(squares[k]).isBetween(line.priors[k] - 5 * error, line.priors[k] + 5 * error);
                near(posterior.variance(k), line.priors[k], 1e-6);
            }
        }
    }

    /* Data in other units: the bias goes with the unit, the factors with its root. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-12, 1e-6, 1e-3, 1e3, 1e6, 1e8})
    void theScaleDoesNotMatter(double scale) {
        for (int count : new int[] {0, 2, 50}) {
            LinePosterior plain = new Line(6, 40, count, 1, false, new SplittableRandom(10)).posterior();
            Line line = new Line(6, 40, count, scale, false, new SplittableRandom(10));
            LinePosterior scaled = line.posterior();
            float[] drawn = plain.draw(new SplittableRandom(11));
            float[] scaledDrawn = scaled.draw(new SplittableRandom(11));
            for (int k = 0; k <= 6; k++) {
                double unit = k < 6 ? Math.sqrt(scale) : scale;
                near(scaled.mean()[k] / unit, plain.mean()[k], 1e-4);
                near(scaledDrawn[k] / unit, drawn[k], 1e-4);
            }
            near(scaled.drawnSquares() / scale / scale, plain.drawnSquares(), 1e-3);
        }
    }

    @Test
    void whatIsBeyondSinglePrecisionIsNotBelieved() {
        for (double size : new double[] {1e18, 1e25, 1e30, 1e38}) {
            Line line = new Line(12, 40, 30, 1, true, new SplittableRandom(12));
            float[] values = line.values.clone();
            Arrays.fill(line.values, (float) size);
            finite(line.posterior());
            System.arraycopy(values, 0, line.values, 0, values.length);
            for (int k = 0; k < line.factor.length; k++) {
                line.factor[k] *= (float) size;
            }
            finite(line.posterior());
            Arrays.fill(line.values, (float) size);
            finite(line.posterior());
        }
    }

    /* So little noise that the prior is nothing beside it, and fewer observations than unknowns. */
    @Test
    void noNoiseAndTooFewObservations() {
        for (double prior : new double[] {1e-3, 1, 1e10}) {
            Line line = new Line(12, 40, 3, 1, true, new SplittableRandom(13));
            double[] priors = new double[13];
            Arrays.fill(priors, prior);
            LinePosterior posterior = new LinePosterior(line.factor, null, 12, LinePrior.of(priors, Float.MIN_NORMAL));
            posterior.condition(line.index, line.values, 2, line.index.length - 1, line.expected);
            finite(posterior);
        }
    }

    private static void finite(LinePosterior posterior) {
        for (float x : posterior.mean()) {
            assertThat(x).isFinite();
        }
        for (float x : posterior.draw(new SplittableRandom(14))) {
            assertThat(x).isFinite();
        }
    }
}
