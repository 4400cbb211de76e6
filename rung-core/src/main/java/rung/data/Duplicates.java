package rung.data;

/** What to do if a user has rated an item several times. */
public enum Duplicates {
    /** Keep the latest rating, or the last one if no times are known. */
    LAST,
    /** Keep the mean of the ratings. */
    MEAN,
    /** Keep the sum of the values, as is right for {@linkplain Meaning#WEIGHT weights}. */
    SUM,
    /** Refuse such ratings, with a {@link DuplicateException}. */
    ERROR
}
