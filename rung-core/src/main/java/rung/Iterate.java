package rung;

import rung.linalg.SingularPair;

/**
 * The working solution of one run: what {@link rung.algorithm.FastGreedy} climbs without seeing how it is stored. Each engine has an
 * implementation of its own. Engines whose refits minimize R itself promise more, see {@link ExactIterate}.
 *
 * <p>An iterate is confined to one thread at a time; its methods may use many.
 *
 * @param <A> the implementing class
 */
public interface Iterate<A extends Iterate<A>> {
    /** The number of columns of U and V. */
    int rank();

    /** The objective of the engine at U and V as they stand. */
    double value();

    /**
     * A pair to insert next: vectors u and v, of any length, with σ = uᵀ·G·v where G is the gradient of the loss at U·Vᵀ. σ is NaN if
     * the gradient is not finite, and 0 if nothing is left to find. Calls in a row may give different pairs.
     */
    SingularPair steepest();

    /** The s ≥ 0 that minimizes the loss of U·Vᵀ − s·u·vᵀ. */
    double lineSearch(SingularPair pair);

    /** U ← (U −√s·u), V ← (V √s·v). The sign makes a pair of the gradient a step down. */
    void append(SingularPair pair, double s);

    /** Drops column i of U and of V. */
    void remove(int i);

    /** ‖U·1ᵢ‖·‖V·1ᵢ‖ for each i. */
    double[] weights();

    /** Replaces the given side, given the other one, in the way that is the engine's own. */
    void refit(Side side);

    /** An independent copy of this solution; whatever never changes is shared. */
    A copy();

    /** Frees what this solution holds outside of the heap; it is not used any more. */
    default void release() {}

    /**
     * The matrix that this solution predicts. It may be more than U·Vᵀ: an engine that averages gives the average, and one that knows
     * biases adds them.
     */
    LowRankMatrix matrix();
}
