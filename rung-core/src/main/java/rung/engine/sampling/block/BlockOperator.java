package rung.engine.sampling.block;

/**
 * A sparse matrix A with a number at each entry, known by its products with blocks of vectors. It does not say where the blocks are
 * kept.
 *
 * @param <L> the kind of block: in memory, or spread over machines
 */
public interface BlockOperator<L extends TallBlock<L>> {
    /**
     * Computes A·B.
     *
     * @param columns the block B, with a row for each column of A
     * @return the product, with a row for each row of A
     */
    L multiply(L columns);

    /**
     * Computes Aᵀ·B.
     *
     * @param rows the block B, with a row for each row of A
     * @return the product, with a row for each column of A
     */
    L multiplyTransposed(L rows);
}
