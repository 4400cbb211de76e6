package rung.engine.entrywise;

import rung.linalg.LineSearch;
import rung.linalg.Matrix;
import rung.loss.Loss;

/**
 * Solves a line under a loss that is not squared: min Σ_k c_k·φ(a_k·x; b_k) + ½·ridge·‖x‖² by Newton's method.
 *
 * <p>It is safeguarded twice. As much is added to the diagonal of the Hessian as it takes to be positive definite, for example where
 * every residual lies in the linear part of a Huber loss. And a line search along the step, which costs n and not n·r, keeps the value
 * from rising.
 */
final class NewtonLine extends LineSolver {
    private static final int MAX_ITERATIONS = 200;

    private final Loss loss;
    private final double[] derivative;
    private final double[] curvature;
    private final double[] ad;
    private final double[] gradient;
    private final double[] d;
    private final double[] hessian;

    NewtonLine(SideRefit task) {
        super(task);
        int longest = task.lines.longest();
        loss = task.entries.loss();
        derivative = new double[longest];
        curvature = new double[longest];
        ad = new double[longest];
        gradient = new double[task.w];
        d = new double[task.w];
        hessian = new double[task.w * task.w];
    }

    @Override
    void solve(double ridge) {
        int iterations = Math.min(task.refit.iterations(), MAX_ITERATIONS);
        for (int iteration = 0; iteration < iterations; iteration++) {
            KERNELS.multiply(a, n, task.w, x, 0, ax);
            for (int k = 0; k < n; k++) {
                derivative[k] = weight(k) * loss.derivative(ax[k], b[k]);
                curvature[k] = weight(k) * loss.curvature(ax[k], b[k]);
            }
            KERNELS.multiplyTransposed(a, n, task.w, derivative, gradient);
            for (int i = 0; i < task.r; i++) {
                gradient[i] += ridge * x[i];
            }
            if (!(Matrix.norm(gradient) > task.target) || !direction(ridge)) {
                return;
            }
            double step = LineSearch.minimize(
                    s -> slope(s, ridge), KERNELS.dot(gradient, 0, d, 0, task.r), 1, task.refit.isExact() ? 0.1 : 0.3);
            if (!(step > 0)) {
                return;
            }
            KERNELS.axpy(step, d, 0, x, 0, task.r);
        }
    }

    /* Computes d ← −(H + ridge + damping)⁻¹·gradient, and A·d; returns false if no damping makes the matrix positive definite. */
    private boolean direction(double ridge) {
        double trace = 0;
        double damping = 0;
        for (int attempt = 0; attempt < 12; attempt++) {
            KERNELS.gram(a, n, task.w, curvature, hessian);
            if (attempt == 0) {
                for (int i = 0; i < task.r; i++) {
                    trace += hessian[i * task.w + i];
                }
                damping = trace > 0 ? 1e-10 * trace / task.r : 1e-10;
            }
            if (task.factorize(hessian, ridge + (attempt == 0 ? 0 : damping))) {
                for (int i = 0; i < task.r; i++) {
                    d[i] = -gradient[i];
                }
                KERNELS.choleskySolve(hessian, task.r, task.w, d);
                KERNELS.multiply(a, n, task.w, d, 0, ad);
                return true;
            }
            damping *= 100;
        }
        return false;
    }

    private double slope(double s, double ridge) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum += weight(k) * loss.derivative(ax[k] + s * ad[k], b[k]) * ad[k];
        }
        for (int i = 0; i < task.r; i++) {
            sum += ridge * (x[i] + s * d[i]) * d[i];
        }
        return sum;
    }

    private double weight(int k) {
        return c == null ? 1 : c[k];
    }
}
