package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.Execution;
import rung.Instances;
import rung.RankRange;
import rung.data.Observations;
import rung.linalg.Matrix;

class PreparationChoiceTest {
    /* A table of very many rows is prepared as is the best for some of them, and climbed once. */
    @Test
    void someRowsChooseThePreparationOfVeryMany() {
        PreparationChoice.Chosen many = choice(6_000);
        assertThat(many.trials()).hasSize(1);
        assertThat(many.trial().preparation()).isEqualTo(Preparation.NONE);
        assertThat(many.trial().rank()).isGreaterThanOrEqualTo(3);
        assertThat(choice(1_000).trials()).hasSizeGreaterThan(1);
    }

    private static PreparationChoice.Chosen choice(int rows) {
        SplittableRandom random = new SplittableRandom(1);
        Matrix table = Instances.noisy(Instances.lowRank(rows, 16, 3, random), 0.3, random);
        Observations train = Observations.dense(table).split(0.2, 0).train();
        return PreparationChoice.of(train, RankRange.atMost(8), Execution.byDefault())
                .chooseAtLowRanks(() -> {});
    }
}
