package rung.engine.preference;

import java.util.Arrays;
import rung.Refit;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/**
 * Refits lines of one side, given the other side. The line x solves the normal equations
 *
 * <pre>(α·FᵀF + Σ_k w_k·f_k·f_kᵀ + c·I)·x = Σ_k w_k·t_k·f_k</pre>
 *
 * <p>where F is the other side and f_k its rows at the line's entries; α·FᵀF is the same for all lines. They are solved by Cholesky,
 * which costs n·r²/2 + r³/6, or by k steps of conjugate gradients, which cost 2·n·r + r² each. For one thread at a time; it owns its
 * work space.
 */
final class PreferenceLineSolver {
    private static final FloatKernels KERNELS = KernelChoice.single();
    private static final Kernels DOUBLE = KernelChoice.active();

    /** The number of rows that are added to the equations at once, which stay in the cache. */
    private static final int BLOCK = 512;

    /**
     * A pivot below this part of its diagonal element has lost too many digits in single precision: the line is then solved in double
     * precision.
     */
    private static final float LEAST_PIVOT = 1e-3f;

    /**
     * A pivot below this part of its diagonal element has lost too many digits in double precision too: the line then stays as it was.
     */
    private static final double LEAST_DOUBLE_PIVOT = 1e-13;

    /** Conjugate gradients end when the residual has fallen to this part: the rest is rounding. */
    private static final double ROUNDING = 1e-6;

    private final EventLines lines;
    private final FactorRows other;
    private final double[] common; // α·FᵀF
    private final double[] ridge;
    private final Refit refit;
    private final int r;
    private final int w;

    private final float[] gram; // α·FᵀF, symmetric, rows w apart
    private final float[] normal;
    private final float[] block;
    private final float[] right;
    private final float[] x;
    private final float[] p;
    private final float[] product;
    private final float[] sums;
    private int[] positions = new int[0];
    private float[] fitted = new float[0];

    /**
     * Prepares for the lines of one side.
     *
     * @param common α·FᵀF of the other side
     */
    PreferenceLineSolver(EventLines lines, FactorRows other, double[] common, double[] ridge, Refit refit) {
        this.lines = lines;
        this.other = other;
        this.common = common;
        this.ridge = ridge;
        this.refit = refit;
        this.r = other.rank();
        this.w = other.width();
        this.gram = new float[w * w];
        for (int a = 0; a < r; a++) {
            for (int b = 0; b < r; b++) {
                gram[a * w + b] = (float) common[a * r + b];
            }
        }
        this.normal = new float[w * w];
        this.block = new float[refit.isExact() ? BLOCK * w : 0];
        this.right = new float[w];
        this.x = new float[w];
        this.p = new float[w];
        this.product = new float[w];
        this.sums = new float[w];
    }

    /** Solves the lines from (inclusive) to (exclusive). {@code rows} holds their start, and receives the solution. */
    void solve(int from, int to, float[] rows) {
        for (int line = from; line < to; line++) {
            if (lines.size(line) == 0) {
                Arrays.fill(rows, line * w, line * w + r, 0); // nothing pulls it away from zero
            } else if (refit.isExact()) {
                solveExactly(line, rows);
            } else {
                iterate(line, rows);
            }
        }
    }

    private void solveExactly(int line, float[] rows) {
        int start = lines.start()[line];
        int end = lines.start()[line + 1];
        System.arraycopy(gram, 0, normal, 0, r * w);
        for (int k = start; k < end; k += BLOCK) {
            int stop = Math.min(k + BLOCK, end);
            KERNELS.gather(other.values(), w, lines.index(), k, stop, block);
            if (lines.weights() != null) {
                scale(k, stop);
            }
            KERNELS.gram(block, stop - k, w, r, true, normal);
        }
        for (int a = 0; a < r; a++) {
            normal[a * w + a] += (float) ridge[line];
        }
        rightHandSide(line, start, end);
        System.arraycopy(right, 0, x, 0, r);
        if (KERNELS.cholesky(normal, r, w, LEAST_PIVOT)) {
            KERNELS.forwardSolve(normal, r, w, x);
            KERNELS.backSolve(normal, r, w, x);
            if (isFinite(x)) {
                System.arraycopy(x, 0, rows, line * w, r);
                return;
            }
        }
        solveInDouble(line, rows);
    }

    /* Multiplies the rows of the block by the roots of their weights. */
    private void scale(int from, int to) {
        for (int k = from; k < to; k++) {
            float root = (float) Math.sqrt(lines.weights()[k]);
            for (int at = (k - from) * w; at < (k - from) * w + r; at++) {
                block[at] *= root;
            }
        }
    }

