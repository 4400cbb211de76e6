package rung;

import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Svd;

/**
 * A bound on how far a solution A of rank r is from the best one, for a function with strong convexity ρ⁻.
 *
 * <pre>
 * R(A) − R(A*) ≤ min( (r + r*)/2·σ²,  r*·σ² + ε²/2 )/ρ⁻   for every A* of rank r*
 * σ = σ₁(∇R(A)),   ε = ‖Qᵀ·∇R(A)·W‖_F,   Q and W orthonormal bases of the columns and the rows of A
 * </pre>
 *
 * <p>Both bounds hold for any A. The first is ⟨∇R(A), A − A*⟩ ≤ σ·√(r + r*)·‖A − A*‖_F. The second is the proof of Theorem 2.1 [AS21],
 * with an extra term for what an inexact refit leaves: after an exact refit ε is 0.
 *
 * @param rank r
 * @param sigma σ
 * @param core ε
 * @param strongConvexity ρ⁻
 */
public record Certificate(int rank, double sigma, double core, double strongConvexity) {
    /**
     * Computes the certificate of a matrix.
     *
     * @param a the matrix A
     * @param gradient ∇R(A)
     * @param sigma the largest singular value of the gradient
     * @param strongConvexity ρ⁻, above 0
     * @return the certificate
     */
    public static Certificate of(LowRankMatrix a, LinearOperator gradient, double sigma, double strongConvexity) {
        Svd bases = a.orthonormal();
        Matrix core = bases.u().multiplyTransposed(gradient.multiply(bases.v()));
        return new Certificate(a.rank(), sigma, core.norm(), strongConvexity);
    }

    /**
     * The bound on R(A) − R(A*) for every A* of a given rank.
     *
     * @param other r*, the rank of A*
     * @return the bound
     */
    public double gap(int other) {
        double any = 0.5 * (rank + other) * sigma * sigma;
        double refitted = other * sigma * sigma + 0.5 * core * core;
        return Math.min(any, refitted) / strongConvexity;
    }
}
