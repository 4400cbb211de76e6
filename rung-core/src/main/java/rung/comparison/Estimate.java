package rung.comparison;

import java.util.Arrays;

/**
 * A mean of a few numbers, and how uncertain it is.
 *
 * @param mean NaN if there are none
 * @param standardError their standard deviation over the root of how many there are; NaN if there are fewer than two
 */
public record Estimate(double mean, double standardError, int count) {
    public static Estimate of(double... values) {
        int n = values.length;
        double mean = Arrays.stream(values).sum() / n;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return new Estimate(mean, n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1) / n), n);
    }
}
