package rung.completion;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import rung.completion.kind.ColumnKind;
import rung.completion.kind.SkewedLaw;
import rung.engine.bayes.BayesianIterate;
import rung.linalg.CellValues;

/**
 * How sure the cells of a completed table are. A standard error is what the fit expects, times what the held-out cells say of such
 * expectations; an interval is as wide as held-out cells needed it. In a column that was fitted by its logarithm an interval is as wide
 * up as down in the logarithm, and so wider up than down in the unit of the column; in a column of counts it is made of whole numbers, about
 * as many of which are missed below as above.
 */
public final class Uncertainty {
    /** A number that is nearer to a whole one than this is that one. */
    private static final double WHOLE = 1e-6;

    private final Expectations expectations;
    private final IntFunction<Calibration> calibrations;
    private final IntFunction<ColumnKind> kinds;
    private final Optional<Skewed> skewed;
    private final Optional<Between> between;
    private final CellValues moved; // how far bounds moved each cell from what was expected

    /**
     * What is expected of a cell.
     *
     * @param error the standard error that a fit expects, noise included
     * @param unseen the part of its square that held-out cells say nothing of
     */
    record Expected(double error, double unseen) {}

    /** Says what is expected of each cell. */
    @FunctionalInterface
    interface Expectations {
        Expected at(int row, int column);
    }

    /** Finds the interval of a cell. */
    @FunctionalInterface
    interface Intervals {
        /**
         * Returns the interval of a cell.
         *
         * @param size how far it reaches, as a number of standard errors on the scale of the fit
         */
        Interval at(int row, int column, double size);
    }

    /**
     * The columns whose intervals do not reach as far up as down.
     *
     * @param columns which ones
     * @param counts which of them hold counts; the standard errors of these are what the fit expects
     * @param intervals their intervals
     */
    record Skewed(IntPredicate columns, IntPredicate counts, Intervals intervals) {}

    /**
     * The rows that were filled from the rows around them.
     *
     * @param rows which ones
     * @param columns the columns that were
     * @param expected the standard error that is expected of each of their cells
     * @param calibration what rows that were left out say of these expectations
     */
    record Between(IntPredicate rows, IntPredicate columns, CellValues expected, Calibration calibration) {}

    /**
     * Creates it.
     *
     * @param expected the standard error that a fit expects of each cell, noise included
     * @param calibrations what the held-out cells say of the expectations for each column, on the scale of the fit
     * @param kinds what each column holds
     */
    Uncertainty(CellValues expected, IntFunction<Calibration> calibrations, IntFunction<ColumnKind> kinds) {
        this(
                (i, j) -> new Expected(expected.at(i, j), 0),
                calibrations,
                kinds,
                Optional.empty(),
                Optional.empty(),
                (i, j) -> 0);
    }

    /** Creates it where the calibrations do not speak of all that is expected. */
    static Uncertainty of(
            Expectations expectations, IntFunction<Calibration> calibrations, IntFunction<ColumnKind> kinds) {
        return new Uncertainty(expectations, calibrations, kinds, Optional.empty(), Optional.empty(), (i, j) -> 0);
    }

    /** How sure a fit of numbers is of the cells of the table that it was prepared from. */
    static Uncertainty of(
            BayesianIterate found,
            Preparation.Fitted prepared,
            Calibration calibration,
            IntFunction<ColumnKind> kinds) {
        return of(
                (i, j) -> {
                    Expected expected = calibration.expected(found, i, j);
                    return new Expected(prepared.scale(j) * expected.error, expected.unseen);
                },
                column -> calibration,
                kinds);
    }

    private Uncertainty(
            Expectations expectations,
            IntFunction<Calibration> calibrations,
            IntFunction<ColumnKind> kinds,
            Optional<Skewed> skewed,
            Optional<Between> between,
            CellValues moved) {
        this.expectations = expectations;
        this.calibrations = calibrations;
        this.kinds = kinds;
        this.skewed = skewed;
        this.between = between;
        this.moved = moved;
    }

    /** What this says of the columns that are no categories, in the whole table. */
    Uncertainty of(NumericPart numbers, List<ColumnKind> all, CellValues ofLabels) {
        Calibration asStated = Calibration.of(new double[0]);
        return of(
                (i, j) -> numbers.at(j) < 0 ? new Expected(ofLabels.at(i, j), 0) : expected(i, numbers.at(j)),
                j -> numbers.at(j) < 0 ? asStated : calibration(numbers.at(j)),
                all::get);
    }

