package rung.engine;

import java.util.Arrays;
import java.util.SplittableRandom;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;

/**
 * What is believed of one line, a user or an item, when the other side is known: its subproblem.
 *
 * <pre>min over x of Σ_k (y_k − f_k·x)² + Σ_k x'·diag(S_k)·x + s²·Σ_l x_l²/c_l</pre>
 *
 * <p>where f_k is the other side's line at the k-th observation, S_k how uncertain it is, c the prior variances and s² that
 * of the noise. The same class trains and folds in. One thread at a time; it owns its work space.
 */
final class LinePosterior {
    private static final FloatKernels KERNELS = KernelChoice.single();

    private final float[] factor;
    private final float[] variances;
    private final int unknowns;
    private final int w;
    private final float[] shrinkage;
    private final double noise;

    private final float[] normal;
    private final float[] right;
    private final float[] uncertainty;
    private final float[] diagonal;
    private final float[] precision;
    private final float[] mean;
    private final float[] drawn;
    private double squares;
    private boolean solvable;

    /**
     * @param factor the other side's lines (x, 1, bias), see {@link SampledSide#asFactor}
     * @param variances how uncertain they are, in the same shape; or null, if they are certain
     * @param priors the prior variances of this side's columns, that of the bias last
     * @param noise s²
     */
    LinePosterior(float[] factor, float[] variances, int r, double[] priors, double noise) {
        this.factor = factor;
        this.variances = variances;
        this.unknowns = r + 1;
        this.w = SampledSide.width(r);
        this.noise = noise;
        this.shrinkage = new float[unknowns];
        for (int k = 0; k < unknowns; k++) {
            shrinkage[k] = (float) (noise / Math.max(priors[k], 1e-9 * noise + Float.MIN_NORMAL));
        }
        this.normal = new float[w * w];
        this.right = new float[w];
        this.uncertainty = new float[w];
        this.diagonal = new float[unknowns];
        this.precision = new float[unknowns];
        this.mean = new float[w];
        this.drawn = new float[w];
    }

    /** Takes in the observations of a line: positions on the other side, and values. */
    void condition(int[] index, float[] values, int from, int to) {
        KERNELS.sampledGram(factor, w, index, from, to, normal);
        KERNELS.sparseTimesBlock(values, index, from, to, factor, w, right, 0);
        int known = unknowns; // the other side's bias, which enters with weight one
        squares = -2 * right[known] + normal[known * w + known];
        for (int k = from; k < to; k++) {
            squares += values[k] * values[k];
        }
        for (int k = 0; k < unknowns; k++) {
            right[k] -= normal[known * w + k];
        }
        Arrays.fill(right, unknowns, w, 0);
        if (variances != null) {
            KERNELS.sparseTimesBlock(null, index, from, to, variances, w, uncertainty, 0);
        }
        for (int k = 0; k < unknowns; k++) {
            float added = shrinkage[k] + (k < unknowns - 1 ? uncertainty[k] : 0);
            normal[k * w + k] += added;
            diagonal[k] = added;
            precision[k] = normal[k * w + k];
        }
        solvable = KERNELS.cholesky(normal, unknowns, w, 0);
        System.arraycopy(right, 0, mean, 0, w);
        if (solvable) {
            KERNELS.choleskySolve(normal, unknowns, w, mean);
        } else {
            Arrays.fill(mean, 0);
        }
    }

    /** The mean, r + 1 long, bias last; valid until the next line. */
    float[] mean() {
        return mean;
    }

    /** A draw from the posterior, in the same form: mean + s·L⁻ᵀ·z, where L·Lᵀ are the normal equations. */
    float[] draw(SplittableRandom random) {
        System.arraycopy(mean, 0, drawn, 0, w);
        if (solvable) {
            float scale = (float) Math.sqrt(noise);
            float[] z = new float[unknowns];
            for (int k = 0; k < unknowns; k++) {
                z[k] = scale * (float) random.nextGaussian();
            }
            for (int k = 0; k < unknowns; k++) {
                drawn[k] = right[k] + KERNELS.dot(normal, k * w, z, 0, k + 1);
            }
            KERNELS.choleskySolve(normal, unknowns, w, drawn);
        }
        return drawn;
    }

    /** s² over the diagonal of the normal equations: the variance of each unknown, the others given. */
    double variance(int k) {
        return noise / precision[k];
    }

    /** Σ (y − f·x)² for an x of this line. */
    double squares(float[] x) {
        double sum = squares;
        for (int k = 0; k < unknowns; k++) {
            sum -= 2.0 * right[k] * x[k] + (double) diagonal[k] * x[k] * x[k];
        }
        for (int k = 0; k < unknowns && solvable; k++) {
            double product = 0; // (Lᵀ·x)_k
            for (int l = k; l < unknowns; l++) {
                product += normal[l * w + k] * x[l];
            }
            sum += product * product;
        }
        return sum;
    }
}
