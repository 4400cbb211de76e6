package rung.comparison;

/** What a method predicts for each cell of a table, or for each user and item. */
@FunctionalInterface
public interface CellValues {
    /**
     * Predicts a value.
     *
     * @param row the row, or the number of the user, from 0
     * @param column the column, or the number of the item, from 0
     * @return the value
     */
    double at(int row, int column);
}
