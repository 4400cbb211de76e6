package rung.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.linalg.Workers;

class ListEvaluationTest {
    private static Ids numbers(int count) {
        Ids.Builder ids = new Ids.Builder();
        IntStream.range(0, count).forEach(k -> ids.add(String.valueOf(k)));
        return ids.build();
    }

    /** Entries as {user, item, value}. */
    private static Ratings ratings(int users, int items, int[]... entries) {
        int[] user = new int[entries.length];
        int[] item = new int[entries.length];
        float[] value = new float[entries.length];
        for (int e = 0; e < entries.length; e++) {
            user[e] = entries[e][0];
            item[e] = entries[e][1];
            value[e] = entries[e][2];
        }
        return Ratings.of(numbers(users), numbers(items), user, item, value, Duplicates.ERROR);
    }

    /** A random case: two disjoint parts, and scores with ties and some that are not a number. */
    private record Case(int users, int items, Ratings training, Ratings heldOut, float[][] scores) {
        static Case of(long seed, int users, int items, int levels) {
            SplittableRandom random = new SplittableRandom(seed);
            List<int[]> training = new ArrayList<>();
            List<int[]> heldOut = new ArrayList<>();
            float[][] scores = new float[users][items];
            for (int u = 0; u < users; u++) {
                double density = random.nextDouble() * 0.4;
                for (int i = 0; i < items; i++) {
                    if (random.nextDouble() < density) {
                        (random.nextInt(3) > 0 ? training : heldOut).add(new int[] {u, i, random.nextInt(1, 6)});
                    }
                    scores[u][i] = random.nextInt(20) == 0 ? Float.NaN : random.nextInt(levels) - levels / 2;
                }
            }
            return new Case(
                    users,
                    items,
                    ratings(users, items, training.toArray(int[][]::new)),
                    ratings(users, items, heldOut.toArray(int[][]::new)),
                    scores);
        }

        ListEvaluation evaluation() {
            return ListEvaluation.of(training, heldOut);
        }

        Supplier<ItemScorer> scorer() {
            return () -> (user, out) -> System.arraycopy(scores[user], 0, out, 0, items);
        }
    }

    private static Set<Integer> itemsOf(Ratings ratings, int user, double least) {
        Set<Integer> items = new TreeSet<>();
        for (int e = 0; e < ratings.count(); e++) {
            if (ratings.user()[e] == user && ratings.value()[e] >= least) {
                items.add(ratings.item()[e]);
            }
        }
        return items;
    }

    /** The definitions, with sets and sorted lists. Returns recall, nDCG, MAP, hit rate, coverage, novelty and the number of users. */
    private static double[] byDefinition(Case given, int n, double least) {
        double[] sums = new double[7];
        Set<Integer> listed = new HashSet<>();
        int places = 0;
        long trained = IntStream.of(given.training.user()).distinct().count();
        for (int u = 0; u < given.users; u++) {
            Set<Integer> relevant = itemsOf(given.heldOut, u, least);
            if (relevant.isEmpty()) {
                continue;
            }
            float[] scores = given.scores[u];
            Set<Integer> seen = itemsOf(given.training, u, Double.NEGATIVE_INFINITY);
            List<Integer> list = IntStream.range(0, given.items)
                    .boxed()
                    .filter(i -> !seen.contains(i) && !Float.isNaN(scores[i]))
                    .sorted(Comparator.comparingDouble((Integer i) -> -scores[i])
                            .thenComparing(Comparator.naturalOrder()))
                    .limit(n)
                    .toList();
            int most = Math.min(relevant.size(), n);
            double ideal = 0;
            for (int place = 1; place <= most; place++) {
                ideal += 1 / (Math.log(1 + place) / Math.log(2));
            }
            double dcg = 0;
            double precisions = 0;
            for (int place = 1; place <= list.size(); place++) {
                int item = list.get(place - 1);
                if (relevant.contains(item)) {
                    dcg += 1 / (Math.log(1 + place) / Math.log(2));
                    precisions += list.subList(0, place).stream()
                                    .filter(relevant::contains)
                                    .count()
                            / (double) place;
                }
                long chosenBy = IntStream.of(given.training.item())
                        .filter(i -> i == item)
                        .count();
                sums[5] -= Math.log(Math.max(1, chosenBy) / (double) trained) / Math.log(2);
                places++;
            }
            long hits = list.stream().filter(relevant::contains).count();
            sums[0] += (double) hits / most;
            sums[1] += dcg / ideal;
            sums[2] += precisions / most;
            sums[3] += hits > 0 ? 1 : 0;
            listed.addAll(list);
            sums[6]++;
        }
        for (int f = 0; f < 4; f++) {
            sums[f] /= sums[6];
        }
        sums[4] = listed.size() / (double) given.items;
        sums[5] /= places;
        return sums;
    }

