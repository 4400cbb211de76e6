package rung;

/** A function to be minimized under a rank constraint, together with the engine that does the numerical work on it. */
public interface Problem {
    int rows();

    int columns();

    /** A new working solution of rank 0. */
    Iterate start();

    /** As {@link ConvexFunction#strongConvexity()}. */
    default double strongConvexity() {
        return 0;
    }

    /** The seed of every random choice that the engine makes. */
    long seed();

    /** How many threads the engine itself works on; the answer does not depend on it. */
    int threads();

    /** One line for the provenance: which function, how large, which engine. */
    String description();
}
