package rung.completion;

/**
 * How sure the cells of a completed table are. A standard error is what the fit expects, times what the held-out cells say of such
 * expectations; an interval is as wide as held-out cells needed it.
 */
public final class Uncertainty {
    private final Spread expected;
    private final Calibration calibration;

    Uncertainty(Spread expected, Calibration calibration) {
        this.expected = expected;
        this.calibration = calibration;
    }

    /** The standard error that a fit expects of each cell, noise included. */
    @FunctionalInterface
    interface Spread {
        double at(int row, int column);
    }

    /**
     * The standard error of a cell as a prediction of what would be observed there, noise included.
     *
     * @param row the row, from 0
     * @param column the column, from 0
     * @return the standard error, in the unit of the column
     */
    public double standardError(int row, int column) {
        return calibration.scale() * expected.at(row, column);
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
        return calibration.quantile(probability) * expected.at(row, column);
    }
}
