package rung.linalg;

/** A side of U·Vᵀ: U or V. */
public enum Side {
    /** The left factor U, with a row for each row of A. */
    LEFT,
    /** The right factor V, with a row for each column of A. */
    RIGHT;

    /**
     * The side of a step in the paper's alternation: U in even steps, V in odd ones.
     *
     * @param t the number of the step, from 0
     * @return the side
     */
    public static Side of(int t) {
        return t % 2 == 0 ? LEFT : RIGHT;
    }

    /**
     * The other side.
     *
     * @return {@link #RIGHT} for {@link #LEFT}, and the other way round
     */
    public Side other() {
        return this == LEFT ? RIGHT : LEFT;
    }
}
