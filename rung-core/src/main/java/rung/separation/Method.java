package rung.separation;

/** How a matrix is split. */
public enum Method {
    /** Fast Greedy, one rank at a time: what one should use. */
    FAST_GREEDY,
    /** The same, then swaps of weak pairs for better ones. */
    FAST_LOCAL_SEARCH,
    /** Greedy, which refits the core between U and V. */
    GREEDY,
    /** Greedy, then swaps of the smallest singular value. */
    LOCAL_SEARCH,
    /** The best approximation in the sense of least squares, which the sparse part moves. */
    PCA,
    /** Principal component pursuit: nuclear norm and sum of absolute values instead of a rank. */
    PCP,
    /** Each row's median. */
    MEDIAN;

    /** Whether it minimizes Huber's loss under a rank constraint, and so has a δ. */
    public boolean isHuber() {
        return ordinal() <= LOCAL_SEARCH.ordinal();
    }
}
