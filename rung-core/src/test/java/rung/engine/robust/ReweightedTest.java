package rung.engine.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static rung.Near.near;
import static rung.Near.small;

import java.util.Arrays;
import java.util.List;
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
import rung.Side;
import rung.Solution;
import rung.algorithm.FastGreedy;
import rung.algorithm.FastLocalSearch;
import rung.algorithm.Greedy;
import rung.algorithm.LocalSearch;
import rung.engine.entrywise.Entrywise;
import rung.engine.entrywise.EntrywiseIterate;
import rung.linalg.Lanczos;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;
import rung.linalg.Svd;
import rung.loss.Loss;
import rung.objective.Observations;
import rung.objective.Tiles;

/** The engine for dense data in single precision against definitions in double precision, and its invariances. */
class ReweightedTest {
    private static final double DELTA = 0.3;

    /** Low rank, a little noise, a tenth of gross errors; some entries missing if so wanted. FloatBlock are floats. */
    private static Matrix data(int m, int n, boolean isFull, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix data = Instances.lowRank(m, n, Math.min(3, Math.min(m, n)), random);
        for (int k = 0; k < data.array().length; k++) {
            data.array()[k] += 0.1 * random.nextGaussian() + (random.nextInt(10) == 0 ? 10 * random.nextGaussian() : 0);
            data.array()[k] = isFull || random.nextInt(4) > 0 ? (float) data.array()[k] : Double.NaN;
        }
        return data;
    }

    private static LowRankMatrix factors(int m, int n, int r, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return LowRankMatrix.of(Matrix.gaussian(m, r, random), Matrix.gaussian(n, r, random));
    }

    private static double loss(RobustLoss loss, double rho, double width) {
        double size = Math.abs(rho);
        return loss == RobustLoss.HUBER
                ? size <= width ? rho * rho / 2 : width * size - width * width / 2
                : width * width / 2 * Math.log1p(rho * rho / (width * width));
    }

    private static double derivative(RobustLoss loss, double rho, double width) {
        return loss == RobustLoss.HUBER
                ? Math.max(-width, Math.min(width, rho))
                : rho / (1 + rho * rho / (width * width));
    }

    private static double value(Matrix data, LowRankMatrix a, RobustLoss loss, double width) {
        double sum = 0;
        for (int i = 0; i < data.rows(); i++) {
            for (int j = 0; j < data.columns(); j++) {
                double rho = data.get(i, j) - a.get(i, j);
                sum += Double.isNaN(rho) ? 0 : loss(loss, rho, width);
            }
        }
        return sum;
    }

    private static Matrix gradient(Matrix data, LowRankMatrix a, RobustLoss loss, double width) {
        Matrix g = new Matrix(data.rows(), data.columns());
        for (int i = 0; i < data.rows(); i++) {
            for (int j = 0; j < data.columns(); j++) {
                double rho = data.get(i, j) - a.get(i, j);
                g.set(i, j, Double.isNaN(rho) ? 0 : -derivative(loss, rho, width));
            }
        }
        return g;
    }

    private static ReweightedIterate start(Reweighted problem, LowRankMatrix a) {
        return problem.withStart(a.left(), a.right()).start();
    }

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
    void fromZeroForgetsWhereTheSideWas() {
        Matrix data = data(100, 30, true, 15);
        Reweighted problem = Reweighted.of(Tiles.of(data), DELTA);
        for (Side side : Side.values()) {
            LowRankMatrix one = factors(100, 30, 2, 16);
            LowRankMatrix other = side == Side.LEFT
                    ? LowRankMatrix.of(one.left().plus(1, one.left()), one.right())
                    : LowRankMatrix.of(one.left(), one.right().plus(1, one.right()));
            ReweightedIterate a = start(problem, one);
            ReweightedIterate b = start(problem, other);
            a.refit(side, Refit.fromZero(2));
            b.refit(side, Refit.fromZero(2));
            assertThat(a.matrix()).isEqualTo(b.matrix());
        }
    }

