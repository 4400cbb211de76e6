package rung.completion.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.LowRankMatrix;
import rung.algorithm.FastGreedy;
import rung.data.Observations;
import rung.engine.bayes.Bayesian;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.Workers;

/** Low rank and a local part together, on tables that are made of both. */
class OrderedFitTest {
    private static final int M = 400;
    private static final int N = 30;

    /* A table of rank 3 whose left factors and whose rest have these lengths along the rows. */
    private static Matrix table(double ofFactors, double ofRest, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix u = processes(M, 3, ofFactors, random);
        Matrix v = Matrix.gaussian(N, 3, random);
        Matrix a = u.multiplyByTransposed(v).plus(1, processes(M, N, ofRest, random));
        return a.plus(0.3, Matrix.gaussian(M, N, random));
    }

    private static Matrix processes(int m, int n, double length, SplittableRandom random) {
        Matrix f = Matrix.gaussian(m, n, random);
        double c = Math.exp(-1 / length);
        for (int t = 1; t < m; t++) {
            for (int j = 0; j < n; j++) {
                f.set(t, j, c * f.get(t - 1, j) + Math.sqrt(1 - c * c) * f.get(t, j));
            }
        }
        return f;
    }

    /* Stretches of a length in single columns are the second part. */
    private static Observations.Split hide(Matrix a, int length, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean[] isHidden = new boolean[M * N];
        for (int k = 0; k < 0.3 * M * N / length; k++) {
            int j = random.nextInt(N);
            int from = random.nextInt(M - length + 1);
            for (int t = from; t < from + length; t++) {
                isHidden[t * N + j] = true;
            }
        }
        Observations.Builder train = Observations.builder(M, N);
        Observations.Builder hidden = Observations.builder(M, N);
        for (int t = 0; t < M; t++) {
            for (int j = 0; j < N; j++) {
                (isHidden[t * N + j] ? hidden : train).add(t, j, a.get(t, j));
            }
        }
        return new Observations.Split(train.build(), hidden.build());
    }

    private static LowRankMatrix start(Observations train) {
        return FastGreedy.ofRank(3).minimize(Bayesian.of(train)).matrix();
    }

    private static double error(double[] fitted, Observations hidden) {
        double sum = 0;
        for (int k = 0; k < fitted.length; k++) {
            sum += (fitted[k] - hidden.values()[k]) * (fitted[k] - hidden.values()[k]);
        }
        return Math.sqrt(sum / fitted.length);
    }

    @Test
    void bothPartsTogetherAreBetterThanOneAfterTheOther() {
        Order order = Order.of(Side.LEFT, M);
        for (int length : new int[] {1, 10}) {
            Observations.Split split = hide(table(30, 8, 1), length, 2);
            LowRankMatrix start = start(split.train());
            double alone = split.heldOut().rmse(start);
            double once = errorOf(split, start, order, FactorPrior.SMOOTH, 0);
            double independent = errorOf(split, start, order, FactorPrior.INDEPENDENT, OrderedFit.ROUNDS);
            double smooth = errorOf(split, start, order, FactorPrior.SMOOTH, OrderedFit.ROUNDS);
            assertThat(once).as("length %d", length).isLessThan(0.95 * alone);
            assertThat(independent).as("length %d", length).isLessThan(once);
            assertThat(smooth).as("length %d", length).isLessThan(independent);
        }
    }

    private static double errorOf(
            Observations.Split split, LowRankMatrix start, Order order, FactorPrior prior, int rounds) {
        OrderedFit fit = OrderedFit.of(split.train(), start, (i, j) -> 0, order, prior, rounds, Workers.all());
        return error(fit.at(split.heldOut().pattern()), split.heldOut());
    }

    @Test
    void withoutAnOrderNothingIsLost() {
        for (int seed = 0; seed < 3; seed++) {
            Observations.Split split = hide(table(30, 1e-9, seed), 1, 2);
            LowRankMatrix start = start(split.train());
            OrderedFit fit = OrderedFit.of(
                    split.train(), start, (i, j) -> 0, Order.of(Side.LEFT, M), FactorPrior.SMOOTH, Workers.all());
            assertThat(fit.local().process()).isEqualTo(LocalProcess.NONE);
            assertThat(fit.matrix()).isSameAs(start);
        }
    }

