package rung.file;

/** The values for the holes of a table, which must be finite. */
record Filling(Table table, Table.CellValues values) {
    double at(int row, int column) {
        double value = values.at(row, column);
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(
                    "the value for the hole at " + table.place(row, column) + " must be finite, got " + value);
        }
        return value;
    }
}
