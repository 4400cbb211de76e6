package rung.linalg;

/**
 * A matrix known by its products alone: it multiplies blocks of vectors from either side and need not store its entries.
 */
public interface LinearOperator {
    int rows();

    int columns();

    /** A·X for an n×k block X, where this operator A is m×n. */
    Matrix multiply(Matrix x);

    /** Aᵀ·Y for an m×k block Y. */
    Matrix multiplyTransposed(Matrix y);
}
