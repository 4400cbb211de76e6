package rung.lists;

import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import rung.data.Ratings;
import rung.linalg.Grouping;
import rung.linalg.Workers;

/** Which items each user chose or rated: those of the training part, or some that are held out. */
public final class Seen {
    /** The work of sorting an item in among those of its user, in multiplications. */
    private static final long SORTING = 10;

    private final int[] start;
    private final int[] items;
    private final float[] counts; // empty if all are one

    /**
     * Creates the lists of all users.
     *
     * @param start where the items of each user begin in {@code items}, and at the end their number; the array is kept
     * @param items the numbers of the items, ascending for each user; the array is kept
     * @throws IllegalArgumentException if {@code start} does not ascend from 0 to the length of {@code items}
     */
    public Seen(int[] start, int[] items) {
        this(start, items, new float[0]);
    }

    /**
     * Creates the lists of all users, with how often each chose their items.
     *
     * @param start where the items of each user begin in {@code items}, and at the end their number; the array is kept
     * @param items the numbers of the items, ascending for each user; the array is kept
     * @param counts how often each of {@code items} was chosen, at least 0; empty if that is 1 for all; the array is kept
     * @throws IllegalArgumentException if {@code start} does not ascend from 0 to the length of {@code items}, or counts are missing or
     *     negative
     */
    public Seen(int[] start, int[] items, float[] counts) {
        boolean ascends = start.length > 0 && start[0] == 0 && start[start.length - 1] == items.length;
        for (int user = 0; user + 1 < start.length; user++) {
            ascends &= start[user] <= start[user + 1];
        }
        if (!ascends) {
            throw new IllegalArgumentException(
                    "the items of the users must begin at ascending places from 0 to " + items.length);
        }
        if (counts.length != 0 && counts.length != items.length) {
            throw new IllegalArgumentException(
                    "there must be a count for each of " + items.length + " items, got " + counts.length);
        }
        for (float count : counts) {
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
        float[] counts = new float[events.count()];
        workers.run(counts.length, e -> SORTING * e, (from, to) -> {
            for (int e = from; e < to; e++) {
                int user = events.user()[e];
                counts[Arrays.binarySearch(seen.items, seen.start[user], seen.start[user + 1], events.item()[e])] =
                        events.value()[e];
            }
        });
        return new Seen(seen.start, seen.items, counts);
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
        return items.length;
    }

    /**
     * Where the items of each user begin among all of them, and at the end their number.
     *
     * @return a read-only view
     */
    public IntBuffer starts() {
        return IntBuffer.wrap(start).asReadOnlyBuffer();
    }

    /**
     * The items of all users, one user after the other.
     *
     * @return a read-only view
     */
    public IntBuffer items() {
        return IntBuffer.wrap(items).asReadOnlyBuffer();
    }

    /**
     * How often the items of all users were chosen, in the order of {@link #items()}.
     *
     * @return a read-only view; empty if that is 1 for all
     */
    public FloatBuffer counts() {
        return FloatBuffer.wrap(counts).asReadOnlyBuffer();
    }

    /**
     * How often a user chose each of their items.
     *
     * @param user the user, by number
     * @return a count for each of {@link #of(int)}
     */
    public float[] counts(int user) {
        if (counts.length > 0) {
            return Arrays.copyOfRange(counts, start[user], start[user + 1]);
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
        return Arrays.copyOfRange(items, start[user], start[user + 1]);
    }

    /**
     * Whether an item is among those of a user.
     *
     * @param user the user, by number
     * @param item the item, by number
     * @return true if it is
     */
    public boolean has(int user, int item) {
        return Arrays.binarySearch(items, start[user], start[user + 1], item) >= 0;
    }

    /**
     * Counts the users of each item.
     *
     * @param itemCount the number of items
     * @return the number of users for each item
     */
    public int[] usersByItem(int itemCount) {
        int[] counts = new int[itemCount];
        for (int item : items) {
            counts[item]++;
        }
        return counts;
    }

    /* These items of each user without the other ones of the same user. */
    Seen without(Seen other) {
        int[] newStart = new int[start.length];
        int[] kept = new int[items.length];
        int count = 0;
        for (int user = 0; user < users(); user++) {
            int next = other.start[user];
            for (int k = start[user]; k < start[user + 1]; k++) {
                while (next < other.start[user + 1] && other.items[next] < items[k]) {
                    next++;
                }
                if (next == other.start[user + 1] || other.items[next] != items[k]) {
                    kept[count++] = items[k];
                }
            }
            newStart[user + 1] = count;
        }
        return new Seen(newStart, Arrays.copyOf(kept, count));
    }

    /* The place in {@link #allItems} where the items of a user begin; those of the last user end where those of one more would begin. */
    int begin(int user) {
        return start[user];
    }

    /* The items of all users, one user after the other: the array itself, not to be changed. */
    int[] allItems() {
        return items;
    }
}
