package rung.lists;

import java.util.Arrays;
import java.util.OptionalInt;
import rung.data.Ratings;
import rung.linalg.FloatSequence;
import rung.linalg.Grouping;
import rung.linalg.IntSequence;
import rung.linalg.Workers;

/** Which items each user chose or rated: those of the training part, or some that are held out. */
public final class Seen {
    /** The work of sorting an item in among those of its user, in multiplications. */
    private static final long SORTING = 10;

    /** The number of items that are looked at together, where all are. */
    private static final int BLOCK = 1 << 14;

    private final int[] start;
    private final IntSequence items;
    private final FloatSequence counts; // empty if all are one
    private volatile int[] usersByItem = {}; // counted when it is first asked for

    /**
     * Creates the lists of all users.
     *
     * @param start where the items of each user begin in {@code items}, and at the end their number; the array is kept
     * @param items the numbers of the items, ascending for each user; the array is kept
     * @throws IllegalArgumentException if {@code start} does not ascend from 0 to the length of {@code items}
     */
    public Seen(int[] start, int[] items) {
        this(start, IntSequence.of(items), FloatSequence.of());
    }

    /**
     * Creates the lists of all users, with how often each chose their items, from arrays.
     *
     * @param start where the items of each user begin in {@code items}, and at the end their number; the array is kept
     * @param items the numbers of the items, ascending for each user; the array is kept
     * @param counts how often each of {@code items} was chosen, at least 0; empty if that is 1 for all; the array is kept
     */
    public Seen(int[] start, int[] items, float[] counts) {
        this(start, IntSequence.of(items), FloatSequence.of(counts));
    }

