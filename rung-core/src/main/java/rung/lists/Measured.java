package rung.lists;

import java.util.OptionalDouble;

/**
 * A figure that was measured on some users, and how uncertain it is.
 *
 * @param value the figure
 * @param standardError its standard deviation over users drawn anew; empty if it is not known, as for a single user
 */
public record Measured(double value, OptionalDouble standardError) {
    /**
     * Makes a figure whose uncertainty is known.
     *
     * @param value the figure
     * @param standardError its standard error
     * @return the figure
     */
    public static Measured of(double value, double standardError) {
        return new Measured(value, OptionalDouble.of(standardError));
    }
}
