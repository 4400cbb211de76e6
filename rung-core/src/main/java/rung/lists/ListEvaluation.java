package rung.lists;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.linalg.Workers;

/**
 * Measures lists of recommendations against what users chose in a held-out part.
 *
 * <pre>{@code
 *   ListQuality quality = ListEvaluation.of(split.train(), split.heldOut()).measure(() -> scorer);
 * }</pre>
 *
 * <p>A user's list has the n items with the highest scores, without those of the training part; of equal scores the item with the lower
 * number comes first, and an item whose score is not a number never does. Relevant is each held-out item that is not in the user's
 * training part, but for weights of 0; or only those whose value is high enough: see {@link #withLeast}. Users without a relevant item are left out. Standard
 * errors come from drawing as many users anew, with repetition. The cost is one call of the scorer and one pass over all items for each
 * user.
 *
 * <p>The result depends on the data, the scores and the seed; not on the number of threads, bit for bit. Immutable: each {@code with…}
 * returns a changed copy. Can be used for any number of scorers, which are then measured on the same users.
 */
public final class ListEvaluation {
    /** The default length of a list. */
    public static final int LENGTH = 20;

    /** The default number of times that users are drawn anew for standard errors. */
    public static final int RESAMPLES = 200;

    /** The work of offering an item to a list, and of scoring it, in multiplications: a guess, to deal out users by. */
    private static final long WORK_PER_ITEM = 16;

    /** The number of users whose items are scored at once. */
    private static final int AT_ONCE = 16;

    private final Seen training;
    private final Ratings heldOut;
    private final Options options;
    private final Workers workers;
    private volatile Panel panel; // made when first needed; whichever thread makes it, it is the same

    /** What to measure, and on whom. */
    private record Options(int length, double least, int users, long seed, int resamples) {}

    /** The users to be measured, in order, and the relevant items of all users. */
    private record Panel(int[] users, Seen relevant) {}

    private ListEvaluation(Seen training, Ratings heldOut, Options options, Workers workers) {
        this.training = training;
        this.heldOut = heldOut;
        this.options = options;
        this.workers = workers;
    }

    /**
     * Measures on one part what was trained on another. Both must have the same numbers of users and items, as the parts of {@link
     * Ratings#split} have.
     *
     * @param training the part that was trained on
     * @param heldOut the part to measure on
     * @return the evaluation
     */
    public static ListEvaluation of(Ratings training, Ratings heldOut) {
        if (training.items().size() != heldOut.items().size()) {
            throw new IllegalArgumentException("both parts must have the same items, got "
                    + training.items().size() + " and " + heldOut.items().size());
        }
        return of(Seen.of(training, Workers.all()), heldOut);
    }

    /**
     * Measures on a held-out part, given which items each user chose in training.
     *
     * @param training the items of each user, which are never recommended
     * @param heldOut the part to measure on, with the same numbers of users and items
     * @return the evaluation
     */
    public static ListEvaluation of(Seen training, Ratings heldOut) {
        if (training.users() != heldOut.users().size()) {
            throw new IllegalArgumentException("both parts must have the same users, got " + training.users() + " and "
                    + heldOut.users().size());
        }
        return new ListEvaluation(
                training, heldOut, new Options(LENGTH, least(heldOut), Integer.MAX_VALUE, 0, RESAMPLES), Workers.all());
    }

    /* What is no choice is not relevant: a weight of 0. */
    private static double least(Ratings heldOut) {
        return heldOut.meaning() == Meaning.WEIGHT ? Double.MIN_VALUE : Double.NEGATIVE_INFINITY;
    }

    /**
     * The lowest rating of an item that was liked, unless it is said otherwise: the mean rating, rounded up to a whole number, or just
     * the mean if nothing is rated that high.
     *
     * @param ratings the ratings
     * @return the value for {@link #withLeast}; empty if all ratings are the same, or the values are no ratings
     */
    public static OptionalDouble leastLiked(Ratings ratings) {
        if (ratings.meaning() != Meaning.RATING || ratings.count() == 0 || ratings.lowest() == ratings.highest()) {
            return OptionalDouble.empty();
        }
        double sum = 0;
        for (float value : ratings.value()) {
            sum += value;
        }
        double mean = sum / ratings.count();
        return OptionalDouble.of(Math.ceil(mean) <= ratings.highest() ? Math.ceil(mean) : mean);
    }

