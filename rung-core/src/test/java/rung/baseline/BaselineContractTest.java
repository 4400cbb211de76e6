package rung.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rung.HeldOut;
import rung.Instances;
import rung.Limits;
import rung.LowRankMatrix;
import rung.Solution;
import rung.StopReason;
import rung.algorithm.FastGreedy;
import rung.data.Observations;
import rung.engine.entrywise.Entrywise;
import rung.linalg.Matrix;
import rung.loss.Loss;

/** What every baseline does with a {@link FitOptions}. */
class BaselineContractTest {
    private static final FitOptions ONE = FitOptions.byDefault().withThreads(1);

    static Stream<Baseline> baselines() {
        return Stream.of(
                Biases.byDefault(),
                SoftImpute.ofMaxRank(10),
                SoftImpute.ofMaxRank(10).withCentering(Centering.BIASES).withDebiased(true),
                HardImpute.ofRank(6),
                new NonnegativeFactorization(4),
                AlternatingMinimization.of(4, 0.5),
                new StochasticSvd(4, 0.01, 0.02, true),
                new StochasticSvd(4, 0.01, 0.02, false),
                new SvdPlusPlus(4, 0.01, 0.02),
                RankClimb.greedy(5),
                RankClimb.fastGreedy(6, 2).withBounds(0, 6),
                RankClimb.fastLocalSearch(6, 2));
    }

    private static final Observations.Split SPLIT = split();

    private static Observations.Split split() {
        SplittableRandom random = new SplittableRandom(1);
        Matrix a = Instances.weights(25, 2, 0, 1, random)
                .multiplyByTransposed(Instances.weights(20, 2, 0, 1, random))
                .plus(0.3, Instances.weights(25, 20, 0, 1, random));
        return Instances.sampled(a, 0.7, random).split(0.2, 0);
    }

    @ParameterizedTest
    @MethodSource("baselines")
    void theTraceIsCountedAndTimedAndTold(Baseline baseline) {
        List<LowRankMatrix> seen = new ArrayList<>();
        Solution solution = baseline.fit(SPLIT.train(), ONE.withListener(progress -> {
            assertThat(progress.step().step()).isEqualTo(seen.size() + 1);
            assertThat(progress.step().heldOut()).isEmpty();
            seen.add(progress.matrix());
        }));
        assertThat(solution.trace()).hasSameSizeAs(seen).isNotEmpty();
        Duration before = Duration.ZERO;
        for (int k = 0; k < seen.size(); k++) {
            assertThat(solution.trace().get(k).elapsed()).isGreaterThanOrEqualTo(before);
            before = solution.trace().get(k).elapsed();
        }
        assertThat(solution.provenance().algorithm()).isEqualTo(baseline.name());
        assertThat(solution.provenance().problem()).contains(SPLIT.train().toString());
        assertThat(baseline.settings()).isNotBlank();
        if (!(baseline instanceof RankClimb)) { // which may keep one before the last
            assertThat(solution.matrix()).isEqualTo(seen.get(seen.size() - 1));
            assertThat(solution.value())
                    .isEqualTo(solution.trace().get(seen.size() - 1).value());
            assertThat(solution.provenance().settings()).isEqualTo(baseline.settings());
        }
    }

    @ParameterizedTest
    @MethodSource("baselines")
    void heldOutDataChooses(Baseline baseline) {
        List<LowRankMatrix> seen = new ArrayList<>();
        ToDoubleFunction<LowRankMatrix> error = a -> SPLIT.heldOut().rmse(a);
        Solution solution = baseline.fit(
                SPLIT.train(),
                ONE.withHeldOut(HeldOut.of(error)).withListener(progress -> seen.add(progress.matrix())));
        double best = Double.POSITIVE_INFINITY;
        for (int k = 0; k < seen.size(); k++) {
            double one = error.applyAsDouble(seen.get(k));
            assertThat(solution.trace().get(k).heldOut()).hasValue(one);
            best = Math.min(best, one);
        }
        assertThat(error.applyAsDouble(solution.matrix())).isEqualTo(best);
    }

