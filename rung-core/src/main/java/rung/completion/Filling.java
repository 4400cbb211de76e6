package rung.completion;

import java.util.function.LongFunction;
import rung.completion.kind.Bounds;
import rung.linalg.CellValues;

/** What is filled into each cell, within the bounds of its column. */
public final class Filling {
    private final CellValues expected;
    private final LongFunction<CellValues> draws;
    private final Bounds bounds;

    /**
     * Creates it.
     *
     * @param expected what to expect of each cell
     * @param draws draws what may be in each cell instead; one draw for each number
     * @param bounds the bounds of the columns
     */
    Filling(CellValues expected, LongFunction<CellValues> draws, Bounds bounds) {
        this.expected = expected;
        this.draws = draws;
        this.bounds = bounds;
    }

    /**
     * Returns what is filled into a cell.
     *
     * @param row the row, from 0
     * @param column the column, from 0
     * @return the value
     */
    public double at(int row, int column) {
        double value = expected.at(row, column);
        double within = bounds.clip(column, value);
        if (value == within || value != Math.rint(value)) {
            return within;
        }
        double whole = value > within ? Math.floor(within) : Math.ceil(within); // a count stays one
        return bounds.clip(column, whole) == whole ? whole : within;
    }

    /** What is expected of a cell, which may be beyond what its column can hold. */
    double unbounded(int row, int column) {
        return expected.at(row, column);
    }

    /** How far the bounds of its column moved what is filled into a cell from what is expected there. */
    double moved(int row, int column) {
        return Math.abs(expected.at(row, column) - at(row, column));
    }

    /**
     * Moves a value to the nearest one that a column can hold, as all that is filled in is. The ends of an interval need it, too.
     *
     * @param column the column, from 0
     * @param value a value
     * @return the value, or the bound that it exceeds
     */
    public double within(int column, double value) {
        return bounds.clip(column, value);
    }

    /**
     * Draws what may be in the cells, see {@link Completion.Completed#draw}.
     *
     * @param number tells one draw from another
     * @return what is filled in by that draw
     */
    public Filling draw(long number) {
        return new Filling(draws.apply(number), draws, bounds);
    }

    CellValues drawn(long number) {
        return draws.apply(number);
    }
}
