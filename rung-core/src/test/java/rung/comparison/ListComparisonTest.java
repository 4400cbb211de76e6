package rung.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rung.Execution;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Step;
import rung.baseline.lists.ListMethod;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.data.Observations;
import rung.data.Ratings;
import rung.lists.ItemScorer;
import rung.lists.ListEvaluation;

class ListComparisonTest {
    private static final int USERS = 60;
    private static final int ITEMS = 40;

    /** How much a user is drawn to an item: two groups of users, each with its own half of the items. */
    private static double pull(int user, int item) {
        return (user % 2 == item % 2 ? 0.6 : 0.1) * (1 - item / 80.0);
    }

    private static Ratings ratings() {
        SplittableRandom random = new SplittableRandom(6);
        Ratings.Builder builder = Ratings.builder();
        for (int u = 0; u < USERS; u++) {
            for (int i = 0; i < ITEMS; i++) {
                if (random.nextDouble() < pull(u, i)) {
                    builder.add("u" + u, "m" + i, 1 + random.nextInt(5));
                }
            }
        }
        return builder.build(Duplicates.ERROR);
    }

    /** A method that knows what to answer, whatever it is given. */
    private record Fixed(String name, Function<Ratings, ItemScorer> answer) implements ListMethod {
        @Override
        public String settings() {
            return name;
        }

        @Override
        public Fit fit(Ratings train, Execution execution) {
            Step step = new Step(1, 0, 0, OptionalDouble.empty(), Duration.ZERO, OptionalDouble.empty());
            execution.listener().onStep(new Listener.Progress() {
                @Override
                public Step step() {
                    return step;
                }

                @Override
                public LowRankMatrix matrix() {
                    return LowRankMatrix.zero(0, 0);
                }

                @Override
                public void stop() {}
            });
            ItemScorer scorer = answer.apply(train);
            return new Fit(this, () -> scorer);
        }
    }

    private static ListMethod drawn(Ratings named, double noise) {
        return new Fixed("noise " + noise, train -> (user, scores) -> {
            SplittableRandom random = new SplittableRandom(user);
            for (int i = 0; i < scores.length; i++) {
                int u = Integer.parseInt(named.users().name(user).substring(1));
                int item = Integer.parseInt(named.items().name(i).substring(1));
                scores[i] = (float) (pull(u, item) + noise * random.nextGaussian());
            }
        });
    }

    private record Entrant(String key, List<ListMethod> methods) implements ListContestant {
        Entrant(String key, ListMethod... methods) {
            this(key, List.of(methods));
        }

        @Override
        public String name() {
            return key;
        }

        @Override
        public List<ListMethod> configurations(Ratings data, Contestant.Budget budget) {
            return methods;
        }
    }

