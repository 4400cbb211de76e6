package rung;

import rung.linalg.SingularPair;

/**
 * The working solution A = U·Vᵀ of one run: what an algorithm climbs, without seeing how it is stored. Each engine is one
 * implementation.
 *
 * <p>An iterate is confined to one thread at a time; its methods may use many.
 */
public interface Iterate {
    /** The number of columns of U and V. */
    int rank();

    /** R(U·Vᵀ), with whatever penalty on the factors the engine carries. */
    double value();

    /**
     * H₁(∇R(U·Vᵀ)): the largest singular value of the gradient G and its vectors, with ‖Gᵀu − σv‖ ≤ tolerance·σ; σ = NaN if
     * the gradient is not finite.
     */
    SingularPair steepest(double tolerance);

    /** The s ≥ 0 that minimizes R(U·Vᵀ − s·u·vᵀ), the exact line search along a pair of the gradient. */
    double lineSearch(SingularPair pair);

    /**
     * A pair that fits what A = U·Vᵀ leaves to explain better than a pair of the gradient does, sought from there; the same pair from an
     * engine that knows of none.
     */
    default SingularPair fitted(SingularPair pair) {
        return pair;
    }

    /** U ← (U −√s·u), V ← (V √s·v). The sign makes a pair of the gradient a step down. */
    void append(SingularPair pair, double s);

    /** Drops column i of U and of V. */
    void remove(int i);

    /** ‖U·1ᵢ‖·‖V·1ᵢ‖ for each i. */
    double[] weights();

    /** U·Σ·Vᵀ ← SVD(U·Vᵀ) without its smallest singular value; U ← U·Σ^½, V ← V·Σ^½. */
    void truncate();

    /** OPTIMIZE: X ← argmin R(U·X·Vᵀ) over r×r matrices, U ← U·X. */
    void refitCore(Refit refit);

    /** OPTIMIZE_FAST: replaces the given side by the one that minimizes R(U·Vᵀ), the other staying as it is. */
    void refit(Side side, Refit refit);

    /** Whether a refit never raises the value. An engine that draws its refits at random wanders instead. */
    default boolean descends() {
        return true;
    }

    /** An independent copy of this solution; whatever never changes is shared. */
    Iterate copy();

    /** Frees what this solution holds outside of the heap; it is not used any more. */
    default void release() {}

    /** U·Vᵀ as it stands. */
    LowRankMatrix matrix();
}
