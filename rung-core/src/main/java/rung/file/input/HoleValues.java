package rung.file.input;

import rung.file.Table;
import rung.linalg.CellValues;

/**
 * The values for the holes of a table: a finite number, or NaN for a hole that stays. Each is checked when it is asked for.
 *
 * @param table the table, which names the place of a hole in messages
 * @param values gives the values
 */
public record HoleValues(Table table, CellValues values) {
    /**
     * Returns the value for a hole.
     *
     * @param row the row of the hole, from 0
     * @param column the column of the hole, from 0
     * @return the value, finite; NaN if the hole stays
     * @throws IllegalArgumentException if the value is infinite
     */
    public double at(int row, int column) {
        double value = values.at(row, column);
        if (Double.isInfinite(value)) {
            throw new IllegalArgumentException(
                    "the value for the hole at " + table.place(row, column) + " must be finite, got " + value);
        }
        return value;
    }
}
