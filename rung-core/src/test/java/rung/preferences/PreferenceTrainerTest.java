package rung.preferences;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rung.Execution;
import rung.RankRange;
import rung.Stage;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.linalg.Matrix;
import rung.linalg.Workers;
import rung.lists.ListEvaluation;
import rung.lists.PopularityScorer;
import rung.lists.Seen;

/** What is learned from who chose what, on data with planted groups, and on data without sense. */
class PreferenceTrainerTest {
    /** Users choose items of their own group ten times as often as others, and popular items more often than rare ones. */
    static Ratings groups(int users, int items, int groups, double often, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Ratings.Builder builder = Ratings.builder();
        for (int i = 0; i < users; i++) {
            for (int j = 0; j < items; j++) {
                double popularity = 1.0 / (1 + j / groups);
                double probability = often * Math.sqrt(popularity) * (i % groups == j % groups ? 1 : 0.1);
                if (random.nextDouble() < probability) {
                    builder.add("u" + i, "i" + j, random.nextInt(1, 6));
                }
            }
        }
        return builder.build(Duplicates.LAST);
    }

    private static PreferenceTrainer.Trained trained(Ratings events, Execution execution) {
        return PreferenceTrainer.byDefault().with(execution).train(events, events.split(0.1, 5));
    }

    @Test
    void groupsAreFoundAndListsAreBetterThanPopularity() {
        Ratings.Split outer = groups(400, 150, 5, 0.8, 1).split(0.2, 1);
        PreferenceTrainer.Trained found = trained(outer.train(), Execution.byDefault());
        ListEvaluation lists = ListEvaluation.of(outer.train(), outer.heldOut());
        double ours = lists.measure(found.model()::scorer).ndcg().value();
        Seen seen = Seen.of(outer.train(), Workers.all());
        double popular =
                lists.measure(() -> new PopularityScorer(seen, 150)).ndcg().value();
        assertThat(ours).isGreaterThan(1.5 * popular);
        assertThat(found.choosing()).hasSizeGreaterThan(2);
        assertThat(found.ndcg().orElseThrow()).isGreaterThan(popular / 2);
    }

    /* Where half of all pairs are chosen, tastes are found too: what is chosen says less there, but not nothing. */
    @Test
    void whereHalfOfAllPairsAreChosenListsAreBetterThanPopularity() {
        for (long seed : new long[] {1, 2, 3}) {
            Ratings.Split outer = halfOfAll(120, 200, 3, seed).split(0.2, seed);
            ListEvaluation lists = ListEvaluation.of(outer.train(), outer.heldOut());
            Seen seen = Seen.of(outer.train(), Workers.all());
            PreferenceModel model =
                    trained(outer.train(), Execution.byDefault()).model();
            double popular =
                    lists.measure(() -> new PopularityScorer(seen, 200)).ndcg().value();
            assertThat(lists.measure(model::scorer).ndcg().value())
                    .as("seed %d", seed)
                    .isGreaterThan(1.1 * popular);
        }
    }

    /* Each pair is chosen with probability 1/(1 + e^−x), where x is a matrix of this rank plus the popularity of items. */
    private static Ratings halfOfAll(int users, int items, int rank, long seed) {
        Random random = new Random(seed);
        Matrix tastes = Matrix.gaussian(users, rank, random);
        Matrix traits = Matrix.gaussian(items, rank, random);
        Ratings.Builder builder = Ratings.builder();
        for (int j = 0; j < items; j++) {
            double popularity = 0.7 * random.nextGaussian();
            for (int i = 0; i < users; i++) {
                double x = popularity;
                for (int k = 0; k < rank; k++) {
                    x += tastes.get(i, k) * traits.get(j, k) / Math.sqrt(rank);
                }
                if (random.nextDouble() < 1 / (1 + Math.exp(-x))) {
                    builder.add("u" + i, "i" + j, 1);
                }
            }
        }
        return builder.build(Duplicates.ERROR);
    }

    /* Scores are u·v/(a·b); a user folded in from their own entries is that user; contributions add up to the score. */
    @Test
    void usersAreWhatTheirEntriesSay() {
        for (boolean isWeighted : new boolean[] {false, true}) {
            Ratings events = groups(200, 80, 4, 0.7, 2);
            PreferenceModel model = trained(
                            isWeighted ? events.withMeaning(Meaning.WEIGHT) : events, Execution.byDefault())
                    .model();
            Seen seen = Seen.withCounts(events, Workers.all());
            float[] scores = new float[80];
            for (int user = 0; user < 200; user += 17) {
                int[] chosen = seen.of(user);
                float[] weights = new float[chosen.length];
                for (int k = 0; k < weights.length; k++) {
                    weights[k] = model.weight(seen.counts(user)[k]);
                }
                model.scorer().score(user, scores);
                float[] taste = model.taste(chosen, weights);
                float[] again = new float[80];
                model.score(taste, again);
                PreferenceModel.Reasons reasons = model.reasons(chosen, weights);
                for (int item = 0; item < 80; item++) {
                    near(again[item], scores[item], 2e-4);
                    near(Arrays.stream(reasons.of(item)).sum(), scores[item], 2e-4);
                    double plain = 0;
                    for (int k = 0; k < model.rank(); k++) {
                        plain += (double) model.users().row(user)[k]
                                * model.items().row(item)[k];
                    }
                    near(plain / (model.userScales()[user] * model.itemScales()[item]), scores[item], 1e-5);
                }
            }
        }
    }

