package rung.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static rung.Near.near;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.engine.preference.FactorRows;
import rung.linalg.Workers;
import rung.lists.ItemScorer;
import rung.lists.ListEvaluation;
import rung.lists.ListQuality;
import rung.lists.Scored;
import rung.preferences.PreferenceModel;

/** Lists of a model that knows both, how people rate and what they choose. */
class PreferenceListsTest {
    private static final int USERS = 300;
    private static final int ITEMS = 90;
    private static Ratings ratings;
    private static Model model;

    /* People choose from their own group of items, and like some groups of items better than others. */
    @BeforeAll
    static void train() {
        SplittableRandom random = new SplittableRandom(1);
        Ratings.Builder builder = Ratings.builder();
        for (int i = 0; i < USERS; i++) {
            for (int j = 0; j < ITEMS; j++) {
                double often = (i % 3 == j % 3 ? 0.5 : 0.08) / Math.sqrt(1 + j / 20.0);
                if (random.nextDouble() < often) {
                    builder.add("u" + i, "i" + j, (i % 2 == j % 2 ? 4 : 2) + random.nextInt(-1, 2));
                }
            }
        }
        ratings = builder.build(Duplicates.LAST);
        model = Recommender.byDefault().train(ratings).model();
    }

    private static float[][] scores(By by) {
        ItemScorer scorer = model.scorers(by).get();
        float[][] all = new float[USERS][ITEMS];
        for (int user = 0; user < USERS; user++) {
            scorer.score(user, all[user]);
        }
        return all;
    }

    @Test
    void bothIsThePreferenceTimesAPowerOfTheRating() {
        float[][] both = scores(By.BOTH);
        float[][] preference = scores(By.PREFERENCE);
        Blend blend = model.blend();
        assertThat(blend.power()).isPositive();
        for (int user = 0; user < USERS; user += 7) {
            for (int item = 0; item < ITEMS; item++) {
                double rating = model.predict(user, item).value();
                double factor = Math.pow(1 + (rating - blend.mean()) / (3.2 * blend.spread()), blend.power());
                double p = preference[user][item];
                near(both[user][item], p > 0 ? p * factor : p / factor, 1e-4);
            }
        }
    }

    /* One direction of all items says only how popular each is: ratings compare then, and there are no reasons. */
    @Test
    void preferencesThatAreAllAlikeDoNotCompare() {
        PreferenceModel known = model.preferences().orElseThrow();
        Model same = withItems(known, (item, k) -> (1 + item) * (k - 2.5));
        assertThat(same.preferences().orElseThrow().tellsItemsApart()).isFalse();
        assertThat(Similarity.ofItems(same, By.PREFERENCE).tellsApart()).isFalse();
        assertThat(Similarity.ofItems(same, By.BOTH).by()).isEqualTo(By.RATING);
        assertThat(Similarity.ofUsers(same, By.PREFERENCE).tellsApart()).isFalse();
        assertThat(Similarity.ofUsers(same, By.BOTH).by()).isEqualTo(By.RATING);
        assertThat(same.similar(3, 5)).isEqualTo(model.similar(3, 5, By.RATING));
        assertThat(same.recommend("u1", 5))
                .hasSize(5)
                .allMatch(each -> each.because().isEmpty());
        Model two = withItems(known, (item, k) -> item % 2 == k ? 1 : 0);
        assertThat(two.preferences().orElseThrow().tellsItemsApart()).isTrue();
        assertThat(Similarity.ofItems(two, By.BOTH).by()).isEqualTo(By.PREFERENCE);
        assertThat(known.tellsItemsApart()).isTrue();
        assertThat(Similarity.ofUsers(model, By.BOTH).by()).isEqualTo(By.PREFERENCE);
    }

    private static Model withItems(PreferenceModel known, DoubleBinaryOperator factor) {
        int r = known.rank();
        float[] items = new float[r * ITEMS];
        for (int k = 0; k < items.length; k++) {
            items[k] = (float) factor.applyAsDouble(k / r, k % r);
        }
        PreferenceModel part = new PreferenceModel(
                known.users(),
                FactorRows.of(ITEMS, r, items),
                known.userScales(),
                known.itemScales(),
                known.penalty(),
                known.typical());
        return new Model(
                model.users(),
                model.items(),
                model.ratings(),
                Optional.of(part),
                model.blend(),
                model.seen(),
                model.facts(),
                model.path());
    }