    /** Within the inner iterations' tolerance and the rounding of floats, whose sums are in another order. */
    @Test
    void theTransposedMatrixHasTheOtherSidesRefitted() {
        for (boolean isFull : new boolean[] {true, false}) {
            Matrix data = data(130, 70, isFull, 17);
            Reweighted problem = Reweighted.of(Tiles.of(data), DELTA);
            Reweighted transposed = Reweighted.of(Tiles.of(data.transposed()), DELTA);
            LowRankMatrix from = factors(130, 70, 4, 18);
            for (Side side : Side.values()) {
                ReweightedIterate a = start(problem, from);
                ReweightedIterate b = start(transposed, from.transposed());
                a.refit(side, Refit.warm(5));
                b.refit(side == Side.LEFT ? Side.RIGHT : Side.LEFT, Refit.warm(5));
                near(b.matrix().transposed().toDense(), a.matrix().toDense(), 1e-4);
                near(b.value(), a.value(), 1e-5);
            }
            SingularPair pair = start(problem, from).steepest(1e-6);
            near(start(transposed, from.transposed()).steepest(1e-6).sigma(), pair.sigma(), 1e-4);
        }
    }

    @Test
    void theNumberOfThreadsDoesNotShow() {
        Matrix data = data(3000, 30, false, 19);
        Tiles tiles = Tiles.of(data);
        Solution[] solutions = IntStream.of(1, 2, 3)
                .mapToObj(threads -> FastGreedy.ofRank(4)
                        .minimize(Reweighted.of(tiles, DELTA).withThreads(threads)))
                .toArray(Solution[]::new);
        assertThat(solutions[1].matrix()).isEqualTo(solutions[0].matrix());
        assertThat(solutions[2].matrix()).isEqualTo(solutions[0].matrix());
        assertThat(solutions[2].value()).isEqualTo(solutions[0].value());
        for (int threads : new int[] {2, 3}) {
            Reweighted one = Reweighted.of(tiles, RobustLoss.CAUCHY, DELTA).withThreads(1);
            Reweighted many = one.withThreads(threads);
            assertThat(many.threads()).isEqualTo(threads);
            ReweightedIterate a = start(one, solutions[0].matrix());
            ReweightedIterate b = start(many, solutions[0].matrix());
            assertThat(many.scale(solutions[0].matrix())).isEqualTo(one.scale(solutions[0].matrix()));
            for (Side side : Side.values()) {
                a.refit(side, Refit.warm(4));
                b.refit(side, Refit.warm(4));
                assertThat(b.matrix()).isEqualTo(a.matrix());
                assertThat(b.value()).isEqualTo(a.value());
            }
            a.refitCore(Refit.warm(3));
            b.refitCore(Refit.warm(3));
            assertThat(b.matrix()).isEqualTo(a.matrix());
        }
    }

