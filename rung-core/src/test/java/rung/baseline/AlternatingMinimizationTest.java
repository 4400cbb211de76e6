package rung.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Instances;
import rung.Limits;
import rung.LowRankMatrix;
import rung.Solution;
import rung.Step;
import rung.StopReason;
import rung.data.Observations;
import rung.linalg.Matrix;

/** Alternating minimization by its normal equations, and against SoftImpute by Lemma 6 of [MHT10]. */
class AlternatingMinimizationTest {
    private static final FitOptions ONE = FitOptions.byDefault().withThreads(1);

    private static Observations instance(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix a = Instances.lowRank(30, 25, 3, random).plus(0.5, Matrix.gaussian(30, 25, random));
        return Instances.sampled(a, 0.5, random);
    }

    private static FitOptions steps(int steps) {
        return ONE.withLimits(Limits.NONE.withSteps(steps));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 1})
    void theNormalEquationsOfTheLastSideHold(double alpha) {
        Observations data = instance(1);
        AlternatingMinimization als = new AlternatingMinimization(4, 0.7, alpha);
        LowRankMatrix a = als.fit(data, steps(3)).matrix();
        Matrix u = a.left();
        Matrix v = a.right();
        Matrix gradient = new Matrix(25, 4);
        double[] count = new double[25];
        data.forEach((i, j, value, weight) -> {
            count[j]++;
            for (int k = 0; k < 4; k++) {
                gradient.set(j, k, gradient.get(j, k) - (value - a.get(i, j)) * u.get(i, k));
            }
        });
        for (int j = 0; j < 25; j++) {
            for (int k = 0; k < 4; k++) {
                near(gradient.get(j, k) + 0.7 * Math.pow(count[j], alpha) * v.get(j, k), 0, 1e-9);
            }
        }
    }

    @Test
    void noStepRaisesTheObjective() {
        Solution solution = AlternatingMinimization.of(5, 0.3).fit(instance(2), ONE);
        assertThat(solution.trace()).hasSize(AlternatingMinimization.STEPS);
        assertThat(solution.stop()).isEqualTo(StopReason.STEP_LIMIT);
        double before = Double.POSITIVE_INFINITY;
        for (Step step : solution.trace()) {
            assertThat(step.value()).isLessThanOrEqualTo(before * (1 + 1e-12));
            before = step.value();
        }
    }

    @Test
    void convergesToBalancedFactorsAndTheValueOfSoftImpute() {
        Observations data = instance(3);
        double lambda = 4;
        Solution soft = SoftImpute.ofMaxRank(25)
                .withLambdas(SoftImpute.Lambdas.of(lambda))
                .withTolerance(1e-7)
                .withMaxIterations(5_000)
                .fit(data, ONE);
        int rank = soft.matrix().rank();
        assertThat(rank).isBetween(2, 15);
        Solution als = AlternatingMinimization.of(rank + 2, lambda).fit(data, steps(1_000));
        near(als.value(), soft.value(), 1e-7);
        near(als.matrix().toDense(), soft.matrix().toDense(), 1e-3);
        Matrix u = als.matrix().left();
        Matrix v = als.matrix().right();
        near(u.multiplyTransposed(u), v.multiplyTransposed(v), 1e-3);
        near(
                Matrix.norm(new double[] {u.norm(), v.norm()}) / Math.sqrt(2),
                Math.sqrt(Arrays.stream(als.matrix().singularValues()).sum()),
                1e-6); // ½(‖U‖² + ‖V‖²) = ‖UVᵀ‖_*
        // and with too low a rank the value is higher
        assertThat(AlternatingMinimization.of(1, lambda).fit(data, steps(200)).value())
                .isGreaterThan(soft.value() * 1.001);
    }

    @Test
    void theSeedDecidesAndThreadsDoNot() {
        SplittableRandom random = new SplittableRandom(4);
        Observations data = Instances.sampled(Instances.lowRank(300, 200, 3, random), 0.2, random);
        AlternatingMinimization als = AlternatingMinimization.weighted(4);
        LowRankMatrix one = als.fit(data, ONE.withSeed(1)).matrix();
        assertThat(als.fit(data, ONE.withSeed(1).withThreads(3)).matrix()).isEqualTo(one);
        assertThat(als.fit(data, ONE.withSeed(2)).matrix()).isNotEqualTo(one);
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> AlternatingMinimization.of(0, 1)).hasMessage("rank must be at least 1, got 0");
        assertThatThrownBy(() -> AlternatingMinimization.of(1, -1))
                .hasMessage("lambda must be finite and not negative, got -1.0");
        assertThatThrownBy(() -> new AlternatingMinimization(1, 1, Double.NaN))
                .hasMessage("alpha must be finite, got NaN");
    }
}
