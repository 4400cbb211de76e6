package rung;

/**
 * How far a solution can be from the best one, by the proof of Theorem 2.1 [AS21]: after an exact refit,
 *
 * <pre>R(A) − R(A*) ≤ r*·σ₁(∇R(A))²/ρ⁻   for every A* of rank r*</pre>
 *
 * @param sigma σ₁(∇R(A)) at the solution
 * @param strongConvexity ρ⁻
 */
public record Certificate(double sigma, double strongConvexity) {
    /** The bound on R(A) − R(A*) for every A* of the given rank. */
    public double gap(int rank) {
        return rank * sigma * sigma / strongConvexity;
    }
}