    private static double[] values(ListQuality quality) {
        return new double[] {
            quality.recall().value(),
            quality.ndcg().value(),
            quality.map().value(),
            quality.hitRate().value(),
            quality.coverage().value(),
            quality.novelty().value(),
            quality.users()
        };
    }

    private static double[] errors(ListQuality quality) {
        return new double[] {
            quality.recall().standardError().orElseThrow(),
            quality.ndcg().standardError().orElseThrow(),
            quality.map().standardError().orElseThrow(),
            quality.hitRate().standardError().orElseThrow(),
            quality.coverage().standardError().orElseThrow(),
            quality.novelty().standardError().orElseThrow()
        };
    }

    @Test
    void allFiguresAreWhatTheirDefinitionsSay() {
        for (int seed = 0; seed < 60; seed++) {
            Case given = Case.of(seed, 25, 18 + seed, 2 + 5 * (seed % 7));
            int n = 1 + seed % 13;
            double least = seed % 2 == 0 ? Double.NEGATIVE_INFINITY : 4;
            double[] found =
                    values(given.evaluation().withLength(n).withLeast(least).measure(given.scorer()));
            assertThat(found).as("seed %s", seed).containsExactly(byDefinition(given, n, least), within(1e-12));
        }
    }

    @Test
    void aCaseByHand() {
        Ratings training = ratings(3, 5, new int[] {0, 0, 1}, new int[] {1, 0, 1}, new int[] {2, 4, 1});
        Ratings heldOut = ratings(3, 5, new int[] {0, 2, 1}, new int[] {0, 3, 1}, new int[] {1, 4, 1});
        // lists of two: user 0 gets 1 and 2, user 1 gets 1 and 2, user 2 has nothing to be measured by
        ItemScorer scorer = (user, scores) -> {
            for (int item = 0; item < 5; item++) {
                scores[item] = -item;
            }
        };
        ListQuality quality = ListEvaluation.of(training, heldOut).withLength(2).measure(() -> scorer);
        assertThat(quality.users()).isEqualTo(2);
        assertThat(quality.length()).isEqualTo(2);
        assertThat(quality.recall().value()).isEqualTo((0.5 + 0) / 2);
        double second = 1 / (Math.log(3) / Math.log(2));
        assertThat(quality.ndcg().value()).isCloseTo(second / (1 + second) / 2, within(1e-15));
        assertThat(quality.map().value()).isEqualTo((0.5 / 2 + 0) / 2);
        assertThat(quality.hitRate().value()).isEqualTo(0.5);
        assertThat(quality.coverage().value()).isEqualTo(2 / 5.0);
        assertThat(quality.novelty().value()).isCloseTo(Math.log(3) / Math.log(2), within(1e-15)); // as if by one of 3
    }

    @Test
    void onlyTheOrderOfScoresMatters() {
        Case given = Case.of(3, 40, 30, 9);
        ListQuality before = given.evaluation().withLength(6).measure(given.scorer());
        ListQuality after = given.evaluation().withLength(6).measure(() -> (user, out) -> {
            for (int i = 0; i < out.length; i++) {
                out[i] = (float) Math.exp(0.3 * given.scores[user][i]) - 7;
            }
        });
        assertThat(after).isEqualTo(before);
    }

    @Test
    void whoeverKnowsTheHeldOutPartIsPerfect() {
        Case given = Case.of(5, 40, 60, 9);
        for (int n : new int[] {1, 3, 20, 60, 1_000_000_000}) {
            ListQuality quality = given.evaluation().withLength(n).measure(() -> (user, out) -> {
                Arrays.fill(out, 0);
                itemsOf(given.heldOut, user, 0).forEach(item -> out[item] = 1);
            });
            assertThat(values(quality)).startsWith(1, 1, 1, 1);
            assertThat(errors(quality)).startsWith(0, 0, 0, 0);
        }
    }

    @Test
    void theOrderOfUsersDoesNotMatter() {
        Case given = Case.of(8, 30, 25, 50);
        int[] number = IntStream.range(0, 30).map(u -> (7 * u + 3) % 30).toArray();
        float[][] scores = new float[30][];
        IntStream.range(0, 30).forEach(u -> scores[number[u]] = given.scores[u]);
        Case permuted = new Case(30, 25, renumbered(given.training, number), renumbered(given.heldOut, number), scores);
        assertThat(values(permuted.evaluation().measure(permuted.scorer())))
                .containsExactly(values(given.evaluation().measure(given.scorer())), within(1e-12));
    }

