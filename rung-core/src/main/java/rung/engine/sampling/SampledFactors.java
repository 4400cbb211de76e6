package rung.engine.sampling;

import java.util.List;
import rung.LowRankMatrix;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.block.LineScale;
import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.posterior.LinePrior;
import rung.engine.sampling.posterior.Moments;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/**
 * Both sides of a {@link Sampling} and the entries they are drawn from, wherever these are kept: in memory ({@link MemoryFactors}), or
 * spread over machines. {@link SamplingIterate} is the chain of draws itself, and the same for all of them.
 *
 * @param <F> the implementing class
 */
public interface SampledFactors<F extends SampledFactors<F>> {
    /**
     * The number of entries.
     *
     * @return the number
     */
    long count();

    /**
     * The number of columns of each side, without the bias.
     *
     * @return the rank
     */
    int rank();

    /**
     * The number of lines of a side.
     *
     * @param side the side
     * @return the number of rows, or of columns
     */
    int lines(Side side);

    /**
     * The sum of the squared residuals of the last draws.
     *
     * @return the sum
     */
    double squares();

    /**
     * Finds a pair near the top one of the scaled residuals U·Vᵀ − M of the last draws, to be appended next; see {@link LineScale} and
     * {@link Directions}. A copy begins the search anew, and so does another smoothing.
     *
     * @param smoothing c of the scales
     * @return u and v with σ = uᵀ·G·v, not of unit length
     */
    ColumnPair<F> top(double smoothing);

    /**
     * Continues the search of a copy of these factors, which must not search any more.
     *
     * @param copy the copy
     */
    void takeSearch(F copy);

    /**
     * Takes the product of the columns' means apart into its singular pairs, the strongest first.
     *
     * @param negligible pairs that are weaker than this part of the strongest are left out
     * @return the pairs, their σ that of the product; none if the means are not finite
     */
    List<ColumnPair<F>> singularPairs(double negligible);

    /**
     * Computes Σ over the entries of (u_i·v_j)².
     *
     * @param pair u and v
     * @return the sum
     */
    double squaredNorm(SingularPair pair);

    /**
     * Computes the sums over the last draws of a side that its prior depends on.
     *
     * @param side the side
     * @return the sums
     */
    Moments moments(Side side);

    /**
     * Draws every line of a side, see {@link SideDraw}.
     *
     * @param side the side
     * @param prior the prior of its lines
     * @param scale multiplies the columns on their way into the means, see {@link SampledSide#beginDraw}; or empty
     * @param key the key of the random numbers
     * @return the sum of the squared residuals
     */
    double draw(Side side, LinePrior prior, float[] scale, long key);

    /**
     * Draws every row, then every column at the noise that the first draw leaves. Where that is low, the means begin anew between the draws.
     *
     * @param rows the draw of the rows
     * @param columns the draw of the columns, at any noise
     * @param rule what follows from the first draw
     * @return the sums of the squared residuals after the first draw and after the second
     */
    default double[] drawBoth(NextDraw rows, NextDraw columns, NoiseRule rule) {
        double first = draw(Side.LEFT, rows.prior(), rows.scale(), rows.key());
        double noise = rule.noise(first);
        if (rule.resetsMeans(noise)) {
            resetMeans();
        }
        NextDraw next = columns.at(noise);
        return new double[] {first, draw(Side.RIGHT, next.prior(), next.scale(), next.key())};
    }

    /**
     * Draws every row, then every column, several times, by priors that stay the same. The means are those of the last draws alone.
     *
     * @param rows the prior of the rows
     * @param columns the prior of the columns
     * @param rounds how many times, at least once
     */
    default void drawRounds(LinePrior rows, LinePrior columns, int rounds) {
        for (int round = 0; round < rounds; round++) {
            resetMeans();
            draw(Side.LEFT, rows, new float[0], 0);
            draw(Side.RIGHT, columns, new float[0], 0);
        }
    }

    /**
     * Appends a column that was not drawn yet: U ← (U −√s·u), V ← (V √s·v).
     *
     * @param pair u and v
     * @param s the scale
     */
    void append(SingularPair pair, double s);

    /**
     * Appends columns of normal random numbers that were not drawn yet. Each line has its own, see {@link rung.linalg.LineRandom}.
     *
     * @param columns the number of columns
     * @param variance the variance of the numbers
     * @param key the key of the random numbers
     */
    void appendRandom(int columns, double variance, long key);

    /**
     * Removes a column of both sides.
     *
     * @param i the column, from 0
     */
    void remove(int i);

    /** Begins the means over the draws anew. */
    void resetMeans();

    /**
     * Makes an independent copy; parts that never change are shared.
     *
     * @return the copy
     */
    F copy();

    /** Frees what these factors hold outside of the heap. They must not be used afterwards. */
    default void release() {}

    /**
     * The matrix that the means predict, see {@link SamplingIterate#matrix}.
     *
     * @param mean the mean μ of the entries
     * @return the matrix
     */
    LowRankMatrix matrix(double mean);

    /**
     * Computes the sum of the squared errors of the means' predictions on entries that were held out.
     *
     * @param heldOut the entries
     * @param mean the mean μ of the entries that were not
     * @param low the lowest prediction
     * @param high the highest prediction
     * @return the sum
     */
    default double squaredErrors(HeldOutEntries heldOut, double mean, double low, double high) {
        return squaredErrors(matrix(mean), heldOut, low, high, 0, heldOut.values().length);
    }

    /**
     * Computes the sum of the squared errors of a matrix on some entries.
     *
     * @param matrix the matrix
     * @param heldOut the entries
     * @param low the lowest prediction
     * @param high the highest prediction
     * @param from the first entry
     * @param to the entry after the last
     * @return the sum
     */
    static double squaredErrors(
            LowRankMatrix matrix, HeldOutEntries heldOut, double low, double high, int from, int to) {
        double sum = 0;
        for (int e = from; e < to; e++) {
            double predicted = matrix.get(heldOut.rows()[e], heldOut.columns()[e]);
            double error = Math.min(high, Math.max(low, predicted)) - heldOut.values()[e];
            sum += error * error;
        }
        return sum;
    }

    /**
     * Makes a matrix of both sides, whose rows are (x₁ … x_r, bias, 1).
     *
     * @param u the left side; changed
     * @param v the right side; changed
     * @param mean the mean μ of the entries
     * @return the matrix, with the biases and the mean in it
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

    /**
     * Makes the model to keep, see {@link SamplingIterate#posteriorModel}.
     *
     * @param mean the mean μ of the entries
     * @param noise the variance of the noise
     * @param ridge λ; 0 for none
     * @return the model
     */
    BiasedFactors posteriorModel(double mean, double noise, double ridge);
}
