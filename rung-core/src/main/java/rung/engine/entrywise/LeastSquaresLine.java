package rung.engine.entrywise;

import java.util.Arrays;
import rung.linalg.Lsqr;

/**
 * Solves a line under the squared loss: min ½‖C^½(A·x − b)‖² + ½·ridge·‖x‖².
 *
 * <p>A refit of few iterations uses LSQR. An exact refit solves the normal equations by Cholesky and refines the answer once, since the
 * normal equations square the condition number. Where they are singular (fewer observations than unknowns, and no ridge) LSQR runs to
 * convergence and gives the solution of least norm.
 */
final class LeastSquaresLine extends LineSolver implements Lsqr.Equations {
    private static final int CONVERGED_BY = 20;

    private final Lsqr lsqr = new Lsqr();
    private final double[] normal;
    private final double[] rhs;
    private final double[] delta;
    private final double[] scratch;
    private double rootRidge;

    LeastSquaresLine(SideRefit task) {
        super(task);
        int longest = task.lines.longest();
        normal = new double[task.refit.isExact() ? task.w * task.w : 0];
        rhs = new double[longest + task.w];
        delta = new double[task.w];
        scratch = new double[Math.max(longest, task.w)];
    }

    @Override
    void solve(double ridge) {
        if (task.refit.isExact()) {
            double[] factor = factor(ridge);
            Arrays.fill(x, 0);
            if (factor != null) {
                improve(factor, ridge);
                improve(factor, ridge);
                return;
            }
        }
        iterate(ridge);
    }

    private double[] factor(double ridge) {
        if (task.commonFactor != null) {
            return task.commonFactor;
        }
        if (n < task.r && ridge == 0) {
            return null;
        }
        KERNELS.gram(a, n, task.w, c, normal);
        return task.factorize(normal, ridge) ? normal : null;
    }

    /* x ← x + G⁻¹·(Aᵀ·C·(b − A·x) − ridge·x) */
    private void improve(double[] factor, double ridge) {
        KERNELS.multiply(a, n, task.w, x, 0, scratch);
        for (int k = 0; k < n; k++) {
            scratch[k] = (c == null ? 1 : c[k]) * (b[k] - scratch[k]);
        }
        KERNELS.multiplyTransposed(a, n, task.w, scratch, delta);
        for (int i = 0; i < task.r; i++) {
            delta[i] -= ridge * x[i];
        }
        KERNELS.choleskySolve(factor, task.r, task.w, delta);
        for (int i = 0; i < task.r; i++) {
            x[i] += delta[i];
        }
    }

    /* Runs LSQR on the residual: its rows are C^½·A, and √ridge times the identity below them. */
    private void iterate(double ridge) {
        rootRidge = Math.sqrt(ridge);
        KERNELS.multiply(a, n, task.w, x, 0, scratch);
        for (int k = 0; k < n; k++) {
            rhs[k] = (c == null ? 1 : Math.sqrt(c[k])) * (b[k] - scratch[k]);
        }
        for (int i = 0; i < task.w; i++) {
            rhs[n + i] = -rootRidge * x[i];
        }
        boolean exact = task.refit.isExact();
        int iterations = exact ? CONVERGED_BY + 4 * task.r : task.refit.iterations();
        lsqr.solve(this, rhs, iterations, exact ? task.target : 0, delta);
        for (int i = 0; i < task.r; i++) {
            x[i] += delta[i];
        }
    }

    @Override
    public int rows() {
        return rootRidge > 0 ? n + task.w : n;
    }

    @Override
    public int columns() {
        return task.w;
    }

    @Override
    public void multiply(double[] in, double[] out) {
        KERNELS.multiply(a, n, task.w, in, 0, out);
        for (int k = 0; k < n && c != null; k++) {
            out[k] *= Math.sqrt(c[k]);
        }
        for (int i = 0; i < task.w && rootRidge > 0; i++) {
            out[n + i] = rootRidge * in[i];
        }
    }

    @Override
    public void multiplyTransposed(double[] in, double[] out) {
        double[] weighted = in;
        if (c != null) {
            for (int k = 0; k < n; k++) {
                scratch[k] = Math.sqrt(c[k]) * in[k];
            }
            weighted = scratch;
        }
        KERNELS.multiplyTransposed(a, n, task.w, weighted, out);
        for (int i = 0; i < task.w && rootRidge > 0; i++) {
            out[i] += rootRidge * in[n + i];
        }
    }
}
