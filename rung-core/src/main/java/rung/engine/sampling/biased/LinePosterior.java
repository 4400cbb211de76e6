package rung.engine.sampling.biased;

import java.util.Arrays;
import java.util.SplittableRandom;
import rung.engine.sampling.block.SampledSide;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;

/**
 * What is believed of one line, a user or an item, when the other side is known: its subproblem.
 *
 * <pre>min over x of Σ_k (y_k − f_k·x)² + Σ_k x'·diag(S_k)·x + s²·Σ_l (x_l − e_l)²/c_l</pre>
 *
 * <p>where f_k is the other side's line at the k-th observation, S_k how uncertain it is, e what is expected of
 * the line, c the prior variances and s² that of the noise; or with a ridge, see {@link Prior}, in place of the last sum. The same class trains and folds in. One thread at a time; it owns its work space.
 */
public final class LinePosterior {
    private static final FloatKernels KERNELS = KernelChoice.single();

    /** So many entries are taken in at once: their rows stay in the cache. */
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
     * @param factor the other side's lines: rows (x, bias, 1), see {@link SampledSide}
     * @param variances how uncertain they are, in the same shape; or null, if they are certain
     * @param prior of this side
     */
    public LinePosterior(float[] factor, float[] variances, int r, Prior prior) {
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

    /** Takes in the observations of a line: positions on the other side, and values; and what was expected of it. */
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
            noLine(expected);
        }
    }

    /* Solves for the mean; whether it is finite. */
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
     * Rows (x, bias, 1) of the other side are gathered a block at a time and become (x, 1, y − bias). Their products hold the
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

    /* The same where there is nothing but the bias: rows are (1, y − bias). */
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

    /* The numbers are beyond single precision: nothing but the prior is believed. */
    private void noLine(float[] expected) {
        Arrays.fill(normal, 0);
        for (int k = 0; k < unknowns; k++) {
            normal[k * w + k] = (float) Math.sqrt(Math.max(shrinkage[k], Float.MIN_NORMAL));
            right[k] = 0;
            added[k] = shrinkage[k];
            forward[k] = normal[k * w + k] * expected[k];
            mean[k] = expected[k];
        }
    }

    /** The mean, r + 1 long, bias last; valid until the next line. */
    public float[] mean() {
        return mean;
    }

    /**
     * A draw from the posterior, in the same form: x = L⁻ᵀ·(L⁻¹·rhs + s·z), where L·Lᵀ are the normal equations; z is 0 if the
     * prior leaves nothing to chance.
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

    /** Σ (y − f·x)² for the last draw x. */
    public double drawnSquares() {
        return drawnSquares;
    }

    /** s² over the diagonal of the normal equations: the variance of each unknown, the others given. */
    public double variance(int k) {
        return noise / precision[k];
    }
}
