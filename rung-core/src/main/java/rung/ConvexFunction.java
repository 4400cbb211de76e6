package rung;

import rung.linalg.LinearOperator;

/**
 * A differentiable convex function R of an m×n matrix. This is all that a user with a function of one's own has to write.
 *
 * <p>Both methods are given a {@link LowRankMatrix}, whose factors, entries and products they may use; the gradient is returned as an
 * operator, so that a sparse or structured one is never written out.
 */
public interface ConvexFunction {
    /**
     * The number m of rows.
     *
     * @return m
     */
    int rows();

    /**
     * The number n of columns.
     *
     * @return n
     */
    int columns();

    /**
     * The value R(A).
     *
     * @param a the matrix A
     * @return the value; not a finite number where R is not defined
     */
    double value(LowRankMatrix a);

    /**
     * The gradient ∇R(A), an m×n matrix with entries ∂R/∂A_ij.
     *
     * @param a the matrix A
     * @return the gradient, as an operator
     */
    LinearOperator gradient(LowRankMatrix a);

    /**
     * A ρ⁻ with R(B) ≥ R(A) + ⟨∇R(A), B−A⟩ + ρ⁻/2·‖B−A‖² for all A, B. If it is positive, solutions carry a {@link Certificate}.
     *
     * @return ρ⁻; 0 if none is known
     */
    default double strongConvexity() {
        return 0;
    }
}
