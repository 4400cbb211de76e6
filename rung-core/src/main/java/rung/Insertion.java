package rung;

import rung.linalg.SingularPair;

/** How a new pair enters U and V. */
public enum Insertion {
    /** As unit vectors, as in the paper; the refit finds the scale. */
    UNIT("unscaled"),
    /** Scaled by an exact line search along the pair; the square root of the scale goes to either side. */
    LINE_SEARCH("scaled by a line search"),
    /** First fitted alone to what is left to explain, see {@link ExactIterate#fitted}; then scaled as in {@link #LINE_SEARCH}. */
    FITTED("fitted alone and scaled by a line search");

    private final String words;

    Insertion(String words) {
        this.words = words;
    }

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

    /** Says it in words: "scaled by a line search". */
    @Override
    public String toString() {
        return words;
    }
}