    private void rightHandSide(int line, int start, int end) {
        if (lines.isPlain()) {
            KERNELS.sparseTimesBlock(null, lines.index(), start, end, other.values(), w, right, 0);
            return;
        }
        load(start, end);
        for (int k = start; k < end; k++) {
            fitted[k - start] = lines.weight(k) * lines.target(line, k);
        }
        KERNELS.sparseTimesBlock(fitted, positions, 0, end - start, other.values(), w, right, 0);
    }

    private void load(int start, int end) {
        int count = end - start;
        if (positions.length < count) {
            positions = new int[Math.max(count, 2 * positions.length)];
            fitted = new float[positions.length];
        }
        System.arraycopy(lines.index(), start, positions, 0, count);
    }

    /* Solves a line in double precision: its weights are far apart, or the factors depend on each other. */
    private void solveInDouble(int line, float[] rows) {
        int width = Kernels.padded(r);
        double[] g = new double[width * width];
        double[] y = new double[width];
        for (int a = 0; a < r; a++) {
            System.arraycopy(common, a * r, g, a * width, r);
            g[a * width + a] += ridge[line];
        }
        double[] f = new double[width];
        for (int k = lines.start()[line]; k < lines.start()[line + 1]; k++) {
            for (int a = 0; a < r; a++) {
                f[a] = other.values()[lines.index()[k] * w + a];
            }
            for (int a = 0; a < r; a++) {
                DOUBLE.axpy(lines.weight(k) * f[a], f, 0, g, a * width, a + 1);
            }
            DOUBLE.axpy((double) lines.weight(k) * lines.target(line, k), f, 0, y, 0, r);
        }
        if (!DOUBLE.cholesky(g, r, width, LEAST_DOUBLE_PIVOT)) {
            return;
        }
        DOUBLE.choleskySolve(g, r, width, y);
        for (int a = 0; a < r; a++) {
            x[a] = (float) y[a];
        }
        if (isFinite(x)) {
            System.arraycopy(x, 0, rows, line * w, r);
        }
    }

    /* Runs conjugate gradients on the normal equations; {@code right} becomes the residual. */
    private void iterate(int line, float[] rows) {
        int start = lines.start()[line];
        int end = lines.start()[line + 1];
        load(start, end);
        rightHandSide(line, start, end);
        double first = dot(right, right);
        if (refit.fromZero()) {
            Arrays.fill(x, 0, r, 0);
        } else {
            System.arraycopy(rows, line * w, x, 0, r);
            multiply(x, start, end, (float) ridge[line]);
            for (int a = 0; a < r; a++) {
                right[a] -= product[a];
            }
        }
        System.arraycopy(right, 0, p, 0, r);
        double squares = dot(right, right);
        for (int k = 0; k < refit.iterations() && squares > ROUNDING * ROUNDING * first; k++) {
            multiply(p, start, end, (float) ridge[line]);
            float step = (float) (squares / dot(p, product));
            KERNELS.axpy(step, p, 0, x, 0, r);
            KERNELS.axpy(-step, product, 0, right, 0, r);
            double next = dot(right, right);
            float turn = (float) (next / squares);
            for (int a = 0; a < r; a++) {
                p[a] = right[a] + turn * p[a];
            }
            squares = next;
        }
        if (isFinite(x)) {
            System.arraycopy(x, 0, rows, line * w, r);
        }
    }

    private double dot(float[] a, float[] b) {
        return KERNELS.dot(a, 0, b, 0, r);
    }

    /* product ← (α·FᵀF + Σ w·f·fᵀ + c·I)·y. */
    private void multiply(float[] y, int start, int end, float c) {
        int count = end - start;
        KERNELS.sampledProduct(y, 0, other.values(), w, positions, 0, count, fitted);
        if (lines.weights() != null) {
            for (int k = 0; k < count; k++) {
                fitted[k] *= lines.weights()[start + k];
            }
        }
        KERNELS.sparseTimesBlock(fitted, positions, 0, count, other.values(), w, sums, 0);
        KERNELS.multiply(gram, r, w, y, 0, product);
        for (int a = 0; a < r; a++) {
            product[a] += sums[a] + c * y[a];
        }
    }

    private boolean isFinite(float[] y) {
        float zero = 0;
        for (int a = 0; a < r; a++) {
            zero += 0 * y[a];
        }
        return zero == 0;
    }
}
