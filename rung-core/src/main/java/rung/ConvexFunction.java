package rung;

import rung.linalg.LinearOperator;

/**
 * A differentiable convex function R of an m×n matrix: all that a user writes.
 *
 * <p>Both methods are given a {@link LowRankMatrix}, whose factors, entries and products they may use; the gradient is
 * returned as an operator, so that a sparse or structured one is never written out.
 */
public interface ConvexFunction {
    /** m. */
    int rows();

    /** n. */
    int columns();

    /** R(A); not a finite number where R is not defined. */
    double value(LowRankMatrix a);

    /** ∇R(A), an m×n matrix with entries ∂R/∂A_ij. */
    LinearOperator gradient(LowRankMatrix a);

    /**
     * A ρ⁻ with R(B) ≥ R(A) + ⟨∇R(A), B−A⟩ + ρ⁻/2·‖B−A‖² for all A, B; or 0 where none is known. With a positive one the
     * solution carries a {@link Certificate}.
     */
    default double strongConvexity() {
        return 0;
    }
}
