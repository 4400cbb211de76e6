package rung.cli.paper;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import rung.comparison.Estimate;

/**
 * The same quantity measured on several seeds.
 *
 * @param values one for each seed, at least one
 */
public record Sample(List<Double> values) {
    /**
     * Creates a sample.
     *
     * @param values one for each seed, at least one
     */
    public Sample(double... values) {
        this(Arrays.stream(values).boxed().toList());
    }

    private Estimate estimate() {
        return Estimate.of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /**
     * The mean over the seeds.
     *
     * @return the mean
     */
    public double mean() {
        return estimate().mean();
    }

    /**
     * The standard error of the mean.
     *
     * @return the standard error; empty if there are fewer than two values
     */
    public OptionalDouble standardError() {
        return estimate().standardError();
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
