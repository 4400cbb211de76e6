package rung.engine.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static rung.Near.near;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Instances;
import rung.LowRankMatrix;
import rung.Refit;
import rung.Solution;
import rung.algorithm.FastGreedy;
import rung.data.Tiles;
import rung.linalg.Lanczos;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/** What must not matter to the engine for robust losses, or only as it should: threads, order, units, the start. */
class ReweightedInvarianceTest extends ReweightedCase {
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
                b.refit(side.other(), Refit.warm(5));
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
}
