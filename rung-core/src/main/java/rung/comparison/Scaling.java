package rung.comparison;

/** How a method gets a table; ratings stay as they are under each. Errors are in standard deviations of columns under each. */
public enum Scaling {
    /** The table as it is. */
    AS_IT_IS,
    /** Each column divided by its standard deviation, for methods whose data must not become negative. */
    SCALED,
    /** Each column less its mean, divided by its standard deviation. */
    CENTERED
}
