package rung;

import rung.linalg.LinearOperator;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/**
 * An iterate A = U·Vᵀ whose value is R(A) itself, and whose refits minimize it: all that the four algorithms of [AS21] ask for.
 *
 * @param <A> the implementing class
 */
public interface ExactIterate<A extends ExactIterate<A>> extends Iterate<A> {
    /** The tolerance with which {@link #steepest()} finds its pair. */
    double FAST = 1e-2;

    /**
     * The value R(U·Vᵀ), with whatever penalty on the factors the engine has. A refit that starts from the current factors never raises
     * it.
     */
    @Override
    double value();

    /**
     * The gradient ∇R(U·Vᵀ), without the penalty on the factors.
     *
     * @return the gradient, as an operator
     */
    LinearOperator gradient();

    /**
     * Computes H₁(∇R(U·Vᵀ)): the largest singular value σ of the gradient G and its unit vectors u and v.
     *
     * @param tolerance the search ends when ‖Gᵀu − σv‖ ≤ tolerance·σ
     * @return the pair; σ = NaN if the gradient is not finite
     */
    SingularPair steepest(double tolerance);

    @Override
    default SingularPair steepest() {
        return steepest(FAST);
    }

    /**
     * Improves a pair of the gradient: looks for a pair near it that explains more of what A = U·Vᵀ leaves unexplained.
     *
     * @param pair a pair of the gradient
     * @return a better pair; the same pair from an engine that has no such search
     */
    default SingularPair fitted(SingularPair pair) {
        return pair;
    }

    /** Removes the smallest singular value: U·Σ·Vᵀ ← SVD(U·Vᵀ) without it; U ← U·Σ^½, V ← V·Σ^½. */
    void truncate();

    /**
     * OPTIMIZE of the paper: U·Vᵀ ← argmin R(U·X·Vᵀ) over r×r matrices X. The columns of U and V may become others with the same spans.
     *
     * @param refit how many iterations, and from where
     */
    void refitCore(Refit refit);

    /**
     * OPTIMIZE_FAST of the paper: replaces one side by the one that minimizes R(U·Vᵀ). The other side stays as it is.
     *
     * @param side the side to replace
     * @param refit how many iterations, and from where
     */
    void refit(Side side, Refit refit);

    @Override
    default void refit(Side side) {
        refit(side, Refit.exact());
    }

    /** The matrix U·Vᵀ as it stands. */
    @Override
    LowRankMatrix matrix();
}
