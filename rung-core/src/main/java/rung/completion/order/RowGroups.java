package rung.completion.order;

/**
 * The groups of rows whose estimates err alike: rows with about as many observed cells, with known rows on both sides or on one alone, at
 * about the same distance from the nearest of these.
 *
 * <p>The first two make the sort of a row: for all rows of a sort it is decided together whether they are estimated by the order.
 */
final class RowGroups {
    /** The classes of rows by their observed cells: 0, 1, 2 to 3, 4 to 7, and so on. */
    private static final int COUNTS = 32;

    /** The classes of distances from the nearest known row: 1 gap, 2 to 3, 4 to 7, and so on. */
    private static final int DISTANCES = 24;

    /** The number of sorts. */
    static final int SORTS = 2 * COUNTS;

    /** The number of groups. */
    static final int COUNT = SORTS * DISTANCES;

    private final boolean[] isBeyond;
    private final int[] distances; // their classes

    /**
     * Groups rows by which others are known.
     *
     * @param order the order of the rows
     * @param isKnown which rows are known
     */
    RowGroups(Order order, boolean[] isKnown) {
        int m = isKnown.length;
        double[] nearest = new double[m];
        double last = Double.NEGATIVE_INFINITY;
        for (int t = 0; t < m; t++) {
            last = isKnown[t] ? order.position(t) : last;
            nearest[t] = order.position(t) - last;
        }
        this.isBeyond = new boolean[m];
        this.distances = new int[m];
        double next = Double.POSITIVE_INFINITY;
        for (int t = m - 1; t >= 0; t--) {
            next = isKnown[t] ? order.position(t) : next;
            double following = next - order.position(t);
            double distance = Math.min(nearest[t], following) / order.typicalGap();
            isBeyond[t] = Double.isInfinite(Math.max(nearest[t], following));
            distances[t] = Math.min(DISTANCES - 1, Math.getExponent(Math.max(1, distance)));
        }
    }

    /** Whether all known rows lie before this one, or all after it. */
    boolean isBeyond(int row) {
        return isBeyond[row];
    }

    /**
     * The sort of a row.
     *
     * @param row the row
     * @param count the number of its observed cells
     */
    int sort(int row, int count) {
        return 2 * classOf(count) + (isBeyond[row] ? 1 : 0);
    }

    /**
     * The group of a row.
     *
     * @param row the row
     * @param count the number of its observed cells
     */
    int group(int row, int count) {
        return sort(row, count) * DISTANCES + distances[row];
    }

    /** The sort that the rows of a group are of. */
    static int sortOf(int group) {
        return group / DISTANCES;
    }

    /** The class of rows with a number of observed cells. */
    static int classOf(int count) {
        return count == 0 ? 0 : 1 + Math.getExponent((double) count);
    }
}
