package rung.linalg;

/**
 * One term σ·u·vᵀ of a singular value decomposition. The arrays are not copied.
 *
 * @param sigma the singular value σ
 * @param u the left singular vector, of norm 1
 * @param v the right singular vector, of norm 1
 */
public record SingularPair(double sigma, double[] u, double[] v) {}
