package rung.completion.order;

import java.util.SplittableRandom;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * What is observed of a row.
 *
 * @param columns the observed columns, ascending
 * @param values their values, standardized
 */
record KnownRow(int[] columns, double[] values) {
    static KnownRow of(Observations data, int row, RowProcesses processes) {
        Pattern.Lines lines = data.pattern().lines(Side.LEFT);
        int[] columns = new int[lines.size(row)];
        double[] values = new double[columns.length];
        for (int k = 0; k < columns.length; k++) {
            columns[k] = lines.other(row, k);
            values[k] = processes.standardized(columns[k], data.values()[lines.position(row, k)]);
        }
        return new KnownRow(columns, values);
    }

    /** Some cells of the row, chosen at random, but never all of them. */
    KnownRow some(int count, SplittableRandom random) {
        int many = Math.max(0, Math.min(count, columns.length - 1));
        int[] someColumns = new int[many];
        double[] someValues = new double[many];
        for (int k = 0, next = 0; next < many; k++) {
            if (random.nextInt(columns.length - k) < many - next) {
                someColumns[next] = columns[k];
                someValues[next++] = values[k];
            }
        }
        return new KnownRow(someColumns, someValues);
    }
}
