package rung.completion;

import java.util.function.IntFunction;
import rung.linalg.CellValues;

/**
 * How sure the cells of a completed table are. A standard error is what the fit expects, times what the held-out cells say of such
 * expectations; an interval is as wide as held-out cells needed it.
 */
public final class Uncertainty {
    private final CellValues expected;
    private final IntFunction<Calibration> calibrations;

    /**
     * Creates it.
     *
     * @param expected the standard error that a fit expects of each cell, noise included
     * @param calibrations what the held-out cells say of the expectations for each column
     */
    Uncertainty(CellValues expected, IntFunction<Calibration> calibrations) {
        this.expected = expected;
        this.calibrations = calibrations;
    }

    double expected(int row, int column) {
        return expected.at(row, column);
    }

    Calibration calibration(int column) {
        return calibrations.apply(column);
    }

    /**
     * The standard error of a cell as a prediction of what would be observed there, noise included. For a category it is the
     * probability that the label is another.
     *
     * @param row the row, from 0
     * @param column the column, from 0
     * @return the standard error, in the unit of the column
     */
    public double standardError(int row, int column) {
        return calibration(column).scale() * expected.at(row, column);
    }

    /**
     * Half the width of an interval around a cell that contains what would be observed there with a given probability.
     *
     * @param row the row, from 0
     * @param column the column, from 0
     * @param probability above 0 and below 1
     * @return half the width, in the unit of the column
     */
    public double halfWidth(int row, int column, double probability) {
        if (!(probability > 0 && probability < 1)) {
            throw new IllegalArgumentException("probability must be between 0 and 1, got " + probability);
        }
        return calibration(column).quantile(probability) * expected.at(row, column);
    }
}
