package rung.baseline.table;

import java.util.stream.IntStream;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;

/** One number for each column, such as its mean. */
final class ColumnCenters {
    private ColumnCenters() {}

    /** Finds the center of some values. */
    interface Center {
        /**
         * Finds the center of the first values of an array, which it may reorder.
         *
         * @param count how many values there are, at least 1
         */
        double of(double[] values, int count);
    }

    /** Finds the center of each column; of the whole table for a column without a value, and 0 for an empty table. */
    static double[] of(Observations data, Center center) {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        boolean hasEmpty = IntStream.range(0, columns.count()).anyMatch(j -> columns.size(j) == 0);
        double overall = hasEmpty && data.count() > 0 ? center.of(data.values().clone(), data.count()) : 0;
        double[] centers = new double[data.columns()];
        double[] column = new double[columns.longest()];
        for (int j = 0; j < centers.length; j++) {
            columns.load(data.values(), j, column);
            centers[j] = columns.size(j) > 0 ? center.of(column, columns.size(j)) : overall;
        }
        return centers;
    }

    /** Puts the center of its column into each of some cells. */
    static double[] spread(double[] centers, Pattern cells) {
        Pattern.Lines rows = cells.lines(Side.LEFT);
        double[] filled = new double[cells.count()];
        for (int i = 0; i < rows.count(); i++) {
            for (int k = 0; k < rows.size(i); k++) {
                filled[rows.position(i, k)] = centers[rows.other(i, k)];
            }
        }
        return filled;
    }
}
