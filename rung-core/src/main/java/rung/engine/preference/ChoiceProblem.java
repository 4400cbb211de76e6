package rung.engine.preference;

/**
 * Entries to fit preferences to, wherever they are kept: the problem of {@link Preferences}. Immutable.
 *
 * @param <A> the pair that is fitted
 */
public interface ChoiceProblem<A extends PreferenceClimb<A>> {
    /** {@return the number of entries in each row; a new array} */
    int[] rowCounts();

    /** {@return the number of entries in each column; a new array} */
    int[] columnCounts();

    /**
     * Multiplies the target at (i, j) by rows_i·columns_j, see {@link Preferences#withScales}.
     *
     * @param rows a positive number for each row
     * @param columns a positive number for each column
     * @return a changed copy
     */
    ChoiceProblem<A> withScales(float[] rows, float[] columns);

    /** {@return the sum of the squares of all targets, scales included} */
    double sumOfSquaredTargets();

    /**
     * Begins at rank 0.
     *
     * @param lambda λ of the penalty
     * @param nu ν of the penalty
     * @return a new pair
     */
    A start(double lambda, double nu);

    /**
     * Begins where a pair for other entries of the same matrix, or for another penalty, is.
     *
     * @param lambda λ of the penalty
     * @param nu ν of the penalty
     * @param from the pair, which stays as it is
     * @return a new pair
     */
    A start(double lambda, double nu, A from);

    /**
     * The left factor of a pair, in the memory of this JVM.
     *
     * @param pair the pair
     * @return U, with a row for each row of the matrix
     */
    FactorRows left(A pair);

    /**
     * The right factor of a pair, in the memory of this JVM.
     *
     * @param pair the pair
     * @return V, with a row for each column of the matrix
     */
    FactorRows right(A pair);
}
