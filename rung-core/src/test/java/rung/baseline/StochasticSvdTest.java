package rung.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Instances;
import rung.Limits;
import rung.LowRankMatrix;
import rung.RatingInstance;
import rung.Solution;
import rung.StopReason;
import rung.data.Observations;
import rung.linalg.Matrix;

/** Stochastic gradient descent against its formulas, its gradient and a stationary point. */
class StochasticSvdTest {
    private static final FitOptions ONE = FitOptions.byDefault().withThreads(1);

    private static FitOptions steps(int steps) {
        return ONE.withLimits(Limits.NONE.withSteps(steps));
    }

    private static Observations instance(int m, int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix a = Instances.lowRank(m, n, 2, random).plus(0.3, Matrix.gaussian(m, n, random));
        for (int k = 0; k < a.array().length; k++) {
            a.array()[k] += 3;
        }
        return Instances.sampled(a, 0.6, random);
    }

    /** The model written down literally: biases, factors, and what the documentation says of the order. */
    private static final class Literal {
        final double[] b;
        final double[] c;
        final Matrix u;
        final Matrix v;
        final double mean;
        final SplittableRandom random;

        Literal(Observations data, int rank, boolean biased, long seed) {
            random = new SplittableRandom(seed);
            b = new double[data.rows()];
            c = new double[data.columns()];
            u = new Matrix(data.rows(), rank).plus(0.1, Matrix.gaussian(data.rows(), rank, random));
            v = new Matrix(data.columns(), rank).plus(0.1, Matrix.gaussian(data.columns(), rank, random));
            mean = biased ? Arrays.stream(data.values()).average().orElseThrow() : 0;
        }

        void shuffle(int[] x) { // Fisher and Yates
            for (int k = x.length - 1; k > 0; k--) {
                int other = random.nextInt(k + 1);
                int kept = x[k];
                x[k] = x[other];
                x[other] = kept;
            }
        }

        double error(int i, int j, double value) {
            double e = value - mean - b[i] - c[j];
            for (int k = 0; k < u.columns(); k++) {
                e -= u.get(i, k) * v.get(j, k);
            }
            return e;
        }

        void update(int i, int j, double value, double rate, double ridge, boolean biased) {
            double e = error(i, j, value);
            if (biased) {
                b[i] += rate * (e - ridge * b[i]);
                c[j] += rate * (e - ridge * c[j]);
            }
            for (int k = 0; k < u.columns(); k++) {
                double x = u.get(i, k);
                double y = v.get(j, k);
                u.set(i, k, x + rate * (e * y - ridge * x));
                v.set(j, k, y + rate * (e * x - ridge * y));
            }
        }

        double value(int i, int j, double value, double ridge) {
            double penalty = b[i] * b[i] + c[j] * c[j];
            for (int k = 0; k < u.columns(); k++) {
                penalty += u.get(i, k) * u.get(i, k) + v.get(j, k) * v.get(j, k);
            }
            return 0.5 * Math.pow(error(i, j, value), 2) + 0.5 * ridge * penalty;
        }
    }

    @ParameterizedTest
    @CsvSource({"1, true", "3, true", "4, false", "9, true", "0, true"})
    void epochsAreTheFormulas(int rank, boolean biased) {
        Observations data = instance(9, 7, rank);
        int[][] place = new int[data.count()][];
        int[] next = new int[1];
        data.forEach((i, j, value, weight) -> place[next[0]++] = new int[] {i, j});
        Literal literal = new Literal(data, rank, biased, 5);
        int[] rows = new int[9];
        Arrays.setAll(rows, k -> k);
        int[][] order = new int[9][];
        for (int i = 0; i < 9; i++) {
            int row = i;
            order[i] = IntStream.range(0, data.count())
                    .filter(k -> place[k][0] == row)
                    .toArray();
        }
        for (int epoch = 0; epoch < 2; epoch++) {
            literal.shuffle(rows);
            for (int i : rows) {
                literal.shuffle(order[i]);
                for (int k : order[i]) {
                    literal.update(i, place[k][1], data.values()[k], 0.02, 0.1, biased);
                }
            }
        }
        Solution solution = new StochasticSvd(rank, 0.02, 0.1, biased).fit(data, steps(2).withSeed(5));
        double[] value = new double[1];
        data.forEach((i, j, observed, weight) -> {
            value[0] += literal.value(i, j, observed, 0.1);
            near(solution.matrix().get(i, j), observed - literal.error(i, j, observed), 1e-12);
        });
        near(solution.value(), value[0], 1e-12);
        assertThat(solution.trace()).allMatch(step -> step.rank() == rank);
    }