    /* Columns of scores, written out: similarity is their correlation over the users. */
    @Test
    void similarityIsTheCorrelationOfTheScores() {
        float[][] scores = scores(By.PREFERENCE);
        double[][] columns = new double[ITEMS][USERS];
        for (int item = 0; item < ITEMS; item++) {
            int j = item;
            double mean = IntStream.range(0, USERS)
                    .mapToDouble(i -> scores[i][j])
                    .average()
                    .orElseThrow();
            for (int user = 0; user < USERS; user++) {
                columns[item][user] = scores[user][item] - mean;
            }
        }
        int tried = 0;
        int ofOneGroup = 0;
        for (int item = 0; item < ITEMS; item += 4) {
            List<Scored> similar = model.similar(item, ITEMS);
            assertThat(similar).hasSize(ITEMS - 1);
            for (Scored other : similar) {
                double[] x = columns[item];
                double[] y = columns[other.item()];
                near(other.score(), dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y)), 1e-3);
            }
            ofOneGroup += group(similar.get(0).item()) == group(item) ? 1 : 0;
            tried++;
        }
        assertThat(ofOneGroup).isGreaterThan(tried * 3 / 4);
        assertThat(model.similar(3, 5, By.RATING)).isNotEqualTo(model.similar(3, 5, By.PREFERENCE));
    }

    private static int group(int item) {
        return Integer.parseInt(model.items().name(item).substring(1)) % 3;
    }

    private static double dot(double[] x, double[] y) {
        return IntStream.range(0, x.length).mapToDouble(k -> x[k] * y[k]).sum();
    }

    /* Half of a user's ratings are rated to a model that knows the other half: as if a newcomer brought all of them. */
    @Test
    void aKnownUserWhoRatesMoreIsWhoWouldHaveRatedAllAtOnce() {
        Ratings.Builder first = Ratings.builder();
        Map<String, Map<String, Double>> all = new HashMap<>();
        Map<String, Map<String, Double>> since = new HashMap<>();
        for (int e = 0; e < ratings.count(); e++) {
            String user = ratings.users().name(ratings.user()[e]);
            String item = ratings.items().name(ratings.item()[e]);
            double value = ratings.value()[e];
            all.computeIfAbsent(user, key -> new HashMap<>()).put(item, value);
            if (ratings.user()[e] % 41 == 0 && e % 2 == 0) {
                since.computeIfAbsent(user, key -> new HashMap<>()).put(item, value);
            } else {
                first.add(user, item, value);
            }
        }
        Model before =
                Recommender.byDefault().train(first.build(Duplicates.LAST)).model();
        int tried = 0;
        for (String user : since.keySet()) {
            int number = before.users().find(user).orElseThrow();
            Newcomer again = before.newcomer(number, since.get(user));
            Newcomer atOnce = before.newcomer(all.get(user));
            double moved = 0;
            for (int item = 0; item < before.items().size(); item++) {
                String name = before.items().name(item);
                near(again.predict(name).value(), atOnce.predict(name).value(), 2e-3);
                moved = Math.max(
                        moved,
                        Math.abs(again.predict(name).value()
                                - before.predict(number, item).value()));
            }
            assertThat(moved).as("the ratings since count").isGreaterThan(0.02);
            assertThat(again.recommend(5).stream().map(Recommendation::item))
                    .isEqualTo(atOnce.recommend(5).stream()
                            .map(Recommendation::item)
                            .toList());
            tried++;
        }
        assertThat(tried).isGreaterThan(3);
        assertThat(before.newcomer(0, Map.of("nothing", 3.0)).predict("i1"))
                .as("items that the model does not know change nothing")
                .isEqualTo(before.predict(before.users().name(0), "i1"));
    }

    @Test
    void whoRatesAnItemAgainHigherIsExpectedToLikeItMore() {
        int item = model.seen().of(0)[0];
        String name = model.items().name(item);
        double before = model.predict(0, item).value();
        assertThat(model.newcomer(0, Map.of(name, before)).predict(name).value())
                .isCloseTo(before, within(1e-4));
        assertThat(model.newcomer(0, Map.of(name, before + 1)).predict(name).value())
                .isGreaterThan(before);
        assertThat(model.newcomer(0, Map.of(name, before - 1)).predict(name).value())
                .isLessThan(before);
    }

    @Test
    void aNewcomerWithTheRatingsOfAUserIsThatUser() {
        for (int user = 0; user < USERS; user += 41) {
            Map<String, Double> own = new HashMap<>();
            for (int e = 0; e < ratings.count(); e++) {
                if (ratings.user()[e] == user) {
                    own.put(ratings.items().name(ratings.item()[e]), (double) ratings.value()[e]);
                }
            }
            List<Recommendation> expected = model.recommend(ratings.users().name(user), 5);
            List<Recommendation> found = model.newcomer(own).recommend(5);
            for (int k = 0; k < 5; k++) {
                near(found.get(k).score(), expected.get(k).score(), 1e-3);
                near(
                        found.get(k).rating().orElseThrow(),
                        expected.get(k).rating().orElseThrow(),
                        1e-3);
                assertThat(expected.get(k).because())
                        .isNotEmpty()
                        .allSatisfy(reason -> assertThat(own).containsKey(reason.item()));
            }
            assertThat(model.newcomer(own.keySet()).recommend(ListOptions.of(5).withBy(By.PREFERENCE)))
                    .extracting(Scored::item)
                    .isEqualTo(model.recommend(user, ListOptions.of(5).withBy(By.PREFERENCE)).stream()
                            .map(Scored::item)
                            .toList());
        }
    }

    /* Low and high are below and above all that the model expects of anybody. */
    @Test
    void whatIsRatedLowIsNoReason() {
        Map<String, Double> mixed = Map.of("i0", 1.0, "i3", 5.0, "i6", 1.0);
        assertThat(reasons(model.newcomer(mixed))).containsExactly("i3");
        assertThat(reasons(model.newcomer(Map.of("i0", 5.0, "i3", 5.0)))).containsExactlyInAnyOrder("i0", "i3");
        assertThat(reasons(model.newcomer(Map.of("i0", 1.0, "i3", 1.0)))).isEmpty();
        assertThat(reasons(model.newcomer(List.of("i0", "i3")))).containsExactlyInAnyOrder("i0", "i3");

        String own = ratings.items().name(model.seen().of(0)[0]);
        Map<String, Double> since = Map.of(own, 1.0);
        assertThat(reasons(model.newcomer(0, since))).isNotEmpty().doesNotContain(own);
        assertThat(reasons(model.newcomer(0, Map.of(own, 5.0)))).contains(own);
    }

    private static List<String> reasons(Newcomer newcomer) {
        return newcomer.recommend(ITEMS).stream()
                .flatMap(each -> each.because().stream())
                .map(Reason::item)
                .distinct()
                .toList();
    }

    @Test
    void scoresOfManyUsersAreThoseOfEach() {
        int[] users = IntStream.range(0, 21).map(k -> k * 13).toArray();
        for (ItemScorer scorer : List.of(
                model.scorers(By.BOTH).get(), model.preferences().orElseThrow().scorer())) {
            float[][] together = new float[users.length + 2][ITEMS];
            float[] alone = new float[ITEMS];
            scorer.score(users, together);
            for (int k = 0; k < users.length; k++) {
                scorer.score(users[k], alone);
                assertThat(together[k]).isEqualTo(alone);
            }
        }
    }

    private static Stream<ListOptions> everyKindOfOptions() {
        int[] some = IntStream.range(0, ITEMS).filter(item -> item % 7 < 3).toArray();
        ListOptions ten = ListOptions.of(10);
        return Stream.of(
                ten,
                ListOptions.of(0),
                ListOptions.of(ITEMS + 5),
                ten.withSeen(true),
                ten.withBy(By.PREFERENCE),
                ten.withBy(By.RATING),
                ten.withBy(By.RATING).among(some),
                ten.withSurprise(0.8),
                ten.withSurprise(-0.8).withBy(By.PREFERENCE),
                ten.among(some),
                ten.without(some).withSeen(true),
                ten.withLeastUsers(40).withSurprise(0.3));
    }

    /* All scores written out and sorted: no block, no tile, no threshold. */
    @ParameterizedTest
    @MethodSource("everyKindOfOptions")
    void listsOfAllUsersAreThoseOfScoresThatAreSorted(ListOptions options) {
        Comparator<Scored> order =
                Comparator.comparingDouble(Scored::score).reversed().thenComparingInt(Scored::item);
        for (int threads : new int[] {1, 3}) {
            List<List<Scored>> found = new ArrayList<>();
            model.recommendAll(options, threads, (user, best) -> found.add(best));
            assertThat(found).hasSize(USERS);
            float[] scores = new float[ITEMS];
            for (int user = 0; user < USERS; user++) {
                Person person = new People(model).known(user);
                new Ranking(model, options).score(List.of(person), new float[][] {scores});
                List<Scored> all = new ArrayList<>();
                for (int item = 0; item < ITEMS; item++) {
                    boolean isSeen = Arrays.binarySearch(person.chosen(), item) >= 0;
                    if (!Float.isNaN(scores[item]) && (options.withSeen() || !isSeen)) {
                        all.add(new Scored(item, scores[item]));
                    }
                }
                List<Scored> expected =
                        all.stream().sorted(order).limit(options.length()).toList();
                assertThat(found.get(user)).isEqualTo(expected);
                assertThat(model.recommend(user, options)).isEqualTo(found.get(user));
            }
        }
    }

    /* Surprise as its definition says: what k times as many people chose counts k^(−surprise/2) times. */
    @Test
    void surpriseDividesByAPowerOfPopularity() {
        int[] users = model.seen().usersByItem(ITEMS);
        double mean = (double) ratings.count() / ITEMS;
        float[] plain = new float[ITEMS];
        float[] surprising = new float[ITEMS];
        for (int user = 0; user < USERS; user += 11) {
            Person person = new People(model).known(user);
            new Ranking(model, ListOptions.of(1)).score(List.of(person), new float[][] {plain});
            new Ranking(model, ListOptions.of(1).withSurprise(0.6)).score(List.of(person), new float[][] {surprising});
            for (int item = 0; item < ITEMS; item++) {
                double factor = Math.pow(users[item] / mean + 0.1, -0.3);
                near(surprising[item], plain[item] < 0 ? plain[item] / factor : plain[item] * factor, 1e-5);
            }
        }
    }

    /* A bound that is too high loses items: it must not, at any score. */
    @Test
    void noPreferenceBelowTheLeastBecomesEnough() {
        SplittableRandom random = new SplittableRandom(3);
        for (int k = 0; k < 100_000; k++) {
            Blend blend = new Blend(3, 1 + random.nextDouble(), random.nextInt(4) / 4.0);
            float wanted = (float) ((random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-45, 4)));
            float below = Math.nextDown(blend.least(wanted, 5));
            assertThat(blend.of(below, 5, 1, 5)).isLessThan(wanted);
        }
        Blend blend = new Blend(3, 1, 0.5);
        assertThat(blend.least(Float.NEGATIVE_INFINITY, 5)).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(blend.least(Float.NaN, 5)).isNaN();
    }

    /* A surprising list holds what fewer people know, a safe one what more people know. */
    @Test
    void surpriseIsNovelty() {
        double[] novelty = new double[3];
        for (int k = 0; k < 3; k++) {
            ListOptions options = ListOptions.of(10).withSurprise(k - 1);
            double[] sum = new double[1];
            int[] users = model.seen().usersByItem(ITEMS);
            model.recommendAll(
                    options,
                    2,
                    (user, best) -> best.forEach(scored ->
                            sum[0] -= Math.log(Math.max(1, users[scored.item()]) / (double) USERS)));
            novelty[k] = sum[0];
        }
        assertThat(novelty[0]).isLessThan(novelty[1]);
        assertThat(novelty[1]).isLessThan(novelty[2]);
    }

    @Test
    void choicesAloneMakeAModelWithoutRatings() {
        Ratings.Split split = ratings.split(0.2, 1);
        Model alone = Recommender.byDefault()
                .train(split.train().withMeaning(Meaning.WEIGHT))
                .model();
        assertThat(alone.ratings()).isEmpty();
        ListQuality lists = ListEvaluation.of(split.train(), split.heldOut())
                .withWorkers(Workers.ONE)
                .measure(alone.scorers(By.BOTH));
        assertThat(lists.ndcg().value()).isGreaterThan(0.3);
        assertThat(alone.recommend("u1", 3))
                .hasSize(3)
                .allSatisfy(each -> assertThat(each.rating()).isEmpty());
        assertThatThrownBy(() -> alone.predict("u1", "i1")).hasMessageContaining("without ratings");
        assertThatThrownBy(() -> alone.recommend(0, ListOptions.of(3).withBy(By.RATING)))
                .hasMessageContaining("without ratings");
        assertThatThrownBy(() -> Recommender.byDefault()
                        .withOnly(Part.RATINGS)
                        .train(split.train().withMeaning(Meaning.WEIGHT)))
                .hasMessage("there are no ratings to learn from, only what was chosen");
    }
}
