package rung.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static rung.Near.minus;
import static rung.Near.near;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rung.Algorithm;
import rung.ConvexFunction;
import rung.HeldOut;
import rung.Insertion;
import rung.Instances;
import rung.Limits;
import rung.LowRankMatrix;
import rung.Settings;
import rung.Solution;
import rung.Step;
import rung.StopReason;
import rung.data.Observations;
import rung.engine.convex.AnyConvex;
import rung.engine.entrywise.Entrywise;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.loss.Loss;

/** What every run keeps to: trace, listener, limits, held-out data, stop reasons, provenance. */
class RunTest {
    private static final int RANK = 6;

    static Stream<Algorithm> algorithms() {
        return Stream.of(
                Greedy.ofRank(RANK),
                Greedy.asInPaper(RANK),
                LocalSearch.ofRank(RANK),
                LocalSearch.asInPaper(RANK, 12),
                FastGreedy.ofRank(RANK),
                FastGreedy.stoppedEarly(RANK, 3),
                FastGreedy.asInPaper(RANK, 3),
                FastLocalSearch.ofRank(RANK),
                FastLocalSearch.asInPaper(RANK, 3));
    }

    private static Algorithm with(Algorithm algorithm, Settings settings) {
        return algorithm.with(before -> settings);
    }

    private static Entrywise problem() {
        SplittableRandom random = new SplittableRandom(3);
        return Entrywise.of(Instances.sampled(noisy(random), 0.5, random), Loss.squared());
    }

