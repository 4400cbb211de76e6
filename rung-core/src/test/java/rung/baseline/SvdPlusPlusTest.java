package rung.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Limits;
import rung.LowRankMatrix;
import rung.StopReason;
import rung.data.Duplicates;
import rung.data.Observations;
import rung.data.Ratings;
import rung.file.ratings.RatingsFile;

class SvdPlusPlusTest {
    private static final FitOptions ONE = FitOptions.byDefault().withThreads(1);

    private static Observations instance(int rows, int columns, boolean weighted) {
        SplittableRandom random = new SplittableRandom(rows);
        Observations.Builder data = Observations.builder(rows, columns);
        for (int i = 0; i < rows - 1; i++) { // the last row and column have no observations
            for (int j = 0; j < columns - 1; j++) {
                if (random.nextDouble() < 0.6) {
                    double value = 3 + random.nextGaussian();
                    double weight = random.nextDouble(0.5, 2);
                    if (weighted) {
                        data.add(i, j, value, weight);
                    } else {
                        data.add(i, j, value);
                    }
                }
            }
        }
        return data.build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEpochOfTinyStepsFollowsTheGradient(boolean weighted) {
        Observations data = instance(6, 5, weighted);
        double rate = 1e-8;
        SvdPlusPlus method = new SvdPlusPlus(3, rate, 0.7);
        SvdPlusPlusDescent before = new SvdPlusPlusDescent(data, method, 1);
        SvdPlusPlusDescent after = new SvdPlusPlusDescent(data, method, 1);
        for (SvdPlusPlusDescent each : new SvdPlusPlusDescent[] {before, after}) {
            Arrays.setAll(each.b, i -> i < 5 ? 0.1 * i : 0);
            Arrays.setAll(each.c, j -> j < 4 ? -0.2 * j : 0);
        }
        after.epoch();
        check(before, before.b, after.b, rate);
        check(before, before.c, after.c, rate);
        check(before, before.u.array(), after.u.array(), rate);
        check(before, before.v.array(), after.v.array(), rate);
        check(before, before.y.array(), after.y.array(), rate);
    }

    private static void check(SvdPlusPlusDescent a, double[] parameters, double[] updated, double rate) {
        double h = 1e-5;
        for (int k = 0; k < parameters.length; k++) {
            double kept = parameters[k];
            parameters[k] = kept + h;
            double above = a.value();
            parameters[k] = kept - h;
            double below = a.value();
            parameters[k] = kept;
            assertThat((kept - updated[k]) / rate).isCloseTo((above - below) / (2 * h), within(2e-6));
        }
    }

    @Test
    void theMatrixIsTheFormula() {
        Observations data = instance(6, 5, false);
        SvdPlusPlusDescent descent = new SvdPlusPlusDescent(data, new SvdPlusPlus(3, 0.05, 0.02), 1);
        descent.epoch();
        LowRankMatrix a = descent.matrix();
        double mean = Arrays.stream(data.values()).average().orElseThrow();
        boolean[][] seen = new boolean[6][5];
        double[] penalties = new double[1];
        double[] errors = new double[1];
        data.forEach((i, j, value, weight) -> seen[i][j] = true);
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 5; j++) {
                double count = 0;
                double[] z = new double[3];
                double squares = 0;
                for (int k = 0; k < 5; k++) {
                    count += seen[i][k] ? 1 : 0;
                    for (int f = 0; f < 3 && seen[i][k]; f++) {
                        z[f] += descent.y.get(k, f);
                        squares += descent.y.get(k, f) * descent.y.get(k, f);
                    }
                }
                double expected = mean + descent.b[i] + descent.c[j];
                squares += descent.b[i] * descent.b[i] + descent.c[j] * descent.c[j];
                for (int f = 0; f < 3; f++) {
                    double u = descent.u.get(i, f);
                    double v = descent.v.get(j, f);
                    expected += v * (u + (count == 0 ? 0 : z[f] / Math.sqrt(count)));
                    squares += u * u + v * v;
                }
                assertThat(a.get(i, j)).isCloseTo(expected, within(1e-12));
                penalties[0] += seen[i][j] ? 0.02 * squares : 0;
            }
        }
        data.forEach((i, j, value, weight) -> errors[0] += (value - a.get(i, j)) * (value - a.get(i, j)));
        assertThat(descent.value()).isCloseTo(0.5 * (errors[0] + penalties[0]), within(1e-12 * errors[0]));
    }

    @Test
    void theSeedDecidesAndThreadsDoNot() {
        Observations data = instance(60, 50, false);
        SvdPlusPlus method = SvdPlusPlus.byDefault();
        LowRankMatrix one = method.fit(data, ONE.withSeed(1)).matrix();
        assertThat(method.fit(data, ONE.withSeed(1).withThreads(3)).matrix()).isEqualTo(one);
        assertThat(method.fit(data, ONE.withSeed(2)).matrix()).isNotEqualTo(one);
    }

    @Test
    void aRateTooLargeEndsWithWhatWasFinite() {
        Observations data = instance(20, 15, false);
        var solution = SvdPlusPlus.byDefault().withRate(3).fit(data, ONE.withLimits(Limits.NONE.withSteps(100)));
        assertThat(solution.stop()).isEqualTo(StopReason.NOT_FINITE);
        assertThat(solution.matrix().left().isFinite()).isTrue();
        assertThat(solution.value()).isFinite();
    }

    /** Surprise reports 0.92 for a random fifth of MovieLens 100K. */
    @Test
    void movieLensIsAsAccurateAsElsewhere() throws IOException {
        Path file = Arrays.stream(new String[] {"..", "../.."})
                .map(root -> Path.of(root, "shared", "data", "ml-100k", "u.data"))
                .filter(Files::exists)
                .findFirst()
                .orElse(null);
        assumeTrue(file != null, "ml-100k/u.data is absent: it belongs into ../shared/data");
        Ratings.Split split = RatingsFile.read(file, Duplicates.ERROR).split(0.2, 0);
        Observations train = split.train().observations();
        Observations test = split.heldOut().observations();
        double error = test.rmse(SvdPlusPlus.byDefault().fit(train, ONE).matrix());
        assertThat(error).isBetween(0.90, 0.93);
        assertThat(error)
                .isLessThan(test.rmse(Biases.byDefault().fit(train, ONE).matrix()) - 0.015);
        assertThat(error)
                .isLessThan(test.rmse(StochasticSvd.byDefault().fit(train, ONE).matrix()));
    }

    @Test
    void refusals() {
        SvdPlusPlus method = SvdPlusPlus.byDefault();
        assertThatThrownBy(() -> method.withRank(-1)).hasMessage("rank must not be negative, got -1");
        assertThatThrownBy(() -> method.withRate(0)).hasMessage("rate must be positive and finite, got 0.0");
        assertThatThrownBy(() -> method.withRidge(-2)).hasMessage("ridge must be finite and not negative, got -2.0");
    }
}