    @ParameterizedTest
    @MethodSource("baselines")
    void patienceEnds(Baseline baseline) {
        int[] calls = new int[1];
        HeldOut<LowRankMatrix> worse = new HeldOut<>(a -> calls[0]++, 2); // each worse than the one before
        Solution solution = baseline.fit(SPLIT.train(), ONE.withHeldOut(worse));
        assertThat(solution.stop()).isEqualTo(StopReason.HELD_OUT_ROSE);
        assertThat(solution.trace()).hasSizeLessThanOrEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("baselines")
    void limitsAndListenersEnd(Baseline baseline) {
        Solution limited = baseline.fit(SPLIT.train(), ONE.withLimits(Limits.NONE.withSteps(2)));
        assertThat(limited.trace()).hasSize(2);
        assertThat(limited.stop()).isEqualTo(StopReason.STEP_LIMIT);
        Solution late = baseline.fit(SPLIT.train(), ONE.withLimits(Limits.NONE.withTime(Duration.ZERO)));
        assertThat(late.trace()).isEmpty();
        assertThat(late.stop()).isEqualTo(StopReason.TIME_LIMIT);
        assertThat(late.matrix().toDense().norm()).isZero();
        Solution stopped = baseline.fit(SPLIT.train(), ONE.withListener(progress -> {
            if (progress.step().step() == 3) {
                progress.stop();
            }
        }));
        assertThat(stopped.trace()).hasSize(3);
        assertThat(stopped.stop()).isEqualTo(StopReason.STOPPED);
    }

    @Test
    void theToleranceEndsAnIteration() {
        Solution solution = AlternatingMinimization.of(3, 1)
                .fit(SPLIT.train(), ONE.withLimits(Limits.NONE.withSteps(5_000).withTolerance(1e-6)));
        assertThat(solution.stop()).isEqualTo(StopReason.CONVERGED);
        int last = solution.trace().size() - 1;
        double[] zero = new double[1];
        SPLIT.train().forEach((i, j, value, weight) -> zero[0] += 0.5 * value * value);
        for (int k = 1; k <= last; k++) {
            double value = solution.trace().get(k).value();
            double decrease = solution.trace().get(k - 1).value() - value;
            assertThat(decrease < 1e-6 * (zero[0] - value)).isEqualTo(k == last);
        }
    }

    @Test
    void noDecreaseEndsAnIteration() {
        Solution solution = new StochasticSvd(3, 0.4, 0.02, true)
                .fit(SPLIT.train(), ONE.withLimits(Limits.NONE.withSteps(1_000).withUntilNoDecrease(true)));
        assertThat(solution.stop()).isEqualTo(StopReason.NO_DECREASE);
        double before = Double.POSITIVE_INFINITY;
        for (int k = 0; k < solution.trace().size(); k++) {
            assertThat(solution.trace().get(k).value()).isLessThan(before);
            before = solution.trace().get(k).value();
        }
        assertThat(solution.value()).isEqualTo(before);
    }

    @Test
    void climbingIsTheAlgorithm() {
        FastGreedy algorithm = FastGreedy.asInPaper(6, 2);
        Solution direct = algorithm.minimize(Entrywise.of(SPLIT.train(), Loss.squared())
                .withBounds(0.2, 1)
                .withSeed(3)
                .withThreads(1));
        RankClimb climbing = new RankClimb(algorithm, 0.2, 1);
        assertThat(climbing.fit(SPLIT.train(), ONE.withSeed(3)).matrix()).isEqualTo(direct.matrix());
        assertThat(climbing.name()).isEqualTo(algorithm.name());
        assertThat(climbing.settings())
                .startsWith(algorithm.settings().toString())
                .contains("[0.2, 1.0]");
        assertThatThrownBy(() -> climbing.withBounds(2, 1)).hasMessage("low must be below high, got 2.0 and 1.0");
    }
}
