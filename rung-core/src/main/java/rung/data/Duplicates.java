package rung.data;

/** What becomes of several ratings of one item by one user. */
public enum Duplicates {
    /** The last one counts. */
    LAST,
    /** Their mean counts. */
    MEAN,
    /** They are refused. */
    ERROR
}
