package rung;

/**
 * The ranks that an application may choose from: exactly one, or all up to one.
 *
 * @param highest the highest rank
 * @param isExact whether it is the only one, so that there is nothing to choose
 */
public record RankRange(int highest, boolean isExact) {
    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the rank is below 1
     */
    public RankRange {
        if (highest < 1) {
            throw new IllegalArgumentException((isExact ? "rank" : "max-rank") + " must be at least 1, got " + highest);
        }
    }

    /**
     * Returns the range that holds one rank only.
     *
     * @param rank the rank, at least 1
     * @return the range
     */
    public static RankRange exactly(int rank) {
        return new RankRange(rank, true);
    }

    /**
     * Returns the range of all ranks from 0 to this one.
     *
     * @param maxRank the highest rank, at least 1
     * @return the range
     */
    public static RankRange atMost(int maxRank) {
        return new RankRange(maxRank, false);
    }

    /**
     * Returns the range whose highest rank is at most {@code limit}, which a matrix may impose.
     *
     * @param limit the highest rank that a matrix can have
     * @return the range, with the same kind
     */
    public RankRange cappedAt(int limit) {
        return highest <= limit ? this : new RankRange(limit, isExact);
    }
}
