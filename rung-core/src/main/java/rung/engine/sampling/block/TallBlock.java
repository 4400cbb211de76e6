package rung.engine.sampling.block;

/**
 * {@link FloatBlock} for each line of one side of the entries, wherever they are kept: a block B, which has few columns and a row
 * for each line.
 *
 * @param <L> the class itself
 */
public interface TallBlock<L extends TallBlock<L>> {
    /** The number of columns. */
    int width();

    /** BᵀB, row by row. */
    double[] products();

    /** B·Mᵀ for a square matrix M, row by row. */
    L times(float[] matrix);

    /** B·x. */
    double[] column(float[] x);

    /** The same, but from this column on random vectors whose norm is about 1. */
    L withRandom(int from, long key);

    /** The same numbers, to be kept when what they were computed from is released. */
    L kept();

    /** They are not used any more. */
    void release();
}
