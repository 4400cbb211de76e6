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
        assertThat(choice(6_000, 1, 0, 0).trials()).hasSize(1);
        assertThat(choice(6_000, 1, 0, 0).trial().preparation()).isEqualTo(Preparation.NONE);
        assertThat(choice(6_000, 1, 0, 0).trial().rank()).isBetween(3, 6);
        assertThat(choice(6_000, 1e3, 50, 0).trial().preparation()).isEqualTo(Preparation.COLUMNS);
        assertThat(choice(6_000, 1, 50, 5).trial().preparation()).isEqualTo(Preparation.LEVELS);
        assertThat(choice(1_000, 1, 0, 0).trials()).hasSizeGreaterThan(1);
    }

    /* Rank 3 and noise, columns whose units and levels are so far apart, and rows whose levels are. */
    private static PreparationChoice.Chosen choice(int rows, double units, double ofColumns, double ofRows) {
        SplittableRandom random = new SplittableRandom(1);
        Matrix table = Instances.noisy(Instances.lowRank(rows, 16, 3, random), 0.3, random);
        for (int j = 0; j < table.columns(); j++) {
            double unit = Math.pow(units, j / 16.0);
            double level = ofColumns * random.nextGaussian();
            for (int i = 0; i < rows; i++) {
                table.set(i, j, unit * (table.get(i, j) + level));
            }
        }
        for (int i = 0; i < rows; i++) {
            double level = ofRows * random.nextGaussian();
            for (int j = 0; j < table.columns(); j++) {
                table.set(i, j, table.get(i, j) + level);
            }
        }
        Observations train = Observations.dense(table).split(0.2, 0).train();
        return PreparationChoice.of(train, RankRange.atMost(8), Execution.byDefault())
                .chooseAtLowRanks(() -> {});
    }
}
