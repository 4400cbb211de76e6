package rung.engine.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static rung.Near.near;
import static rung.Near.small;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Algorithm;
import rung.Instances;
import rung.LowRankMatrix;
import rung.Refit;
import rung.Solution;
import rung.algorithm.FastGreedy;
import rung.algorithm.FastLocalSearch;
import rung.algorithm.Greedy;
import rung.algorithm.LocalSearch;
import rung.data.Observations;
import rung.data.Tiles;
import rung.engine.entrywise.Entrywise;
import rung.engine.entrywise.EntrywiseIterate;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.Svd;
import rung.loss.Loss;

/** The engine for dense data in single precision against definitions in double precision, and its invariances. */
class ReweightedTest extends ReweightedCase {
    @ParameterizedTest
    @EnumSource(RobustLoss.class)
    void valueAndGradientAreThoseOfTheDefinition(RobustLoss loss) {
        for (int[] size : new int[][] {{1, 1}, {1, 9}, {63, 5}, {64, 8}, {65, 7}, {200, 30}, {1300, 3}}) {
            for (int r : new int[] {0, 1, 2, 5}) {
                Matrix data = data(size[0], size[1], r % 2 == 0, r);
                LowRankMatrix a = factors(size[0], size[1], r, 5);
                Reweighted problem = Reweighted.of(Tiles.of(data), loss, DELTA);
                near(problem.function().value(a), value(data, a, loss, DELTA), 1e-5);
                near(start(problem, a).value(), value(data, a, loss, DELTA), 1e-5);
                Matrix expected = gradient(data, a, loss, DELTA);
                LinearOperator g = problem.function().gradient(a);
                assertThat(g.rows()).isEqualTo(size[0]);
                assertThat(g.columns()).isEqualTo(size[1]);
                for (int k : new int[] {1, 2, 5}) {
                    Matrix x = Matrix.gaussian(size[1], k, new SplittableRandom(k));
                    near(g.multiply(x), expected.multiply(x), 1e-5);
                    Matrix y = Matrix.gaussian(size[0], k, new SplittableRandom(k));
                    near(g.multiplyTransposed(y), expected.multiplyTransposed(y), 1e-5);
                }
            }
        }
    }

    /** The slope of the value along a matrix of rank one is the gradient's product with it. */
    @ParameterizedTest
    @EnumSource(RobustLoss.class)
    void theGradientIsThatOfFiniteDifferences(RobustLoss loss) {
        Matrix data = data(90, 40, false, 3);
        Reweighted problem = Reweighted.of(Tiles.of(data), loss, DELTA);
        LowRankMatrix a = factors(90, 40, 2, 4);
        SplittableRandom random = new SplittableRandom(8);
        double[] x = Matrix.gaussian(90, 1, random).array();
        double[] y = Matrix.gaussian(40, 1, random).array();
        double slope = Matrix.column(x)
                .multiplyTransposed(problem.function().gradient(a).multiply(Matrix.column(y)))
                .get(0, 0);
        double h = 1e-2;
        double above = problem.function()
                .value(LowRankMatrix.of(a.left().withColumn(x, h), a.right().withColumn(y, 1)));
        double below = problem.function()
                .value(LowRankMatrix.of(a.left().withColumn(x, -h), a.right().withColumn(y, 1)));
        assertThat((above - below) / (2 * h)).isCloseTo(slope, within(0.02 * Math.abs(slope) + 0.2));
    }

    @ParameterizedTest
    @EnumSource(RobustLoss.class)
    void refitsNeverRaiseTheValue(RobustLoss loss) {
        for (long seed = 0; seed < 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int m = 1 + random.nextInt(150);
            int n = 1 + random.nextInt(60);
            int r = random.nextInt(7);
            double width = Math.pow(10, 3 * random.nextDouble() - 2);
            Matrix data = data(m, n, seed % 2 == 0, seed);
            ReweightedIterate a = start(Reweighted.of(Tiles.of(data), loss, width), factors(m, n, r, seed));
            double before = value(data, a.matrix(), loss, width);
            for (int t = 0; t < 6; t++) {
                LowRankMatrix was = a.matrix();
                a.refit(Side.of(t), Refit.warm(1 + t / 2));
                double after = value(data, a.matrix(), loss, width);
                assertThat(after).as("seed %d, refit %d", seed, t).isLessThanOrEqualTo(before * (1 + 1e-5) + 1e-6);
                near(a.value(), after, 1e-4);
                assertThat(a.rank()).isEqualTo(r);
                boolean isLeft = Side.of(t) == Side.LEFT;
                near(isLeft ? a.matrix().right() : a.matrix().left(), isLeft ? was.right() : was.left(), 0);
                before = after;
            }
        }
    }

