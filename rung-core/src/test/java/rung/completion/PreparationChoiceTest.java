package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Execution;
import rung.Instances;
import rung.Listener;
import rung.RankRange;
import rung.completion.order.Order;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Side;

class PreparationChoiceTest {
    private static final RankRange LOW = RankRange.atMost(8);

    /* A table of many rows is prepared as is the best for some of them, and climbed once. */
    @Test
    void someRowsChooseThePreparationOfMany() {
        PreparationChoice.Chosen many = choice(6_000);
        assertThat(many.trials()).hasSize(1);
        assertThat(many.trial().preparation()).isEqualTo(Preparation.NONE);
        assertThat(many.trial().rank()).isGreaterThanOrEqualTo(3);
        assertThat(choice(1_000).trials()).hasSizeGreaterThan(1);
    }

    private static PreparationChoice.Chosen choice(int rows) {
        return PreparationChoice.of(noisy(rows, 16), LOW, Execution.byDefault()).chooseAtLowRanks(() -> {});
    }

    /* Whoever ends the search while preparations are compared gets column means, or more, and no further climb begins. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 9, 20})
    void aSearchThatIsEndedEarlyHasAResult(int last) {
        int[] steps = {0};
        Listener listener = progress -> {
            if (++steps[0] >= last) {
                progress.stop();
            }
        };
        PreparationChoice choice = PreparationChoice.of(noisy(6_000, 16), LOW, execution(listener, 0));
        choice.chooseAtLowRanks(() -> {});
        PreparationChoice.Chosen chosen = choice.choose();
        assertThat(choice.isStopped()).isTrue();
        assertThat(steps[0]).isEqualTo(last);
        assertThat(chosen.error().orElseThrow())
                .isLessThanOrEqualTo(chosen.errorOfMeans().orElseThrow() * (1 + 1e-9));
    }

    /* Some of the rows compare preparations at low ranks, whatever the rank is to be. */
    @Test
    void anExactRankMayBeHigherThanThereAreRowsToCompareBy() {
        PreparationChoice choice = PreparationChoice.of(
                noisy(1_000, 260),
                RankRange.exactly(250),
                execution(progress -> stopAbove(LOW.highest(), progress), 0));
        choice.chooseAtLowRanks(() -> {});
        assertThat(choice.isStopped()).isTrue();
    }

    private static void stopAbove(int rank, Listener.Progress progress) {
        if (progress.step().rank() > rank) {
            progress.stop();
        }
    }

    /* Where few rows hold all cells, the rows that are drawn may hold none. */
    @Test
    void rowsToCompareByMayBeEmpty() {
        SplittableRandom random = new SplittableRandom(1);
        Observations.Builder some = Observations.builder(1_000, 11_000);
        for (int i = 0; i < 1_000; i += 250) {
            for (int j = 0; j < 11_000; j++) {
                some.add(i, j, random.nextGaussian());
            }
        }
        Observations data = some.build();
        for (int seed = 0; seed < 30; seed++) {
            PreparationChoice choice =
                    PreparationChoice.of(data, RankRange.atMost(1), execution(Listener.Progress::stop, seed));
            assertThat(choice.chooseAtLowRanks(() -> {}).error()).isPresent();
        }
    }

    /* The preparation that leads at low ranks is one of those that are tried at higher ones. */
    @Test
    void whatLeadsIsTriedFurther() {
        int leading = 0;
        for (int seed = 8;
                seed < 16;
                seed++) { // of 150 tables those with seeds 12 and 138 have such a leader behind two leveled ones
            PreparationChoice choice =
                    byStretches(leveled(150, 14, 9, 0.4 + 0.2 * (seed % 10), seed), RankRange.atMost(12));
            Completion.Trial first = choice.chooseAtLowRanks(() -> {}).trial();
            if (first.rank() == PreparationChoice.LOW_RANKS) {
                leading++;
                Optional<Completion.Trial> further = choice.choose().trials().stream()
                        .filter(trial -> trial.preparation() == first.preparation())
                        .findAny();
                assertThat(further.orElseThrow().errors()).as("seed %d", seed).hasSizeGreaterThan(first.rank() + 1);
            }
        }
        assertThat(leading).isPositive();
    }

    /* Levels must be clearly better only as long as neighbors may tell about them. */
    @Test
    void levelsAreAsGoodAsAnythingWhereNeighborsTellNothing() {
        int changed = 0;
        for (int seed = 12; seed < 20; seed++) {
            PreparationChoice choice = byStretches(leveled(80, 8, 2, 0.05 * seed, seed), LOW);
            PreparationChoice.Chosen with = choice.chooseAtLowRanks(() -> {});
            choice.forgetNeighbors();
            PreparationChoice.Chosen without = choice.choose();
            assertThat(without.error().orElseThrow())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(1.003 * choice.leastError() + 1e-12);
            changed += with.trial().preparation() == without.trial().preparation() ? 0 : 1;
        }
        assertThat(changed).as("tables where it matters").isPositive();
    }

    private static PreparationChoice byStretches(Observations data, RankRange ranks) {
        return PreparationChoice.of(data, ranks, Order.of(Side.LEFT, data.rows()), Execution.byDefault());
    }

    private static Execution execution(Listener listener, long seed) {
        return Execution.byDefault().withListener(listener).withSeed(seed);
    }

    private static Observations noisy(int rows, int columns) {
        SplittableRandom random = new SplittableRandom(1);
        Matrix table = Instances.noisy(Instances.lowRank(rows, columns, 3, random), 0.3, random);
        return Observations.dense(table).split(0.2, 0).train();
    }

    /* A noisy table of low rank whose rows have levels, without a fifth of its cells. */
    private static Observations leveled(int rows, int columns, int rank, double size, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix table = Instances.noisy(Instances.lowRank(rows, columns, rank, random), 0.3, random);
        IntStream.range(0, rows).forEach(i -> {
            double level = size * random.nextGaussian();
            IntStream.range(0, columns).forEach(j -> table.set(i, j, table.get(i, j) + level));
        });
        return Observations.dense(table).split(0.2, seed).train();
    }
}
