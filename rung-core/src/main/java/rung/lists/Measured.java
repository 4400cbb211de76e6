package rung.lists;

/**
 * A figure that was measured on some users, and how uncertain it is.
 *
 * @param value the figure
 * @param standardError its standard deviation over users drawn anew; NaN if it was not asked for
 */
public record Measured(double value, double standardError) {}
