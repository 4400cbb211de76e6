package rung;

/**
 * A function to be minimized under a rank constraint, together with the engine that does the numerical work on it.
 *
 * @param <A> the engine's working solution
 */
public interface Problem<A extends Iterate<A>> {
    /** m. */
    int rows();

    /** n. */
    int columns();

    /** A new working solution: of rank 0, unless the problem was given another to start from. */
    A start();

    /** The seed of every random choice that the engine makes. */
    long seed();

    /** How many threads the engine itself works on; the answer does not depend on it. */
    int threads();

    /** One line for the provenance: which function, how large, which engine. */
    String description();
}
