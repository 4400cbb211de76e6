package rung.separation;

/** How a matrix is separated. */
public enum Method {
    /** Fast Greedy, one rank at a time: the default. */
    FAST_GREEDY,
    /** Fast Greedy, then swaps of weak pairs for better ones. */
    FAST_LOCAL_SEARCH,
    /** Greedy, which refits the core between U and V. */
    GREEDY,
    /** Greedy, then swaps of the smallest singular value. */
    LOCAL_SEARCH,
    /** The best approximation in the sense of least squares, which large sparse entries pull away from the background. */
    PCA,
    /** Principal component pursuit: nuclear norm and sum of absolute values instead of a rank. */
    PCP,
    /** The median of each row. */
    MEDIAN;

    /**
     * Whether the method minimizes Huber's loss under a rank constraint, and so has a δ.
     *
     * @return true for the first four
     */
    public boolean isHuber() {
        return ordinal() <= LOCAL_SEARCH.ordinal();
    }
}
