package rung.completion;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import rung.data.Observations;
import rung.linalg.CellValues;

/** Adds up squared errors on held-out entries, column by column, of predictions and of what is known of a column alone. */
final class ColumnErrors {
    private final double[] squares;
    private final double[] ofMeans;
    private final int[] counts;

    ColumnErrors(int columns) {
        this.squares = new double[columns];
        this.ofMeans = new double[columns];
        this.counts = new int[columns];
    }

    /**
     * Adds held-out entries.
     *
     * @param predicted gives the prediction of each
     * @param means the means of the columns in the rest of the table
     */
    void add(Observations heldOut, CellValues predicted, Preparation.Fitted means) {
        heldOut.forEach((i, j, value, weight) -> add(j, value - predicted.at(i, j), value - means.value(j, 0)));
    }

    /** Adds one entry. */
    void add(int column, double error, double errorOfMean) {
        squares[column] += error * error;
        ofMeans[column] += errorOfMean * errorOfMean;
        counts[column]++;
    }

    /** The root of the mean squared error in a column, in its unit; empty if nothing of it was held out. */
    OptionalDouble error(int column) {
        return root(squares[column], counts[column]);
    }

    /** The same if the mean of the column is the prediction. */
    OptionalDouble errorOfMean(int column) {
        return root(ofMeans[column], counts[column]);
    }

    /** The root of the mean squared error of all columns, each in its own unit. */
    double error(IntToDoubleFunction unit) {
        return root(squares, unit);
    }

    /** The same if the means of the columns are the predictions. */
    double errorOfMeans(IntToDoubleFunction unit) {
        return root(ofMeans, unit);
    }

    private double root(double[] sums, IntToDoubleFunction unit) {
        double sum = 0;
        for (int j = 0; j < sums.length; j++) {
            sum += sums[j] / (unit.applyAsDouble(j) * unit.applyAsDouble(j));
        }
        return Math.sqrt(sum / count());
    }

    int count(int column) {
        return counts[column];
    }

    /** The number of entries of all columns. */
    int count() {
        return Arrays.stream(counts).sum();
    }

    private static OptionalDouble root(double sum, int count) {
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(sum / count));
    }
}
