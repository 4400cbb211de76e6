package rung.ratings;

import java.util.Arrays;
import java.util.BitSet;

/**
 * What a list of recommendations may hold, and how it is ranked. Immutable: each {@code with…} returns a changed copy.
 */
public final class ListOptions {
    private final int length;
    private final By by;
    private final boolean withSeen;
    private final double surprise;
    private final int leastUsers;
    private final int[] excluded;
    private final BitSet candidates; // empty if every item is one

    private ListOptions(
            int length, By by, boolean withSeen, double surprise, int leastUsers, int[] excluded, BitSet candidates) {
        this.length = length;
        this.by = by;
        this.withSeen = withSeen;
        this.surprise = surprise;
        this.leastUsers = leastUsers;
        this.excluded = excluded;
        this.candidates = candidates;
    }

    /**
     * Lists of this many items, ranked by what the user would choose and like, without those already chosen.
     *
     * @param length the most items, at least 0
     * @return the options
     */
    public static ListOptions of(int length) {
        if (length < 0) {
            throw new IllegalArgumentException("there must not be fewer than 0 items asked for, got " + length);
        }
        return new ListOptions(length, By.BOTH, false, 0, 0, new int[0], new BitSet());
    }

    /**
     * Returns a copy that is ranked in another way.
     *
     * @param other what to rank by
     * @return a changed copy
     */
    public ListOptions withBy(By other) {
        return new ListOptions(length, other, withSeen, surprise, leastUsers, excluded, candidates);
    }

    /**
     * Returns a copy that may hold items that the user has chosen already, or not.
     *
     * @param isSo whether it may
     * @return a changed copy
     */
    public ListOptions withSeen(boolean isSo) {
        return new ListOptions(length, by, isSo, surprise, leastUsers, excluded, candidates);
    }

    /**
     * Returns a copy with more or less popular items: the score of an item that k times as many users chose as another is divided by
     * k^(surprise/2), so 0 changes nothing, 1 favors what few know, and −1 what everybody knows.
     *
     * @param much from −1 to 1
     * @return a changed copy
     */
    public ListOptions withSurprise(double much) {
        if (!(much >= -1 && much <= 1)) {
            throw new IllegalArgumentException("surprise must be between -1 and 1, got " + much);
        }
        return new ListOptions(length, by, withSeen, much, leastUsers, excluded, candidates);
    }

    /**
     * Returns a copy without items that fewer users chose.
     *
     * @param users the least number of users, at least 0
     * @return a changed copy
     */
    public ListOptions withLeastUsers(int users) {
        if (users < 0) {
            throw new IllegalArgumentException("the least number of users must not be negative, got " + users);
        }
        return new ListOptions(length, by, withSeen, surprise, users, excluded, candidates);
    }

    /**
     * Returns a copy that never holds these items.
     *
     * @param items the numbers of the items, in any order
     * @return a changed copy
     */
    public ListOptions without(int... items) {
        int[] sorted = items.clone();
        Arrays.sort(sorted);
        return new ListOptions(length, by, withSeen, surprise, leastUsers, sorted, candidates);
    }

    /**
     * Returns a copy that holds no other items than these.
     *
     * @param items the numbers of the items, in any order, at least one
     * @return a changed copy
     */
    public ListOptions among(int... items) {
        if (items.length == 0) {
            throw new IllegalArgumentException("there must be at least one item to choose from, got none");
        }
        BitSet set = new BitSet();
        Arrays.stream(items).forEach(set::set);
        return new ListOptions(length, by, withSeen, surprise, leastUsers, excluded, set);
    }

    int length() {
        return length;
    }

    By by() {
        return by;
    }

    boolean withSeen() {
        return withSeen;
    }

    double surprise() {
        return surprise;
    }

    /** Whether all items may be in a list, but for those that the user has chosen already. */
    boolean isOpen() {
        return leastUsers == 0 && excluded.length == 0 && candidates.isEmpty();
    }

    /** Whether an item may be in a list, but for the items that the user has chosen already. */
    boolean allows(int item, int users) {
        return users >= leastUsers
                && (candidates.isEmpty() || candidates.get(item))
                && (excluded.length == 0 || Arrays.binarySearch(excluded, item) < 0);
    }
}
