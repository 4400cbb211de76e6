package rung.bench.completion;

import java.util.SplittableRandom;
import rung.completion.Completion;
import rung.completion.Preparation;
import rung.completion.order.Order;
import rung.completion.order.Stretches;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Side;

/**
 * A table with holes, and what is in them.
 *
 * @param observed the observed cells, which methods get
 * @param hidden the values of the cells to measure on, which they do not get
 * @param unit the unit of errors
 * @param isOrdered whether the rows are in an order, so that cells to choose by are held out in stretches as long as the holes
 */
record HiddenCells(Observations observed, Observations hidden, Unit unit, boolean isOrdered) {
    /** The unit of an error. */
    enum Unit {
        /** The root of the mean square, in the unit of the table. */
        OF_TABLE,
        /** The root of the mean square, in standard deviations of each column's observed cells. */
        OF_COLUMNS,
        /** The sum of squares over that of the hidden values, as in [AS21]. */
        OF_VALUES
    }

    /** Hides each cell of a table with a probability. */
    static HiddenCells scattered(Matrix table, double fraction, Unit unit, SplittableRandom random) {
        Observations.Builder observed = Observations.builder(table.rows(), table.columns());
        Observations.Builder hidden = Observations.builder(table.rows(), table.columns());
        for (int i = 0; i < table.rows(); i++) {
            for (int j = 0; j < table.columns(); j++) {
                (random.nextDouble() < fraction ? hidden : observed).add(i, j, table.get(i, j));
            }
        }
        return new HiddenCells(observed.build(), hidden.build(), unit, false);
    }

    /** Holds cells out of the observed ones, to choose by: a tenth, as the completion does. */
    Observations.Split split(long seed) {
        return isOrdered
                ? Stretches.split(observed, Order.of(Side.LEFT, observed.rows()), Completion.HELD_OUT, seed)
                : observed.split(Completion.HELD_OUT, seed);
    }

    /**
     * The error of what was filled in.
     *
     * @param filled a value for each hidden cell, in row order
     */
    double error(double[] filled) {
        Preparation.Fitted columns = Preparation.COLUMNS.fit(observed);
        double[] sums = new double[2];
        int[] next = new int[1];
        hidden.forEach((i, j, value, weight) -> {
            double difference = (filled[next[0]++] - value) / (unit == Unit.OF_COLUMNS ? columns.scale(j) : 1);
            sums[0] += difference * difference;
            sums[1] += value * value;
        });
        return unit == Unit.OF_VALUES ? sums[0] / sums[1] : Math.sqrt(sums[0] / filled.length);
    }
}
