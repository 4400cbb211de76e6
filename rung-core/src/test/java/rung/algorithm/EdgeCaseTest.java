package rung.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rung.Algorithm;
import rung.ExactProblem;
import rung.Instances;
import rung.LowRankMatrix;
import rung.Solution;
import rung.StopReason;
import rung.data.Observations;
import rung.engine.convex.AnyConvex;
import rung.engine.entrywise.Entrywise;
import rung.linalg.Matrix;
import rung.loss.Loss;
import rung.objective.Entries;

/** Odd shapes and odd data: a defined result or a clear error, never a hang and never a silent NaN. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class EdgeCaseTest {
    private static Stream<Algorithm> algorithms(int rank) {
        return Stream.of(
                Greedy.ofRank(rank),
                Greedy.asInPaper(rank),
                LocalSearch.ofRank(rank),
                FastGreedy.ofRank(rank),
                FastGreedy.asInPaper(rank, 3),
                FastLocalSearch.ofRank(rank),
                FastLocalSearch.asInPaper(rank, 3));
    }

    private static Stream<Loss> losses() {
        return Stream.of(Loss.squared(), Loss.huber(1), Loss.logistic(), Loss.poisson());
    }

    /** Runs everything on the data and demands finite answers of the right shape. */
    private static void everything(Observations data, int rank) {
        losses().forEach(loss -> {
            for (ExactProblem<?> problem : List.of(Entrywise.of(data, loss), AnyConvex.of(new Entries(data, loss)))) {
                algorithms(rank).forEach(algorithm -> {
                    Solution solution = algorithm.minimize(problem);
                    String what = algorithm.name() + ", " + problem.description();
                    assertThat(solution.value()).as(what).isFinite();
                    assertThat(solution.matrix().left().isFinite()).as(what).isTrue();
                    assertThat(solution.matrix().right().isFinite()).as(what).isTrue();
                    assertThat(solution.matrix().rank()).as(what).isLessThanOrEqualTo(rank);
                    assertThat(solution.matrix().rows()).isEqualTo(data.rows());
                    assertThat(solution.matrix().columns()).isEqualTo(data.columns());
                });
            }
        });
    }

    private static Observations binary(int m, int n, double p, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Observations.Builder builder = Observations.builder(m, n);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                if (random.nextDouble() < p) {
                    builder.add(i, j, random.nextInt(2));
                }
            }
        }
        return builder.build();
    }

    @Test
    void shapes() {
        everything(binary(4, 9, 0.7, 1), 2);
        everything(binary(9, 4, 0.7, 2), 2);
        everything(binary(1, 8, 0.9, 3), 1);
        everything(binary(8, 1, 0.9, 4), 1);
        everything(binary(1, 1, 1, 5), 1);
        everything(binary(5, 6, 0.9, 6), 5); // rank = min(m, n)
    }

    @Test
    void emptyRowsAndColumns() {
        Observations data = Observations.builder(5, 6)
                .add(0, 1, 1)
                .add(0, 4, 0)
                .add(2, 1, 1)
                .add(2, 2, 1)
                .add(4, 4, 1)
                .build();
        everything(data, 2);
        Solution solution = FastGreedy.ofRank(2).minimize(Entrywise.of(data, Loss.squared()));
        for (int j = 0; j < 6; j++) {
            near(solution.matrix().get(1, j), 0, 1e-12); // nothing is known of row 1: least norm
        }
    }

    @Test
    void noObservations() {
        Observations nothing = Observations.builder(4, 3).build();
        everything(nothing, 2);
        algorithms(2).forEach(algorithm -> {
            Solution solution = algorithm.minimize(Entrywise.of(nothing, Loss.squared()));
            assertThat(solution.stop()).isEqualTo(StopReason.STATIONARY);
            assertThat(solution.matrix()).isEqualTo(LowRankMatrix.zero(4, 3));
            assertThat(solution.value()).isZero();
        });
    }

    @Test
    void aZeroMatrix() {
        Observations zeros = Observations.dense(new Matrix(6, 5));
        everything(zeros, 3);
        algorithms(3).forEach(algorithm -> {
            Solution solution = algorithm.minimize(Entrywise.of(zeros, Loss.squared()));
            assertThat(solution.stop()).isEqualTo(StopReason.STATIONARY);
            assertThat(solution.matrix().rank()).isZero();
        });
    }

    @Test
    void rankBeyondThatOfTheData() {
        Matrix truth = Instances.lowRank(12, 10, 2, new SplittableRandom(2));
        algorithms(8).forEach(algorithm -> {
            Solution solution = algorithm.minimize(Entrywise.of(Observations.dense(truth), Loss.squared()));
            assertThat(solution.value()).isFinite();
            if (!algorithm.settings().refit().fromZero()) {
                near(solution.matrix().toDense(), truth, 1e-6);
            }
        });
    }

    @Test
    void anEntryObservedTwiceCountsTwice() {
        Observations twice =
                Observations.builder(1, 1).add(0, 0, 2).add(0, 0, 5).build();
        Observations mean = Observations.builder(1, 1).add(0, 0, 3.5, 2).build();
        for (Observations data : new Observations[] {twice, mean}) {
            near(
                    Greedy.ofRank(1)
                            .minimize(Entrywise.of(data, Loss.squared()))
                            .matrix()
                            .get(0, 0),
                    3.5,
                    1e-9);
        }
    }

    /* Every entry three times over: for the inner problems that is repeated equations, and no more. */
    @Test
    void repeatedObservationsDoNotDisturbFewIterations() {
        SplittableRandom random = new SplittableRandom(12);
        Matrix m = Instances.lowRank(40, 30, 3, random);
        Observations once = Instances.sampled(m, 0.4, random);
        Observations.Builder thrice = Observations.builder(40, 30);
        for (int k = 0; k < 3; k++) {
            once.forEach((i, j, value, weight) -> thrice.add(i, j, value));
        }
        for (int k = 1; k <= 12; k++) {
            Algorithm algorithm = FastGreedy.asInPaper(8, k);
            Matrix expected = algorithm
                    .minimize(Entrywise.of(once, Loss.squared()))
                    .matrix()
                    .toDense();
            Matrix found = algorithm
                    .minimize(Entrywise.of(thrice.build(), Loss.squared()))
                    .matrix()
                    .toDense();
            assertThat(found.norm()).as("%s iterations", k).isLessThan(20 * m.norm());
            if (k <= 3) {
                near(found, expected, 1e-6);
            }
        }
    }

    @Test
    void zeroWeightsAreAsGoodAsAbsent() {
        SplittableRandom random = new SplittableRandom(3);
        Matrix m = Instances.lowRank(8, 7, 2, random);
        Observations.Builder some = Observations.builder(8, 7);
        Matrix weights = new Matrix(8, 7);
        Matrix spoilt = m.copy();
        for (int i = 0; i < 8; i++) {
            for (int j = 0; j < 7; j++) {
                if (random.nextDouble() < 0.8) {
                    some.add(i, j, m.get(i, j));
                    weights.set(i, j, 1);
                } else {
                    spoilt.set(i, j, 1e6);
                }
            }
        }
        Solution sparse = Greedy.ofRank(2).minimize(Entrywise.of(some.build(), Loss.squared()));
        Solution dense = Greedy.ofRank(2).minimize(Entrywise.of(Observations.dense(spoilt, weights), Loss.squared()));
        near(dense.matrix().toDense(), sparse.matrix().toDense(), 1e-6);
    }

    @Test
    void hugeAndTinyNumbers() {
        for (double scale : new double[] {1e-120, 1e-30, 1e30, 1e120}) {
            Matrix m = Instances.lowRank(8, 9, 2, new SplittableRandom(1));
            Matrix scaled = m.copy();
            for (int k = 0; k < m.array().length; k++) {
                scaled.array()[k] *= scale;
            }
            for (Algorithm algorithm : new Algorithm[] {Greedy.ofRank(2), FastGreedy.ofRank(2)}) {
                Solution solution = algorithm.minimize(Entrywise.of(Observations.dense(scaled), Loss.squared()));
                Matrix found = solution.matrix().toDense();
                for (int k = 0; k < found.array().length; k++) {
                    found.array()[k] /= scale;
                }
                near(found, m, 1e-7);
            }
        }
    }

    @Test
    void separableDataHasNoLogisticMinimumButAFiniteAnswer() {
        Matrix ones = new Matrix(6, 5);
        Arrays.fill(ones.array(), 1);
        everything(Observations.dense(ones), 2);
    }

    @Test
    void badEntriesAreRefusedWithASentence() {
        Observations.Builder builder = Observations.builder(3, 4);
        assertThatThrownBy(() -> builder.add(1, 2, Double.NaN))
                .hasMessage("the value at (1, 2) must be finite, got NaN");
        assertThatThrownBy(() -> builder.add(1, 2, Double.POSITIVE_INFINITY)).hasMessageContaining("must be finite");
        assertThatThrownBy(() -> builder.add(1, 2, 1, -1))
                .hasMessage("the weight at (1, 2) must be finite and not negative, got -1.0");
        assertThatThrownBy(() -> builder.add(3, 0, 1))
                .hasMessage("an observation must lie inside the 3×4 matrix, got (3, 0)");
        assertThatThrownBy(() -> Observations.builder(0, 4))
                .hasMessage("a matrix must have at least one row and one column, got 0×4");
        Matrix hole = new Matrix(2, 2);
        hole.set(1, 0, Double.NaN);
        assertThatThrownBy(() -> Observations.dense(hole)).hasMessage("the value at (1, 0) must be finite, got NaN");
        assertThat(Observations.withHoles(hole).count()).isEqualTo(3);
        Observations two = Observations.builder(2, 2).add(0, 1, 2).build();
        assertThatThrownBy(() -> Entrywise.of(two, Loss.logistic()).start())
                .hasMessage("an observed value must be 0 or 1 for the logistic loss, got 2.0 at (0, 1)");
        Observations negative = Observations.builder(2, 2).add(1, 0, -3).build();
        assertThatThrownBy(() -> new Entries(negative, Loss.poisson()))
                .hasMessage("an observed value must be not negative for the Poisson loss, got -3.0 at (1, 0)");
    }

    static Stream<Loss> smoothLosses() {
        return Stream.of(Loss.squared(), Loss.huber(0.5));
    }

    @ParameterizedTest
    @MethodSource("smoothLosses")
    void anyNumberOfThreadsGivesTheSameBits(Loss loss) {
        SplittableRandom random = new SplittableRandom(6);
        Matrix m = Instances.lowRank(400, 300, 4, random);
        for (int k = 0; k < m.array().length; k++) {
            m.array()[k] += 0.2 * random.nextGaussian();
        }
        Observations sparse = Instances.sampled(m, 0.3, random);
        Observations dense = Observations.dense(m);
        for (Observations data : new Observations[] {sparse, dense}) {
            for (Algorithm algorithm : new Algorithm[] {FastLocalSearch.ofRank(4), Greedy.ofRank(2)}) {
                Entrywise problem = Entrywise.of(data, loss).withRidge(0.1, 0.5);
                Solution one = algorithm.minimize(problem.withThreads(1));
                for (int threads : new int[] {3, 8}) {
                    Solution many = algorithm.minimize(problem.withThreads(threads));
                    assertThat(many.matrix()).isEqualTo(one.matrix());
                    assertThat(many.value()).isEqualTo(one.value());
                    assertThat(many.trace()).hasSameSizeAs(one.trace());
                }
            }
        }
    }
}
