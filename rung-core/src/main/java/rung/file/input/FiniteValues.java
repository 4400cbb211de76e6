package rung.file.input;

import rung.file.Table;

/** The values for the holes of a table, each checked to be finite when it is asked for. */
public record FiniteValues(Table table, Table.CellValues values) {
    /**
     * Returns the value for the hole at a row and a column, both counted from 0.
     *
     * @throws IllegalArgumentException if the value is infinite or NaN
     */
    public double at(int row, int column) {
        double value = values.at(row, column);
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(
                    "the value for the hole at " + table.place(row, column) + " must be finite, got " + value);
        }
        return value;
    }
}
