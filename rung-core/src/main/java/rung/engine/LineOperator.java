package rung.engine;

/**
 * A matrix that has numbers where the entries are, known by its products with blocks, wherever those are kept.
 *
 * @param <L> where they are kept
 */
public interface LineOperator<L extends LineNumbers<L>> {
    /** A·B, where B has a row for each column of A. */
    L multiply(L columns);

    /** Aᵀ·B, where B has a row for each row of A. */
    L multiplyTransposed(L rows);
}
