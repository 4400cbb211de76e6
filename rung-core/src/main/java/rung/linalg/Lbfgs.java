package rung.linalg;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/**
 * L-BFGS [LN89]: minimizes a smooth convex function of many variables from its value and gradient.
 *
 * <p>Each iteration needs one or two evaluations. The line search goes by the slope alone ({@link LineSearch}), which for a
 * convex function keeps the value from rising and, unlike a test of the value, still works where the decrease drowns in
 * rounding; so the gradient can be driven far below the square root of the machine precision.
 */
public final class Lbfgs {
    private static final Kernels KERNELS = KernelChoice.active();
    private static final int MEMORY = 12;
    private static final double WOLFE = 0.4;

    /** A function to be minimized. */
    @FunctionalInterface
    public interface Function {
        /**
         * Computes the value and the gradient at x.
         *
         * @param x the point; not to be changed
         * @param gradient receives the gradient
         * @return the value
         */
        double evaluate(double[] x, double[] gradient);
    }

    /**
     * Where the iteration ended.
     *
     * @param x the point
     * @param value the value there
     * @param iterations the number of iterations done
     * @param converged whether the gradient met the tolerance
     */
    public record Minimum(double[] x, double value, int iterations, boolean converged) {
        /** Copies the point. */
        public Minimum {
            x = x.clone();
        }

        /**
         * The point.
         *
         * @return a copy
         */
        @Override
        public double[] x() {
            return x.clone();
        }
    }

    private record Pair(double[] s, double[] y, double rho) {}

    private Lbfgs() {}

    /**
     * Minimizes a function.
     *
     * @param f the function
     * @param start the first x, not changed
     * @param maxIterations the most iterations
     * @param tolerance the iteration has converged when ‖∇f(x)‖ ≤ tolerance·max(‖∇f(start)‖, reference)
     * @param reference a size of gradient that counts as large, for a start that is nearly optimal already; or 0
     * @return the point where the iteration ended
     */
    public static Minimum minimize(Function f, double[] start, int maxIterations, double tolerance, double reference) {
        int n = start.length;
        State state = new State(f, start);
        double goal = tolerance * Math.max(Matrix.norm(state.gradient), reference);
        Deque<Pair> pairs = new ArrayDeque<>();
        int iteration = 0;
        boolean converged = !(Matrix.norm(state.gradient) > goal);
        while (!converged && iteration < maxIterations && Double.isFinite(state.value)) {
            double[] direction = direction(state.gradient, pairs);
            double slope = KERNELS.dot(direction, 0, state.gradient, 0, n);
            if (!(slope < 0)) {
                if (pairs.isEmpty()) {
                    break;
                }
                pairs.clear();
                continue;
            }
            double[] from = state.x;
            double[] gradientFrom = state.gradient;
            double valueFrom = state.value;
            if (!state.search(direction, slope, pairs.isEmpty() ? 1 / Matrix.norm(direction) : 1)) {
                if (pairs.isEmpty()) {
                    break;
                }
                pairs.clear(); // the memory misled us: once more along the gradient
                continue;
            }
            iteration++;
            double[] s = difference(state.x, from);
            double[] y = difference(state.gradient, gradientFrom);
            double sy = KERNELS.dot(s, 0, y, 0, n);
            if (sy > 1e-16 * KERNELS.dot(y, 0, y, 0, n)) {
                pairs.addLast(new Pair(s, y, 1 / sy));
                if (pairs.size() > MEMORY) {
                    pairs.removeFirst();
                }
            }
            double norm = Matrix.norm(state.gradient);
            converged = !(norm > goal);
            if (!(state.value < valueFrom) && !(norm < Matrix.norm(gradientFrom))) {
                break; // all that is left is rounding
            }
        }
        return new Minimum(state.x, state.value, iteration, converged);
    }

    /** The point, its value and its gradient; a search replaces all three or none. */
    private static final class State {
        private final Function f;
        private double[] x;
        private double[] gradient;
        private double value;

        private double[] trial;
        private double[] trialGradient;
        private double trialValue;
        private double trialStep;

        State(Function f, double[] start) {
            this.f = f;
            x = start.clone();
            gradient = new double[x.length];
            value = f.evaluate(x, gradient);
        }

        boolean search(double[] direction, double slope, double first) {
            trial = new double[x.length];
            trialGradient = new double[x.length];
            trialStep = 0;
            double allowed = value + 1e-13 * Math.abs(value);
            double step = LineSearch.minimize(
                    s -> {
                        for (int i = 0; i < x.length; i++) {
                            trial[i] = x[i] + s * direction[i];
                        }
                        trialValue = f.evaluate(trial, trialGradient);
                        trialStep = s;
                        double at = KERNELS.dot(direction, 0, trialGradient, 0, x.length);
                        return at <= 0 && Double.isFinite(trialValue) || trialValue <= allowed
                                ? at
                                : Double.POSITIVE_INFINITY;
                    },
                    slope,
                    first,
                    WOLFE);
            if (!(step > 0) || step != trialStep) {
                return false;
            }
            x = trial;
            gradient = trialGradient;
            value = trialValue;
            return true;
        }
    }

    /* The two-loop recursion: −H·g with H the inverse Hessian that the pairs describe. */
    private static double[] direction(double[] gradient, Deque<Pair> pairs) {
        int n = gradient.length;
        double[] d = new double[n];
        KERNELS.axpy(-1, gradient, 0, d, 0, n);
        double[] alpha = new double[pairs.size()];
        int k = pairs.size();
        for (Iterator<Pair> it = pairs.descendingIterator(); it.hasNext(); ) {
            Pair pair = it.next();
            alpha[--k] = pair.rho * KERNELS.dot(pair.s, 0, d, 0, n);
            KERNELS.axpy(-alpha[k], pair.y, 0, d, 0, n);
        }
        if (!pairs.isEmpty()) {
            Pair newest = pairs.getLast();
            double scale = 1 / (newest.rho * KERNELS.dot(newest.y, 0, newest.y, 0, n));
            for (int i = 0; i < n; i++) {
                d[i] *= scale;
            }
        }
        for (Pair pair : pairs) {
            double beta = pair.rho * KERNELS.dot(pair.y, 0, d, 0, n);
            KERNELS.axpy(alpha[k++] - beta, pair.s, 0, d, 0, n);
        }
        return d;
    }

    private static double[] difference(double[] a, double[] b) {
        double[] d = new double[a.length];
        for (int i = 0; i < d.length; i++) {
            d[i] = a[i] - b[i];
        }
        return d;
    }
}
