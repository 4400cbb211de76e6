package rung.completion.order;

/** What is assumed of the factors of the ordered side before the data are seen. */
public enum FactorPrior {
    /** Factors of neighboring lines are independent: for holes so long that only the other lines across tell what is in them. */
    INDEPENDENT,
    /** Each factor changes slowly along the order, at a speed of its own that the data decide: for short holes. */
    SMOOTH
}
