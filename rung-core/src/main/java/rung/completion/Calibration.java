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
 *
 * <p>Held-out entries lie in rows that are known about as well as most. They say nothing of what the posterior does not know of a row without
 * values: the variance beyond what it expects of nearly all held-out entries counts as it is, and its errors as normal ones.
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

    /** The part of all held-out entries whose uncertainty is within what calibration reaches. */
    private static final double REACHED = 0.9;

    private final double[] sizes; // |error| over standard error, ascending
    private final double[] ofColumns; // a factor for the standard errors of each column; empty if all are 1
    private final double reach; // the most uncertainty of the product, over the noise, that sizes speak of
    private final double tails;
    private final double scale;
    private final double independent; // the number of independent errors that would say as much as these

    private Calibration(double[] sizes, double[] ofColumns, double reach, double tails, double independent) {
        this.sizes = sizes;
        this.independent = independent;
        this.ofColumns = ofColumns;
        this.reach = reach;
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
     * @param uncertainty what is not known of the product there, over the noise: a ratio of variances
     */
    record Seen(double[] sizes, int[] columns, double[] uncertainty) {
        /**
         * Compares held-out entries with a matrix.
         *
         * @param matrix what is expected of the prepared table
         * @param found says how sure that is
         */
        static Seen of(Preparation.Fitted prepared, LowRankMatrix matrix, BayesianIterate found, Observations heldOut) {
            double[] sizes = new double[heldOut.count()];
            int[] columns = new int[heldOut.count()];
            double[] uncertainty = new double[heldOut.count()];
            Observations z = prepared.apply(heldOut);
            int[] next = {0};
            z.forEach((i, j, value, weight) -> {
                double error = Math.abs(value - matrix.get(i, j));
                columns[next[0]] = j;
                uncertainty[next[0]] = found.uncertainty(i, j) / found.noise(j);
                sizes[next[0]++] = error == 0 ? 0 : error / Math.sqrt(found.variance(i, j));
            });
            return new Seen(sizes, columns, uncertainty);
        }
    }

    /** Takes sizes of errors, each over its standard error. */
    static Calibration of(double[] sizes) {
        return of(sizes, new double[0], Double.POSITIVE_INFINITY);
    }

    /**
     * Takes sizes of errors, each over its standard error, that are alike within stretches of cells.
     *
     * @param stretch the stretch of each, ascending
     */
    static Calibration ofStretches(double[] sizes, int[] stretch) {
        return new Calibration(
                sizes.clone(), new double[0], Double.POSITIVE_INFINITY, tails(sizes), independent(sizes, stretch));
    }

    /*
     * How many independent errors would show as surely which size a given part of all errors exceeds: errors of a stretch exceed it
     * together. No less than the number of stretches, and no more than that of errors.
     */
    private static double independent(double[] sizes, int[] stretch) {
        int n = sizes.length;
        if (n == 0) {
            return 0;
        }
        double[] sorted = sizes.clone();
        Arrays.sort(sorted);
        double high = sorted[(int) Math.ceil(REACHED * n) - 1];
        double part = (double) Arrays.stream(sizes).filter(size -> size > high).count() / n;
        double squares = 0; // of how many errors more than expected each stretch has beyond that size
        double more = 0;
        for (int c = 0; c < n; c++) {
            more = (c > 0 && stretch[c] == stretch[c - 1] ? more : 0) + (sizes[c] > high ? 1 : 0) - part;
            squares += c == n - 1 || stretch[c + 1] != stretch[c] ? more * more : 0;
        }
        int stretches = 1 + stretch[n - 1] - stretch[0];
        return Math.min(n, Math.max(stretches, squares == 0 ? n : part * (1 - part) * n * n / squares));
    }

    /**
     * Takes sizes of errors, each over its standard error, which has been multiplied by the factor of its column.
     *
     * @param reach the most uncertainty of the product, over the noise, that they speak of
     */
    static Calibration of(double[] sizes, double[] ofColumns, double reach) {
        return new Calibration(sizes.clone(), ofColumns.clone(), reach, tails(sizes), sizes.length);
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
        double[] uncertainty = parts.stream()
                .flatMapToDouble(part -> Arrays.stream(part.uncertainty))
                .sorted()
                .toArray();
        double reach = uncertainty.length == 0
                ? Double.POSITIVE_INFINITY
                : uncertainty[(int) Math.ceil(REACHED * uncertainty.length) - 1];
        return new Calibration(corrected, ofColumns, reach, tails(sizes), sizes.length);
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
                parts.add(new Seen(
                        new double[] {Math.abs(value - filled) / unit.applyAsDouble(j)},
                        new int[] {j},
                        new double[] {Double.POSITIVE_INFINITY}));
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

    /** The most uncertainty of the product, over the noise, that the sizes speak of; infinite if they speak of all. */
    double reach() {
        return reach;
    }

    /**
     * What a fit expects of a cell, on the scale that it was fitted on.
     *
     * @param found the fit
     * @return the standard error, of which what held-out entries speak of is multiplied by the factor of the column
     */
    Uncertainty.Expected expected(BayesianIterate found, int row, int column) {
        double variance = found.variance(row, column);
        double seen = Double.isInfinite(reach) ? variance : Math.min(variance, (1 + reach) * found.noise(column));
        double unseen = variance - seen;
        double all = ofColumn(column) * ofColumn(column) * seen + unseen;
        return new Uncertainty.Expected(Math.sqrt(all), all > 0 ? unseen / all : 0);
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

    /**
     * The number of expected standard errors that a standard error is.
     *
     * @param unseen the part of the expected variance that held-out entries do not speak of
     */
    double scale(double unseen) {
        return Math.sqrt((1 - unseen) * scale * scale + unseen);
    }

    /** The tails, see {@link #tails(double[])}, of the sizes before columns had factors. */
    double tails() {
        return tails;
    }

    /** The mean fourth power of some errors relative to the square of their mean square: 3 for normal errors, more if a few are far off. */
    static double tails(double[] errors) {
        double squares = 0;
        double fourth = 0;
        for (double error : errors) {
            double square = error * error;
            squares += square;
            fourth += square * square;
        }
        return squares > 0 ? fourth * errors.length / (squares * squares) : 0;
    }

    /**
     * The number of expected standard errors that a part of all errors does not exceed. One independent error more than were seen is
     * counted, of unknown size, so that an interval holds its promise for the next entry.
     */
    double quantile(double part) {
        int rank = (int) Math.ceil(part * (sizes.length + sizes.length / independent));
        return sizes.length == 0 ? Double.POSITIVE_INFINITY : sizes[Math.max(0, Math.min(rank, sizes.length) - 1)];
    }

    /**
     * The same for a cell.
     *
     * @param unseen the part of its expected variance that held-out entries do not speak of
     */
    double quantile(double part, double unseen) {
        double quantile = quantile(part);
        double normal = normal(part);
        return unseen == 0 ? quantile : Math.sqrt((1 - unseen) * quantile * quantile + unseen * normal * normal);
    }

    /* What a part of the sizes of standard normal numbers does not exceed, up to 4.5e-4 (Abramowitz and Stegun, 26.2.23). */
    private static double normal(double part) {
        double t = Math.sqrt(-2 * Math.log((1 - part) / 2));
        return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    }
}