    private static Ratings renumbered(Ratings ratings, int[] number) {
        return Ratings.of(
                ratings.users(),
                ratings.items(),
                IntStream.of(ratings.user()).map(u -> number[u]).toArray(),
                ratings.item(),
                ratings.value(),
                Duplicates.ERROR);
    }

    @Test
    void theNumberOfThreadsDoesNotMatter() {
        Case given = Case.of(11, 700, 90, 50);
        ListEvaluation one = given.evaluation().withWorkers(Workers.ONE).withUsers(500);
        ListEvaluation many = given.evaluation().withWorkers(new Workers(64)).withUsers(500);
        assertThat(many.measure(given.scorer())).isEqualTo(one.measure(given.scorer()));
    }

    @Test
    void errorsOfMeansAreTheStandardDeviationOverTheRootOfTheNumber() {
        Case given = Case.of(17, 800, 40, 1000);
        ListEvaluation evaluation = given.evaluation().withLength(5).withResamples(4000);
        ListQuality quality = evaluation.measure(given.scorer());
        double p = quality.hitRate().value();
        double analytic = Math.sqrt(p * (1 - p) / quality.users());
        assertThat(quality.hitRate().standardError().orElseThrow())
                .isCloseTo(analytic, within(0.05 * analytic)); // ±1/√(2·4000) = 1.1 %
        double[] ndcg = IntStream.range(0, given.users)
                .filter(u -> !itemsOf(given.heldOut, u, 0).isEmpty())
                .mapToDouble(u -> byDefinition(only(given, u), 5, 0)[1])
                .toArray();
        assertThat(ndcg).hasSize(quality.users());
        double mean = IntStream.range(0, ndcg.length)
                .mapToDouble(k -> ndcg[k])
                .average()
                .orElseThrow();
        assertThat(quality.ndcg().value()).isCloseTo(mean, within(1e-12));
        double squares = 0;
        for (double each : ndcg) {
            squares += (each - mean) * (each - mean);
        }
        double error = Math.sqrt(squares) / ndcg.length;
        assertThat(quality.ndcg().standardError().orElseThrow()).isCloseTo(error, within(0.05 * error));
        assertThat(evaluation
                        .withSeed(1)
                        .measure(given.scorer())
                        .ndcg()
                        .standardError()
                        .orElseThrow())
                .isCloseTo(error, within(0.05 * error))
                .isNotEqualTo(quality.ndcg().standardError().orElseThrow());
    }

    @Test
    void aSingleUserHasNoStandardErrors() {
        Case given = only(Case.of(17, 800, 40, 1000), 0);
        ListQuality quality = given.evaluation().withLength(5).measure(given.scorer());
        assertThat(quality.users()).isEqualTo(1);
        assertThat(quality.ndcg().value()).isCloseTo(byDefinition(given, 5, 0)[1], within(1e-12));
        for (Measured each : List.of(
                quality.recall(),
                quality.ndcg(),
                quality.map(),
                quality.hitRate(),
                quality.coverage(),
                quality.novelty())) {
            assertThat(each.standardError()).isEmpty();
        }
    }

    /** The case with a single user. */
    private static Case only(Case given, int user) {
        return new Case(
                1,
                given.items,
                ratings(1, given.items, entriesOf(given.training, user)),
                ratings(1, given.items, entriesOf(given.heldOut, user)),
                new float[][] {given.scores[user]});
    }

    private static int[][] entriesOf(Ratings ratings, int user) {
        return IntStream.range(0, ratings.count())
                .filter(e -> ratings.user()[e] == user)
                .mapToObj(e -> new int[] {0, ratings.item()[e], (int) ratings.value()[e]})
                .toArray(int[][]::new);
    }

    @Test
    void aSampleOfUsersIsMeasuredLikeAllAndChosenByTheSeed() {
        Case given = Case.of(23, 600, 40, 1000);
        ListEvaluation all = given.evaluation().withLength(5);
        ListQuality whole = all.measure(given.scorer());
        assertThat(all.withUsers(whole.users()).measure(given.scorer())).isEqualTo(whole);
        double sum = 0;
        Set<Double> different = new HashSet<>();
        for (int seed = 0; seed < 200; seed++) {
            ListEvaluation some = all.withUsers(60).withSeed(seed).withResamples(0);
            assertThat(some.users()).isEqualTo(60);
            ListQuality quality = some.measure(given.scorer());
            assertThat(quality.users()).isEqualTo(60);
            assertThat(quality.ndcg().standardError()).isEmpty();
            sum += quality.ndcg().value();
            different.add(quality.ndcg().value());
        }
        assertThat(different).hasSizeGreaterThan(190);
        double error = whole.ndcg().standardError().orElseThrow() * Math.sqrt(whole.users() / 60.0 / 200);
        assertThat(sum / 200).isCloseTo(whole.ndcg().value(), within(4 * error));
    }

