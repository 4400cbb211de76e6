package rung;

import rung.linalg.LinearOperator;
import rung.linalg.SingularPair;

/**
 * A working solution A = U·Vᵀ whose value is R(A) itself, and whose refits minimize it: all that the four algorithms of [AS21] ask for.
 *
 * @param <A> the implementing class
 */
public interface ExactIterate<A extends ExactIterate<A>> extends Iterate<A> {
    /** How exactly {@link #steepest()} finds its pair. */
    double FAST = 1e-2;

    /** R(U·Vᵀ), with whatever penalty on the factors the engine carries. A refit from where the factors are never raises it. */
    @Override
    double value();

    /** ∇R(U·Vᵀ), without the penalty on the factors. */
    LinearOperator gradient();

    /**
     * H₁(∇R(U·Vᵀ)): the largest singular value of the gradient G and its unit vectors, with ‖Gᵀu − σv‖ ≤ tolerance·σ; σ = NaN if
     * the gradient is not finite.
     */
    SingularPair steepest(double tolerance);

    @Override
    default SingularPair steepest() {
        return steepest(FAST);
    }

    /**
     * A pair that fits what A = U·Vᵀ leaves to explain better than a pair of the gradient does, sought from there; the same pair from an
     * engine that knows of none.
     */
    default SingularPair fitted(SingularPair pair) {
        return pair;
    }

    /** U·Σ·Vᵀ ← SVD(U·Vᵀ) without its smallest singular value; U ← U·Σ^½, V ← V·Σ^½. */
    void truncate();

    /** OPTIMIZE: U·Vᵀ ← argmin R(U·X·Vᵀ) over r×r matrices X. The columns of U and V may become others with the same spans. */
    void refitCore(Refit refit);

    /** OPTIMIZE_FAST: replaces the given side by the one that minimizes R(U·Vᵀ). The other stays as it is. */
    void refit(Side side, Refit refit);

    @Override
    default void refit(Side side) {
        refit(side, Refit.exact());
    }

    /** U·Vᵀ as it stands. */
    @Override
    LowRankMatrix matrix();
}
