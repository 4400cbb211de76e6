package rung.completion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import rung.LowRankMatrix;
import rung.completion.order.ErrorFactors;
import rung.data.Observations;
import rung.engine.bayes.BayesianIterate;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * How errors on held-out entries compare to what the posterior expects of them. Under a perfect model an error divided by its standard
 * error is a standard normal number; here it is whatever it is, and the quantiles of its size say how wide an interval must be.
 */
final class Calibration {
    /** The part of all sizes that count as they are for the mean square. */
    private static final double TAME = 0.99;

    /** The number of sizes that say all there is to say. */
    private static final int MOST_KEPT = 2_001;

    /** The number of rounds after which the factors of the columns hardly change. */
    private static final int ROUNDS = 5;

    /** About the most entries that are left out one by one. */
    private static final int MOST_LEFT_OUT = 100;

    private final double[] sizes; // |error| over standard error, ascending
    private final double[] ofColumns; // a factor for the standard errors of each column; empty if all are 1
    private final double tails;
    private final double scale;

    private Calibration(double[] sizes, double[] ofColumns, double tails) {
        this.sizes = sizes;
        this.ofColumns = ofColumns;
        this.tails = tails;
        Arrays.sort(sizes);
        double most = quantile(TAME);
        this.scale = sizes.length == 0
                ? 1
                : Math.sqrt(Arrays.stream(sizes)
                                .map(x -> Math.min(x, most))
                                .map(x -> x * x)
                                .sum()
                        / sizes.length);
    }

    /**
     * What a climb shows on entries that it has not seen.
     *
     * @param sizes |error| over what was expected of it
     * @param columns the column of each
     */
    record Seen(double[] sizes, int[] columns) {
        /**
         * Compares held-out entries with a matrix.
         *
         * @param matrix what is expected of the prepared table
         * @param found says how sure that is
         */
        static Seen of(Preparation.Fitted prepared, LowRankMatrix matrix, BayesianIterate found, Observations heldOut) {
            double[] sizes = new double[heldOut.count()];
            int[] columns = new int[heldOut.count()];
            Observations z = prepared.apply(heldOut);
            int[] next = {0};
            z.forEach((i, j, value, weight) -> {
                double error = Math.abs(value - matrix.get(i, j));
                columns[next[0]] = j;
                sizes[next[0]++] = error == 0 ? 0 : error / Math.sqrt(found.variance(i, j));
            });
            return new Seen(sizes, columns);
        }
    }

    /** Takes sizes of errors, each over its standard error. */
    static Calibration of(double[] sizes) {
        return of(sizes, new double[0]);
    }

    /** Takes sizes of errors, each over its standard error, which has been multiplied by the factor of its column. */
    static Calibration of(double[] sizes, double[] ofColumns) {
        return new Calibration(sizes.clone(), ofColumns.clone(), tails(sizes));
    }

    /** Puts what several splits show together, and finds the factors of the columns, each from few cells, see {@link ErrorFactors}. */
    static Calibration of(List<Seen> parts, int columns) {
        double[] sizes = parts.stream()
                .flatMapToDouble(part -> Arrays.stream(part.sizes))
                .toArray();
        int[] group =
                parts.stream().flatMapToInt(part -> Arrays.stream(part.columns)).toArray();
        int[] alone = IntStream.range(0, sizes.length).toArray();
        double[] squares = Arrays.stream(sizes).map(x -> x * x).toArray();
        ErrorFactors factors = new ErrorFactors(columns, group, alone);
        for (int round = 0; round < ROUNDS; round++) {
            factors.improve(squares);
        }
        double[] corrected = new double[sizes.length];
        Arrays.setAll(corrected, k -> Math.sqrt(squares[k] * factors.loss(k)));
        double[] ofColumns = new double[columns];
        Arrays.setAll(ofColumns, j -> Math.sqrt(factors.factor(j)));
        return new Calibration(corrected, ofColumns, tails(sizes));
    }

    /**
     * Leaves single entries out of a table that is too small to hold a part of it out, and that a preparation alone fills. An entry that is
     * alone in its column stays.
     *
     * @param unit what errors are measured by in each column
     */
    static Calibration leavingOneOut(
            Observations data, Preparation preparation, IntToDoubleFunction unit, Workers workers) {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        int every = 1 + data.count() / MOST_LEFT_OUT;
        LowRankMatrix nothing = LowRankMatrix.zero(data.rows(), data.columns());
        List<Seen> parts = new ArrayList<>();
        int[] next = {0};
        data.forEach((i, j, value, weight) -> {
            if (next[0]++ % every == 0 && columns.size(j) > 1) {
                Observations.Builder rest = Observations.builder(data.rows(), data.columns());
                data.forEach((row, column, other, w) -> {
                    if (row != i || column != j) {
                        rest.add(row, column, other);
                    }
                });
                double filled =
                        preparation.fit(rest.build(), workers).restore(nothing).get(i, j);
                parts.add(new Seen(new double[] {Math.abs(value - filled) / unit.applyAsDouble(j)}, new int[] {j}));
            }
        });
        return of(parts, data.columns());
    }

    /** The factor of the standard errors of a column. */
    double ofColumn(int column) {
        return ofColumns.length == 0 ? 1 : ofColumns[column];
    }

    /** The factors of the standard errors of all columns; none if all are 1. */
    double[] ofColumns() {
        return ofColumns.clone();
    }

    /** Some of the sizes, evenly chosen, from the least to the greatest. */
    double[] toNumbers() {
        int count = Math.min(sizes.length, MOST_KEPT);
        double[] kept = new double[count];
        for (int k = 0; k < count; k++) {
            kept[k] = sizes[(int) ((long) k * (sizes.length - 1) / Math.max(1, count - 1))];
        }
        return kept;
    }

    /**
     * The number of expected standard errors that a standard error is: the root of the mean square of all sizes, of which those above
     * a high quantile count as that quantile. Else a few cells would rule it.
     */
    double scale() {
        return scale;
    }

    /** Of the sizes before columns had factors: the mean fourth power relative to the square of the mean square: 3 for normal errors, more if a few are far off. */
    double tails() {
        return tails;
    }

    private static double tails(double[] sizes) {
        double squares = Arrays.stream(sizes).map(x -> x * x).sum();
        double fourth = Arrays.stream(sizes).map(x -> x * x * x * x).sum();
        return squares > 0 ? fourth * sizes.length / (squares * squares) : 0;
    }

    /**
     * The number of expected standard errors that a part of all errors does not exceed. One error more than were seen is counted, of
     * unknown size, so that an interval holds its promise for the next entry.
     */
    double quantile(double part) {
        int rank = (int) Math.ceil(part * (sizes.length + 1));
        return sizes.length == 0 ? Double.POSITIVE_INFINITY : sizes[Math.max(0, Math.min(rank, sizes.length) - 1)];
    }
}
