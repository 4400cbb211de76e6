package rung.linalg;

/** A matrix A, m×n, that is known only by its products with blocks of vectors: it need not store its entries. */
public interface LinearOperator {
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
     * Multiplies a block from the left: A·X.
     *
     * @param x the block X, n×k
     * @return the product, m×k
     */
    Matrix multiply(Matrix x);

    /**
     * Multiplies a block by the transpose: Aᵀ·Y.
     *
     * @param y the block Y, m×k
     * @return the product, n×k
     */
    Matrix multiplyTransposed(Matrix y);
}
