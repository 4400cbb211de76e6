package rung.engine.sampling;

import rung.linalg.SingularPair;

/**
 * A pair of vectors u and v that was found for {@link SampledFactors}, kept where the factors are: in memory, or spread over machines.
 *
 * @param <F> the kind of factors
 */
public interface ColumnPair<F> {
    /**
     * σ = uᵀ·G·v, where G are the residuals of the factors.
     *
     * @return σ
     */
    double sigma();

    /**
     * Computes Σ over the entries of (u_i·v_j)².
     *
     * @return the sum
     */
    double squaredNorm();

    /**
     * Appends the pair to factors as a column that was not drawn yet: U ← (U −√s·u), V ← (V √s·v).
     *
     * @param factors the factors
     * @param s the scale
     */
    void appendTo(F factors, double s);

    /**
     * The same pair with another σ, turned downhill: if σ is negative, u and σ change their signs.
     *
     * @param sigma the σ of this pair
     * @return a pair whose σ is not negative
     */
    ColumnPair<F> downhill(double sigma);

    /**
     * Gathers both vectors in the memory of this JVM.
     *
     * @return the pair
     */
    SingularPair gathered();
}
