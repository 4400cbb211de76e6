package rung.baseline;

import rung.Solution;
import rung.data.Observations;

/**
 * A method that others use to complete a matrix, to compare Rung with. An implementation is a record of the method's own parameters.
 */
public interface Baseline {
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
     * Fits a matrix to observations. Each step (an iteration, an epoch, or one λ of a path) is a row of the trace. The matrix of the
     * solution is the last one or, if data is held out, the one with the least error there.
     *
     * @param data the observed entries
     * @param options limits, held-out data, listener, seed and threads
     * @return the matrix and the trace
     */
    Solution fit(Observations data, FitOptions options);
}
