package rung.engine.sampling.block;

/**
 * A {@link FloatBlock} B with a row for each line of a side and few columns, wherever it is kept: in memory, or spread over machines.
 *
 * @param <L> the implementing class
 */
public interface TallBlock<L extends TallBlock<L>> {
    /**
     * The number of columns.
     *
     * @return the number
     */
    int width();

    /**
     * Computes BᵀB.
     *
     * @return the products, row by row
     */
    double[] products();

    /**
     * Computes B·Mᵀ.
     *
     * @param matrix a square matrix M, row by row
     * @return a new block
     */
    L times(float[] matrix);

    /**
     * Replaces the columns from one on by random vectors whose norm is about 1.
     *
     * @param from the first column that is replaced
     * @param key the key of the random numbers
     * @return a new block
     */
    L withRandom(int from, long key);

    /**
     * Makes sure that the numbers can be used after the block they were computed from is released.
     *
     * @return a block with the same numbers
     */
    L kept();

    /** Frees what the block holds outside of the heap. It must not be used afterwards. */
    void release();
}