    /** Refitting both sides again and again, a rank-three matrix is found below its gross errors. */
    @Test
    void manyRefitsLowerTheValueFar() {
        Matrix data = data(120, 80, true, 9);
        ReweightedIterate a = start(Reweighted.of(Tiles.of(data), DELTA), factors(120, 80, 3, 1));
        for (int t = 0; t < 60; t++) {
            a.refit(Side.of(t), Refit.warm(8));
        }
        assertThat(a.value()).isLessThan(valueOfTheTruth(data, 9));
    }

    /** Of the matrix that {@link #data} spoilt. */
    private static double valueOfTheTruth(Matrix data, long seed) {
        Matrix truth = Instances.lowRank(data.rows(), data.columns(), 3, new SplittableRandom(seed));
        LowRankMatrix low = LowRankMatrix.of(truth, Matrix.identity(data.columns()));
        return value(data, low, RobustLoss.HUBER, DELTA);
    }

    @ParameterizedTest
    @EnumSource(Side.class)
    void anExactRefitLeavesNoGradientAlongTheSide(Side side) {
        for (boolean isFull : new boolean[] {true, false}) {
            Matrix data = data(100, 90, isFull, 11);
            ReweightedIterate a = start(Reweighted.of(Tiles.of(data), DELTA), factors(100, 90, 3, 12));
            double before = along(data, a, side).norm();
            a.refit(side, Refit.exact());
            small(along(data, a, side), 1e-3 * before);
        }
    }

    private static Matrix along(Matrix data, ReweightedIterate a, Side side) {
        Matrix g = gradient(data, a.matrix(), RobustLoss.HUBER, DELTA);
        return side == Side.LEFT
                ? g.multiply(a.matrix().right())
                : g.multiplyTransposed(a.matrix().left());
    }

    @ParameterizedTest
    @EnumSource(Side.class)
    void anExactRefitIsThatOfTheEngineInDoublePrecision(Side side) {
        for (boolean isFull : new boolean[] {true, false}) {
            Matrix data = data(80, 70, isFull, 13);
            LowRankMatrix start = factors(80, 70, 3, 14);
            ReweightedIterate a = start(Reweighted.of(Tiles.of(data), DELTA), start);
            Observations.Builder builder = Observations.builder(80, 70);
            for (int i = 0; i < 80; i++) {
                for (int j = 0; j < 70; j++) {
                    if (!Double.isNaN(data.get(i, j))) {
                        builder.add(i, j, data.get(i, j));
                    }
                }
            }
            EntrywiseIterate b =
                    Entrywise.of(builder.build(), Loss.huber(DELTA)).start();
            for (int k = 0; k < 3; k++) {
                double[] u = start.left().column(k);
                b.append(
                        new SingularPair(
                                1,
                                Arrays.stream(u).map(x -> -x).toArray(),
                                start.right().column(k)),
                        1);
            }
            near(a.value(), b.value(), 1e-5);
            a.refit(side, Refit.exact());
            b.refit(side, Refit.exact());
            near(a.value(), b.value(), 1e-5);
            near(a.matrix().toDense(), b.matrix().toDense(), 2e-3);
        }
    }