    /* What is told stands in the model, and a told penalty is what a choice of it would have been fitted with. */
    @Test
    void alphaAndThePenaltyCanBeTold() {
        Ratings events = groups(200, 80, 4, 0.7, 2);
        PreferenceTrainer trainer = PreferenceTrainer.byDefault().withRanks(RankRange.exactly(5));
        double unit = new TargetScales(200, 80, events.count()).unit(0.2);
        PreferenceTrainer.Trained told = trainer.withAlpha(0.2)
                .withPenalty(PenaltyChoice.WITHOUT_CHOICE * unit)
                .train(events, events.split(0.1, 5));
        near(told.model().penalty().lambda(), PenaltyChoice.WITHOUT_CHOICE * unit, 1e-12);
        near(told.model().penalty().alpha(), 0.2, 0);
        assertThat(told.choosing()).isEmpty();
        PreferenceModel unchosen =
                trainer.withAlpha(0.2).train(events, events.split(0, 5)).model();
        assertThat(told.model().items().unpadded()).isEqualTo(unchosen.items().unpadded());
        PreferenceModel other = trainer.withAlpha(0.2)
                .withPenalty(3 * unit)
                .train(events, events.split(0.1, 5))
                .model();
        assertThat(other.items().unpadded()).isNotEqualTo(unchosen.items().unpadded());
        assertThatThrownBy(() -> trainer.withPenalty(-1))
                .hasMessage("the penalty must be finite and not negative, got -1.0");
        assertThatThrownBy(() -> trainer.withAlpha(Double.NaN))
                .hasMessage("alpha must be finite and not negative, got NaN");
    }

    @Test
    void threadsDoNotMatter() {
        Ratings events = groups(300, 120, 4, 0.8, 3);
        PreferenceModel one =
                trained(events, Execution.byDefault().withThreads(1)).model();
        for (int threads : new int[] {2, 5}) {
            PreferenceModel other =
                    trained(events, Execution.byDefault().withThreads(threads)).model();
            assertThat(other.users().unpadded()).isEqualTo(one.users().unpadded());
            assertThat(other.items().unpadded()).isEqualTo(one.items().unpadded());
        }
    }

    /* Counts that follow the group say more than their presence: who chose by chance did so once. */
    @Test
    void countsCountWhereTheyTellSomething() {
        SplittableRandom random = new SplittableRandom(4);
        Ratings.Builder builder = Ratings.builder();
        for (int i = 0; i < 300; i++) {
            for (int j = 0; j < 100; j++) {
                boolean own = i % 5 == j % 5;
                if (random.nextDouble() < (own ? 0.4 : 0.15)) {
                    builder.add("u" + i, "i" + j, own ? 50 + random.nextInt(100) : 1);
                }
            }
        }
        Ratings events = builder.build(Duplicates.LAST).withMeaning(Meaning.WEIGHT);
        assertThat(trained(events, Execution.byDefault()).model().typical()).isPositive();
        assertThat(trained(events.withMeaning(Meaning.RATING), Execution.byDefault())
                        .model()
                        .typical())
                .isZero();
    }

    @Test
    void oddDataHasAnswers() {
        List<Ratings> odd = new ArrayList<>();
        odd.add(Ratings.builder().add("a", "x", 1).build(Duplicates.SUM)); // one event in all
        Ratings.Builder same = Ratings.builder();
        IntStream.range(0, 300).forEach(i -> same.add("u" + i, "x", 1)); // all the same item
        odd.add(same.build(Duplicates.SUM));
        Ratings.Builder everything = Ratings.builder();
        IntStream.range(0, 400).forEach(k -> everything.add("u" + k % 20, "i" + k / 20, 1e9)); // who saw everything
        odd.add(everything.build(Duplicates.SUM));
        Ratings.Builder huge = Ratings.builder();
        IntStream.range(0, 900).forEach(k -> huge.add("u" + k % 30, "i" + k * 7 % 41, k % 3 == 0 ? 1e9 : 0));
        odd.add(huge.build(Duplicates.LAST)); // counts from 0 to 10⁹
        for (Ratings events : odd) {
            Ratings weights = events.withMeaning(Meaning.WEIGHT);
            PreferenceModel model = trained(weights, Execution.byDefault()).model();
            float[] scores = new float[weights.items().size()];
            for (int user = 0; user < weights.users().size(); user++) {
                model.scorer().score(user, scores);
                for (float score : scores) {
                    assertThat(score).isFinite();
                }
            }
        }
        assertThatThrownBy(() -> Ratings.builder()
                        .add("a", "x", -1)
                        .build(Duplicates.SUM)
                        .withMeaning(Meaning.WEIGHT))
                .hasMessage("weights must not be negative, got -1.0");
    }

