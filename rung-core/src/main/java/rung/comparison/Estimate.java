package rung.comparison;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * A mean of a few numbers, and how uncertain it is.
 *
 * @param mean the mean; NaN if there are no numbers
 * @param standardError their standard deviation divided by the root of their number; empty if there are fewer than two
 * @param count the number of numbers
 */
public record Estimate(double mean, OptionalDouble standardError, int count) {
    /**
     * Computes the mean of numbers and its standard error.
     *
     * @param values the numbers
     * @return the estimate
     */
    public static Estimate of(double... values) {
        int n = values.length;
        double mean = Arrays.stream(values).sum() / n;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return new Estimate(
                mean, n < 2 ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(squares / (n - 1) / n)), n);
    }
}
