package rung;

import rung.linalg.SingularPair;

/** How a new pair enters U and V. */
public enum Insertion {
    /** As unit vectors, as in the paper; the refit finds the scale. */
    UNIT,
    /** Scaled by the exact line search along it, the square root to either side. */
    LINE_SEARCH,
    /** First fitted alone to what is left, see {@link ExactIterate#fitted}; then scaled like that. */
    FITTED;

    /** Appends the pair, unless no positive multiple of it lowers R; says whether it did. */
    public boolean insert(ExactIterate<?> a, SingularPair pair) {
        SingularPair entering = this == FITTED ? a.fitted(pair) : pair;
        double s = this == UNIT ? 1 : a.lineSearch(entering);
        if (s > 0) {
            a.append(entering, s);
        }
        return s > 0;
    }
}
