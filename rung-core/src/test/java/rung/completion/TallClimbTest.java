package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.Climbed;
import rung.Execution;
import rung.Instances;
import rung.Listener;
import rung.algorithm.FastGreedy;
import rung.data.Observations;
import rung.engine.bayes.BayesianIterate;
import rung.linalg.Matrix;

class TallClimbTest {
    /* The climb with some rows ends where the climb with all of them ends: in free energy, and in what it says of cells. */
    @Test
    void someRowsSayWhatAllSay() {
        SplittableRandom random = new SplittableRandom(1);
        Matrix table = Instances.noisy(Instances.lowRank(40_000, 6, 2, random), 0.5, random);
        Observations.Split split = Observations.dense(table).split(0.3, 0);
        Execution execution = Execution.byDefault();
        Climbed<BayesianIterate> some =
                TallClimb.of(split.train(), List.of(), Optional.empty(), 2, Listener.NONE, execution);
        Climbed<BayesianIterate> all = new FastGreedy(
                        Completion.settings(2, split.train().count(), Listener.NONE))
                .minimize(Completion.problem(split.train(), execution));
        assertThat(some.value()).isLessThan(all.value() + 1e-3 * Math.abs(all.value()));
        assertThat(split.heldOut().rmse(some.matrix()))
                .isLessThan(1.002 * split.heldOut().rmse(all.matrix()));
        assertThat(some.iterate().rank()).isEqualTo(2);
        Observations few = split.train().someRows(20_000, execution.seed());
        Climbed<BayesianIterate> columns = new FastGreedy(Completion.settings(2, few.count(), Listener.NONE))
                .minimize(Completion.problem(few, execution));
        double ofTheirColumns = columns.iterate()
                .columnFactors()
                .fit(split.train(), execution.workers())
                .value();
        assertThat(some.value()).as("all rows are fitted together").isLessThan(ofTheirColumns);
    }
    /* Whoever knows the columns from some entries ends as low as a climb from zero, at the rank that was asked for. */
    @Test
    void goesOnFromColumnsThatAreKnown() {
        SplittableRandom random = new SplittableRandom(2);
        Matrix table = Instances.noisy(Instances.lowRank(20_000, 8, 3, random), 0.5, random);
        Observations train = Observations.dense(table).split(0.3, 0).train();
        Execution execution = Execution.byDefault();
        Observations few = train.someRows(2_000, execution.seed());
        for (int knownRank : new int[] {2, 3}) {
            Climbed<BayesianIterate> part = new FastGreedy(Completion.settings(knownRank, few.count(), Listener.NONE))
                    .minimize(Completion.problem(few, execution));
            Climbed<BayesianIterate> warm = TallClimb.of(
                    train, List.of(), Optional.of(part.iterate().columnFactors()), 3, Listener.NONE, execution);
            Climbed<BayesianIterate> cold =
                    TallClimb.of(train, List.of(), Optional.empty(), 3, Listener.NONE, execution);
            assertThat(warm.iterate().rank()).isEqualTo(3);
            assertThat(warm.value())
                    .as("from rank %d", knownRank)
                    .isLessThan(cold.value() + 1e-3 * Math.abs(cold.value()));
        }
    }
}
