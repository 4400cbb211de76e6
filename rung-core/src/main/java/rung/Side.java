package rung;

/** A side of U·Vᵀ. */
public enum Side {
    /** U, one row for each row of A. */
    LEFT,
    /** V, one row for each column of A. */
    RIGHT;

    /** The paper's alternation: U in even steps, V in odd ones. */
    public static Side of(int t) {
        return t % 2 == 0 ? LEFT : RIGHT;
    }
}
