package rung.linalg;

/** One term σ·u·vᵀ of a singular value decomposition: u and v are unit vectors. The arrays are not copied. */
public record SingularPair(double sigma, double[] u, double[] v) {}
