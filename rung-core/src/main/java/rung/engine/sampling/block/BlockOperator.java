package rung.engine.sampling.block;

/**
 * A matrix that has numbers where the entries are, known by its products with blocks, wherever those are kept.
 *
 * @param <L> where they are kept
 */
public interface BlockOperator<L extends TallBlock<L>> {
    /** A·B, where B has a row for each column of A. */
    L multiply(L columns);

    /** Aᵀ·B, where B has a row for each row of A. */
    L multiplyTransposed(L rows);
}