    /**
     * Creates the lists of all users, with how often each chose their items.
     *
     * @param start where the items of each user begin in {@code items}, and at the end their number; the array is kept
     * @param items the numbers of the items, ascending for each user
     * @param counts how often each of {@code items} was chosen, at least 0; empty if that is 1 for all
     * @throws IllegalArgumentException if {@code start} does not ascend from 0 to the length of {@code items}, or counts are missing or
     *     negative
     */
    public Seen(int[] start, IntSequence items, FloatSequence counts) {
        boolean ascends = start.length > 0 && start[0] == 0 && start[start.length - 1] == items.length();
        for (int user = 0; user + 1 < start.length; user++) {
            ascends &= start[user] <= start[user + 1];
        }
        if (!ascends) {
            throw new IllegalArgumentException(
                    "the items of the users must begin at ascending places from 0 to " + items.length());
        }
        if (counts.length() != 0 && counts.length() != items.length()) {
            throw new IllegalArgumentException(
                    "there must be a count for each of " + items.length() + " items, got " + counts.length());
        }
        for (long k = 0; k < counts.length(); k++) {
            float count = counts.get(k);
            if (!(count >= 0 && count < Float.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("counts must be finite and not negative, got " + count);
            }
        }
        this.start = start;
        this.items = items;
        this.counts = counts;
    }

    /**
     * Collects the items of each user.
     *
     * @param ratings the entries
     * @param workers the threads
     * @return the items
     */
    public static Seen of(Ratings ratings, Workers workers) {
        return of(ratings.users().size(), ratings.user(), ratings.item(), workers);
    }

    /**
     * Collects the items of each user with their values, which say how often each was chosen.
     *
     * @param events the entries
     * @param workers the threads
     * @return the items, with counts
     */
    public static Seen withCounts(Ratings events, Workers workers) {
        Seen seen = of(events, workers);
        int[] items = seen.items.toArray();
        float[] counts = new float[events.count()];
        workers.run(counts.length, e -> SORTING * e, (from, to) -> {
            for (int e = from; e < to; e++) {
                int user = events.user()[e];
                counts[Arrays.binarySearch(items, seen.start[user], seen.start[user + 1], events.item()[e])] =
                        events.value()[e];
            }
        });
        return new Seen(seen.start, seen.items, FloatSequence.of(counts));
    }

    /**
     * Collects those items of each user whose value is high enough.
     *
     * @param ratings the entries
     * @param least the lowest value of an entry that counts
     * @param workers the threads
     * @return the items
     */
    public static Seen ofAtLeast(Ratings ratings, double least, Workers workers) {
        int[] user = new int[ratings.count()];
        int[] item = new int[ratings.count()];
        int count = 0;
        for (int e = 0; e < ratings.count(); e++) {
            if (ratings.value()[e] >= least) {
                user[count] = ratings.user()[e];
                item[count++] = ratings.item()[e];
            }
        }
        return of(ratings.users().size(), Arrays.copyOf(user, count), Arrays.copyOf(item, count), workers);
    }

    private static Seen of(int users, int[] user, int[] item, Workers workers) {
        Grouping byUser = Grouping.of(user, users, workers);
        int[] items = new int[user.length];
        byUser.forEachPiece((from, to, next) -> {
            for (int e = from; e < to; e++) {
                items[next[user[e]]++] = item[e];
            }
        });
        int[] start = byUser.start();
        workers.run(users, line -> SORTING * start[line], (from, to) -> {
            for (int line = from; line < to; line++) {
                Arrays.sort(items, start[line], start[line + 1]);
            }
        });
        return new Seen(start, items);
    }

    /**
     * The number of users.
     *
     * @return the number
     */
    public int users() {
        return start.length - 1;
    }

    /**
     * The number of items of all users together.
     *
     * @return the number
     */
    public int count() {
        return (int) items.length();
    }

    /**
     * Where the items of each user begin among all of them, and at the end their number.
     *
     * @return the places
     */
    public IntSequence starts() {
        return IntSequence.of(start);
    }

    /**
     * The items of all users, one user after the other.
     *
     * @return the items
     */
    public IntSequence items() {
        return items;
    }

    /**
     * How often the items of all users were chosen, in the order of {@link #items()}.
     *
     * @return the counts; empty if that is 1 for all
     */
    public FloatSequence counts() {
        return counts;
    }

    /**
     * How often a user chose each of their items.
     *
     * @param user the user, by number
     * @return a count for each of {@link #of(int)}
     */
    public float[] counts(int user) {
        if (counts.length() > 0) {
            return counts.copy(start[user], count(user));
        }
        float[] once = new float[count(user)];
        Arrays.fill(once, 1);
        return once;
    }

    /**
     * The number of items of a user.
     *
     * @param user the user, by number
     * @return the number
     */
    public int count(int user) {
        return start[user + 1] - start[user];
    }

    /**
     * The items of a user.
     *
     * @param user the user, by number
     * @return the numbers of the items, ascending
     */
    public int[] of(int user) {
        return items.copy(start[user], count(user));
    }

    /**
     * Whether an item is among those of a user.
     *
     * @param user the user, by number
     * @param item the item, by number
     * @return true if it is
     */
    public boolean has(int user, int item) {
        return Arrays.binarySearch(of(user), item) >= 0;
    }

    /**
     * Counts the users of each item: once, after which it is known.
     *
     * @param itemCount the number of items
     * @return the number of users for each item
     */
    public int[] usersByItem(int itemCount) {
        int[] known = usersByItem;
        if (known.length != itemCount) {
            known = countUsers(itemCount);
            usersByItem = known;
        }
        return known.clone();
    }

    private int[] countUsers(int itemCount) {
        int[] users = new int[itemCount];
        int[] some = new int[BLOCK];
        for (int from = 0, n; from < count(); from += n) {
            n = Math.min(BLOCK, count() - from);
            items.copy(from, some, n);
            for (int k = 0; k < n; k++) {
                users[some[k]]++;
            }
        }
        return users;
    }

    /**
     * Looks for an item that there cannot be.
     *
     * @param itemCount the number of items that there are
     * @return a number of an item that is negative, or not below it; empty if all are right
     */
    public OptionalInt itemBeyond(int itemCount) {
        int[] some = new int[BLOCK];
        for (int from = 0, n; from < count(); from += n) {
            n = Math.min(BLOCK, count() - from);
            items.copy(from, some, n);
            int least = 0;
            int most = -1;
            for (int k = 0; k < n; k++) {
                least = Math.min(least, some[k]);
                most = Math.max(most, some[k]);
            }
            if (least < 0 || most >= itemCount) {
                return OptionalInt.of(least < 0 ? least : most);
            }
        }
        return OptionalInt.empty();
    }

    /* These items of each user without the other ones of the same user. */
    Seen without(Seen other) {
        int[] newStart = new int[start.length];
        int[] kept = new int[count()];
        int count = 0;
        for (int user = 0; user < users(); user++) {
            int[] theirs = other.of(user);
            int next = 0;
            for (int item : of(user)) {
                while (next < theirs.length && theirs[next] < item) {
                    next++;
                }
                if (next == theirs.length || theirs[next] != item) {
                    kept[count++] = item;
                }
            }
            newStart[user + 1] = count;
        }
        return new Seen(newStart, Arrays.copyOf(kept, count));
    }
}
