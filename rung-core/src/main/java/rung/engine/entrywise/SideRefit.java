package rung.engine.entrywise;

import rung.Refit;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.objective.Entries;

/**
 * The refit of one side: one problem for each line (row of U, or of V), all of the same form.
 *
 * <pre>min over x of Σ_k w_k·φ(a_k·x; b_k) + ½·c·‖x‖²,   a_k the fixed factor's row at the k-th observation of the line</pre>
 *
 * <p>It is shared by the threads that solve lines: they read it, and each writes the rows of {@code moved} and the entries of {@code
 * fitted} that belong to its own lines.
 */
final class SideRefit {
    private static final Kernels KERNELS = KernelChoice.active();

    final Entries entries;
    final Pattern.Lines lines;
    final Matrix fixed;
    final Matrix moved;
    final double[] ridge;
    final Refit refit;
    final double target;
    final double[] fitted;

    /** The rank. */
    final int r;

    /** The rank, rounded up for the kernels. */
    final int w;

    /** The fixed factor with rows of width w. */
    final double[] paddedFixed;

    /** The block of all a_k, which is the same for every line if all entries are observed; else null. */
    final double[] commonBlock;

    /**
     * Cholesky's factor of the normal equations, which is the same for every line if all entries are observed and all weights are one;
     * else null.
     */
    final double[] commonFactor;

    SideRefit(
            Entries entries,
            Pattern.Lines lines,
            Matrix fixed,
            Matrix moved,
            double[] ridge,
            Refit refit,
            double target,
            double[] fitted) {
        this.entries = entries;
        this.lines = lines;
        this.fixed = fixed;
        this.moved = moved;
        this.ridge = ridge;
        this.refit = refit;
        this.target = target;
        this.fitted = fitted;
        this.r = fixed.columns();
        this.w = Kernels.padded(r);
        this.paddedFixed = padded(fixed);
        this.commonBlock = lines.isFull() ? paddedFixed : null;
        this.commonFactor =
                commonBlock != null && entries.data().weights().isEmpty() && refit.isExact() ? factor(ridge[0]) : null;
    }

    private double[] padded(Matrix factor) {
        double[] block = new double[factor.rows() * w];
        for (int i = 0; i < factor.rows(); i++) {
            System.arraycopy(factor.array(), i * r, block, i * w, r);
        }
        return block;
    }

    private double[] factor(double c) {
        double[] g = new double[w * w];
        KERNELS.gram(commonBlock, fixed.rows(), w, null, g);
        return factorize(g, c) ? g : null;
    }

    /** Adds c to the diagonal of the normal equations and factors them in place; false if they are singular. */
    boolean factorize(double[] g, double c) {
        for (int i = 0; i < r; i++) {
            g[i * w + i] += c;
        }
        return KERNELS.cholesky(g, r, w, 1e-12);
    }
}