    /** The same, but the intervals of some columns do not reach as far up as down. */
    Uncertainty with(Skewed some) {
        return new Uncertainty(expectations, calibrations, kinds, Optional.of(some), between, moved);
    }

    /** The same, but some rows were filled from the rows around them. */
    Uncertainty with(Between some) {
        return new Uncertainty(expectations, calibrations, kinds, skewed, Optional.of(some), moved);
    }

    /** The same, but a cell whose value the bounds of its column moved is not surer than that is far. */
    Uncertainty with(Filling filling) {
        return new Uncertainty(expectations, calibrations, kinds, skewed, between, filling::moved);
    }

    /* The rows that were filled from the rows around them, if a cell is in one of them. */
    private Optional<Between> between(int row, int column) {
        return between.filter(each -> each.rows.test(row) && each.columns.test(column));
    }

    Expected expected(int row, int column) {
        return between(row, column)
                .map(each -> new Expected(each.expected.at(row, column), 0))
                .orElseGet(() -> expectations.at(row, column));
    }

    Calibration calibration(int column) {
        return calibrations.apply(column);
    }

    private Calibration calibration(int row, int column) {
        return between(row, column).map(Between::calibration).orElseGet(() -> calibration(column));
    }

    /**
     * The standard error of a cell as a prediction of what would be observed there, noise included. For a category it is the
     * probability that the label is another. Where a column cannot hold what is expected, it is no less than what that was moved by.
     *
     * @param row the row, from 0
     * @param column the column, from 0
     * @return the standard error, in the unit of the column
     */
    public double standardError(int row, int column) {
        Expected expected = expected(row, column);
        return Math.max(scale(row, column, expected) * expected.error, moved.at(row, column));
    }

    /**
     * An interval of values.
     *
     * @param low the least
     * @param high the greatest
     */
    public record Interval(double low, double high) {
        /**
         * Whether a value is in it, ends included.
         *
         * @param value the value
         * @return true if it is
         */
        public boolean contains(double value) {
            return low <= value && value <= high;
        }
    }

    /**
     * An interval that contains what would be observed in a cell with a given probability, within what its column can hold.
     *
     * @param filling what is filled into the table
     * @param row the row, from 0
     * @param column the column, from 0; not that of a category
     * @param probability above 0 and below 1
     * @return the interval; empty if nothing was held out that could tell
     */
    public Optional<Interval> interval(Filling filling, int row, int column, double probability) {
        if (!(probability > 0 && probability < 1)) {
            throw new IllegalArgumentException("probability must be between 0 and 1, got " + probability);
        }
        Expected expected = expected(row, column);
        double quantile = calibration(row, column).quantile(probability, expected.unseen);
        if (Double.isInfinite(quantile)) {
            return Optional.empty();
        }
        Interval interval = skewed.filter(each ->
                        each.columns.test(column) && between(row, column).isEmpty())
                .map(each -> each.intervals.at(row, column, quantile))
                .orElseGet(() -> around(filling.at(row, column), row, column, expected, quantile));
        double low = filling.within(column, interval.low);
        double high = filling.within(column, interval.high);
        return Optional.of(
                kinds.apply(column) == ColumnKind.COUNT
                        ? new Interval(whole(low), whole(high))
                        : new Interval(low, high));
    }

    /* The whole number below; a number that is whole but for rounding is that. */
    private static double whole(double number) {
        double nearest = Math.rint(number);
        return Math.abs(number - nearest) < WHOLE ? nearest : Math.floor(number);
    }

    /* The interval of a cell that a fit of numbers fills. A law of numbers from 0 on says nothing of one that is surely below. */
    private Interval around(double value, int row, int column, Expected expected, double quantile) {
        double scale = scale(row, column, expected);
        double error = standardError(row, column);
        double half = Math.max(quantile * expected.error, moved.at(row, column));
        if (SkewedLaw.isOf(kinds.apply(column)) && error > 0 && value + half >= 0) {
            double[] ends = new SkewedLaw(kinds.apply(column), value, error).within(quantile / scale);
            return new Interval(Math.min(ends[0], value), ends[1]);
        }
        return new Interval(value - half, value + half);
    }

    private double scale(int row, int column, Expected expected) {
        return isCount(row, column) ? 1 : calibration(row, column).scale(expected.unseen);
    }

    /* Whether the standard error of a cell is what a fit of counts expects. */
    private boolean isCount(int row, int column) {
        return between(row, column).isEmpty()
                && skewed.map(each -> each.counts.test(column)).orElse(false);
    }
}