    /* Nothing is known of a user without entries: the list is that of the most popular items. */
    @Test
    void whoChoseNothingGetsWhatIsPopular() {
        Ratings events = groups(200, 60, 3, 0.8, 6);
        PreferenceModel model = trained(events, Execution.byDefault()).model();
        float[] scores = new float[60];
        model.score(model.taste(new int[0], new float[0]), scores);
        int[] users = Seen.of(events, Workers.all()).usersByItem(60);
        for (int a = 0; a < 60; a++) {
            for (int b = 0; b < 60; b++) {
                assertThat(users[a] > users[b]).isEqualTo(scores[a] > scores[b]);
            }
        }
    }

    @Test
    void stoppedEarlyItKeepsTheBestSoFar() {
        Ratings events = groups(200, 60, 3, 0.8, 7);
        List<Stage> stages = new ArrayList<>();
        PreferenceTrainer.Trained found = trained(events, Execution.byDefault().withListener(progress -> {
            stages.add(progress.stage());
            progress.stop();
        }));
        assertThat(stages).containsExactly(Stage.CHOOSING);
        assertThat(found.stopped()).isTrue();
        assertThat(found.choosing()).hasSize(1);
        assertThat(found.model().rank()).isPositive();
        requireThatContributionsAddUp(found.model(), events);
    }

    /* Those of all entries of a user, held out or not. */
    private static void requireThatContributionsAddUp(PreferenceModel model, Ratings events) {
        Seen seen = Seen.of(events, Workers.all());
        float[] scores = new float[events.items().size()];
        for (int user = 0; user < seen.users(); user += 13) {
            float[] ones = new float[seen.of(user).length];
            Arrays.fill(ones, 1);
            PreferenceModel.Reasons reasons = model.reasons(seen.of(user), ones);
            model.scorer().score(user, scores);
            for (int item = 0; item < scores.length; item++) {
                near(Arrays.stream(reasons.of(item)).sum(), scores[item], 2e-4);
            }
        }
    }

    /* Choices by chance alone, some items more often: no rank finds more than popularity, and what is recorded is popularity's. */
    @Test
    void wherePopularityWinsItsFiguresAreRecorded() {
        int won = 0;
        for (int seed = 0; seed < 6; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Ratings.Builder builder = Ratings.builder();
            for (int i = 0; i < 150; i++) {
                for (int j = 0; j < 60; j++) {
                    if (random.nextDouble() < 0.9 / (1 + j / 4.0)) {
                        builder.add("u" + i, "i" + j, 1);
                    }
                }
            }
            Ratings events = builder.build(Duplicates.LAST);
            Ratings.Split split = events.split(0.1, seed);
            PreferenceTrainer.Trained found = PreferenceTrainer.byDefault().train(events, split);
            ListEvaluation lists = ListEvaluation.of(split.train(), split.heldOut())
                    .withLength(20)
                    .withResamples(0);
            Seen seen = Seen.of(split.train(), Workers.all());
            HeldOutLists heldOut = found.heldOut().orElseThrow();
            double popular =
                    lists.measure(() -> new PopularityScorer(seen, 60)).ndcg().value();
            near(heldOut.popular().ndcg().value(), popular, 1e-12);
            near(
                    found.ndcg().orElseThrow(),
                    lists.measure(found.ofPart()::scorer).ndcg().value(),
                    1e-12);
            if (found.model().rank() == 0) {
                won++;
                near(found.ndcg().orElseThrow(), popular, 1e-12);
                double ofPath = found.choosing().stream()
                        .mapToDouble(step -> 1 - step.heldOut().orElseThrow())
                        .max()
                        .orElseThrow();
                assertThat(ofPath).isLessThanOrEqualTo(popular);
            }
        }
        assertThat(won).isPositive();
    }

    @Test
    void theRankIsAtMostWhatWasAskedFor() {
        Ratings events = groups(200, 60, 3, 0.8, 8);
        PreferenceModel model = PreferenceTrainer.byDefault()
                .withRanks(RankRange.atMost(4))
                .train(events, events.split(0.1, 5))
                .model();
        assertThat(model.rank()).isEqualTo(4);
    }
}
