package rung.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.Instances;
import rung.Settings;
import rung.Solution;
import rung.data.Observations;
import rung.engine.entrywise.Entrywise;
import rung.linalg.Matrix;
import rung.loss.Loss;

/** Several pairs before a refit: which ranks a climb goes through, and that it arrives at the same matrix. */
class GrowthTest {
    @Test
    void theRankGrowsByAPartOfItself() {
        Settings settings = Settings.ofRank(20).withGrowth(0.5);
        List<Integer> ranks = new ArrayList<>();
        for (int rank = 0; rank < 20; rank += settings.pairsAt(rank)) {
            ranks.add(rank);
        }
        assertThat(ranks).containsExactly(0, 1, 2, 3, 4, 6, 9, 13, 19);
        assertThat(Settings.ofRank(20).pairsAt(19)).isOne();
        assertThatThrownBy(() -> Settings.ofRank(3).withGrowth(1.5))
                .hasMessage("growth must be between 0 and 1, got 1.5");
    }

    @Test
    void aClimbInLeapsFindsWhatOneStepByStepFinds() {
        SplittableRandom random = new SplittableRandom(1);
        Matrix truth = Instances.lowRank(60, 50, 12, random);
        Observations data = Instances.sampled(truth, 0.8, random);
        List<Integer> ranks = new ArrayList<>();
        FastGreedy leaping = FastGreedy.ofRank(12)
                .with(settings -> settings.withGrowth(0.5)
                        .withFinishing(100)
                        .withListener(progress -> ranks.add(progress.step().rank())));
        Solution found = leaping.minimize(Entrywise.of(data, Loss.squared()));
        assertThat(ranks.stream().distinct().toList()).containsExactly(1, 2, 3, 4, 6, 9, 12);
        assertThat(found.matrix().toDense().plus(-1, truth).norm()).isLessThan(0.05 * truth.norm());
    }
}
