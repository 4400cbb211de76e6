package rung;

import rung.linalg.SingularPair;

/** How a new pair enters U and V. */
public enum Insertion {
    /** As unit vectors, as in the paper; the refit finds the scale. */
    UNIT,
    /** Scaled by an exact line search along the pair; the square root of the scale goes to either side. */
    LINE_SEARCH,
    /** First fitted alone to what is left to explain, see {@link ExactIterate#fitted}; then scaled as in {@link #LINE_SEARCH}. */
    FITTED;

    /**
     * Appends a pair, unless no positive multiple of it lowers R.
     *
     * @param a the iterate
     * @param pair the pair
     * @return whether the pair was appended
     */
    public boolean insert(ExactIterate<?> a, SingularPair pair) {
        SingularPair entering = this == FITTED ? a.fitted(pair) : pair;
        double s = this == UNIT ? 1 : a.lineSearch(entering);
        if (s > 0) {
            a.append(entering, s);
        }
        return s > 0;
    }
}
