package rung.engine.preference;

import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * Seen entries, stored twice: row after row and column after column, so that either side is refitted line by line without a lock.
 *
 * <p>An entry takes 4 bytes in each order, and in each 4 more for its weight and 4 for its target, unless all of these are one: 8 bytes
 * per entry in all if people chose or did not, 16 with counts.
 *
 * @param byRow the entries by row
 * @param byColumn the entries by column
 */
record Events(EventLines byRow, EventLines byColumn) {
    /** Stores the entries (i_k, j_k), given in any order; null in place of weights or targets means that all are one. */
    static Events of(int rows, int columns, int[] i, int[] j, float[] weights, float[] targets, Workers workers) {
        EventLines asGiven = EventLines.of(j, i, weights, targets, columns, workers);
        EventLines byRow = asGiven.transposed(rows, workers);
        return new Events(byRow, byRow.into(columns, asGiven, workers));
    }

    /** The same entries, where the target at (i, j) is multiplied by the scales of row i and of column j. */
    Events withScales(float[] rows, float[] columns) {
        return new Events(byRow.withScales(rows, columns), byColumn.withScales(columns, rows));
    }

    int rows() {
        return byRow.count();
    }

    int columns() {
        return byColumn.count();
    }

    int count() {
        return byRow.index().length;
    }

    /** The lines of a side. */
    EventLines lines(Side side) {
        return side == Side.LEFT ? byRow : byColumn;
    }
}
