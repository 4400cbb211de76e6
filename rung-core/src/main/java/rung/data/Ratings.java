package rung.data;

import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import rung.linalg.Workers;

/**
 * Ratings of items by users, or how often users chose items: entries of user, item and value, where no user has two entries for one
 * item. {@link #meaning} says which. Users and items are numbers, whose names are in {@link Ids}. Immutable, but for arrays that are
 * shared.
 */
public final class Ratings {
    /** The number of entries that one thread chooses from at a time. */
    private static final int BLOCK = 1 << 14;

    private final Ids users;
    private final Ids items;
    private final int[] user;
    private final int[] item;
    private final float[] value;
    private final int duplicates;
    private final float lowest;
    private final float highest;
    private final Meaning meaning;

    private Ratings(Ids users, Ids items, int[] user, int[] item, float[] value, int duplicates, Workers workers) {
        this(users, items, user, item, value, duplicates, range(value, workers), Meaning.RATING);
    }

    private Ratings(
            Ids users,
            Ids items,
            int[] user,
            int[] item,
            float[] value,
            int duplicates,
            float[] range,
            Meaning meaning) {
        this.users = users;
        this.items = items;
        this.user = user;
        this.item = item;
        this.value = value;
        this.duplicates = duplicates;
        this.lowest = range[0];
        this.highest = range[1];
        this.meaning = meaning;
    }

    /* Returns the lowest and the highest value; NaN if there is none. */
    private static float[] range(float[] value, Workers workers) {
        float any = value.length == 0 ? Float.NaN : value[0];
        float[] range = {any, any};
        workers.run(value.length, e -> e, (from, to) -> {
            float low = any;
            float high = any;
            for (int e = from; e < to; e++) {
                low = Math.min(low, value[e]);
                high = Math.max(high, value[e]);
            }
            synchronized (range) {
                range[0] = Math.min(range[0], low);
                range[1] = Math.max(range[1], high);
            }
        });
        return range;
    }

    /**
     * Creates ratings from three arrays of the same length, on as many threads as processors. The arrays are kept, and changed if there
     * are duplicates. A merged rating stands where the first of the duplicates stood.
     *
     * @param users the names of the users
     * @param items the names of the items
     * @param user the user of each rating, by number
     * @param item the item of each rating, by number
     * @param value the value of each rating, finite
     * @param policy what to do if a user has rated an item several times
     * @return the ratings
     * @throws DuplicateException if there are duplicates and the policy is {@link Duplicates#ERROR}
     * @throws IllegalArgumentException if a number has no name or a value is not finite
     */
    public static Ratings of(Ids users, Ids items, int[] user, int[] item, float[] value, Duplicates policy) {
        return of(users, items, user, item, value, policy, Workers.all());
    }

    /**
     * Creates ratings from three arrays of the same length, on given threads.
     *
     * @param users the names of the users
     * @param items the names of the items
     * @param user the user of each rating, by number
     * @param item the item of each rating, by number
     * @param value the value of each rating, finite
     * @param policy what to do if a user has rated an item several times
     * @param workers the threads
     * @return the ratings
     */
    public static Ratings of(
            Ids users, Ids items, int[] user, int[] item, float[] value, Duplicates policy, Workers workers) {
        return of(users, items, user, item, value, new double[0], policy, workers);
    }

    /**
     * Creates ratings from arrays of the same length, with times, so that {@link Duplicates#LAST} keeps the latest.
     *
     * @param users the names of the users
     * @param items the names of the items
     * @param user the user of each rating, by number
     * @param item the item of each rating, by number
     * @param value the value of each rating, finite
     * @param time the time of each rating in any unit, −∞ where it is unknown; empty if no times are known. Afterwards it begins with the
     *     times of the ratings that were made, the latest one for duplicates
     * @param policy what to do if a user has rated an item several times
     * @param workers the threads
     * @return the ratings
     */
    public static Ratings of(
            Ids users,
            Ids items,
            int[] user,
            int[] item,
            float[] value,
            double[] time,
            Duplicates policy,
            Workers workers) {
        check(users, items, user, item, value, workers);
        if (time.length != 0 && time.length != value.length) {
            throw new IllegalArgumentException(
                    "there must be a time for each of " + value.length + " ratings, got " + time.length);
        }
        DuplicateMerge merge = new DuplicateMerge(users.size(), items.size(), user, item, value, time, workers);
        boolean isMerged = merge(users, items, user, item, merge, policy);
        Ratings all = new Ratings(users, items, user, item, value, 0, workers);
        if (!isMerged) {
            return all;
        }
        int next = 0;
        for (int e = 0; e < time.length; e++) {
            if (user[e] >= 0) {
                time[next++] = time[e];
            }
        }
        return all.chosen(e -> user[e] >= 0, true, workers);
    }

