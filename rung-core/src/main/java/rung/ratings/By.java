package rung.ratings;

/** What a list of recommendations is ranked by. */
public enum By {
    /** What the user would choose and like: the preference times a power of the expected rating. The part that a model has, if only one. */
    BOTH,
    /** What the user would choose. */
    PREFERENCE,
    /** How the user would rate an item, if they chose it. */
    RATING
}
