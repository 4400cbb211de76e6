package rung;

import rung.linalg.Side;
import rung.linalg.SingularPair;

/**
 * The working solution of one run, U·Vᵀ. Algorithms change it step by step without seeing how it is stored. Each engine has an
 * implementation of its own; an engine whose refits minimize R itself promises more, see {@link ExactIterate}.
 *
 * <p>An iterate is used by one thread at a time; its methods may use many.
 *
 * @param <A> the implementing class
 */
public interface Iterate<A extends Iterate<A>> {
    /**
     * The number of columns of U and V.
     *
     * @return the rank
     */
    int rank();

    /**
     * The objective of the engine at the current U and V.
     *
     * @return the value; lower is better
     */
    double value();

    /**
     * Finds a pair to insert next: vectors u and v, of any length, with σ = uᵀ·G·v where G is the gradient of the loss at U·Vᵀ.
     * Successive calls may give different pairs.
     *
     * @return the pair; σ is NaN if the gradient is not finite, and 0 if nothing is left to find
     */
    SingularPair steepest();

    /**
     * Finds a pair as {@link #steepest} does, without gathering its vectors where they are spread over machines.
     *
     * @return the pair, which enters scaled by {@link #lineSearch}
     */
    default Candidate<A> candidate() {
        SingularPair pair = steepest();
        return Candidate.of(pair.sigma(), a -> {
            double s = a.lineSearch(pair);
            if (s > 0) {
                a.append(pair, s);
            }
            return s > 0;
        });
    }

    /**
     * Finds the s ≥ 0 that minimizes the loss of U·Vᵀ − s·u·vᵀ.
     *
     * @param pair u and v
     * @return s
     */
    double lineSearch(SingularPair pair);

    /**
     * Appends a pair: U ← (U −√s·u), V ← (V √s·v). The sign makes a pair of the gradient a step down.
     *
     * @param pair u and v
     * @param s the scale of the pair, above 0
     */
    void append(SingularPair pair, double s);

    /**
     * Removes a column of U and of V.
     *
     * @param i the column, from 0
     */
    void remove(int i);

    /**
     * The weight ‖U·1ᵢ‖·‖V·1ᵢ‖ of each column i.
     *
     * @return a weight for each column
     */
    double[] weights();

    /**
     * Refits one side, given the other, in the engine's own way.
     *
     * @param side the side to replace
     */
    void refit(Side side);

    /** Refits both sides in turn, U first. An engine that is spread over machines may do so in one go. */
    default void refitBoth() {
        refit(Side.LEFT);
        refit(Side.RIGHT);
    }

    /**
     * Makes an independent copy; parts that never change are shared.
     *
     * @return the copy
     */
    A copy();

    /** Frees what this iterate holds outside of the heap. It must not be used afterwards. */
    default void release() {}

    /**
     * The matrix that this iterate predicts. It may be more than U·Vᵀ: an engine that averages gives the average, and one that has
     * biases adds them.
     *
     * @return the matrix
     */
    LowRankMatrix matrix();
}
