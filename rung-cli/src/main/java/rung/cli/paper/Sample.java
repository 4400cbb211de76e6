package rung.cli.paper;

import java.util.Arrays;
import java.util.stream.IntStream;
import rung.comparison.Estimate;

/**
 * The same quantity measured on several seeds.
 *
 * @param values one for each seed; the array is not copied
 */
public record Sample(double... values) {
    /**
     * The mean over the seeds.
     *
     * @return the mean
     */
    public double mean() {
        return Estimate.of(values).mean();
    }

    /**
     * The standard error of the mean; NaN of fewer than two values.
     *
     * @return the standard error
     */
    public double standardError() {
        return Estimate.of(values).standardError().orElse(Double.NaN);
    }

    /** The mean of each row of a table whose rows are seeds. */
    static Sample means(double[][] table) {
        return new Sample(
                Arrays.stream(table).mapToDouble(row -> Estimate.of(row).mean()).toArray());
    }

    /** One sample for each column of a table whose rows are seeds. */
    static Sample[] columns(double[][] table) {
        return IntStream.range(0, table[0].length)
                .mapToObj(k -> new Sample(
                        Arrays.stream(table).mapToDouble(row -> row[k]).toArray()))
                .toArray(Sample[]::new);
    }
}
