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
    /* A table of very many rows is prepared as is the best for some of them, and climbed once; the rank is that of all. */
    @Test
    void someRowsChooseThePreparationOfVeryMany() {
        PreparationChoice.Chosen without = choice(6_000, 0);
        assertThat(without.trials()).hasSize(1);
        assertThat(without.trial().preparation()).isEqualTo(Preparation.NONE);
        assertThat(without.trial().rank()).isGreaterThanOrEqualTo(3);
        PreparationChoice.Chosen with = choice(6_000, 5);
        assertThat(with.trials()).hasSize(1);
        assertThat(with.trial().preparation()).isEqualTo(Preparation.LEVELS);
        assertThat(choice(1_000, 5).trials()).hasSizeGreaterThan(1);
    }

    /* Rank 3, noise, and rows and columns whose levels are so far apart. */
    private static PreparationChoice.Chosen choice(int rows, double levels) {
        SplittableRandom random = new SplittableRandom(1);
        Matrix table = Instances.noisy(Instances.lowRank(rows, 16, 3, random), 0.3, random);
        double[] ofColumns = random.doubles(16, -1, 1).toArray();
        double[] ofRows = random.doubles(rows, -1, 1).toArray();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < table.columns(); j++) {
                table.set(i, j, table.get(i, j) + levels * (ofRows[i] + ofColumns[j]));
            }
        }
        Observations train = Observations.dense(table).split(0.2, 0).train();
        return PreparationChoice.of(train, RankRange.atMost(8), Execution.byDefault())
                .chooseAtLowRanks(() -> {});
    }
}