    @Test
    void heldOutItemsThatWereSeenAreNotRelevant() {
        Ratings training = ratings(2, 4, new int[] {0, 0, 1}, new int[] {1, 1, 1});
        Ratings heldOut = ratings(2, 4, new int[] {0, 0, 1}, new int[] {0, 3, 1}, new int[] {1, 1, 1});
        ListQuality quality = ListEvaluation.of(training, heldOut).measure(() -> (user, scores) -> {});
        assertThat(quality.users()).isEqualTo(1);
        assertThat(quality.recall().value()).isEqualTo(1);
        assertThat(quality.ndcg().value()).isCloseTo(Math.log(2) / Math.log(4), within(1e-15)); // after 1 and 2
    }

    @Test
    void aWeightOfZeroIsNoChoice() {
        Ratings none = ratings(2, 4);
        Ratings heldOut = ratings(2, 4, new int[] {0, 0, 0}, new int[] {0, 2, 1}, new int[] {1, 1, 0});
        ListEvaluation evaluation = ListEvaluation.of(none, heldOut.withMeaning(Meaning.WEIGHT));
        assertThat(ListEvaluation.of(none, heldOut).users()).isEqualTo(2);
        assertThat(evaluation.users()).isEqualTo(1);
        assertThat(evaluation
                        .withLength(3)
                        .measure(() -> (user, scores) -> {})
                        .map()
                        .value())
                .isEqualTo(1 / 3.0);
    }

    @Test
    void theMostPopularComeFirstAndChanceKnowsNothing() {
        Case given = Case.of(29, 300, 50, 9);
        Seen seen = Seen.of(given.training, Workers.ONE);
        float[] scores = new float[50];
        new PopularityScorer(seen, 50).score(7, scores);
        for (int item = 0; item < 50; item++) {
            int number = item;
            assertThat((long) scores[item])
                    .isEqualTo(IntStream.of(given.training.item())
                            .filter(i -> i == number)
                            .count());
        }
        ListQuality random = given.evaluation().withLength(10).measure(() -> new RandomScorer(4));
        assertThat(given.evaluation().withLength(10).measure(() -> new RandomScorer(4)))
                .isEqualTo(random);
        double expected = 0; // each place is a hit with the probability that an unseen item is relevant
        for (int u = 0; u < 300; u++) {
            int relevant = itemsOf(given.heldOut, u, 0).size();
            expected += relevant == 0
                    ? 0
                    : relevant * 10.0 / (50 - seen.count(u)) / Math.min(10, relevant) / random.users();
        }
        assertThat(random.recall().value())
                .isCloseTo(expected, within(4 * random.recall().standardError().orElseThrow()));
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        Ratings none = ratings(2, 4);
        Ratings other = ratings(3, 4, new int[] {0, 0, 1});
        assertThatThrownBy(() -> ListEvaluation.of(none, none).measure(() -> new RandomScorer(0)))
                .hasMessage("there must be a user with a relevant item, got none");
        assertThatThrownBy(() -> ListEvaluation.of(none, other))
                .hasMessage("both parts must have the same users, got 2 and 3");
        assertThatThrownBy(() -> ListEvaluation.of(none, ratings(2, 5)))
                .hasMessage("both parts must have the same items, got 4 and 5");
        assertThatThrownBy(() -> ListEvaluation.of(none, none).withLength(0))
                .hasMessage("length must be at least 1, got 0");
        assertThatThrownBy(() -> ListEvaluation.of(none, none).withUsers(0))
                .hasMessage("users must be at least 1, got 0");
    }

    @Test
    void aScorerThatKnowsNoItemGivesEmptyLists() {
        Case given = Case.of(31, 30, 20, 5);
        ListQuality quality = given.evaluation().measure(() -> (user, scores) -> Arrays.fill(scores, Float.NaN));
        assertThat(values(quality)).startsWith(0, 0, 0, 0, 0, 0);
    }

    @Test
    void likedIsTheMeanRoundedUp() {
        assertThat(liked(1, 5, 4, 4)).hasValue(4);
        assertThat(liked(4, 5, 5, 5)).hasValue(5);
        assertThat(liked(-1, 1, 1)).hasValue(1);
        assertThat(liked(0.2, 0.4, 0.9).orElseThrow()).isCloseTo(0.5, within(1e-6));
        assertThat(liked(3, 3, 3)).isEmpty();
    }

    private static OptionalDouble liked(double... values) {
        Ratings.Builder ratings = Ratings.builder();
        for (int k = 0; k < values.length; k++) {
            ratings.add("u", "i" + k, values[k]);
        }
        return ListEvaluation.leastLiked(ratings.build(Duplicates.ERROR));
    }
}
