package rung.completion;

/** A number for each cell of a table. */
@FunctionalInterface
interface Cells {
    double at(int row, int column);
}
