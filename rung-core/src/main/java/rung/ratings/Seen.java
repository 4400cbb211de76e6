package rung.ratings;

import java.nio.IntBuffer;
import java.util.Arrays;
import rung.data.Ratings;
import rung.linalg.Grouping;
import rung.linalg.Workers;

/** Which items each user rated in training. */
public final class Seen {
    /** The work of sorting an item in among those of its user, in multiplications. */
    private static final long SORTING = 10;

    private final int[] start;
    private final int[] items;

    /**
     * Creates the lists of all users.
     *
     * @param start where the items of each user begin in {@code items}, and at the end their number; the array is kept
     * @param items the numbers of the items, ascending for each user; the array is kept
     * @throws IllegalArgumentException if {@code start} does not ascend from 0 to the length of {@code items}
     */
    public Seen(int[] start, int[] items) {
        boolean ascends = start.length > 0 && start[0] == 0 && start[start.length - 1] == items.length;
        for (int user = 0; user + 1 < start.length; user++) {
            ascends &= start[user] <= start[user + 1];
        }
        if (!ascends) {
            throw new IllegalArgumentException(
                    "the items of the users must begin at ascending places from 0 to " + items.length);
        }
        this.start = start;
        this.items = items;
    }

    /** Collects the items of each user. */
    static Seen of(Ratings ratings, Workers workers) {
        int users = ratings.users().size();
        Grouping byUser = Grouping.of(ratings.user(), users, workers);
        int[] items = new int[ratings.count()];
        byUser.forEachPiece((from, to, next) -> {
            for (int e = from; e < to; e++) {
                items[next[ratings.user()[e]]++] = ratings.item()[e];
            }
        });
        int[] start = byUser.start();
        workers.run(users, user -> SORTING * start[user], (from, to) -> {
            for (int user = from; user < to; user++) {
                Arrays.sort(items, start[user], start[user + 1]);
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
     * The number of ratings of all users together.
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
     * The number of items that a user rated.
     *
     * @param user the user, by number
     * @return the number
     */
    public int count(int user) {
        return start[user + 1] - start[user];
    }

    /**
     * The items that a user rated.
     *
     * @param user the user, by number
     * @return the numbers of the items, ascending
     */
    public int[] of(int user) {
        return Arrays.copyOfRange(items, start[user], start[user + 1]);
    }
}
