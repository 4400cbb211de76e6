package rung;

/**
 * A problem whose engine minimizes R itself, so that every algorithm accepts it.
 *
 * @param <A> the engine's iterate
 */
public interface ExactProblem<A extends ExactIterate<A>> extends Problem<A> {
    /**
     * The strong convexity ρ⁻ of R, as in {@link ConvexFunction#strongConvexity()}.
     *
     * @return ρ⁻; 0 if none is known
     */
    default double strongConvexity() {
        return 0;
    }
}
