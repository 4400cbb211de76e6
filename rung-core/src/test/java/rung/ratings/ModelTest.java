package rung.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import rung.RatingInstance;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.biased.FoldIn;
import rung.lists.Scored;
import rung.lists.Seen;

/** What a model answers against plain loops over its factors. */
class ModelTest {
    private static final RatingInstance DATA = RatingInstance.of(300, 80, 3, 0.25, 0.5, 1);
    private static Ratings ratings;
    private static Model model;

    @BeforeAll
    static void train() {
        ratings = DATA.ratings();
        model = Recommender.byDefault()
                .withRank(5)
                .withOnly(Part.RATINGS)
                .train(ratings)
                .model();
    }

    private static double plain(Model model, int user, int item) {
        BiasedFactors f = model.factors();
        double sum = f.mean() + f.rows().biases()[user] + f.columns().biases()[item];
        for (int k = 0; k < f.rank(); k++) {
            sum += (double) f.rows().factors()[user * f.rank() + k]
                    * f.columns().factors()[item * f.rank() + k];
        }
        return sum;
    }

    private static double clipped(Model model, double value) {
        return Math.max(model.low(), Math.min(model.high(), value));
    }

    private static Ids ids(String prefix, int count) {
        Ids.Builder builder = new Ids.Builder();
        IntStream.range(0, count).forEach(k -> builder.add(prefix + k));
        return builder.build();
    }

    /** Small whole numbers, which make ties and no rounding. */
    private static Model whole(int users, int items, int rank, SplittableRandom random) {
        Seen seen = new Seen(new int[users + 1], new int[0]);
        BiasedFactors factors = new BiasedFactors(3, 1, lines(users, rank, random), lines(items, rank, random), 0);
        return Model.ofRatings(
                ids("u", users), ids("i", items), new RatingModel(factors, -4, 9), seen, Map.of(), List.of());
    }

    private static BiasedFactors.Lines lines(int count, int rank, SplittableRandom random) {
        float[] factors = new float[count * rank];
        float[] biases = new float[count];
        double[] priors = new double[rank + 1];
        for (int k = 0; k < factors.length; k++) {
            factors[k] = random.nextInt(-2, 3);
        }
        for (int k = 0; k < count; k++) {
            biases[k] = random.nextInt(-3, 4);
        }
        Arrays.fill(priors, 1);
        return new BiasedFactors.Lines(rank, factors, biases, new float[0], priors);
    }

    @Test
    void aPredictionIsTheSumWithinTheBounds() {
        int outside = 0;
        for (int user = 0; user < 300; user++) {
            for (int item = 0; item < 80; item++) {
                Model.Prediction prediction = model.predict(user, item);
                near(prediction.value(), clipped(model, plain(model, user, item)), 1e-5);
                assertThat(prediction.cold()).isFalse();
                assertThat(model.predict("u" + user, "i" + item)).isEqualTo(prediction);
                outside += plain(model, user, item) == prediction.value() ? 0 : 1;
            }
        }
        assertThat(model.low()).isEqualTo(ratings.lowest());
        assertThat(model.high()).isEqualTo(ratings.highest());
        assertThat(outside).isPositive();
    }

