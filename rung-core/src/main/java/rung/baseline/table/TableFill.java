package rung.baseline.table;

import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Workers;

/**
 * A method that others use to fill the holes of a table straight from the observed cells, to compare Rung with. Unlike a {@code Baseline}
 * it has no steps, and what it fills in need not have a low rank. An implementation is a record of the method's own parameters.
 */
public interface TableFill {
    /**
     * The method's name, as tables show it.
     *
     * @return the name
     */
    String name();

    /**
     * The method's parameters, in words.
     *
     * @return one line of text
     */
    String settings();

    /**
     * Fills in cells. Each observation counts once, whatever its weight.
     *
     * @param data the observed cells
     * @param cells the positions of the cells to fill, in a table of the same size
     * @param workers the threads; the values do not depend on their number, bit for bit
     * @return the value of each of these cells, in row order
     */
    double[] fill(Observations data, Pattern cells, Workers workers);
}
