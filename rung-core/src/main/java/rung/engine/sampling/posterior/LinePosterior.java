package rung.engine.sampling.posterior;

import java.util.Arrays;
import java.util.SplittableRandom;
import rung.engine.sampling.block.SampledSide;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;

/**
 * The posterior of one line, a user or an item, given the other side: a small least squares problem.
 *
 * <pre>min over x of Σ_k (y_k − f_k·x)² + Σ_k x'·diag(S_k)·x + s²·Σ_l (x_l − e_l)²/c_l</pre>
 *
 * <p>where f_k is the other side's line at the k-th observation y_k, S_k its variance, e what is expected of the line before its values
 * are seen, c the prior variances and s² that of the noise; or with a ridge, see {@link LinePrior}, in place of the last sum. The same
 * class trains and folds in. It is for one thread at a time, and owns its work space.
 */
public final class LinePosterior {
    private static final FloatKernels KERNELS = KernelChoice.single();

    /** The number of entries that are added to the normal equations at once: their rows stay in the cache. */
    private static final int BLOCK = 512;

    private final float[] factor;
    private final float[] variances;
    private final int unknowns;
    private final int w;
    private final float[] shrinkage;
    private final float ridge;
    private final double noise;
    private final boolean byChance;

    private final float[] block;
    private final float[] normal;
    private final float[] right;
    private final float[] uncertainty;
    private final float[] added;
    private final float[] precision;
    private final float[] forward;
    private final float[] mean;
    private final float[] drawn;
    private double squares;
    private double drawnSquares;

    /**
     * Prepares for the lines of one side.
     *
     * @param factor the other side's lines: rows (x, bias, 1) as in {@link SampledSide}
     * @param variances how uncertain they are, in the same shape; null if they are certain
     * @param r the rank
     * @param prior the prior of this side
     */
    public LinePosterior(float[] factor, float[] variances, int r, LinePrior prior) {
        this.factor = factor;
        this.variances = variances;
        this.unknowns = r + 1;
        this.w = SampledSide.width(r);
        this.noise = prior.noise();
        this.byChance = prior.byChance();
        this.ridge = (float) prior.ridge();
        this.shrinkage = new float[unknowns];
        for (int k = 0; k < unknowns; k++) {
            shrinkage[k] = (float) (noise / Math.max(prior.variances()[k], 1e-9 * noise + Float.MIN_NORMAL));
        }
        this.block = new float[BLOCK * w];
        this.normal = new float[w * w];
        this.right = new float[w];
        this.uncertainty = new float[w];
        this.added = new float[unknowns];
        this.forward = new float[w];
        this.precision = new float[unknowns];
        this.mean = new float[w];
        this.drawn = new float[w];
    }

    /**
     * Computes the posterior of a line from its observations.
     *
     * @param index the other side's line at each observation
     * @param values the value of each observation, less the mean
     * @param from the first observation in both arrays
     * @param to the observation after the last
     * @param expected what is expected of the line, r + 1 floats, bias last
     */
    public void condition(int[] index, float[] values, int from, int to, float[] expected) {
        equations(index, values, from, to);
        squares = normal[unknowns * w + unknowns];
        if (variances != null) {
            KERNELS.sparseTimesBlock(null, index, from, to, variances, w, uncertainty, 0);
        }
        if (ridge > 0) {
            Arrays.fill(shrinkage, 0, unknowns - 1, ridge * Math.max(1, to - from));
        }
        for (int k = 0; k < unknowns; k++) {
            added[k] = shrinkage[k] + (k < unknowns - 1 ? uncertainty[k] : 0);
            normal[k * w + k] += added[k];
            precision[k] = normal[k * w + k];
            right[k] = normal[k * w + unknowns];
            forward[k] = right[k] + shrinkage[k] * expected[k];
        }
        if (!KERNELS.cholesky(normal, unknowns, w, 0) || !isSolved()) {
            useExpected(expected);
        }
    }

