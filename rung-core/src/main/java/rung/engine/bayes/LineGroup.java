package rung.engine.bayes;

import java.util.Arrays;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/**
 * A group of small symmetric matrices that the kernels invert at once, {@link Kernels#PAD} of them, as packed triangles; work space for
 * one thread.
 */
final class LineGroup {
    private static final Kernels KERNELS = KernelChoice.active();
    private static final int PAD = Kernels.PAD;

    /** Numbers between 1/{@value} and {@value} are multiplied before a logarithm is taken of the product. */
    private static final double LARGE = 1e100;

    private final int r;
    private final int size;
    private final double[] h;
    private final double[] x;
    private final double[] work;

    /** Creates a group of identity matrices. */
    LineGroup(int r) {
        this.r = r;
        this.size = Posterior.at(r, 0);
        this.h = new double[size * PAD];
        this.x = new double[r * PAD];
        this.work = new double[size * PAD];
        for (int k = 0; k < r; k++) {
            Arrays.fill(h, Posterior.at(k, k) * PAD, (Posterior.at(k, k) + 1) * PAD, 1);
        }
    }

    /** Sets matrix number b to G + diag(d), and its right-hand side to rhs + diag(d)·m. */
    void put(int b, double[] g, int gFrom, double[] d, double[] m, double[] rhs, int from) {
        for (int e = 0; e < size; e++) {
            h[e * PAD + b] = g[gFrom + e];
        }
        for (int k = 0; k < r; k++) {
            h[Posterior.at(k, k) * PAD + b] += d[k];
            x[k * PAD + b] = rhs[from + k] + d[k] * m[k];
        }
    }

    void invert() {
        KERNELS.invertGroup(h, r, x, work);
    }

    /** Copies the solution x = H⁻¹·rhs of matrix number b, and the moments x·xᵀ + s²·H⁻¹. */
    void get(int b, double noise, double[] mean, int meanFrom, double[] moments, int momentsFrom) {
        for (int k = 0, e = 0; k < r; k++) {
            double value = x[k * PAD + b];
            mean[meanFrom + k] = value;
            for (int l = 0; l <= k; l++, e++) {
                moments[momentsFrom + e] = value * mean[meanFrom + l] + noise * h[e * PAD + b];
            }
        }
    }

    /** Computes log |H⁻¹| of matrix number b, with as few logarithms as possible. */
    double logDeterminant(int b) {
        double logs = 0;
        double product = 1;
        for (int k = 0; k < r; k++) {
            double root = work[Posterior.at(k, k) * PAD + b];
            if (isTame(root) && isTame(product)) {
                product *= root;
            } else {
                logs += Math.log(product);
                product = root;
            }
        }
        return 2 * (logs + Math.log(product));
    }

    private static boolean isTame(double value) {
        return value > 1 / LARGE && value < LARGE;
    }
}
