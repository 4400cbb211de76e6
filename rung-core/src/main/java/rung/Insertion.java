package rung;

import rung.linalg.SingularPair;

/** How a new pair enters U and V. */
public enum Insertion {
    /** As unit vectors, as in the paper; the refit finds the scale. */
    UNIT,
    /** Scaled by the exact line search along it, the square root to either side. */
    LINE_SEARCH;

    /** Appends the pair, unless no positive multiple of it lowers R; says whether it did. */
    public boolean insert(Iterate a, SingularPair pair) {
        double s = this == UNIT ? 1 : a.lineSearch(pair);
        if (s > 0) {
            a.append(pair, s);
        }
        return s > 0;
    }
}