    /* Solves for the mean; returns whether it is finite. */
    private boolean isSolved() {
        KERNELS.forwardSolve(normal, unknowns, w, forward);
        System.arraycopy(forward, 0, mean, 0, unknowns);
        KERNELS.backSolve(normal, unknowns, w, mean);
        float zero = 0;
        for (int k = 0; k < unknowns; k++) {
            zero += 0 * mean[k];
        }
        return zero == 0;
    }

    /*
     * Gathers rows (x, bias, 1) of the other side a block at a time and makes (x, 1, y − bias) of them. Their products contain the
     * normal equations, beside them the right-hand side, and in the corner Σ (y − bias)².
     */
    private void equations(int[] index, float[] values, int from, int to) {
        if (unknowns == 1) {
            equationOfBias(index, values, from, to);
            return;
        }
        for (int start = from; start == from || start < to; start += BLOCK) {
            int end = Math.min(start + BLOCK, to);
            KERNELS.gather(factor, w, index, start, end, block);
            for (int k = start; k < end; k++) {
                int bias = (k - start) * w + unknowns - 1;
                block[bias + 1] = values[k] - block[bias];
                block[bias] = 1;
            }
            KERNELS.gram(block, end - start, w, unknowns + 1, start > from, normal);
        }
    }

    /* Does the same at rank 0, where there is only the bias: rows are (1, y − bias). */
    private void equationOfBias(int[] index, float[] values, int from, int to) {
        double sum = 0;
        double sumOfSquares = 0;
        for (int k = from; k < to; k++) {
            float y = values[k] - factor[index[k] * w];
            sum += y;
            sumOfSquares += (double) y * y;
        }
        normal[0] = to - from;
        normal[1] = (float) sum;
        normal[w + 1] = (float) sumOfSquares;
    }

    /* Replaces the posterior by the prior, where the numbers are beyond single precision. */
    private void useExpected(float[] expected) {
        Arrays.fill(normal, 0);
        for (int k = 0; k < unknowns; k++) {
            normal[k * w + k] = (float) Math.sqrt(Math.max(shrinkage[k], Float.MIN_NORMAL));
            right[k] = 0;
            added[k] = shrinkage[k];
            precision[k] = Math.max(shrinkage[k], Float.MIN_NORMAL);
            forward[k] = normal[k * w + k] * expected[k];
            mean[k] = expected[k];
        }
    }

    /**
     * The mean of the posterior.
     *
     * @return r + 1 floats, bias last; valid until the next line
     */
    public float[] mean() {
        return mean;
    }

    /**
     * Draws from the posterior: x = L⁻ᵀ·(L⁻¹·rhs + s·z), where L·Lᵀ are the normal equations and z is standard normal; z is 0 if the
     * prior leaves nothing to chance.
     *
     * @param random draws z
     * @return r + 1 floats, bias last; valid until the next draw
     */
    public float[] draw(SplittableRandom random) {
        float scale = byChance ? (float) Math.sqrt(noise) : 0;
        for (int k = 0; k < unknowns; k++) {
            drawn[k] = forward[k] + scale * (float) random.nextGaussian();
        }
        drawnSquares = squares + KERNELS.dot(drawn, 0, drawn, 0, unknowns); // ‖Lᵀ·x‖² is part of the squared error
        KERNELS.backSolve(normal, unknowns, w, drawn);
        for (int k = 0; k < unknowns; k++) {
            drawnSquares -= (2 * right[k] + added[k] * drawn[k]) * drawn[k];
        }
        return drawn;
    }

    /**
     * The squared residuals Σ (y − f·x)² of the last draw x.
     *
     * @return the sum
     */
    public double drawnSquares() {
        return drawnSquares;
    }

    /**
     * The variance of an unknown given the others: s² divided by its diagonal element of the normal equations.
     *
     * @param k the unknown, from 0; r for the bias
     * @return the variance
     */
    public double variance(int k) {
        return noise / precision[k];
    }
}
