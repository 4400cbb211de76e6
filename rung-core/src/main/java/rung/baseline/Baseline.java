package rung.baseline;

import rung.Solution;
import rung.data.Observations;

/**
 * A method that others use to complete a matrix, to compare with. An implementation is a record of what the method can be
 * told.
 */
public interface Baseline {
    /** Its name in a table. */
    String name();

    /** What it was told, in words. */
    String settings();

    /**
     * Fits a matrix to observations. Each step (an iteration, an epoch, a λ of a path) is a row of the trace; the matrix is the
     * last one, or the best on held-out data where such data was given.
     */
    Solution fit(Observations data, Course course);
}
