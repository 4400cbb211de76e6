package rung.cli.paper;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The same quantity measured on several seeds.
 *
 * @param values one for each seed; the array is not copied
 */
public record Sample(double... values) {
    public double mean() {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    /** The standard error of the mean; NaN of fewer than two values. */
    public double standardError() {
        int n = values.length;
        double mean = mean();
        double squares = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
        return n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1) / n);
    }

    /** The mean of each row of a table whose rows are seeds. */
    static Sample means(double[][] table) {
        return new Sample(Arrays.stream(table)
                .mapToDouble(row -> Arrays.stream(row).average().orElse(Double.NaN))
                .toArray());
    }

    /** One sample for each column of a table whose rows are seeds. */
    static Sample[] columns(double[][] table) {
        return IntStream.range(0, table[0].length)
                .mapToObj(k -> new Sample(
                        Arrays.stream(table).mapToDouble(row -> row[k]).toArray()))
                .toArray(Sample[]::new);
    }
}
