package rung;

/**
 * A problem whose engine minimizes R itself, so that every algorithm accepts it.
 *
 * @param <A> the engine's working solution
 */
public interface ExactProblem<A extends ExactIterate<A>> extends Problem<A> {
    /** As {@link ConvexFunction#strongConvexity()}. */
    default double strongConvexity() {
        return 0;
    }
}