    @Test
    void whoIsUnknownHasNoBias() {
        double mean = model.factors().mean();
        near(model.predict("nobody", "nothing").value(), mean, 1e-12);
        near(
                model.predict("u7", "nothing").value(),
                clipped(model, mean + model.factors().rows().biases()[7]),
                1e-12);
        near(
                model.predict("nobody", "i9").value(),
                clipped(model, mean + model.factors().columns().biases()[9]),
                1e-12);
        assertThat(model.predict("nobody", "i9").cold()).isTrue();
        assertThatThrownBy(() -> model.predict(3, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> model.predict(-1, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void evaluationSumsUpTheErrors() {
        Ratings.Builder builder = Ratings.builder();
        SplittableRandom random = new SplittableRandom(2);
        double squares = 0;
        double absolutes = 0;
        double warmSquares = 0;
        int cold = 0;
        int count = 500;
        for (int k = 0; k < count; k++) {
            int user = k * 37 % 330; // the last thirty are unknown
            int item = k % 90;
            double value = (float) random.nextDouble(-3, 9);
            builder.add("u" + user + (user < 300 ? "" : "x"), "i" + item, value);
            boolean isCold = user >= 300 || item >= 80;
            double mean = model.factors().mean()
                    + (user < 300 ? model.factors().rows().biases()[user] : 0)
                    + (item < 80 ? model.factors().columns().biases()[item] : 0);
            double error = clipped(model, isCold ? mean : plain(model, user, item)) - value;
            squares += error * error;
            absolutes += Math.abs(error);
            warmSquares += isCold ? 0 : error * error;
            cold += isCold ? 1 : 0;
        }
        Ratings test = builder.build(Duplicates.LAST);
        assertThat(test.count()).as("no pair twice").isEqualTo(count);
        Evaluation all = model.evaluate(test, true);
        near(all.rmse(), Math.sqrt(squares / count), 1e-6);
        near(all.mae(), absolutes / count, 1e-6);
        assertThat(all.count()).isEqualTo(count);
        assertThat(all.cold()).isEqualTo(cold).isPositive();
        Evaluation warm = model.evaluate(test, false);
        near(warm.rmse(), Math.sqrt(warmSquares / (count - cold)), 1e-6);
        assertThat(warm.count()).isEqualTo(count - cold);
        assertThat(warm.cold()).isZero();
    }

    /* Whole numbers: the brute force is exact, and there are many ties. */
    @Test
    void recommendationsAreTheFirstOfAllInOrder() {
        SplittableRandom random = new SplittableRandom(3);
        for (int rank : new int[] {0, 1, 3, 14, 15}) {
            Model whole = whole(20, 50, rank, random);
            for (int user = 0; user < 20; user++) {
                int u = user;
                for (int n : new int[] {0, 1, 10, 50, Integer.MAX_VALUE}) {
                    List<Scored> expected = IntStream.range(0, 50)
                            .boxed()
                            .sorted(Comparator.comparingDouble((Integer item) -> -plain(whole, u, item))
                                    .thenComparingInt(item -> item))
                            .limit(n)
                            .map(item -> new Scored(item, plain(whole, u, item)))
                            .toList();
                    assertThat(whole.recommend(user, ListOptions.of(n))).isEqualTo(expected);
                    assertThat(whole.recommend(user, ListOptions.of(n).withSeen(true)))
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void whatWasRatedIsNotRecommendedUnlessAskedFor() {
        for (int user = 0; user < 300; user++) {
            List<Integer> rated = new ArrayList<>();
            for (int e = 0; e < ratings.count(); e++) {
                if (ratings.user()[e] == user) {
                    rated.add(ratings.item()[e]);
                }
            }
            List<Scored> fresh = model.recommend(user, ListOptions.of(80));
            assertThat(model.seen().count(user)).isEqualTo(rated.size());
            assertThat(fresh).hasSize(80 - rated.size());
            assertThat(fresh).extracting(Scored::item).doesNotContainAnyElementsOf(rated);
            List<Scored> all = model.recommend(user, ListOptions.of(80).withSeen(true));
            assertThat(all).extracting(Scored::item).hasSize(80).doesNotHaveDuplicates();
            assertThat(all.stream().filter(s -> !rated.contains(s.item())).toList())
                    .isEqualTo(fresh);
            for (int k = 0; k < 80; k++) {
                near(all.get(k).score(), model.predictUnclipped(user, all.get(k).item()), 1e-5);
                assertThat(k == 0 || all.get(k - 1).score() >= all.get(k).score())
                        .isTrue();
            }
            assertThat(model.recommend(user, ListOptions.of(7))).isEqualTo(fresh.subList(0, Math.min(7, fresh.size())));
        }
    }

    /* More users than a block holds, and work enough for all threads at once. */
    @Test
    void allRecommendationsAreThoseOfEachUserInOrder() {
        requireAll(model, 300);
        requireAll(whole(600, 3000, 3, new SplittableRandom(5)), 600);
    }

    private static void requireAll(Model model, int users) {
        for (int threads : new int[] {1, 3}) {
            for (boolean withSeen : new boolean[] {true, false}) {
                List<List<Scored>> found = new ArrayList<>();
                model.recommendAll(ListOptions.of(6).withSeen(withSeen), threads, (user, best) -> {
                    assertThat(user).isEqualTo(found.size());
                    found.add(best);
                });
                assertThat(found).hasSize(users);
                for (int user = 0; user < users; user++) {
                    assertThat(found.get(user))
                            .isEqualTo(model.recommend(user, ListOptions.of(6).withSeen(withSeen)));
                }
            }
        }
    }

    /* Every user's ratings of every item, without biases, written out; then the cosine of two columns, with expected lengths. */
    @Test
    void similarityIsTheCosineOfThePredictedRatings() {
        int users = 300;
        int items = 80;
        double[][] columns = new double[items][users];
        BiasedFactors f = model.factors();
        for (int item = 0; item < items; item++) {
            for (int user = 0; user < users; user++) {
                columns[item][user] = plain(model, user, item)
                        - f.mean()
                        - f.rows().biases()[user]
                        - f.columns().biases()[item];
            }
        }
        double[] lengths = new double[items];
        for (int item = 0; item < items; item++) {
            double square = dot(columns[item], columns[item]);
            for (int user = 0; user < users; user++) {
                for (int k = 0; k < f.rank(); k++) {
                    double u = f.rows().factors()[user * f.rank() + k];
                    square += u * u * f.columns().variances()[item * f.rank() + k];
                }
            }
            lengths[item] = Math.sqrt(square);
        }
        for (int item = 0; item < items; item++) {
            List<Scored> similar = model.similar(item, items);
            assertThat(similar).hasSize(items - 1);
            assertThat(similar).extracting(Scored::item).doesNotContain(item).doesNotHaveDuplicates();
            double last = 1;
            for (Scored other : similar) {
                double cosine = dot(columns[item], columns[other.item()]) / (lengths[item] * lengths[other.item()]);
                near(other.score(), cosine, 1e-5);
                assertThat(other.score()).isLessThanOrEqualTo(last + 1e-6);
                last = other.score();
                int back = item;
                near(
                        model.similar(other.item(), items).stream()
                                .filter(s -> s.item() == back)
                                .findFirst()
                                .orElseThrow()
                                .score(),
                        other.score(),
                        1e-6);
            }
            assertThat(model.similar(item, 3)).isEqualTo(similar.subList(0, 3));
        }
        assertThat(model.similar(0, Integer.MAX_VALUE)).hasSize(items - 1);
        assertThat(whole(5, 4, 0, new SplittableRandom(1)).similar(2, 3))
                .as("no factors")
                .isEmpty();
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int k = 0; k < x.length; k++) {
            sum += x[k] * y[k];
        }
        return sum;
    }

    @Test
    void aUserOfTrainingFoldedInIsThatUser() {
        for (int user = 0; user < 300; user += 7) {
            int[] seen = model.seen().of(user);
            FoldIn.Line line = model.foldInUser(seen, values(user, seen));
            near(line.bias(), model.factors().rows().biases()[user], 1e-5);
            for (int k = 0; k < 5; k++) {
                near(line.factors()[k], model.factors().rows().factors()[user * 5 + k], 1e-5);
            }
            List<Scored> expected = model.recommend(user, ListOptions.of(5));
            List<Scored> found =
                    model.newcomer(seen, values(user, seen), Meaning.RATING).recommend(ListOptions.of(5));
            for (int k = 0; k < expected.size(); k++) {
                near(found.get(k).score(), expected.get(k).score(), 1e-4);
            }
        }
    }

    /* Ids in, ids out: the same lists as by numbers. */
    @Test
    void peopleAndItemsAreCalledByTheirIds() {
        for (int user = 0; user < 300; user += 37) {
            List<Scored> expected = model.recommend(user, ListOptions.of(7));
            List<Recommendation> found = model.recommend("u" + user, 7);
            assertThat(found).hasSameSizeAs(expected);
            for (int k = 0; k < found.size(); k++) {
                assertThat(found.get(k).item()).isEqualTo("i" + expected.get(k).item());
                assertThat(found.get(k).score()).isEqualTo(expected.get(k).score());
            }
        }
        assertThat(model.similar("i4", 3))
                .extracting(ScoredItem::item)
                .hasSize(3)
                .doesNotContain("i4");
        assertThatThrownBy(() -> model.recommend("nobody", 3))
                .isInstanceOf(NoSuchElementException.class)
                .hasMessage("the model knows no user 'nobody'");
        assertThatThrownBy(() -> model.similar("nothing", 3)).hasMessage("the model knows no item 'nothing'");
        assertThat(model.recommend("u1", 0)).isEmpty();
        assertThatThrownBy(() -> model.recommend("u1", -1)).hasMessageEndingWith("got -1");
        assertThatThrownBy(() -> model.newcomer(Map.of("i1", Double.NaN)))
                .hasMessage("ratings must be finite, got NaN for 'i1'");
    }

    /* The ratings of a user of training make a newcomer who is that user. */
    @Test
    void aNewcomerWithTheRatingsOfAUserIsThatUser() {
        for (int user = 0; user < 300; user += 41) {
            int[] seen = model.seen().of(user);
            float[] values = values(user, seen);
            Map<String, Double> ratings = new HashMap<>();
            for (int k = 0; k < seen.length; k++) {
                ratings.put("i" + seen[k], (double) values[k]);
            }
            ratings.put("nobody knows it", 5.0);
            Newcomer newcomer = model.newcomer(ratings);
            List<Recommendation> expected = model.recommend("u" + user, 5);
            List<Recommendation> found = newcomer.recommend(5);
            for (int k = 0; k < expected.size(); k++) {
                near(found.get(k).score(), expected.get(k).score(), 1e-4);
                assertThat(ratings).doesNotContainKey(found.get(k).item());
            }
            near(newcomer.predict("i9").value(), model.predict("u" + user, "i9").value(), 1e-4);
            assertThat(newcomer.predict("i9").cold()).isFalse();
            assertThat(newcomer.predict("nothing").cold()).isTrue();
            near(
                    newcomer.predict("nothing").value(),
                    model.predict("u" + user, "nothing").value(),
                    1e-4);
        }
    }

    private static float[] values(int user, int[] items) {
        float[] values = new float[items.length];
        for (int e = 0; e < ratings.count(); e++) {
            for (int k = 0; k < items.length; k++) {
                if (ratings.user()[e] == user && ratings.item()[e] == items[k]) {
                    values[k] = ratings.value()[e];
                }
            }
        }
        return values;
    }

    @Test
    void listsHoldWhatTheOptionsAllow() {
        int[] excluded = {50, 3, 3, 70, 0};
        Newcomer fan = model.newcomer(new int[] {2, 1}, new float[] {5, 1}, Meaning.RATING);
        ListOptions all = ListOptions.of(80);
        assertThat(fan.recommend(all.without(excluded)))
                .extracting(Scored::item)
                .hasSize(74)
                .doesNotContain(0, 1, 2, 3, 50, 70);
        assertThat(excluded).as("left as they were").containsExactly(50, 3, 3, 70, 0);
        assertThat(fan.recommend(all.withSeen(true).among(7, 2, 9)))
                .extracting(Scored::item)
                .containsExactlyInAnyOrder(2, 7, 9);
        int[] users = model.seen().usersByItem(80);
        int median = Arrays.stream(users).sorted().toArray()[40];
        assertThat(fan.recommend(all.withSeen(true).withLeastUsers(median)))
                .extracting(Scored::item)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 80)
                        .filter(item -> users[item] >= median)
                        .boxed()
                        .toList());
        assertThatThrownBy(() -> fan.recommend(all.withBy(By.PREFERENCE)))
                .hasMessage("the model was trained on ratings alone, so it knows no preferences");
        assertThatThrownBy(() -> fan.recommend(all.withSurprise(0.5))).hasMessageContaining("by rating alone");
    }

    /* A user with no rating at all is the average one; one more rating above the prediction raises it. */
    @Test
    void foldingInMovesTowardsWhatWasRated() {
        FoldIn.Line nobody = model.foldInUser(new int[0], new float[0]);
        assertThat(nobody.bias()).isZero();
        assertThat(nobody.factors()).containsOnly(0);
        double before = predicted(nobody, 4);
        FoldIn.Line fan = model.foldInUser(new int[] {4}, new float[] {(float) before + 2});
        assertThat(predicted(fan, 4)).isBetween(before + 0.5, before + 2);
        FoldIn.Line item = model.foldInItem(new int[] {4, 5, 6}, new float[] {9, 9, 9});
        assertThat(item.bias()).isPositive();
        assertThat(model.foldInItem(new int[0], new float[0]).bias()).isZero();
    }

    private static double predicted(FoldIn.Line line, int item) {
        double sum =
                model.factors().mean() + line.bias() + model.factors().columns().biases()[item];
        for (int k = 0; k < 5; k++) {
            sum += line.factors()[k] * model.factors().columns().factors()[item * 5 + k];
        }
        return sum;
    }

    /* An item of training, folded in from its own ratings, predicts nearly what it predicts. */
    @Test
    void anItemOfTrainingFoldedInIsNearlyThatItem() {
        double squares = 0;
        for (int item = 0; item < 80; item++) {
            int wanted = item;
            int[] entries = IntStream.range(0, ratings.count())
                    .filter(e -> ratings.item()[e] == wanted)
                    .toArray();
            int[] users = new int[entries.length];
            float[] values = new float[entries.length];
            for (int k = 0; k < entries.length; k++) {
                users[k] = ratings.user()[entries[k]];
                values[k] = ratings.value()[entries[k]];
            }
            FoldIn.Line line = model.foldInItem(users, values);
            for (int user = 0; user < 300; user++) {
                double sum = model.factors().mean()
                        + line.bias()
                        + model.factors().rows().biases()[user];
                for (int k = 0; k < 5; k++) {
                    sum += line.factors()[k] * model.factors().rows().factors()[user * 5 + k];
                }
                squares += Math.pow(sum - plain(model, user, item), 2);
            }
        }
        assertThat(Math.sqrt(squares / 300 / 80)).isLessThan(0.3);
    }

    @Test
    void whatDoesNotFitIsRefused() {
        SplittableRandom random = new SplittableRandom(4);
        Model good = whole(4, 3, 2, random);
        assertThatThrownBy(() -> with(good, ids("u", 5), good.items(), -4, good.seen()))
                .hasMessage("there must be factors of all 5 users, got 4");
        assertThatThrownBy(() -> with(good, good.users(), ids("i", 2), -4, good.seen()))
                .hasMessage("there must be factors of all 2 items, got 3");
        assertThatThrownBy(() -> with(good, good.users(), good.items(), 10, good.seen()))
                .hasMessage("low must not be above high, got 10.0 and 9.0");
        assertThatThrownBy(() -> with(good, good.users(), good.items(), Double.NaN, good.seen()))
                .hasMessageContaining("low must not be above high");
        assertThatThrownBy(() -> with(good, good.users(), good.items(), -4, new Seen(new int[3 + 1], new int[0])))
                .hasMessage("there must be factors of all 4 users seen, got 3");
        for (int item : new int[] {-1, 3}) {
            Seen seen = new Seen(new int[] {0, 1, 1, 1, 1}, new int[] {item});
            assertThatThrownBy(() -> with(good, good.users(), good.items(), -4, seen))
                    .hasMessage("an item seen must be one of 3, got " + item);
        }
        assertThatThrownBy(() -> new Seen(new int[] {0, 2, 1}, new int[1]))
                .hasMessage("the items of the users must begin at ascending places from 0 to 1");
        BiasedFactors.Lines none = new BiasedFactors.Lines(0, new float[0], new float[2], new float[0], new double[0]);
        assertThatThrownBy(() -> new BiasedFactors(0, 1, none, none, 0)).hasMessageContaining("priors");
    }

    private static Model with(Model model, Ids users, Ids items, double low, Seen seen) {
        return Model.ofRatings(users, items, new RatingModel(model.factors(), low, 9), seen, Map.of(), List.of());
    }
}