    @Test
    void columnsInOrderAreRowsInOrderTransposed() {
        Observations train = hide(table(30, 8, 1), 10, 2).train();
        LowRankMatrix start = start(train);
        for (FactorPrior prior : FactorPrior.values()) {
            OrderedFit rows = OrderedFit.of(train, start, (i, j) -> 0, Order.of(Side.LEFT, M), prior, 3, Workers.ONE);
            OrderedFit columns = OrderedFit.of(
                    train.transposed(),
                    start.transposed(),
                    (i, j) -> 0,
                    Order.of(Side.RIGHT, M),
                    prior,
                    3,
                    Workers.ONE);
            near(columns.everywhere().transposed(), rows.everywhere(), 1e-6);
        }
    }

    @Test
    void threadsDoNotMatterAndAllCellsCanBeObserved() {
        Observations full = Observations.dense(table(30, 8, 1));
        LowRankMatrix start = start(full);
        for (FactorPrior prior : FactorPrior.values()) {
            OrderedFit one = OrderedFit.of(full, start, (i, j) -> 0, Order.of(Side.LEFT, M), prior, 3, Workers.ONE);
            OrderedFit four = OrderedFit.of(full, start, (i, j) -> 0, Order.of(Side.LEFT, M), prior, 3, new Workers(4));
            assertThat(four.everywhere().array()).isEqualTo(one.everywhere().array());
            assertThat(one.matrix().rank()).isEqualTo(3);
        }
    }

    /* An observation of weight 0 is as if it were not there, also if it is wrong. */
    @Test
    void weightsCount() {
        Observations.Split split = hide(table(30, 8, 1), 10, 2);
        LowRankMatrix start = start(split.train());
        Observations.Builder weighted = Observations.builder(M, N);
        split.train().forEach((i, j, value, weight) -> weighted.add(i, j, value, 1));
        split.heldOut().forEach((i, j, value, weight) -> weighted.add(i, j, 1e6, 0));
        Order order = Order.of(Side.LEFT, M);
        Matrix expected = OrderedFit.of(split.train(), start, (i, j) -> 0, order, FactorPrior.SMOOTH, 3, Workers.ONE)
                .everywhere();
        near(
                OrderedFit.of(weighted.build(), start, (i, j) -> 0, order, FactorPrior.SMOOTH, 3, Workers.ONE)
                        .everywhere(),
                expected,
                1e-3);
    }

    @Test
    void rankZeroIsTheLocalPartAlone() {
        Observations train = hide(table(30, 8, 1), 10, 2).train();
        Order order = Order.of(Side.LEFT, M);
        OrderedFit fit =
                OrderedFit.of(train, LowRankMatrix.zero(M, N), (i, j) -> 0, order, FactorPrior.SMOOTH, Workers.ONE);
        assertThat(fit.everywhere().array())
                .isEqualTo(LocalPart.fit(train, order, Workers.ONE).everywhere().means());
    }

    @Test
    void badInputGetsASentence() {
        Observations data = Observations.dense(table(30, 8, 1));
        double[] positions = new double[M];
        Arrays.setAll(positions, t -> t * t);
        Order order = Order.of(Side.LEFT, positions);
        assertThatThrownBy(() -> OrderedFit.of(
                        data, LowRankMatrix.zero(N, M), (i, j) -> 0, order, FactorPrior.SMOOTH, Workers.ONE))
                .hasMessage("the low-rank matrix must be 400×30 as the table is, got 30×400");
        assertThatThrownBy(() -> OrderedFit.of(
                        data, LowRankMatrix.zero(M, N), (i, j) -> 0, order, FactorPrior.SMOOTH, -1, Workers.ONE))
                .hasMessage("rounds must be at least 0, got -1");
    }
}
