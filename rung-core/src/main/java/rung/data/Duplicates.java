package rung.data;

/** What to do if a user has rated an item several times. */
public enum Duplicates {
    /** Keep the last rating. */
    LAST,
    /** Keep the mean of the ratings. */
    MEAN,
    /** Refuse such ratings, with a {@link DuplicateException}. */
    ERROR
}
