package rung.data;

/** What the values of {@link Ratings} mean. */
public enum Meaning {
    /** How much a user likes an item. */
    RATING,
    /** How often or how long a user chose an item: at least 0, and 1 where no more is known than that it was chosen. */
    WEIGHT
}
