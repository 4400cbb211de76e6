package rung.ratings;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Supplier;
import rung.Step;
import rung.data.Ids;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.biased.FoldIn;
import rung.linalg.Workers;
import rung.lists.ItemScorer;
import rung.lists.Scored;
import rung.lists.Seen;
import rung.preferences.PreferenceModel;

/**
 * A trained recommender, of two parts. One predicts how a user would rate an item; the other knows what a user would choose. It
 * recommends items by both, for users it knows and for new ones. A model that was trained on choices alone predicts no ratings, and one
 * that was trained on ratings alone recommends by them.
 *
 * @param users the ids of the users
 * @param items the ids of the items
 * @param ratings the part that predicts ratings
 * @param preferences the part that knows what users choose
 * @param blend how much expected ratings count in lists
 * @param seen the items that each user rated or chose in training
 * @param facts how the model came about, in words
 * @param path the steps of the climb on all ratings
 */
public record Model(
        Ids users,
        Ids items,
        Optional<RatingModel> ratings,
        Optional<PreferenceModel> preferences,
        Blend blend,
        Seen seen,
        Map<String, String> facts,
        List<Step> path) {
    /** Stands for the number of a user or item that the model does not know. */
    private static final int UNKNOWN = -1;

    /** Checks that ids, factors and lists fit together. */
    public Model {
        new ModelCheck(users, items).check(ratings, preferences, seen);
    }

    /**
     * A model that predicts ratings, and recommends by them alone.
     *
     * @param users the ids of the users
     * @param items the ids of the items
     * @param ratings what predicts ratings
     * @param seen the items that each user rated in training
     * @param facts how the model came about, in words
     * @param path the steps of the climb on all ratings
     * @return the model
     */
    public static Model ofRatings(
            Ids users, Ids items, RatingModel ratings, Seen seen, Map<String, String> facts, List<Step> path) {
        return new Model(users, items, Optional.of(ratings), Optional.empty(), Blend.NONE, seen, facts, path);
    }

    static IllegalStateException noRatings() {
        return new IllegalStateException("the model was trained on choices without ratings, so it predicts none");
    }

    private RatingModel ratingModel() {
        return ratings.orElseThrow(Model::noRatings);
    }

    /**
     * The factors and biases that predict ratings: rows are users, columns are items.
     *
     * @return the factors
     * @throws IllegalStateException if the model predicts no ratings
     */
    public BiasedFactors factors() {
        return ratingModel().factors();
    }

    /**
     * The lowest rating that is predicted.
     *
     * @return the rating
     * @throws IllegalStateException if the model predicts no ratings
     */
    public double low() {
        return ratingModel().low();
    }

    /**
     * The highest rating that is predicted.
     *
     * @return the rating
     * @throws IllegalStateException if the model predicts no ratings
     */
    public double high() {
        return ratingModel().high();
    }
    /**
     * A prediction.
     *
     * @param value the predicted rating, between the bounds
     * @param cold whether the user or the item is unknown, so that the value is the mean and the bias of the other
     */
    public record Prediction(double value, boolean cold) {}

    /**
     * Returns how a user would rate an item, by their ids. The model need not know them.
     *
     * @param user the id of the user
     * @param item the id of the item
     * @return the prediction
     */
    public Prediction predict(String user, String item) {
        return predict(users.find(user), items.find(item));
    }

    /**
     * Returns how a user would rate an item, by their numbers.
     *
     * @param user the number of the user
     * @param item the number of the item
     * @return the prediction
     */
    public Prediction predict(int user, int item) {
        Objects.checkIndex(user, users.size());
        Objects.checkIndex(item, items.size());
        return prediction(user, item);
    }

    /**
     * Returns how a user would rate an item, by their numbers; empty is a user or an item that the model does not know.
     *
     * @param user the number of the user
     * @param item the number of the item
     * @return the prediction
     */
    public Prediction predict(OptionalInt user, OptionalInt item) {
        return prediction(user.orElse(UNKNOWN), item.orElse(UNKNOWN));
    }

    private Prediction prediction(int user, int item) {
        if (user != UNKNOWN && item != UNKNOWN) {
            return new Prediction(clipped(factors().get(user, item)), false);
        }
        double value = factors().mean();
        value += user == UNKNOWN ? 0 : factors().rows().bias(user);
        value += item == UNKNOWN ? 0 : factors().columns().bias(item);
        return new Prediction(clipped(value), true);
    }

    Prediction predict(FoldIn.Line user, String item) {
        OptionalInt number = items.find(item);
        return number.isPresent()
                ? new Prediction(predicted(user, number.getAsInt()), false)
                : new Prediction(clipped(factors().mean() + user.bias()), true);
    }

    private int user(String id) {
        return users.find(id).orElseThrow(() -> new NoSuchElementException("the model knows no user '" + id + "'"));
    }

    private int item(String id) {
        return items.find(id).orElseThrow(() -> new NoSuchElementException("the model knows no item '" + id + "'"));
    }

    List<ScoredItem> named(List<Scored> scored) {
        return scored.stream()
                .map(each -> new ScoredItem(items.name(each.item()), each.score()))
                .toList();
    }

    private double clipped(double value) {
        return ratingModel().clipped(value);
    }

    /**
     * Measures the error on other ratings, whose users and items are matched by id.
     *
     * @param test the ratings
     * @param withCold whether ratings of unknown users or items count
     * @return the error
     * @throws IllegalArgumentException if none of the ratings counts
     */
    public Evaluation evaluate(Ratings test, boolean withCold) {
        int[] user = matched(test.users(), users);
        int[] item = matched(test.items(), items);
        Evaluation.Sum sum = new Evaluation.Sum();
        for (int e = 0; e < test.count(); e++) {
            Prediction prediction = prediction(user[test.user()[e]], item[test.item()[e]]);
            if (withCold || !prediction.cold) {
                sum.add(test.user()[e], prediction.value - test.value()[e], prediction.cold);
            }
        }
        return sum.total();
    }

    private static int[] matched(Ids names, Ids known) {
        int[] numbers = new int[names.size()];
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = known.find(names.name(k)).orElse(UNKNOWN);
        }
        return numbers;
    }

    /**
     * Returns the n items to recommend to a user, best first, without those already rated or chosen.
     *
     * @param user the id of the user
     * @param n the most items
     * @return the items, with expected ratings and reasons
     * @throws NoSuchElementException if the model does not know the user; see {@link #newcomer}
     */
    public List<Recommendation> recommend(String user, int n) {
        int number = user(user);
        return explained(number, recommend(number, ListOptions.of(n)));
    }

    /**
     * Returns the n items most like this one, the most similar first: see {@link #similar(int, int)}.
     *
     * @param item the id of the item
     * @param n the most items
     * @return items with their similarity
     * @throws NoSuchElementException if the model does not know the item
     */
    public List<ScoredItem> similar(String item, int n) {
        return named(similar(item(item), n));
    }

    /**
     * Returns a user whom the model was not trained on, from their ratings of some items; or from how often they chose them, if the model
     * was trained on choices. Items that the model does not know are left out.
     *
     * @param values the ratings or counts by the ids of the items
     * @return the user
     * @throws IllegalArgumentException if a value is not finite, or a count negative
     */
    public Newcomer newcomer(Map<String, Double> values) {
        Values known = known(values);
        return newcomer(known.items, known.values, ratings.isPresent() ? Meaning.RATING : Meaning.WEIGHT);
    }

    /**
     * Returns a user whom the model was trained on, with what they rated or chose since. What they would like is found anew from all of
     * it: see {@link FoldIn#again}. Items that the model does not know are left out.
     *
     * @param user the number of the user
     * @param since the ratings or counts by the ids of the items; counts of what is chosen again add up
     * @return the user
     * @throws IllegalArgumentException if a value is not finite, or a count negative
     */
    public Newcomer newcomer(int user, Map<String, Double> since) {
        Objects.checkIndex(user, users.size());
        Values known = known(since);
        return new Newcomer(
                this, known.items.length == 0 ? person(user) : new People(this).known(user, known.items, known.values));
    }

    /* Items by number, ascending, and the value of each. */
    private record Values(int[] items, float[] values) {}

    private Values known(Map<String, Double> values) {
        Map<Integer, Double> known = new TreeMap<>();
        values.forEach((item, value) -> {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("ratings must be finite, got " + value + " for '" + item + "'");
            }
            items.find(item).ifPresent(number -> known.put(number, value));
        });
        int[] chosen = known.keySet().stream().mapToInt(k -> k).toArray();
        float[] numbers = new float[chosen.length];
        for (int k = 0; k < chosen.length; k++) {
            numbers[k] = known.get(chosen[k]).floatValue();
        }
        return new Values(chosen, numbers);
    }

    /**
     * Returns a user whom the model was not trained on, from items that they chose. Items that the model does not know are left out.
     *
     * @param chosen the ids of the items
     * @return the user
     */
    public Newcomer newcomer(Collection<String> chosen) {
        int[] known = chosen.stream()
                .flatMapToInt(item -> items.find(item).stream())
                .distinct()
                .toArray();
        float[] once = new float[known.length];
        Arrays.fill(once, 1);
        return newcomer(known, once, Meaning.WEIGHT);
    }

    /**
     * Returns a user whom the model was not trained on, from what they rated or chose.
     *
     * @param chosen the numbers of the items, each once, in any order
     * @param values the rating of each, or how often it was chosen
     * @param meaning what the values mean
     * @return the user
     */
    public Newcomer newcomer(int[] chosen, float[] values, Meaning meaning) {
        return new Newcomer(this, new People(this).fromValues(chosen, values, meaning));
    }

    Person person(int user) {
        return new People(this).known(user);
    }

    /** What lists can be ranked by, if this is wished for. */
    By possible(By wish) {
        if (wish == By.RATING && ratings.isEmpty()) {
            throw noRatings();
        }
        if (wish == By.PREFERENCE && preferences.isEmpty()) {
            throw new IllegalStateException("the model was trained on ratings alone, so it knows no preferences");
        }
        return preferences.isEmpty() ? By.RATING : ratings.isEmpty() ? By.PREFERENCE : wish;
    }

    /**
     * Returns the items to recommend to a user, best first.
     *
     * @param user the number of the user
     * @param options what the list may hold, and how it is ranked
     * @return the numbers of the items, with scores; by rating alone these are expected ratings, which may lie beyond the bounds
     * @throws IllegalStateException if the model cannot rank in this way
     */
    public List<Scored> recommend(int user, ListOptions options) {
        Objects.checkIndex(user, users.size());
        return new Ranking(this, options).best(person(user));
    }

    /**
     * Returns a list with names, expected ratings and reasons.
     *
     * @param user the number of the user
     * @param list a list that was recommended to the user
     * @return the same list, in full
     */
    public List<Recommendation> explained(int user, List<Scored> list) {
        return new People(this).explained(person(user), list);
    }

    /**
     * Returns how a user would rate an item, before the prediction is clipped to the bounds: it tells apart items that are all predicted
     * the highest rating.
     *
     * @param user the number of the user
     * @param item the number of the item
     * @return the prediction, which may lie beyond the bounds
     * @throws IllegalStateException if the model predicts no ratings
     */
    public double predictUnclipped(int user, int item) {
        Objects.checkIndex(user, users.size());
        Objects.checkIndex(item, items.size());
        return factors().get(user, item);
    }

    double predicted(FoldIn.Line user, int item) {
        return clipped(unclipped(user, item));
    }

    double unclipped(FoldIn.Line user, int item) {
        BiasedFactors f = factors();
        double value = f.mean() + user.bias() + f.columns().bias(item);
        for (int k = 0; k < f.rank(); k++) {
            value += user.factor(k) * f.columns().factor(item, k);
        }
        return value;
    }

    /**
     * Returns scorers of all items for the users of the model, by which lists are measured.
     *
     * @param by what to rank by
     * @return makes a scorer for one thread
     * @throws IllegalStateException if the model cannot rank in this way
     */
    public Supplier<ItemScorer> scorers(By by) {
        Ranking ranking = new Ranking(this, ListOptions.of(0).withBy(by));
        return () -> new ItemScorer() {
            @Override
            public void score(int user, float[] scores) {
                ranking.score(List.of(person(user)), new float[][] {scores});
            }

            @Override
            public void score(int[] some, float[][] scores) {
                ranking.score(Arrays.stream(some).mapToObj(Model.this::person).toList(), scores);
            }
        };
    }

    /** Takes the recommendations of one user after the other. */
    @FunctionalInterface
    public interface Recommendations {
        /**
         * Takes the recommendations of a user.
         *
         * @param user the number of the user
         * @param best the items with scores, best first
         */
        void accept(int user, List<Scored> best);
    }

    /**
     * Finds the best items for every user, in order, block by block on all threads, so that memory does not grow with users times
     * items.
     *
     * @param options what the lists may hold, and how they are ranked
     * @param threads the number of threads
     * @param consumer takes the recommendations, on the calling thread
     */
    public void recommendAll(ListOptions options, int threads, Recommendations consumer) {
        new AllLists(this, options, new Workers(threads)).forEach(consumer);
    }

    /**
     * Finds the n items most like one: by what people choose together, or by the ratings that are predicted for them, if the model knows
     * no preferences.
     *
     * @param item the number of the item
     * @param n the most items
     * @return items with their similarity, the most similar first
     */
    public List<Scored> similar(int item, int n) {
        return similar(item, n, By.BOTH);
    }

    /**
     * Finds the n items most like one: those whose scores by all users have the smallest angle to the scores of this one. By rating, scores
     * are ratings as predicted without biases; by preference, their mean over the users is taken away, so that what everybody chooses is
     * not like everything. By rating, cosines are lower where little is known of an item: its uncertainty counts in its
     * length, so that an item with few ratings is not taken for the twin of another by chance.
     *
     * @param item the number of the item
     * @param n the most items
     * @param by what is compared; see {@link Similarity#ofItems}
     * @return items with their similarity, a cosine, the most similar first
     * @throws IllegalStateException if the model cannot compare in this way
     */
    public List<Scored> similar(int item, int n, By by) {
        Objects.checkIndex(item, items.size());
        return Similarity.ofItems(this, by).of(item, n);
    }

    /**
     * Finds the n users most like one: those whose scores of all items have the smallest angle to the scores of this one. Scores are those
     * by which {@link #similar(int, int, By)} compares items.
     *
     * @param user the number of the user
     * @param n the most users
     * @param by what is compared; see {@link Similarity#ofUsers}
     * @return users, in the place of items, with their similarity, a cosine, the most similar first
     * @throws IllegalStateException if the model cannot compare in this way
     */
    public List<Scored> similarUsers(int user, int n, By by) {
        Objects.checkIndex(user, users.size());
        return Similarity.ofUsers(this, by).of(user, n);
    }

    /**
     * Finds the factors of a new user, from ratings of known items.
     *
     * @param ratedItems the numbers of the items
     * @param values the ratings
     * @return the factors and the bias
     */
    public FoldIn.Line foldInUser(int[] ratedItems, float[] values) {
        return new People(this)
                .fromValues(ratedItems, values, Meaning.RATING)
                .line()
                .orElseThrow(Model::noRatings);
    }

    /**
     * Finds the factors of a new item, from ratings by known users.
     *
     * @param ratingUsers the numbers of the users
     * @param values the ratings
     * @return the factors and the bias
     */
    public FoldIn.Line foldInItem(int[] ratingUsers, float[] values) {
        return ratings.orElseThrow(Model::noRatings)
                .itemFoldIn(ratingUsers, values, preferences.map(ChoiceTraits::new), seen);
    }
}
