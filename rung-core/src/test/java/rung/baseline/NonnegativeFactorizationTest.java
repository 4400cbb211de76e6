package rung.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.Instances;
import rung.Limits;
import rung.LowRankMatrix;
import rung.Solution;
import rung.Step;
import rung.data.Observations;
import rung.linalg.Matrix;

/** Nonnegative factorization by the theorem of [LS01], its optimality conditions and its invariance. */
class NonnegativeFactorizationTest {
    private static final FitOptions ONE = FitOptions.byDefault().withThreads(1);

    private static Matrix nonnegative(int m, int n, int k, SplittableRandom random) {
        return Instances.weights(m, k, 0, 1, random).multiplyByTransposed(Instances.weights(n, k, 0, 1, random));
    }

    private static FitOptions steps(int steps) {
        return ONE.withLimits(Limits.NONE.withSteps(steps));
    }

    private static boolean isNonnegative(Matrix a) {
        for (double value : a.array()) {
            if (!(value >= 0)) {
                return false;
            }
        }
        return true;
    }

    @Test
    void noUpdateRaisesTheObjectiveNorMakesAFactorNegative() {
        SplittableRandom random = new SplittableRandom(1);
        Matrix a = nonnegative(30, 20, 3, random).plus(0.5, Instances.weights(30, 20, 0, 1, random));
        double[] before = {Double.POSITIVE_INFINITY};
        Observations data = Instances.sampled(a, 0.6, random);
        Solution solution = new NonnegativeFactorization(4).fit(data, ONE.withListener(progress -> {
            assertThat(progress.step().value()).isLessThanOrEqualTo(before[0] * (1 + 1e-13));
            before[0] = progress.step().value();
            assertThat(isNonnegative(progress.matrix().left())).isTrue();
            assertThat(isNonnegative(progress.matrix().right())).isTrue();
        }));
        assertThat(solution.trace()).hasSize(NonnegativeFactorization.STEPS);
        double rmse = data.rmse(solution.matrix());
        near(solution.value(), 0.5 * data.count() * rmse * rmse, 1e-12);
    }

    @Test
    void convergesToTheOptimalityConditions() {
        SplittableRandom random = new SplittableRandom(2);
        Observations data = Observations.dense(Instances.weights(8, 6, 0, 1, random));
        LowRankMatrix a =
                new NonnegativeFactorization(3).fit(data, steps(50_000)).matrix();
        Matrix w = a.left();
        Matrix h = a.right();
        Matrix g = new Matrix(8, 6);
        data.forEach((i, j, value, weight) -> g.set(i, j, a.get(i, j) - value));
        Matrix left = g.multiply(h);
        Matrix right = g.multiplyTransposed(w);
        int zeros = 0;
        for (Matrix[] pair : new Matrix[][] {{w, left}, {h, right}}) {
            for (int k = 0; k < pair[0].array().length; k++) {
                double x = pair[0].array()[k];
                double slope = pair[1].array()[k];
                assertThat(slope).isGreaterThan(-1e-4); // no entry wants to grow
                assertThat(Math.abs(x * slope)).isLessThan(1e-4); // and those that want to shrink are zero
                zeros += x < 1e-6 ? 1 : 0;
            }
        }
        assertThat(zeros).isPositive();
    }

    @Test
    void recoversRankOne() {
        SplittableRandom random = new SplittableRandom(3);
        Matrix a = nonnegative(20, 15, 1, random);
        near(
                new NonnegativeFactorization(1)
                        .fit(Instances.sampled(a, 0.6, random), steps(2_000))
                        .matrix()
                        .toDense(),
                a,
                1e-6);
    }

    @Test
    void scalesWithTheData() {
        SplittableRandom random = new SplittableRandom(4);
        Observations data = Instances.sampled(nonnegative(20, 15, 3, random), 0.6, random);
        Observations.Builder larger = Observations.builder(20, 15);
        data.forEach((i, j, value, weight) -> larger.add(i, j, 64 * value));
        Matrix once = new NonnegativeFactorization(2).fit(data, ONE).matrix().toDense();
        Matrix scaled = new NonnegativeFactorization(2)
                .fit(larger.build(), ONE)
                .matrix()
                .toDense();
        near(scaled, new Matrix(20, 15).plus(64, once), 1e-12);
    }

    @Test
    void aWeightOfTwoIsAnObservationTwice() {
        SplittableRandom random = new SplittableRandom(5);
        Matrix a = nonnegative(10, 8, 3, random);
        Observations.Builder weighted = Observations.builder(10, 8);
        Observations.Builder twice = Observations.builder(10, 8);
        Instances.sampled(a, 0.7, random).forEach((i, j, value, weight) -> {
            boolean heavy = (i + j) % 3 == 0;
            weighted.add(i, j, value, heavy ? 2 : 1);
            twice.add(i, j, value);
            if (heavy) {
                twice.add(i, j, value);
            }
        });
        NonnegativeFactorization nmf = new NonnegativeFactorization(2);
        near(
                nmf.fit(weighted.build(), steps(50)).matrix().toDense(),
                nmf.fit(twice.build(), steps(50)).matrix().toDense(),
                1e-10);
    }

    @Test
    void whereNothingWasObservedItPredictsTheMean() {
        SplittableRandom random = new SplittableRandom(6);
        Matrix a = nonnegative(10, 8, 2, random);
        Observations.Builder builder = Observations.builder(10, 8);
        double[] sums = new double[2];
        Instances.sampled(a, 0.7, random).forEach((i, j, value, weight) -> {
            if (i != 4 && j != 2) {
                builder.add(i, j, value);
                sums[0] += value;
                sums[1]++;
            }
        });
        Solution solution = new NonnegativeFactorization(2).fit(builder.build(), ONE);
        double mean = sums[0] / sums[1];
        for (int k = 0; k < 8; k++) {
            near(solution.matrix().get(4, k), mean, 1e-12);
            near(solution.matrix().get(k, 2), mean, 1e-12);
        }
        for (Step step : solution.trace()) {
            assertThat(step.rank()).isEqualTo(2);
        }
        double rmse = builder.build().rmse(solution.matrix());
        near(solution.value(), 0.5 * sums[1] * rmse * rmse, 1e-12); // elsewhere the factors count
    }

    @Test
    void threadsDoNotMatter() {
        SplittableRandom random = new SplittableRandom(7);
        Observations data = Instances.sampled(nonnegative(500, 300, 3, random), 0.2, random);
        NonnegativeFactorization nmf = new NonnegativeFactorization(8);
        assertThat(nmf.fit(data, steps(5).withThreads(3)).matrix())
                .isEqualTo(nmf.fit(data, steps(5)).matrix());
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> new NonnegativeFactorization(0)).hasMessage("rank must be at least 1, got 0");
        assertThatThrownBy(() -> NonnegativeFactorization.byDefault()
                        .fit(Observations.builder(3, 2).add(2, 1, -0.5).build(), ONE))
                .hasMessage("NMF needs values that are not negative, got -0.5 in row 2, column 1");
    }
}
