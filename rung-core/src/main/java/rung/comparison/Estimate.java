package rung.comparison;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A mean of a few numbers, and how uncertain it is.
 *
 * @param mean the mean
 * @param standardError their standard deviation divided by the root of their number; empty if there are fewer than two
 * @param count the number of numbers, at least 1
 */
public record Estimate(double mean, OptionalDouble standardError, int count) {
    /**
     * Computes the mean of numbers and its standard error.
     *
     * @param values the numbers, at least one
     * @return the estimate
     * @throws IllegalArgumentException if there are none
     */
    public static Estimate of(double... values) {
        return ofAny(values).orElseThrow(() -> new IllegalArgumentException("a mean needs at least one number"));
    }

    /** The same; empty if there are no numbers. */
    static Optional<Estimate> ofAny(double... values) {
        int n = values.length;
        if (n == 0) {
            return Optional.empty();
        }
        double mean = Arrays.stream(values).sum() / n;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return Optional.of(new Estimate(
                mean, n < 2 ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(squares / (n - 1) / n)), n));
    }
}