    /**
     * Returns a copy for lists of another length.
     *
     * @param length n, the most items of a list, at least 1
     * @return a changed copy
     */
    public ListEvaluation withLength(int length) {
        requireAtLeast("length", length, 1);
        return with(new Options(length, options.least, options.users, options.seed, options.resamples));
    }

    /**
     * Returns a copy to which a held-out item is relevant only if its value is high enough: if the user liked it.
     *
     * @param least the lowest value of a relevant item
     * @return a changed copy
     */
    public ListEvaluation withLeast(double least) {
        return with(new Options(options.length, least, options.users, options.seed, options.resamples));
    }

    /**
     * Returns a copy that measures some users only, chosen by chance: all of them, if there are no more.
     *
     * @param users the most users, at least 1
     * @return a changed copy
     */
    public ListEvaluation withUsers(int users) {
        requireAtLeast("users", users, 1);
        return with(new Options(options.length, options.least, users, options.seed, options.resamples));
    }

    /**
     * Returns a copy with this seed of the choice of users and of standard errors.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public ListEvaluation withSeed(long seed) {
        return with(new Options(options.length, options.least, options.users, seed, options.resamples));
    }

    /**
     * Returns a copy that draws users anew this many times for standard errors.
     *
     * @param resamples the number of times; 0 for no standard errors
     * @return a changed copy
     */
    public ListEvaluation withResamples(int resamples) {
        requireAtLeast("resamples", resamples, 0);
        return with(new Options(options.length, options.least, options.users, options.seed, resamples));
    }

    private ListEvaluation with(Options changed) {
        return new ListEvaluation(training, heldOut, changed, workers);
    }

    /**
     * Returns a copy that uses these threads. The result does not depend on them, bit for bit.
     *
     * @param changed the threads
     * @return a changed copy
     */
    public ListEvaluation withWorkers(Workers changed) {
        return new ListEvaluation(training, heldOut, options, changed);
    }

    private static void requireAtLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", got " + value);
        }
    }

    /**
     * The number of users that are measured: those with a relevant item, or as many of them as were asked for.
     *
     * @return the number
     */
    public int users() {
        return panel().users.length;
    }

    /**
     * Makes the lists of a scorer and measures them.
     *
     * @param scorers makes a scorer, once for each thread; a scorer that can be shared may be given several times
     * @return how good the lists are
     * @throws IllegalArgumentException if no user has a relevant item
     */
    public ListQuality measure(Supplier<? extends ItemScorer> scorers) {
        Panel measured = panel();
        if (measured.users.length == 0) {
            throw new IllegalArgumentException("there must be a user with a relevant item, got none");
        }
        int items = heldOut.items().size();
        int length = Math.min(options.length, items);
        UserFigures figures = new UserFigures(length, measured.users.length, training, items);
        workers.run(measured.users.length, line -> line * (WORK_PER_ITEM * items), () -> {
            ItemScorer scorer = scorers.get();
            float[][] scores = new float[Math.min(AT_ONCE, measured.users.length)][items];
            Best best = new Best(length);
            return (from, to) -> {
                for (int first = from; first < to; first += AT_ONCE) {
                    int[] users = Arrays.copyOfRange(measured.users, first, Math.min(to, first + AT_ONCE));
                    scorer.score(users, scores);
                    for (int k = 0; k < users.length; k++) {
                        int[] own = training.of(users[k]);
                        best.offerAll(scores[k], own, 0, own.length);
                        int[] relevant = measured.relevant.of(users[k]);
                        figures.take(first + k, best, relevant, 0, relevant.length);
                    }
                }
            };
        });
        return figures.total(options.resamples, options.seed, workers);
    }

    private Panel panel() {
        Panel made = panel;
        if (made == null) {
            Seen relevant = Seen.ofAtLeast(heldOut, options.least, workers).without(training);
            made = new Panel(chosenUsers(relevant), relevant);
            panel = made;
        }
        return made;
    }

    private int[] chosenUsers(Seen relevant) {
        int[] users = new int[relevant.users()];
        int count = 0;
        for (int user = 0; user < users.length; user++) {
            users[count] = user;
            count += relevant.count(user) > 0 ? 1 : 0;
        }
        int wanted = Math.min(count, options.users);
        SplittableRandom random = new SplittableRandom(options.seed);
        for (int k = 0; k < wanted && wanted < count; k++) { // the first steps of a shuffle
            int other = random.nextInt(k, count);
            int user = users[k];
            users[k] = users[other];
            users[other] = user;
        }
        int[] chosen = Arrays.copyOf(users, wanted);
        Arrays.sort(chosen);
        return chosen;
    }
}