    /** Merges duplicates; returns whether there were any. The users of superfluous entries are then −1. */
    private static boolean merge(
            Ids users, Ids items, int[] user, int[] item, DuplicateMerge merge, Duplicates policy) {
        switch (policy) {
            case LAST -> merge.keepLast();
            case MEAN -> merge.keepMean();
            case SUM -> merge.keepSum();
            case ERROR -> {
                int[] entries = merge.firstRepetition();
                if (entries != null) {
                    int e = entries[0];
                    throw new DuplicateException(users.name(user[e]), items.name(item[e]), e, entries[1]);
                }
            }
        }
        return merge.isNeeded();
    }

    private static void check(Ids users, Ids items, int[] user, int[] item, float[] value, Workers workers) {
        if (user.length != item.length || user.length != value.length) {
            throw new IllegalArgumentException("users, items and values must be equally many, got " + user.length + ", "
                    + item.length + " and " + value.length);
        }
        workers.run(user.length, e -> e, (from, to) -> {
            for (int e = from; e < to; e++) {
                if (user[e] < 0 || user[e] >= users.size()) {
                    throw new IllegalArgumentException("user must be one of " + users.size() + ", got " + user[e]);
                }
                if (item[e] < 0 || item[e] >= items.size()) {
                    throw new IllegalArgumentException("item must be one of " + items.size() + ", got " + item[e]);
                }
                requireFinite(value[e], value[e]);
            }
        });
    }

    private static void requireFinite(float rating, double given) {
        if (!Float.isFinite(rating)) {
            throw new IllegalArgumentException("rating must be finite, got " + given);
        }
    }

    /**
     * The names of the users.
     *
     * @return the names
     */
    public Ids users() {
        return users;
    }

    /**
     * The names of the items.
     *
     * @return the names
     */
    public Ids items() {
        return items;
    }

    /**
     * The number of ratings.
     *
     * @return the number
     */
    public int count() {
        return value.length;
    }

    /**
     * The user of each rating, by number, in input order.
     *
     * @return the array itself, not to be changed
     */
    public int[] user() {
        return user;
    }

    /**
     * The item of each rating, by number, in input order.
     *
     * @return the array itself, not to be changed
     */
    public int[] item() {
        return item;
    }

    /**
     * The value of each rating, in input order.
     *
     * @return the array itself, not to be changed
     */
    public float[] value() {
        return value;
    }

    /**
     * The lowest value.
     *
     * @return the value
     * @throws NoSuchElementException if there are no ratings, which {@link #count} tells
     */
    public float lowest() {
        requireSome();
        return lowest;
    }

    /**
     * The highest value.
     *
     * @return the value
     * @throws NoSuchElementException if there are no ratings, which {@link #count} tells
     */
    public float highest() {
        requireSome();
        return highest;
    }

    private void requireSome() {
        if (value.length == 0) {
            throw new NoSuchElementException("there are no ratings");
        }
    }

    /**
     * What the values mean: by default, ratings.
     *
     * @return the meaning
     */
    public Meaning meaning() {
        return meaning;
    }

    /**
     * The same entries with values of another meaning.
     *
     * @param other what the values mean
     * @return the entries, which share all arrays with these
     * @throws IllegalArgumentException if they are to be weights and one is negative
     */
    public Ratings withMeaning(Meaning other) {
        if (other == Meaning.WEIGHT && lowest < 0) {
            throw new IllegalArgumentException("weights must not be negative, got " + lowest);
        }
        return new Ratings(users, items, user, item, value, duplicates, new float[] {lowest, highest}, other);
    }

    /**
     * The number of entries that were merged into an earlier one of the same user and item.
     *
     * @return the number
     */
    public int duplicates() {
        return duplicates;
    }

    /**
     * The same ratings as observed entries of a matrix: users are rows, items columns.
     *
     * @return the entries, in double precision
     */
    public Observations observations() {
        Observations.Builder data = Observations.builder(users.size(), items.size());
        for (int e = 0; e < count(); e++) {
            data.add(user[e], item[e], value[e]);
        }
        return data.build();
    }

    /**
     * Two parts of some ratings. Both have the names of the whole, so that a number means the same in each.
     *
     * @param train the part to train on
     * @param heldOut the part that is held out
     */
    public record Split(Ratings train, Ratings heldOut) {}

    /**
     * Holds out each rating with a given probability, on as many threads as processors.
     *
     * @param fraction the probability
     * @param seed the seed; the same seed holds out the same ratings
     * @return both parts
     */
    public Split split(double fraction, long seed) {
        return split(fraction, seed, Workers.all());
    }

