package rung.engine;

import rung.LowRankMatrix;
import rung.Side;
import rung.linalg.SingularPair;

/**
 * Both sides of a {@link Sampling} and the entries they are drawn from, wherever those are kept: in memory, or spread over
 * machines. {@link SamplingIterate} is the chain of draws itself, and the same for all of them.
 */
public interface SampledFactors {
    /** The number of entries. */
    long count();

    int rank();

    /** How many lines a side has. */
    int lines(Side side);

    /** The sum of the squared residuals of the last draws. */
    double squares();

    /** The top pair of the residuals U·Vᵀ − M of the last draws, by at most so many products from either side. */
    SingularPair top(double tolerance, int steps, long seed);

    /** Σ over the entries of (u_i·v_j)². */
    double squaredNorm(SingularPair pair);

    /** The mean square of each column of a side's last draws, bias last. */
    double[] meanSquares(Side side);

    /**
     * Draws every line of the side, see {@link SideDraw}.
     *
     * @return the sum of the squared residuals
     */
    double draw(Side side, double[] priors, double noise, long key);

    /** U ← (U −√s·u), V ← (V √s·v), neither drawn yet. */
    void append(SingularPair pair, double s);

    /** Drops column i of both sides. */
    void remove(int i);

    /** The means over the draws begin anew. */
    void forget();

    /** An independent copy; whatever never changes is shared. */
    SampledFactors copy();

    /** Frees what these factors hold outside of the heap; they are not used any more. */
    default void release() {}

    /** See {@link SamplingIterate#matrix}. */
    LowRankMatrix matrix(double mean);

    /** See {@link SamplingIterate#settled}. */
    BiasedFactors settled(double mean, double noise);
}
