package rung.engine.sampling;

import rung.LowRankMatrix;
import rung.Side;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.biased.Moments;
import rung.engine.sampling.biased.Prior;
import rung.engine.sampling.block.LineScale;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;

/**
 * Both sides of a {@link Sampling} and the entries they are drawn from, wherever those are kept: in memory, or spread over
 * machines. {@link SamplingIterate} is the chain of draws itself, and the same for all of them.
 *
 * @param <F> the implementing class
 */
public interface SampledFactors<F extends SampledFactors<F>> {
    /** The number of entries. */
    long count();

    int rank();

    /** How many lines a side has. */
    int lines(Side side);

    /** The sum of the squared residuals of the last draws. */
    double squares();

    /**
     * A pair near the top one of the scaled residuals U·Vᵀ − M of the last draws, to be appended next: u and v with σ = uᵀ·G·v, not of
     * unit length; see {@link LineScale} and {@link Directions}, which a copy begins anew.
     */
    SingularPair top();

    /** Σ over the entries of (u_i·v_j)². */
    double squaredNorm(SingularPair pair);

    /** What the prior of a side has to know of its last draws. */
    Moments moments(Side side);

    /**
     * Draws every line of the side, see {@link SideDraw}.
     *
     * @return the sum of the squared residuals
     */
    double draw(Side side, Prior prior, long key);

    /** U ← (U −√s·u), V ← (V √s·v), neither drawn yet. */
    void append(SingularPair pair, double s);

    /** Drops column i of both sides. */
    void remove(int i);

    /** The means over the draws begin anew. */
    void resetMeans();

    /** An independent copy; whatever never changes is shared. */
    F copy();

    /** Frees what these factors hold outside of the heap; they are not used any more. */
    default void release() {}

    /** See {@link SamplingIterate#matrix}. */
    LowRankMatrix matrix(double mean);

    /**
     * The product of both sides, of which a row is (x₁ … x_r, bias, 1).
     *
     * @param u changed on the way
     * @param v changed on the way
     */
    static LowRankMatrix product(Matrix u, Matrix v, double mean) {
        int r = u.columns() - 2;
        for (int i = 0; i < u.rows(); i++) {
            u.set(i, r, u.get(i, r) + mean);
        }
        for (int j = 0; j < v.rows(); j++) {
            double bias = v.get(j, r);
            v.set(j, r, 1);
            v.set(j, r + 1, bias);
        }
        return LowRankMatrix.of(u, v);
    }

    /** See {@link SamplingIterate#posteriorModel}. */
    BiasedFactors posteriorModel(double mean, double noise, double ridge);
}