    private static int[] shuffled(int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] order = IntStream.range(0, n).toArray();
        for (int k = n - 1; k > 0; k--) {
            int other = random.nextInt(k + 1);
            int kept = order[k];
            order[k] = order[other];
            order[other] = kept;
        }
        return order;
    }

    private static Matrix permuted(Matrix a, int[] rows, int[] columns) {
        Matrix b = new Matrix(a.rows(), a.columns());
        for (int i = 0; i < a.rows(); i++) {
            for (int j = 0; j < a.columns(); j++) {
                b.set(i, j, a.get(rows[i], columns[j]));
            }
        }
        return b;
    }

    @Test
    void theOrderOfRowsAndColumnsDoesNotMatter() {
        Matrix data = data(140, 50, false, 20);
        int[] rows = shuffled(140, 1);
        int[] columns = shuffled(50, 2);
        Reweighted problem = Reweighted.of(Tiles.of(data), DELTA);
        Reweighted moved = Reweighted.of(Tiles.of(permuted(data, rows, columns)), DELTA);
        Matrix a = FastGreedy.ofRank(3).minimize(problem).matrix().toDense();
        Matrix b = FastGreedy.ofRank(3).minimize(moved).matrix().toDense();
        near(b, permuted(a, rows, columns), 5e-3);
        SingularPair pair = problem.start().steepest(1e-6);
        near(moved.start().steepest(1e-6).sigma(), pair.sigma(), 1e-5);
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

    /** From any start the same pair, and from one that is orthogonal to it still a number. */
    @Test
    void theTopPairDoesNotDependOnTheStart() {
        SplittableRandom random = new SplittableRandom(23);
        Matrix a = Matrix.gaussian(30, 20, random);
        double sigma = Instances.ejmlSvd(a).sigma()[0];
        double[] ones = new double[20];
        Arrays.fill(ones, 7);
        double[] kept = ones.clone();
        Lanczos lanczos = new Lanczos(1e-10, 200);
        near(lanczos.top(a, ones).sigma(), sigma, 1e-9);
        assertThat(ones).containsExactly(kept);
        near(lanczos.top(a, Matrix.gaussian(20, 1, random).array()).sigma(), sigma, 1e-9);
        near(lanczos.top(a, 3).sigma(), sigma, 1e-9);
        SingularPair zero = lanczos.top(new Matrix(30, 20), ones);
        assertThat(zero.sigma()).isZero();
        near(Matrix.norm(zero.u()), 1, 1e-12);
        near(Matrix.norm(zero.v()), 1, 1e-12);
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

    /** To any unit of measurement the same scale: bins are as wide as numbers are large. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-30, 1e-3, 1, 1e5, 1e30})
    void theScaleScales(double unit) {
        Matrix data = Matrix.gaussian(400, 50, new SplittableRandom(27));
        for (int k = 0; k < data.array().length; k++) {
            data.array()[k] *= unit;
        }
        double scale = Reweighted.of(Tiles.of(data), DELTA).scale(LowRankMatrix.zero(400, 50));
        assertThat(scale / unit).isBetween(0.97, 1.03);
    }

    @Test
    void whereThereAreNoEntriesNothingMoves() {
        Matrix data = data(70, 20, true, 28);
        for (int j = 0; j < 20; j++) {
            data.set(66, j, Double.NaN);
        }
        for (int i = 0; i < 70; i++) {
            data.set(i, 4, Double.NaN);
        }
        LowRankMatrix from = factors(70, 20, 2, 29);
        ReweightedIterate a = start(Reweighted.of(Tiles.of(data), DELTA), from);
        a.refit(Side.LEFT, Refit.warm(5));
        assertThat(a.matrix().left().row(66)).containsExactly(from.left().row(66), within(1e-7)); // rounded to floats
        a.refit(Side.RIGHT, Refit.warm(5));
        assertThat(a.matrix().right().row(4)).containsExactly(from.right().row(4), within(1e-7));
        assertThat(a.value()).isFinite();
    }

    @Test
    void factorsThatDependOnEachOtherDoNoHarm() {
        Matrix data = data(100, 40, true, 30);
        LowRankMatrix one = factors(100, 40, 1, 31);
        Matrix u = one.left();
        Matrix v = one.right();
        LowRankMatrix twice = LowRankMatrix.of(u.withColumn(u.array(), 1), v.withColumn(v.array(), 1));
        for (Side side : Side.values()) {
            ReweightedIterate a = start(Reweighted.of(Tiles.of(data), DELTA), twice);
            ReweightedIterate b = start(Reweighted.of(Tiles.of(data), DELTA), one);
            a.refit(side, Refit.exact());
            b.refit(side, Refit.exact());
            near(a.value(), b.value(), 1e-3);
            assertThat(a.matrix().left().isFinite()).isTrue();
            assertThat(a.matrix().right().isFinite()).isTrue();
        }
    }

    @Test
    void theStartIsCopiedAndTheProblemIsUntouched() {
        Matrix data = data(20, 10, true, 32);
        LowRankMatrix from = factors(20, 10, 2, 33);
        Matrix u = from.left().copy();
        Reweighted problem = Reweighted.of(Tiles.of(data), DELTA).withStart(u, from.right());
        u.set(0, 0, 1000);
        ReweightedIterate a = problem.start();
        assertThat(a.matrix()).isEqualTo(from);
        ReweightedIterate copy = a.copy();
        a.refit(Side.LEFT, Refit.warm(2));
        assertThat(copy.matrix()).isEqualTo(from);
        assertThat(problem.start().matrix()).isEqualTo(from);
        assertThat(copy.value()).isNotEqualTo(a.value());
    }

    @Test
    void eachWithChangesOneThingAlone() {
        Reweighted plain = Reweighted.of(Tiles.of(data(20, 10, true, 34)), 0.25);
        LowRankMatrix from = factors(20, 10, 2, 35);
        List<Reweighted> all = List.of(
                plain.withSeed(7).withThreads(3).withStart(from.left(), from.right()),
                plain.withStart(from.left(), from.right()).withThreads(3).withSeed(7));
        for (Reweighted problem : all) {
            assertThat(problem.seed()).isEqualTo(7);
            assertThat(problem.threads()).isEqualTo(3);
            assertThat(problem.start().matrix()).isEqualTo(from);
            assertThat(problem.description()).isEqualTo("Huber's loss of width 0.25, 20×10, reweighted least squares");
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