    @Test
    void theSteepestPairIsTheTopOfAnIndependentSvdOfTheGradient() {
        Matrix data = data(100, 60, false, 21);
        LowRankMatrix at = factors(100, 60, 2, 22);
        ReweightedIterate a = start(Reweighted.of(Tiles.of(data), DELTA), at);
        Svd svd = Instances.ejmlSvd(gradient(data, at, RobustLoss.HUBER, DELTA));
        SingularPair pair = a.steepest(1e-5);
        near(pair.sigma(), svd.sigma()[0], 1e-3);
        near(Matrix.norm(pair.u()), 1, 1e-9);
        near(Matrix.norm(pair.v()), 1, 1e-9);
        double step = a.lineSearch(pair);
        assertThat(step).isPositive();
        double best = value(data, stepped(at, pair, step), RobustLoss.HUBER, DELTA);
        for (double factor : new double[] {0, 0.8, 1.25, 2}) {
            assertThat(value(data, stepped(at, pair, factor * step), RobustLoss.HUBER, DELTA))
                    .isGreaterThan(best);
        }
    }

    private static LowRankMatrix stepped(LowRankMatrix a, SingularPair pair, double s) {
        return LowRankMatrix.of(a.left().withColumn(pair.u(), -s), a.right().withColumn(pair.v(), 1));
    }

    private static Algorithm algorithm(String name, int r) {
        return switch (name) {
            case "Greedy" -> Greedy.ofRank(r);
            case "LocalSearch" -> LocalSearch.ofRank(r);
            case "FastGreedy" -> FastGreedy.ofRank(r);
            default -> FastLocalSearch.ofRank(r);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"Greedy", "LocalSearch", "FastGreedy", "FastLocalSearch"})
    void everyAlgorithmLowersTheValueWithTheRank(String name) {
        Matrix data = data(70, 40, false, 24);
        Reweighted problem = Reweighted.of(Tiles.of(data), DELTA);
        double last = value(data, LowRankMatrix.zero(70, 40), RobustLoss.HUBER, DELTA);
        for (int r = 1; r <= 4; r++) {
            Solution solution = algorithm(name, r).minimize(problem);
            assertThat(solution.matrix().rank()).isEqualTo(r);
            double value = value(data, solution.matrix(), RobustLoss.HUBER, DELTA);
            near(solution.value(), value, 1e-4);
            assertThat(value).as("%s of rank %d", name, r).isLessThan(last);
            last = value;
        }
        double before = value(data, LowRankMatrix.zero(70, 40), RobustLoss.HUBER, DELTA);
        assertThat(last).isLessThan(name.startsWith("Fast") ? valueOfTheTruth(data, 24) : 0.7 * before);
    }

    @Test
    void theScaleIsTheMedianOfTheResiduals() {
        for (int[] size : new int[][] {{1, 1}, {1, 6}, {65, 7}, {70, 33}, {2100, 3}}) {
            for (boolean isFull : new boolean[] {true, false}) {
                Matrix data = data(size[0], size[1], isFull || size[1] == 1, 25);
                LowRankMatrix a = factors(size[0], size[1], 2, 26);
                double[] sizes = IntStream.range(0, data.array().length)
                        .mapToDouble(k -> Math.abs(data.array()[k] - a.get(k / size[1], k % size[1])))
                        .filter(x -> !Double.isNaN(x))
                        .sorted()
                        .toArray();
                double scale = Reweighted.of(Tiles.of(data), DELTA).scale(a) / 1.4826;
                int n = sizes.length;
                assertThat(scale)
                        .as("%d×%d", size[0], size[1])
                        .isBetween(sizes[(n - 1) / 2] * (1 - 0.006), sizes[n / 2] * (1 + 0.006));
            }
        }
    }

    @Test
    void whatCannotBeIsRefusedInASentence() {
        Tiles tiles = Tiles.of(data(20, 10, true, 36));
        Reweighted problem = Reweighted.of(tiles, 1);
        for (int[] bad : new int[][] {{19, 2, 10, 2}, {20, 2, 11, 2}, {20, 2, 10, 3}}) {
            assertThatThrownBy(() -> problem.withStart(new Matrix(bad[0], bad[1]), new Matrix(bad[2], bad[3])))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the factors of a 20×10 matrix must have as many rows and agree in rank, got " + bad[0]
                            + "×" + bad[1] + " and " + bad[2] + "×" + bad[3]);
        }
        for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> Reweighted.of(tiles, bad))
                    .hasMessage("delta must be a positive number, got " + bad);
        }
        assertThatThrownBy(() -> Reweighted.of(tiles, RobustLoss.CAUCHY, 0))
                .hasMessage("the width must be a positive number, got 0.0");
    }
}
