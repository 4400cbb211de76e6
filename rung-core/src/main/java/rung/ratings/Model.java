package rung.ratings;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;
import rung.Step;
import rung.data.Ids;
import rung.data.Ratings;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.biased.FoldIn;
import rung.linalg.Workers;
import rung.lists.Best;
import rung.lists.Scored;
import rung.lists.Seen;

/**
 * A trained recommender: it predicts ratings, recommends items, and finds similar ones, for users and items it knows and for new ones.
 *
 * @param users the ids of the users
 * @param items the ids of the items
 * @param factors the factors and biases: rows are users, columns are items
 * @param low the lowest prediction
 * @param high the highest prediction
 * @param seen the items that each user rated in training
 * @param facts how the model came about, in words
 * @param path the steps of the climb on all ratings
 */
public record Model(
        Ids users,
        Ids items,
        BiasedFactors factors,
        double low,
        double high,
        Seen seen,
        Map<String, String> facts,
        List<Step> path) {
    /** The number of users whose scores {@link #recommendAll} computes at once; bounds its memory. */
    private static final int BLOCK = 256;

    /** Stands for the number of a user or item that the model does not know. */
    private static final int UNKNOWN = -1;

    /** Checks that ids, factors and lists fit together. */
    public Model {
        require(
                factors.rows().count() == users.size(),
                "users",
                users.size(),
                factors.rows().count());
        require(
                factors.columns().count() == items.size(),
                "items",
                items.size(),
                factors.columns().count());
        require(seen.users() == users.size(), "users seen", users.size(), seen.users());
        for (IntBuffer all = seen.items(); all.hasRemaining(); ) {
            int item = all.get();
            if (item < 0 || item >= items.size()) {
                throw new IllegalArgumentException("an item seen must be one of " + items.size() + ", got " + item);
            }
        }
        if (!(low <= high)) {
            throw new IllegalArgumentException("low must not be above high, got " + low + " and " + high);
        }
    }

    private static void require(boolean isSo, String what, int wanted, int got) {
        if (!isSo) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "there must be factors of all %d %s, got %d", wanted, what, got));
        }
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
            return new Prediction(clipped(factors.get(user, item)), false);
        }
        double value = factors.mean();
        value += user == UNKNOWN ? 0 : factors.rows().biases()[user];
        value += item == UNKNOWN ? 0 : factors.columns().biases()[item];
        return new Prediction(clipped(value), true);
    }

    Prediction predict(FoldIn.Line user, String item) {
        OptionalInt number = items.find(item);
        double value = factors.mean() + user.bias();
        if (number.isPresent()) {
            int at = number.getAsInt();
            value += factors.columns().biases()[at];
            for (int k = 0; k < factors.rank(); k++) {
                value += user.factors()[k] * factors.columns().factors()[at * factors.rank() + k];
            }
        }
        return new Prediction(clipped(value), number.isEmpty());
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
        return Math.min(high, Math.max(low, value));
    }

    /**
     * Measures the error on other ratings, whose users and items are matched by id.
     *
     * @param test the ratings
     * @param withCold whether ratings of unknown users or items count
     * @return the error
     */
    public Evaluation evaluate(Ratings test, boolean withCold) {
        int[] user = matched(test.users(), users);
        int[] item = matched(test.items(), items);
        Evaluation.Sum sum = new Evaluation.Sum();
        for (int e = 0; e < test.count(); e++) {
            Prediction prediction = prediction(user[test.user()[e]], item[test.item()[e]]);
            if (withCold || !prediction.cold) {
                sum.add(prediction.value - test.value()[e], prediction.cold);
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
     * Returns the n items that a user would rate highest, best first, without those already rated.
     *
     * @param user the id of the user
     * @param n the most items
     * @return items with predicted ratings
     * @throws NoSuchElementException if the model does not know the user; see {@link #newcomer}
     */
    public List<ScoredItem> recommend(String user, int n) {
        return named(recommend(user(user), n, false));
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
     * Returns a user whom the model was not trained on, from their ratings of some items. Ratings of items that the model does not know
     * are left out.
     *
     * @param ratings the ratings by the ids of the items
     * @return the user
     * @throws IllegalArgumentException if a rating is not finite
     */
    public Newcomer newcomer(Map<String, Double> ratings) {
        Map<Integer, Double> known = new TreeMap<>();
        ratings.forEach((item, rating) -> {
            if (!Double.isFinite(rating)) {
                throw new IllegalArgumentException("ratings must be finite, got " + rating + " for '" + item + "'");
            }
            items.find(item).ifPresent(number -> known.put(number, rating));
        });
        int[] rated = known.keySet().stream().mapToInt(k -> k).toArray();
        float[] values = new float[rated.length];
        for (int k = 0; k < rated.length; k++) {
            values[k] = known.get(rated[k]).floatValue();
        }
        return new Newcomer(this, foldInUser(rated, values), rated);
    }

    /**
     * The n items that a user would rate highest, best first.
     *
     * @param user the number of the user
     * @param n the most items
     * @param withSeen whether items that the user rated in training are recommended too
     * @return items with predicted ratings
     */
    public List<Scored> recommend(int user, int n, boolean withSeen) {
        return scoring().best(line(user), withSeen ? new int[0] : seen.of(user), n);
    }

    /**
     * The n items that a new user would rate highest, best first.
     *
     * @param user the factors of the user, from {@link #foldInUser}
     * @param excluded the items to leave out, in any order
     * @param n the most items
     * @return items with predicted ratings
     */
    public List<Scored> recommend(FoldIn.Line user, int[] excluded, int n) {
        int[] sorted = excluded.clone();
        Arrays.sort(sorted);
        return scoring().best(user, sorted, n);
    }

    private FoldIn.Line line(int user) {
        int r = factors.rank();
        float[] own = new float[r];
        System.arraycopy(factors.rows().factors(), user * r, own, 0, r);
        return new FoldIn.Line(own, factors.rows().biases()[user]);
    }

    private Scoring scoring() {
        return new Scoring(factors, low, high);
    }

    /** Takes the recommendations of one user after the other. */
    @FunctionalInterface
    public interface Recommendations {
        /**
         * Takes the recommendations of a user.
         *
         * @param user the number of the user
         * @param best the items with predicted ratings, best first
         */
        void accept(int user, List<Scored> best);
    }

    /**
     * Finds the n best items for every user, in order, block by block on all threads, so that memory does not grow with users times
     * items.
     *
     * @param n the most items for each user
     * @param withSeen whether items that the user rated in training are recommended too
     * @param threads the number of threads
     * @param consumer takes the recommendations, on the calling thread
     */
    public void recommendAll(int n, boolean withSeen, int threads, Recommendations consumer) {
        Workers workers = new Workers(threads);
        Scoring shared = scoring();
        for (int first = 0; first < users.size(); first += BLOCK) {
            int start = first;
            int count = Math.min(BLOCK, users.size() - first);
            List<List<Scored>> found = new ArrayList<>(Collections.nCopies(count, null));
            workers.run(count, line -> (long) line * items.size() * factors.rank(), () -> {
                Scoring own = shared.forAnotherThread();
                return (from, to) -> {
                    for (int k = from; k < to; k++) {
                        int[] excluded = withSeen ? new int[0] : seen.of(start + k);
                        found.set(k, own.best(line(start + k), excluded, n));
                    }
                };
            });
            for (int k = 0; k < count; k++) {
                consumer.accept(start + k, found.get(k));
            }
        }
    }

    /**
     * Finds the n items most like one: those whose ratings by all users, as predicted without biases, have the smallest angle to the
     * ratings of this one. Scores are cosines, lower where little is known of an item: its uncertainty counts in its length, so that an
     * item with few ratings is not taken for the twin of another by chance.
     *
     * @param item the number of the item
     * @param n the most items
     * @return items with their similarity, the most similar first
     */
    public List<Scored> similar(int item, int n) {
        int r = factors.rank();
        double[] gram = gram(factors.rows().factors(), r);
        float[] v = factors.columns().factors();
        Best best = new Best(Math.min(n, items.size()));
        double own = norm(item, gram, r);
        for (int other = 0; other < items.size(); other++) {
            double norm = norm(other, gram, r);
            if (other != item && own > 0 && norm > 0) {
                best.offer(other, (float) (product(v, item, other, gram, r) / (own * norm)));
            }
        }
        return best.take();
    }

    /** The root of the expected squared length of an item, which includes its uncertainty. */
    private double norm(int item, double[] gram, int r) {
        float[] variances = factors.columns().variances();
        double square = product(factors.columns().factors(), item, item, gram, r);
        for (int k = 0; k < r && variances.length > 0; k++) {
            square += gram[k * r + k] * variances[item * r + k];
        }
        return Math.sqrt(square);
    }

    /** Computes UᵀU: the angles between the columns of U·Vᵀ are those of the rows of V in this metric. */
    private static double[] gram(float[] u, int r) {
        double[] gram = new double[r * r];
        for (int at = 0; at < u.length; at += r) {
            for (int k = 0; k < r; k++) {
                for (int l = 0; l < r; l++) {
                    gram[k * r + l] += (double) u[at + k] * u[at + l];
                }
            }
        }
        return gram;
    }

    private static double product(float[] v, int i, int j, double[] gram, int r) {
        double sum = 0;
        for (int k = 0; k < r; k++) {
            double inner = 0;
            for (int l = 0; l < r; l++) {
                inner += gram[k * r + l] * v[j * r + l];
            }
            sum += v[i * r + k] * inner;
        }
        return sum;
    }

    /**
     * Finds the factors of a new user, from ratings of known items.
     *
     * @param ratedItems the numbers of the items
     * @param values the ratings
     * @return the factors and the bias
     */
    public FoldIn.Line foldInUser(int[] ratedItems, float[] values) {
        return factors.rowFoldIn().of(ratedItems, values);
    }

    /**
     * Finds the factors of a new item, from ratings by known users.
     *
     * @param ratingUsers the numbers of the users
     * @param values the ratings
     * @return the factors and the bias
     */
    public FoldIn.Line foldInItem(int[] ratingUsers, float[] values) {
        return factors.columnFoldIn().of(ratingUsers, values);
    }
}