    /** The formulas are −rate times the gradient of one observation's objective, by differences. */
    @Test
    void theUpdateFollowsTheGradient() {
        Observations data = instance(5, 4, 2);
        double h = 1e-6;
        Literal at = new Literal(data, 3, true, 1);
        Arrays.setAll(at.b, k -> 0.1 * k);
        Arrays.setAll(at.c, k -> 0.2 - 0.1 * k);
        Literal after = new Literal(data, 3, true, 1);
        Arrays.setAll(after.b, k -> 0.1 * k);
        Arrays.setAll(after.c, k -> 0.2 - 0.1 * k);
        after.update(2, 3, 4.5, 0.01, 0.3, true);
        for (int k = 0; k < 3; k++) {
            for (Matrix[] pair : new Matrix[][] {{at.u, after.u}, {at.v, after.v}}) {
                int line = pair[0] == at.u ? 2 : 3;
                double x = pair[0].get(line, k);
                pair[0].set(line, k, x + h);
                double above = at.value(2, 3, 4.5, 0.3);
                pair[0].set(line, k, x - h);
                double slope = (above - at.value(2, 3, 4.5, 0.3)) / (2 * h);
                pair[0].set(line, k, x);
                near(pair[1].get(line, k) - x, -0.01 * slope, 1e-9);
            }
        }
        for (double[][] pair : new double[][][] {{at.b, after.b}, {at.c, after.c}}) {
            int line = pair[0] == at.b ? 2 : 3;
            double x = pair[0][line];
            pair[0][line] = x + h;
            double above = at.value(2, 3, 4.5, 0.3);
            pair[0][line] = x - h;
            double slope = (above - at.value(2, 3, 4.5, 0.3)) / (2 * h);
            pair[0][line] = x;
            near(pair[1][line] - x, -0.01 * slope, 1e-9);
        }
    }

    /** The norm of the gradient of the whole objective by the biases and factors of rows. */
    private static double slope(Observations data, double ridge, LowRankMatrix a) {
        int r = a.rank() - 2;
        Matrix left = a.left();
        Matrix right = a.right();
        double mean = Arrays.stream(data.values()).average().orElseThrow();
        double[] slopes = new double[data.rows() * (r + 1)];
        data.forEach((i, j, value, weight) -> {
            double e = value - a.get(i, j);
            for (int k = 0; k <= r; k++) {
                double x = left.get(i, k) - (k == r ? mean : 0);
                slopes[i * (r + 1) + k] += e * right.get(j, k) - ridge * x; // the column of ones belongs to the bias
            }
        });
        return Matrix.norm(slopes);
    }

    @Test
    void aSmallRateLeadsToAStationaryPoint() {
        Observations data = instance(8, 6, 3);
        double ridge = 0.3;
        StochasticSvd svd = new StochasticSvd(2, 1e-2, ridge, true);
        double first = slope(data, ridge, svd.fit(data, steps(1)).matrix());
        double coarse = slope(data, ridge, svd.fit(data, steps(8_000)).matrix());
        double fine =
                slope(data, ridge, svd.withRate(1e-3).fit(data, steps(80_000)).matrix());
        assertThat(coarse).isLessThan(0.05 * first);
        assertThat(fine).isLessThan(0.3 * coarse); // what is left is of the order of the rate
    }

    @Test
    void biasesHelpWhereThereAreBiases() {
        RatingInstance instance = RatingInstance.of(80, 60, 1, 0.4, 0.3, 4);
        Observations.Builder builder = Observations.builder(80, 60);
        for (int e = 0; e < instance.count(); e++) {
            builder.add(instance.i[e], instance.j[e], instance.values[e]);
        }
        StochasticSvd svd = StochasticSvd.byDefault().withRank(2).withRate(0.01);
        double with = instance.distance(svd.fit(builder.build(), ONE).matrix().toDense());
        double without = instance.distance(
                svd.withBiased(false).fit(builder.build(), ONE).matrix().toDense());
        assertThat(with).isLessThan(without);
    }

    @Test
    void aRateTooLargeEndsWithWhatWasFinite() {
        Observations data = instance(20, 15, 5);
        Solution solution = StochasticSvd.byDefault().withRate(3).fit(data, steps(100));
        assertThat(solution.stop()).isEqualTo(StopReason.NOT_FINITE);
        assertThat(solution.matrix().left().isFinite()).isTrue();
        assertThat(solution.matrix().right().isFinite()).isTrue();
        assertThat(solution.value()).isFinite();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whereNothingWasObservedOnlyMeanAndBiasesSpeak(boolean biased) {
        Observations.Builder builder = Observations.builder(9, 7);
        instance(9, 7, 6).forEach((i, j, value, weight) -> {
            if (i != 4 && j != 2) {
                builder.add(i, j, value);
            }
        });
        Observations data = builder.build();
        LowRankMatrix a =
                new StochasticSvd(3, 0.01, 0.02, biased).fit(data, ONE).matrix();
        double mean = Arrays.stream(data.values()).average().orElseThrow();
        near(a.get(4, 2), mean, 1e-12);
        Matrix right = a.right();
        for (int j = 0; j < 7; j++) {
            near(a.get(4, j), mean + (biased ? right.get(j, 4) : 0), 1e-12);
        }
    }

    @Test
    void theSeedDecidesAndThreadsDoNot() {
        Observations data = instance(60, 50, 7);
        LowRankMatrix one = StochasticSvd.byDefault().fit(data, ONE.withSeed(1)).matrix();
        assertThat(StochasticSvd.byDefault()
                        .fit(data, ONE.withSeed(1).withThreads(3))
                        .matrix())
                .isEqualTo(one);
        assertThat(StochasticSvd.byDefault().fit(data, ONE.withSeed(2)).matrix())
                .isNotEqualTo(one);
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> StochasticSvd.byDefault().withRank(-1))
                .hasMessage("rank must not be negative, got -1");
        assertThatThrownBy(() -> StochasticSvd.byDefault().withRate(0))
                .hasMessage("rate must be positive and finite, got 0.0");
        assertThatThrownBy(() -> StochasticSvd.byDefault().withRidge(-2))
                .hasMessage("ridge must be finite and not negative, got -2.0");
    }
}
