package rung.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rung.ExactIterate;
import rung.ExactProblem;
import rung.Iterate;
import rung.Limits;
import rung.LowRankMatrix;
import rung.Problem;
import rung.RatingInstance;
import rung.Refit;
import rung.Settings;
import rung.Solution;
import rung.StopReason;
import rung.engine.sampling.Sampling;
import rung.linalg.LinearOperator;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/** The rounds at the final rank: an engine that descends ends them when they do not pay, one that wanders has them all. */
class FinishingTest {
    /** Its value after k refits is {@code values[k]}. */
    private abstract static class Script<A extends Script<A>> implements Iterate<A> {
        final double[] values;
        int rank;
        int refits;

        Script(double[] values, int rank, int refits) {
            this.values = values;
            this.rank = rank;
            this.refits = refits;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public double value() {
            return values[refits];
        }

        @Override
        public SingularPair steepest() {
            return new SingularPair(1, new double[3], new double[3]);
        }

        @Override
        public double lineSearch(SingularPair pair) {
            return 1;
        }

        @Override
        public void append(SingularPair pair, double s) {
            rank++;
        }

        @Override
        public void remove(int i) {
            rank--;
        }

        @Override
        public double[] weights() {
            return new double[rank];
        }

        @Override
        public void refit(Side side) {
            refits++;
        }

        @Override
        public LowRankMatrix matrix() {
            return LowRankMatrix.zero(3, 3);
        }
    }

    private static final class Wandering extends Script<Wandering> {
        Wandering(double[] values, int rank, int refits) {
            super(values, rank, refits);
        }

        @Override
        public Wandering copy() {
            return new Wandering(values, rank, refits);
        }
    }

    private static final class Descending extends Script<Descending> implements ExactIterate<Descending> {
        Descending(double[] values, int rank, int refits) {
            super(values, rank, refits);
        }

        @Override
        public Descending copy() {
            return new Descending(values, rank, refits);
        }

        @Override
        public SingularPair steepest() {
            return super.steepest();
        }

        @Override
        public SingularPair steepest(double tolerance) {
            return super.steepest();
        }

        @Override
        public void refit(Side side) {
            throw new AssertionError("an exact engine is told how");
        }

        @Override
        public void refit(Side side, Refit refit) {
            refits++;
        }

        @Override
        public LinearOperator gradient() {
            throw new AssertionError("there is no certificate");
        }

        @Override
        public void truncate() {
            throw new AssertionError("there are no swaps");
        }

        @Override
        public void refitCore(Refit refit) {
            throw new AssertionError("not part of a fast algorithm");
        }
    }

    private abstract static class Scripted<A extends Iterate<A>> implements Problem<A> {
        @Override
        public int rows() {
            return 3;
        }

        @Override
        public int columns() {
            return 3;
        }

        @Override
        public long seed() {
            return 0;
        }

        @Override
        public int threads() {
            return 1;
        }

        @Override
        public String description() {
            return "a script";
        }
    }

    private static final class WanderingProblem extends Scripted<Wandering> {
        private final double[] values;

        WanderingProblem(double... values) {
            this.values = values;
        }

        @Override
        public Wandering start() {
            return new Wandering(values, 0, 0);
        }
    }

    private static final class DescendingProblem extends Scripted<Descending> implements ExactProblem<Descending> {
        private final double[] values;

        DescendingProblem(double... values) {
            this.values = values;
        }

        @Override
        public Descending start() {
            return new Descending(values, 0, 0);
        }
    }

    private static FastGreedy rounds(int rounds) {
        return new FastGreedy(Settings.ofRank(1).withFinishing(rounds));
    }

    /* One refit with the pair, then two in each round. */
    @Test
    void anEngineThatWandersHasAllItsRounds() {
        Solution solution = rounds(4).minimize(new WanderingProblem(100, 50, 99, 60, 99, 60, 99, 70, 99, 80, 99, 1));
        assertThat(solution.trace()).extracting(step -> step.value()).containsExactly(50.0, 60.0, 60.0, 70.0, 80.0);
        assertThat(solution.value()).as("the last is kept, not the lowest").isEqualTo(80);
        assertThat(solution.stop()).isEqualTo(StopReason.RANK_REACHED);
    }

    @Test
    void anEngineThatDescendsEndsWhereItDoesNot() {
        double[] values = {100, 50, 99, 40, 99, 30, 99, 30, 99, 10, 99, 1};
        Solution solution = rounds(4).minimize(new DescendingProblem(values));
        assertThat(solution.trace()).extracting(step -> step.value()).containsExactly(50.0, 40.0, 30.0);
        assertThat(solution.value()).isEqualTo(30);
        assertThat(solution.stop()).isEqualTo(StopReason.RANK_REACHED);
    }

    @Test
    void anEngineThatDescendsEndsWhereItGainsLittle() {
        double[] values = {100, 50, 99, 40, 99, 39.999, 99, 30, 99, 10, 99, 1};
        assertThat(rounds(4).minimize(new DescendingProblem(values)).value()).isEqualTo(39.999);
        assertThat(rounds(4).minimize(new WanderingProblem(values)).value()).isEqualTo(10);
    }

    /* A limit that was asked for holds for both. */
    @Test
    void whoAsksForAToleranceGetsIt() {
        double[] values = {100, 50, 99, 40, 99, 39, 99, 20, 99, 10, 99, 1};
        Settings settings = Settings.ofRank(1).withFinishing(4).withLimits(Limits.NONE.withTolerance(0.1));
        FastGreedy algorithm = new FastGreedy(settings);
        assertThat(algorithm.minimize(new DescendingProblem(values)).value()).isEqualTo(39);
        assertThat(algorithm.minimize(new WanderingProblem(values)).value()).isEqualTo(39);
    }

    @Test
    void theSamplerDrawsAsOftenAsItIsTold() {
        RatingInstance data = RatingInstance.of(30, 20, 1, 0.5, 0.5, 1);
        for (int rounds : new int[] {0, 1, 25}) {
            Solution solution = new FastGreedy(Settings.ofRank(3).withFinishing(rounds))
                    .minimize(Sampling.of(30, 20, data.i, data.j, data.values));
            assertThat(solution.trace()).hasSize(3 + rounds);
        }
    }
}
