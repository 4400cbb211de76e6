package rung.engine;

/**
 * {@link Traits#COUNT} numbers for each line of one side of the entries, wherever they are kept: the block B that {@link Presence}
 * iterates.
 *
 * @param <L> the class itself
 */
public interface LineNumbers<L extends LineNumbers<L>> {
    /** N·B for the other side, if these are the columns'; Nᵀ·B if they are the rows'; see {@link Presence}. */
    L other();

    /** BᵀB, row by row. */
    double[] products();

    /** B·Mᵀ for a square matrix M, row by row. */
    L times(float[] matrix);

    /** The same numbers, to be kept when what they were computed from is released. */
    L kept();

    /** They are not used any more. */
    void release();
}
