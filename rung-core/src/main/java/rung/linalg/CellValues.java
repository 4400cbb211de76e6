package rung.linalg;

/** A number for each cell of a matrix or a table, such as what is predicted there. */
@FunctionalInterface
public interface CellValues {
    /**
     * Gives the number for a cell.
     *
     * @param row the row, from 0
     * @param column the column, from 0; of a table, the numeric column
     * @return the number
     */
    double at(int row, int column);
}
