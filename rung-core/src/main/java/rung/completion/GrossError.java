package rung.completion;

import java.util.Comparator;
import java.util.List;
import rung.data.Observations;

/**
 * An observed entry that is so far from what the rest of the table says that it is taken for an error, and is left out.
 *
 * @param row the row, from 0
 * @param column the column, from 0
 * @param value what was observed
 * @param expected what the rest of the table says: what would be filled in if it were a hole
 * @param deviations how far off it is, in standard deviations of the noise in its column and of what is not known of the cell; negative if it is too
 *     low
 */
public record GrossError(int row, int column, double value, double expected, double deviations) {
    /** The same entry, of which the rest of the table says something else. */
    GrossError expecting(double newExpected) {
        return new GrossError(row, column, value, newExpected, deviations);
    }

    /**
     * Leaves errors out of a table.
     *
     * @param errors the errors; one that is not in the table is ignored
     * @param data the table
     * @return the other observations
     */
    public static Observations without(List<GrossError> errors, Observations data) {
        long[] cells = errors.stream()
                .mapToLong(error -> key(error.row(), error.column()))
                .sorted()
                .toArray();
        Observations.Builder kept = Observations.builder(data.rows(), data.columns());
        int[] next = {0};
        data.forEach((i, j, value, weight) -> { // row after row, as the errors are
            long cell = key(i, j);
            while (next[0] < cells.length && cells[next[0]] < cell) {
                next[0]++;
            }
            if (next[0] == cells.length || cells[next[0]] != cell) {
                kept.add(i, j, value);
            }
        });
        return kept.build();
    }

    private static long key(int row, int column) {
        return (long) row << Integer.SIZE | column;
    }

    /** Returns errors in the order in which they are told. */
    static List<GrossError> mostDistantFirst(List<GrossError> errors) {
        return errors.stream()
                .sorted(Comparator.comparingDouble(error -> -Math.abs(error.deviations)))
                .toList();
    }
}
