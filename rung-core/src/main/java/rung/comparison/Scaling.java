package rung.comparison;

/** How a contestant gets a table; ratings are as they are in each. Errors are in standard deviations of columns in all. */
public enum Scaling {
    /** As it is. */
    AS_IT_IS,
    /** Each column divided by its standard deviation, for methods that need what is not negative to stay so. */
    SCALED,
    /** The same, after its mean is taken off. */
    CENTERED
}