    private static Matrix noisy(SplittableRandom random) {
        Matrix m = Instances.lowRank(30, 25, 3, random);
        for (int k = 0; k < m.array().length; k++) {
            m.array()[k] += 0.3 * random.nextGaussian();
        }
        return m;
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void theTraceTellsTheRun(Algorithm algorithm) {
        List<Step> heard = new ArrayList<>();
        List<LowRankMatrix> matrices = new ArrayList<>();
        Solution solution = with(algorithm, algorithm.settings().withListener(progress -> {
                    heard.add(progress.step());
                    matrices.add(progress.matrix());
                }))
                .minimize(problem());
        assertThat(solution.trace()).isEqualTo(heard);
        for (int k = 0; k < heard.size(); k++) {
            Step step = heard.get(k);
            assertThat(step.step()).isEqualTo(k + 1);
            assertThat(step.rank())
                    .isEqualTo(Math.min(k + 1, RANK))
                    .isEqualTo(matrices.get(k).rank());
            assertThat(step.sigma().isPresent() || k >= RANK).isTrue(); // what finishes follows no pair
            assertThat(step.sigma().orElse(1)).isPositive();
            assertThat(step.heldOut()).isEmpty();
            near(step.value(), plainValue(matrices.get(k)), 1e-9);
            if (k > 0) {
                assertThat(step.elapsed())
                        .isGreaterThanOrEqualTo(heard.get(k - 1).elapsed());
            }
        }
        assertThat(solution.matrix()).isEqualTo(matrices.get(matrices.size() - 1));
        assertThat(solution.value()).isEqualTo(heard.get(heard.size() - 1).value());
        assertThat(solution.provenance().algorithm()).isEqualTo(algorithm.name());
        assertThat(solution.provenance().version()).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(solution.provenance().problem()).contains("squared").contains("30×25");
        assertThat(solution.provenance().kernels()).isIn("scalar", "vector");
        assertThat(solution.certificate())
                .as("no strong convexity on a part of the entries")
                .isEmpty();
    }

    private static double plainValue(LowRankMatrix a) {
        SplittableRandom random = new SplittableRandom(3);
        Matrix m = noisy(random);
        double sum = 0;
        for (int i = 0; i < m.rows(); i++) {
            for (int j = 0; j < m.columns(); j++) {
                if (random.nextDouble() < 0.5) {
                    sum += 0.5 * Math.pow(a.get(i, j) - m.get(i, j), 2);
                }
            }
        }
        return sum;
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void theListenerCanStopAtAnyStep(Algorithm algorithm) {
        Solution solution = with(algorithm, algorithm.settings().withListener(progress -> {
                    if (progress.step().step() == 3) {
                        progress.stop();
                    }
                }))
                .minimize(problem());
        assertThat(solution.stop()).isEqualTo(StopReason.STOPPED);
        assertThat(solution.trace()).hasSize(3);
        assertThat(solution.matrix().rank()).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void limitsEndTheRun(Algorithm algorithm) {
        Limits limits = algorithm.settings().limits();
        Solution two = with(algorithm, algorithm.settings().withLimits(limits.withSteps(2)))
                .minimize(problem());
        assertThat(two.stop()).isEqualTo(StopReason.STEP_LIMIT);
        assertThat(two.trace()).hasSize(2);

        Solution none = with(algorithm, algorithm.settings().withLimits(limits.withTime(Duration.ZERO)))
                .minimize(problem());
        assertThat(none.stop()).isEqualTo(StopReason.TIME_LIMIT);
        assertThat(none.trace()).isEmpty();
        assertThat(none.matrix()).isEqualTo(LowRankMatrix.zero(30, 25));
    }

    @Test
    void theToleranceEndsAGreedyRunWhenAStepGainsLittle() {
        Solution all = Greedy.ofRank(20).minimize(problem());
        Solution some = new Greedy(Settings.ofRank(20).withLimits(Limits.NONE.withTolerance(0.02))).minimize(problem());
        assertThat(all.stop()).isEqualTo(StopReason.RANK_REACHED);
        assertThat(some.stop()).isEqualTo(StopReason.CONVERGED);
        double zero = problem().start().value();
        int last = some.trace().size() - 1;
        for (int k = 0; k <= last; k++) {
            double before = k == 0 ? zero : some.trace().get(k - 1).value();
            double value = some.trace().get(k).value();
            assertThat(before - value < 0.02 * (zero - value)).isEqualTo(k == last);
        }
    }

    @Test
    void localSearchesAreNeverWorseThanWhereTheirSwapsBegan() {
        for (Algorithm algorithm : new Algorithm[] {
            FastLocalSearch.ofRank(RANK), FastLocalSearch.asInPaper(RANK, 3), LocalSearch.ofRank(RANK)
        }) {
            Solution solution = algorithm.minimize(problem());
            double begin = solution.trace().get(RANK - 1).value();
            assertThat(solution.value()).isLessThanOrEqualTo(begin);
            double last = begin;
            for (Step step : solution.trace().subList(RANK, solution.trace().size())) {
                assertThat(step.value()).isLessThan(last);
                last = step.value();
            }
            assertThat(solution.stop()).isIn(StopReason.NO_DECREASE, StopReason.CONVERGED);
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void heldOutDataChoosesTheBestPointOfThePath(Algorithm algorithm) {
        SplittableRandom random = new SplittableRandom(4);
        Observations.Split split = Instances.sampled(noisy(random), 0.7, random).split(0.2, 9);
        Entrywise problem = Entrywise.of(split.train(), Loss.squared());
        List<LowRankMatrix> matrices = new ArrayList<>();
        Solution solution = with(
                        algorithm,
                        algorithm
                                .settings()
                                .withHeldOut(split.heldOut().asHeldOut())
                                .withListener(progress -> matrices.add(progress.matrix())))
                .minimize(problem);
        int best = 0;
        for (int k = 0; k < matrices.size(); k++) {
            near(
                    solution.trace().get(k).heldOut().orElseThrow(),
                    split.heldOut().rmse(matrices.get(k)),
                    1e-12);
            best = split.heldOut().rmse(matrices.get(k)) < split.heldOut().rmse(matrices.get(best)) ? k : best;
        }
        assertThat(solution.matrix()).isEqualTo(matrices.get(best));
    }

    @Test
    void patienceEndsTheRunEarly() {
        SplittableRandom random = new SplittableRandom(4);
        Observations.Split split = Instances.sampled(noisy(random), 0.7, random).split(0.2, 9);
        Solution solution = new FastGreedy(FastGreedy.ofRank(25)
                        .settings()
                        .withFinishing(0)
                        .withHeldOut(new HeldOut<>(split.heldOut()::rmse, 2)))
                .minimize(Entrywise.of(split.train(), Loss.squared()));
        assertThat(solution.stop()).isEqualTo(StopReason.HELD_OUT_ROSE);
        assertThat(solution.trace()).hasSizeLessThan(25);
        assertThat(solution.matrix().rank()).isEqualTo(solution.trace().size() - 2);
    }

    @Test
    void ifNothingHelpsOnHeldOutDataTheZeroMatrixIsKept() {
        Solution solution = new FastGreedy(FastGreedy.ofRank(4).settings().withHeldOut(HeldOut.of(LowRankMatrix::norm)))
                .minimize(problem());
        assertThat(solution.matrix().rank()).isZero();
        assertThat(solution.trace()).hasSize(4);
    }

    @Test
    void aHeldOutErrorThatIsNoNumberAtRankZeroIsNotTheBest() {
        double[] errors = {Double.NaN, 3, 2, 4, 5};
        int[] next = new int[1];
        Solution solution = FastGreedy.ofRank(4)
                .with(s -> s.withFinishing(0).withHeldOut(HeldOut.of(a -> errors[next[0]++])))
                .minimize(problem());
        assertThat(solution.matrix().rank()).isEqualTo(2);
    }

    @Test
    void heldOutDataWithoutAnEntryChoosesNothing() {
        Observations none = Observations.builder(30, 25).build();
        Solution solution =
                FastGreedy.ofRank(3).with(s -> s.withHeldOut(none.asHeldOut())).minimize(problem());
        assertThat(solution.matrix().rank()).isEqualTo(3);
    }

    @Test
    void finishingLowersRAtTheSameRankAndKeepsTheReason() {
        Settings settings = FastGreedy.ofRank(RANK).settings();
        Solution without = new FastGreedy(settings.withFinishing(0)).minimize(problem());
        Solution with = new FastGreedy(settings).minimize(problem());
        assertThat(without.trace()).hasSize(RANK);
        assertThat(with.trace()).hasSizeBetween(RANK + 1, RANK + FastGreedy.FINISHING);
        assertThat(with.value()).isLessThan(without.value());
        assertThat(with.matrix().rank()).isEqualTo(RANK);
        assertThat(with.stop()).isEqualTo(without.stop()).isEqualTo(StopReason.RANK_REACHED);
        Solution cut = new FastGreedy(settings.withLimits(Limits.NONE.withSteps(RANK))).minimize(problem());
        assertThat(cut.trace()).as("a limit is a limit").hasSize(RANK);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aFunctionThatTurnsIntoNoNumberEndsTheRunAtTheLastNumber(Algorithm algorithm) {
        Solution solution = algorithm.minimize(AnyConvex.of(new BreaksBeyond(2)));
        // a line search sees that no step leads to a number, and stops before it
        assertThat(solution.stop())
                .isEqualTo(
                        algorithm.settings().insertion() == Insertion.UNIT
                                ? StopReason.NOT_FINITE
                                : StopReason.STATIONARY);
        assertThat(solution.value()).isFinite();
        assertThat(solution.matrix().left().isFinite()).isTrue();
        assertThat(solution.matrix().rank()).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aGradientThatIsNoNumberIsAStopReason(Algorithm algorithm) {
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            Solution solution = algorithm.minimize(AnyConvex.of(new BarrierAtOne(bad)));
            assertThat(solution.stop()).isEqualTo(StopReason.NOT_FINITE);
            assertThat(solution.matrix().rank()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aFunctionWithABorderIsClimbedInside(Algorithm algorithm) {
        assumeFalse(
                algorithm.settings().insertion() == Insertion.UNIT
                        || algorithm.settings().refit().fromZero(),
                "unit pairs and starts from zero know no borders");
        // each entry separately: −log(1−a)−3a is minimal at 1/(1−a) = 3, so a = 2/3, a matrix of rank one
        Solution solution = algorithm.minimize(AnyConvex.of(new BarrierAtOne(0)));
        near(solution.value(), 56 * (-Math.log(1.0 / 3) - 2), 1e-6);
        near(solution.matrix().get(2, 3), 2.0 / 3, 1e-3);
    }

    /** Σ −log(1−a)−3a, defined for a < 1 only; and something added to one entry of the gradient. */
    private record BarrierAtOne(double extra) implements ConvexFunction {
        @Override
        public int rows() {
            return 8;
        }

        @Override
        public int columns() {
            return 7;
        }

        @Override
        public double value(LowRankMatrix a) {
            double sum = 0;
            for (double x : a.toDense().array()) {
                sum += x < 1 ? -Math.log(1 - x) - 3 * x : Double.POSITIVE_INFINITY;
            }
            return sum;
        }

        @Override
        public LinearOperator gradient(LowRankMatrix a) {
            Matrix g = a.toDense();
            for (int k = 0; k < g.array().length; k++) {
                g.array()[k] = 1 / (1 - g.array()[k]) - 3; // finite and negative beyond the border too
            }
            g.array()[0] += extra;
            return g;
        }
    }

    /** A squared loss that is NaN at every matrix of more columns than some. */
    private record BreaksBeyond(int limit) implements ConvexFunction {
        private static final Matrix M = Matrix.gaussian(12, 10, new SplittableRandom(1));

        @Override
        public int rows() {
            return 12;
        }

        @Override
        public int columns() {
            return 10;
        }

        @Override
        public double value(LowRankMatrix a) {
            double norm = difference(a).norm();
            return a.rank() > limit ? Double.NaN : 0.5 * norm * norm;
        }

        @Override
        public LinearOperator gradient(LowRankMatrix a) {
            return difference(a);
        }

        private static Matrix difference(LowRankMatrix a) {
            return minus(a.toDense(), M);
        }
    }

    @Test
    void badSettingsAreRefusedWithASentence() {
        assertThatThrownBy(() -> Greedy.ofRank(-1)).hasMessage("rank must not be negative, got -1");
        assertThatThrownBy(() -> Greedy.ofRank(26).minimize(problem()))
                .hasMessage("rank must be between 0 and 25 (the smaller side of the 30×25 matrix), got 26");
        assertThatThrownBy(() -> FastGreedy.asInPaper(3, 0)).hasMessage("inner iterations must be at least 1, got 0");
        assertThatThrownBy(() -> Settings.ofRank(1).withRefits(0)).hasMessage("refits must be at least 1, got 0");
        assertThatThrownBy(() -> Limits.NONE.withSteps(0)).hasMessage("steps must be at least 1, got 0");
        assertThatThrownBy(() -> Limits.NONE.withTolerance(-1)).hasMessageStartingWith("tolerance must be");
        assertThatThrownBy(() -> Limits.NONE.withTime(Duration.ofSeconds(-1)))
                .hasMessageStartingWith("time must not be");
        assertThatThrownBy(() -> new HeldOut<>(LowRankMatrix::norm, 0))
                .hasMessage("patience must be at least 1, got 0");
        assertThatThrownBy(() -> new LocalSearch(Settings.ofRank(3))).hasMessageContaining("must have a limit");
        assertThatThrownBy(() -> problem().withRidge(-1, 0)).hasMessageStartingWith("lambda must be");
        assertThatThrownBy(() -> problem().withBounds(5, 1)).hasMessage("low must be below high, got 5.0 and 1.0");
        assertThatThrownBy(() -> problem().withThreads(0)).hasMessage("threads must be at least 1, got 0");
    }

    /** Rank 0 is the zero matrix, whichever algorithm climbs there. */
    @Test
    void rankZeroIsTheZeroMatrix() {
        for (Algorithm algorithm : new Algorithm[] {
            Greedy.ofRank(0), FastGreedy.ofRank(0), LocalSearch.ofRank(0), FastLocalSearch.ofRank(0)
        }) {
            Solution solution = algorithm.minimize(problem());
            assertThat(solution.matrix().rank()).as(algorithm.name()).isZero();
            assertThat(solution.stop()).as(algorithm.name()).isEqualTo(StopReason.RANK_REACHED);
        }
    }
}
