package rung.file.input;

/**
 * The size of a table and the number of its holes, whose text is part of a table's description.
 *
 * @param rows the number of rows
 * @param columns the number of numeric columns
 * @param count the number of holes
 */
public record HoleCount(int rows, int columns, int count) {
    /** Returns a phrase such as "3×4, 2 of 12 values missing". */
    @Override
    public String toString() {
        long cells = (long) rows * columns;
        return rows + "×" + columns + ", "
                + (count == 0 ? "no value missing" : count + " of " + cells + " values missing");
    }
}
