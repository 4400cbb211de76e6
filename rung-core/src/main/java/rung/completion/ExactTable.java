package rung.completion;

import java.util.Arrays;
import java.util.Optional;
import rung.LowRankMatrix;
import rung.completion.exact.ExactMatrix;
import rung.data.Observations;
import rung.engine.bayes.ColumnFactors;

/** A small table without noise: what its {@link ExactMatrix} says of errors, and of the columns. */
final class ExactTable {
    /** The rounding of a number of size 1. */
    private static final double EPSILON = 0x1p-52;

    private final Observations data;
    private final double[] sizes; // of the columns
    private final ExactMatrix exact;
    private final double[]
            errors; // of each cell if it were not known, in row order; infinite if nothing else determines it

    private ExactTable(Observations data, ExactMatrix exact) {
        this.data = data;
        this.sizes = ExactMatrix.sizes(data);
        this.exact = exact;
        this.errors = exact.errors();
    }

    /**
     * Finds out whether a table is without noise.
     *
     * @param highest the highest rank that is allowed
     * @param seed the seed of random beginnings
     */
    static Optional<ExactTable> of(Observations data, int highest, long seed) {
        return ExactMatrix.of(data, highest, seed).map(exact -> new ExactTable(data, exact));
    }

    /**
     * Finds out whether a table of hardly more cells than a matrix of rank 1 has numbers is without noise.
     *
     * @param seed the seed of random beginnings
     */
    static Optional<ExactTable> ofFew(Observations data, long seed) {
        return ExactMatrix.ofFew(data, seed).map(exact -> new ExactTable(data, exact));
    }

    /** Returns the matrix. */
    LowRankMatrix matrix() {
        return exact.matrix();
    }

    /** Returns by how much the cells of each column would be missed if they were not known, one at a time. */
    ColumnErrors columnErrors() {
        double[] sums = new double[data.columns()];
        int[] counts = new int[data.columns()];
        data.forEach((i, j, value, weight) -> {
            sums[j] += value;
            counts[j]++;
        });
        ColumnErrors columns = new ColumnErrors(data.columns());
        int[] next = {0};
        data.forEach((i, j, value, weight) -> {
            double error = errors[next[0]++];
            if (Double.isFinite(error) && counts[j] > 1) {
                columns.add(j, error, value - (sums[j] - value) / (counts[j] - 1));
            }
        });
        return columns;
    }

    /** Returns the standard error of a cell if the known cells are rounded. */
    double standardError(int i, int j) {
        return EPSILON * sizes[j] * Math.sqrt(1 + exact.enlarged(i, j));
    }

    /** Returns what the errors of the known cells say of these standard errors. */
    Calibration calibration() {
        double[] relative = new double[errors.length];
        int[] next = {0};
        data.forEach((i, j, value, weight) -> {
            double error = Math.abs(errors[next[0]]);
            relative[next[0]++] = error / standardError(i, j);
        });
        return Calibration.of(Arrays.stream(relative).filter(Double::isFinite).toArray());
    }

    /** Returns what the matrix says of the columns, rounding being the noise. */
    ColumnFactors columnFactors() {
        double[] noise = new double[sizes.length];
        Arrays.setAll(noise, j -> EPSILON * sizes[j] * EPSILON * sizes[j]);
        return ColumnFactors.certain(matrix(), noise);
    }
}