    private static ListStanding standing(Compared compared, String key) {
        return compared.lists().stream()
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whoKnowsWhatPeopleAreDrawnToWins() {
        Ratings all = ratings();
        Compared compared = Comparison.ofRatings(all)
                .withMethods(
                        List.of(),
                        List.of(
                                new Entrant("far", drawn(all, 5)),
                                new Entrant("there", drawn(all, 0)),
                                new Entrant("near", drawn(all, 0.3))))
                .compare();
        assertThat(compared.rankedLists()).extracting(ListStanding::key).containsExactly("there", "near", "far");
        assertThat(compared.bestLists().orElseThrow().key()).isEqualTo("there");
        assertThat(compared.best()).isEmpty();
        assertThat(compared.standings()).isEmpty();
        ListStanding near = standing(compared, "near");
        assertThat(near.rounds()).hasSize(Comparison.SPLITS);
        assertThat(near.behind(standing(compared, "there")).orElseThrow().mean())
                .isCloseTo(
                        standing(compared, "there").ndcg().orElseThrow().mean()
                                - near.ndcg().orElseThrow().mean(),
                        within(1e-12))
                .isPositive();
        assertThat(near.memory()).isPresent();
    }

    @Test
    void figuresAreThoseOfTheSamePartsThatErrorsAreMeasuredOn() {
        Ratings all = ratings();
        ListMethod method = drawn(all, 0.3);
        Compared compared = Comparison.ofRatings(all)
                .withSplits(1)
                .withSeed(9)
                .withMethods(List.of(Contestants.forRatings().get(0)), List.of(new Entrant("near", method)))
                .compare();
        SplittableRandom seeds = new SplittableRandom(9);
        Observations.Split split = all.observations().split(Comparison.TEST, seeds.nextLong());
        assertThat(compared.parts().get(0).test()).isEqualTo(split.heldOut().count());
        ListEvaluation evaluation = ListEvaluation.of(
                        ListTask.ratings(split.train(), Meaning.RATING),
                        ListTask.ratings(split.heldOut(), Meaning.RATING))
                .withResamples(0);
        ListRound round = standing(compared, "near").rounds().get(0);
        ListMethod.Fit fit = method.fit(all, Execution.byDefault());
        assertThat(round.chosen()).isEqualTo(evaluation.measure(fit.scorers()));
        assertThat(compared.liked()).hasValue(4); // the mean is 3 and a bit
        assertThat(round.liked()).hasValue(evaluation.withLeast(4).measure(fit.scorers()));
        assertThat(round.validation()).as("there was nothing to choose").isEmpty();
        assertThat(compared.standings()).hasSize(1);
    }

    @Test
    void theBestConfigurationIsTakenAndNothingSeesTheTestPart() {
        Ratings all = ratings();
        List<Integer> sizes = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        ListMethod good = drawn(all, 0);
        ListMethod spy = new Fixed("spy", train -> {
            sizes.add(train.count());
            for (int e = 0; e < train.count(); e++) {
                seen.add((long) train.user()[e] * ITEMS + train.item()[e]);
            }
            return (user, scores) ->
                    good.fit(train, Execution.byDefault()).scorers().get().score(user, scores);
        });
        Compared compared = Comparison.ofRatings(all)
                .withSplits(1)
                .withMethods(List.of(), List.of(new Entrant("tuned", drawn(all, 5), spy, drawn(all, 1))))
                .compare();
        ListRound round = standing(compared, "tuned").rounds().get(0);
        assertThat(round.configuration()).isEqualTo("spy");
        assertThat(round.trials()).isEqualTo(3);
        assertThat(round.validation().orElseThrow()).isBetween(0.1, 1.0);
        Compared.Parts parts = compared.parts().get(0);
        assertThat(sizes)
                .containsExactly(
                        parts.fitted(),
                        parts.fitted() + parts.validation(),
                        parts.fitted() + parts.validation()); // a trial, the fit, and once more for its memory
        assertThat(seen).hasSize(all.count() - parts.test());
    }

    @Test
    void oneThatFailsIsARowWithAReason() {
        Ratings all = ratings();
        ListMethod large = new Fixed("large", train -> {
            throw new IllegalArgumentException("it needs a number for each two items");
        });
        ListMethod broken = new Fixed("broken", train -> {
            throw new IllegalStateException("oops");
        });
        Compared compared = Comparison.ofRatings(all)
                .withMethods(
                        List.of(),
                        List.of(
                                new Entrant("large", large),
                                new Entrant("all-large", large, large),
                                new Entrant("one-large", large, drawn(all, 0)),
                                new Entrant("broken", broken, broken)))
                .compare();
        assertThat(standing(compared, "large").failure()).hasValue("it needs a number for each two items");
        assertThat(standing(compared, "all-large").failure()).hasValue("it needs a number for each two items");
        assertThat(standing(compared, "one-large").failure()).isEmpty();
        assertThat(standing(compared, "broken").failure().orElseThrow()).contains("oops");
        assertThat(standing(compared, "broken").ndcg()).isEmpty();
        assertThat(compared.rankedLists().get(0).key()).isEqualTo("one-large");
    }

    @Test
    void allMethodsBeatThePopularOnChoicesAndDoNotDependOnThreads() {
        Ratings choices = ratings().withMeaning(Meaning.WEIGHT);
        Comparison comparison =
                Comparison.ofRatings(choices).withSplits(1).withTrials(2).withMaxRank(4);
        assertThat(comparison.contestants()).isEmpty();
        List<ListContestant> known = comparison.listContestants().stream()
                .filter(each -> !each.key().equals("rung"))
                .toList();
        List<ListContestant> entrants = new ArrayList<>(known);
        entrants.add(new Entrant("chance", new Fixed("chance", train -> (user, scores) -> {
            SplittableRandom random = new SplittableRandom(user);
            for (int i = 0; i < scores.length; i++) {
                scores[i] = (float) random.nextDouble();
            }
        })));
        comparison = comparison.withMethods(List.of(), entrants);
        Compared one = comparison.withThreads(1).compare();
        Compared two = comparison.withThreads(2).compare();
        assertThat(one.hasRatings()).isFalse();
        assertThat(one.liked()).isEmpty();
        double popular = standing(one, "popular").ndcg().orElseThrow().mean();
        assertThat(popular)
                .isGreaterThan(standing(one, "chance").ndcg().orElseThrow().mean());
        for (ListContestant each : known) {
            ListStanding standing = standing(one, each.key());
            assertThat(standing.failure()).as(each.key()).isEmpty();
            assertThat(standing.rounds().get(0).chosen())
                    .as(each.key())
                    .isEqualTo(standing(two, each.key()).rounds().get(0).chosen());
            if (!each.key().equals("popular")) {
                assertThat(standing.ndcg().orElseThrow().mean()).as(each.key()).isGreaterThan(popular + 0.05);
            }
        }
    }

    @Test
    void whatIsStoppedKeepsTheSplitsThatAllHaveFinished() {
        Ratings all = ratings();
        List<String> done = new ArrayList<>();
        Comparison comparison = Comparison.ofRatings(all)
                .withMethods(
                        List.of(), List.of(new Entrant("first", drawn(all, 0)), new Entrant("second", drawn(all, 1))))
                .withResults(new Comparison.Results() {
                    @Override
                    public void onRound(int split, Standing standing) {}

                    @Override
                    public void onLists(int split, ListStanding standing) {
                        done.add(split + standing.key());
                    }
                })
                .withListener(progress -> {
                    if (progress.task().contains("split 2") && progress.task().contains("second")) {
                        progress.stop();
                    }
                });
        Compared compared = comparison.compare();
        assertThat(done).containsExactly("0first", "0second", "1first");
        assertThat(compared.stopped()).isTrue();
        assertThat(compared.parts()).hasSize(1);
        assertThat(compared.lists()).allMatch(each -> each.rounds().size() == 1);
    }

    @Test
    void trialsAreDifferentAndWithinTheBudget() {
        Ratings all = ratings();
        Contestant.Budget budget = new Contestant.Budget(12, 40);
        for (ListContestant each : ListContestants.all()) {
            List<String> settings = each.configurations(all, budget).stream()
                    .map(ListMethod::settings)
                    .toList();
            assertThat(settings).as(each.key()).doesNotHaveDuplicates();
            assertThat(settings.size())
                    .as(each.key())
                    .isIn(Set.of("popular", "rung").contains(each.key()) ? List.of(1) : List.of(12));
        }
        assertThat(IntStream.range(0, 6)
                        .mapToObj(k -> ListContestants.all().get(k).key())
                        .distinct())
                .hasSize(6);
    }

    @Test
    void whatCannotBeComparedIsRefused() {
        Ratings all = ratings();
        List<ListContestant> lists = List.of(new Entrant("there", drawn(all, 0)));
        assertThatThrownBy(() -> Comparison.ofTable(all.observations()).withMethods(List.of(), lists))
                .hasMessage("lists must be made of ratings or choices, got a table");
        assertThatThrownBy(() -> Comparison.ofRatings(all).withMethods(List.of(), List.of()))
                .hasMessage("there must be at least one method to compare, got none");
        Ratings few = Ratings.builder().add("a", "b", 1).add("a", "c", 2).build(Duplicates.ERROR);
        assertThatThrownBy(() ->
                        Comparison.ofRatings(few).withMethods(List.of(), lists).compare())
                .hasMessageContaining("there must be enough entries");
    }
}