    /**
     * Holds out each rating with a given probability.
     *
     * @param fraction the probability
     * @param seed the seed; the same seed holds out the same ratings
     * @param workers the threads
     * @return both parts
     */
    public Split split(double fraction, long seed, Workers workers) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("fraction must be between 0 and 1, got " + fraction);
        }
        boolean[] isHeldOut = new boolean[count()];
        SplittableRandom random = new SplittableRandom(seed);
        for (int e = 0; e < isHeldOut.length; e++) {
            isHeldOut[e] = random.nextDouble() < fraction;
        }
        return new Split(chosen(e -> !isHeldOut[e], false, workers), chosen(e -> isHeldOut[e], false, workers));
    }

    /**
     * Holds out the ratings that a predicate names.
     *
     * @param isHeldOut tells of each rating, by its number in input order, whether it is held out
     * @return both parts
     */
    public Split split(IntPredicate isHeldOut) {
        Workers workers = Workers.all();
        return new Split(chosen(isHeldOut.negate(), false, workers), chosen(isHeldOut, false, workers));
    }

    /**
     * Divides the ratings at random into parts of nearly equal size, each of which is held out once: for cross-validation.
     *
     * @param folds the number of parts, at least 2 and at most the number of ratings
     * @param seed the seed; the same seed gives the same parts
     * @return for each part, the others to train on and the part itself
     */
    public List<Split> folds(int folds, long seed) {
        if (folds < 2 || folds > count()) {
            throw new IllegalArgumentException(
                    "folds must be between 2 and " + count() + " (the number of ratings), got " + folds);
        }
        int[] fold = new int[count()];
        Arrays.setAll(fold, e -> e % folds);
        SplittableRandom random = new SplittableRandom(seed);
        for (int e = fold.length - 1; e > 0; e--) {
            int other = random.nextInt(e + 1);
            int swapped = fold[e];
            fold[e] = fold[other];
            fold[other] = swapped;
        }
        return IntStream.range(0, folds).mapToObj(k -> split(e -> fold[e] == k)).toList();
    }

    /* Returns the chosen entries, in their order. If {@code othersAreDuplicates}, the others count as duplicates of them. */
    private Ratings chosen(IntPredicate isChosen, boolean othersAreDuplicates, Workers workers) {
        int blocks = count() / BLOCK + 1;
        int[] before = new int[blocks + 1]; // how many are chosen before each block
        workers.run(blocks, block -> (long) block * BLOCK, (from, to) -> {
            for (int block = from; block < to; block++) {
                int chosen = 0;
                for (int e = block * BLOCK; e < Math.min((block + 1L) * BLOCK, count()); e++) {
                    chosen += isChosen.test(e) ? 1 : 0;
                }
                before[block + 1] = chosen;
            }
        });
        for (int block = 0; block < blocks; block++) {
            before[block + 1] += before[block];
        }
        int size = before[blocks];
        int[] partUser = new int[size];
        int[] partItem = new int[size];
        float[] partValue = new float[size];
        workers.run(blocks, block -> (long) block * BLOCK, (from, to) -> {
            int next = before[from];
            for (int e = from * BLOCK; e < Math.min((long) to * BLOCK, count()); e++) {
                if (isChosen.test(e)) {
                    partUser[next] = user[e];
                    partItem[next] = item[e];
                    partValue[next] = value[e];
                    next++;
                }
            }
        });
        int merged = othersAreDuplicates ? count() - size : 0;
        return new Ratings(users, items, partUser, partItem, partValue, merged, range(partValue, workers), meaning);
    }

    /**
     * A builder without ratings.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects ratings one by one. */
    public static final class Builder {
        private final Ids.Builder users = new Ids.Builder();
        private final Ids.Builder items = new Ids.Builder();
        private int[] user = new int[16];
        private int[] item = new int[16];
        private float[] value = new float[16];
        private int count;

        private Builder() {}

        /**
         * Adds a rating.
         *
         * @param userName the user's name
         * @param itemName the item's name
         * @param rating the value
         * @return this builder
         * @throws IllegalArgumentException if the user or item is empty or the rating, as a float, is not finite
         */
        public Builder add(String userName, String itemName, double rating) {
            if (userName.isEmpty() || itemName.isEmpty()) {
                throw new IllegalArgumentException(
                        "user and item must not be empty, got '" + userName + "' and '" + itemName + "'");
            }
            requireFinite((float) rating, rating);
            if (count == value.length) {
                int more = count + count / 2;
                user = Arrays.copyOf(user, more);
                item = Arrays.copyOf(item, more);
                value = Arrays.copyOf(value, more);
            }
            user[count] = users.add(userName);
            item[count] = items.add(itemName);
            value[count] = (float) rating;
            count++;
            return this;
        }

        /**
         * Makes ratings of what was added so far. The builder can be used further.
         *
         * @param policy what to do if a user has rated an item several times
         * @return the ratings
         */
        public Ratings build(Duplicates policy) {
            return of(
                    users.build(),
                    items.build(),
                    Arrays.copyOf(user, count),
                    Arrays.copyOf(item, count),
                    Arrays.copyOf(value, count),
                    policy);
        }
    }
}
