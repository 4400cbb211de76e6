package rung.ratings;

/** A part of a {@link Model}. */
public enum Part {
    /** How users would rate items. */
    RATINGS,
    /** What users would choose. */
    PREFERENCES
}
