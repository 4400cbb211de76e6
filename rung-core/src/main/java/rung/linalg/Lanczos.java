package rung.linalg;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/**
 * H₁: the largest singular value of an operator and its vectors, by Golub and Kahan's bidiagonalization [GK65] with full
 * reorthogonalization.
 *
 * <pre>A·V_k = U_k·B_k,   Aᵀ·U_k = V_k·B_kᵀ + β_k·v_{k+1}·e_kᵀ,   B_k upper bidiagonal</pre>
 *
 * <p>The largest singular triple (θ, p, q) of B_k gives θ ≈ σ₁, u = U_k·p, v = V_k·q with A·v = θ·u exactly and
 * ‖Aᵀu − θv‖ = β_k·|p_k|, which is what the tolerance bounds. Each step costs one product from either side.
 */
public final class Lanczos {
    /** Vectors kept before the search starts again from the best pair so far; bounds the memory. */
    private static final int RESTART = 48;

    private static final Kernels KERNELS = KernelChoice.active();

    private final double tolerance;
    private final int maxSteps;

    /**
     * @param tolerance the search ends when ‖Aᵀu − σv‖ ≤ tolerance·σ
     * @param maxSteps ends it anyway after so many products from either side
     */
    public Lanczos(double tolerance, int maxSteps) {
        this.tolerance = tolerance;
        this.maxSteps = maxSteps;
    }

    /** The leading triple of the operator; σ = 0 with unit vectors if the operator is zero. */
    public SingularPair top(LinearOperator a, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] v = new double[a.columns()];
        for (int j = 0; j < v.length; j++) {
            v[j] = random.nextGaussian();
        }
        normalize(v);
        int steps = maxSteps;
        while (true) {
            Sweep sweep = new Sweep(a, v);
            SingularPair pair = sweep.run(Math.min(RESTART, steps));
            steps -= sweep.steps();
            if (sweep.converged || steps <= 0) {
                return pair;
            }
            v = pair.v();
        }
    }

    /** One run of the bidiagonalization from a starting vector. */
    private final class Sweep {
        private final LinearOperator a;
        private final List<double[]> us = new ArrayList<>();
        private final List<double[]> vs = new ArrayList<>();
        private final List<Double> alphas = new ArrayList<>();
        private final List<Double> betas = new ArrayList<>();
        private boolean converged;

        Sweep(LinearOperator a, double[] start) {
            this.a = a;
            vs.add(start);
        }

        int steps() {
            return us.size();
        }

        SingularPair run(int steps) {
            int k = 0;
            while (true) {
                double[] v = vs.get(k);
                double[] u = a.multiply(new Matrix(v.length, 1, v)).array();
                orthogonalize(u, us);
                double alpha = normalize(u);
                us.add(alpha > 0 ? u : unit(a.rows(), us));
                alphas.add(alpha);
                double[] next =
                        a.multiplyTransposed(new Matrix(u.length, 1, us.get(k))).array();
                if (!(alpha > 0)) {
                    // A·v lies in the span already: B is exact, unless v was unlucky, which a random start is not.
                    next = new double[v.length];
                }
                orthogonalize(next, vs);
                double beta = normalize(next);
                k++;
                boolean last = k == steps || !(beta > 0) || k == Math.min(a.rows(), a.columns());
                if (last || k <= 8 || k % 4 == 0) {
                    Svd small = bidiagonal(k);
                    double theta = small.sigma()[0];
                    converged = !(beta * Math.abs(small.u().get(k - 1, 0)) > tolerance * theta)
                            || k == Math.min(a.rows(), a.columns());
                    if (converged || last) {
                        return new SingularPair(
                                theta, combine(us, small.u(), a.rows()), combine(vs, small.v(), a.columns()));
                    }
                }
                betas.add(beta);
                vs.add(next);
            }
        }

        private Svd bidiagonal(int k) {
            Matrix b = new Matrix(k, k);
            for (int i = 0; i < k; i++) {
                b.set(i, i, alphas.get(i));
                if (i + 1 < k) {
                    b.set(i, i + 1, betas.get(i));
                }
            }
            return Svd.of(b);
        }
    }

    private static double[] combine(List<double[]> basis, Matrix coefficients, int length) {
        double[] x = new double[length];
        for (int i = 0; i < coefficients.rows(); i++) {
            KERNELS.axpy(coefficients.get(i, 0), basis.get(i), 0, x, 0, length);
        }
        normalize(x);
        return x;
    }

    /* Twice is enough: after the second pass what is left is orthogonal to rounding. */
    private static void orthogonalize(double[] x, List<double[]> basis) {
        double before = Matrix.norm(x);
        for (int twice = 0; twice < 2; twice++) {
            for (double[] b : basis) {
                KERNELS.axpy(-KERNELS.dot(b, 0, x, 0, x.length), b, 0, x, 0, x.length);
            }
        }
        if (Matrix.norm(x) <= 1e-14 * before) {
            Arrays.fill(x, 0);
        }
    }

    /** Scales x to norm one and returns the norm it had; leaves the zero vector alone. */
    private static double normalize(double[] x) {
        double norm = Matrix.norm(x);
        if (norm > 0) {
            for (int i = 0; i < x.length; i++) {
                x[i] /= norm;
            }
        }
        return norm;
    }

    private static double[] unit(int n, List<double[]> basis) {
        for (int i = 0; i < n; i++) {
            double[] x = new double[n];
            x[i] = 1;
            orthogonalize(x, basis);
            if (normalize(x) > 0) {
                return x;
            }
        }
        return new double[n];
    }
}
