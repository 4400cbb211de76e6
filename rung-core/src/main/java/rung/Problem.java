package rung;

/**
 * A function to be minimized under a rank constraint, together with the engine that does the numerical work on it.
 *
 * @param <A> the engine's iterate
 */
public interface Problem<A extends Iterate<A>> {
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
     * Creates an iterate to begin with: of rank 0, unless the problem was given another start.
     *
     * @return a new iterate
     */
    A start();

    /**
     * The seed of every random choice that the engine makes.
     *
     * @return the seed
     */
    long seed();

    /**
     * The number of threads of the engine. The result does not depend on it.
     *
     * @return the number
     */
    int threads();

    /**
     * One line for the provenance: which function, how large, which engine.
     *
     * @return the line
     */
    String description();
}
