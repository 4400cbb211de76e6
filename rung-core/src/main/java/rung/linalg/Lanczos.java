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
            for (int k = 1; ; k++) {
                double[] v = vs.get(k - 1);
                double[] u = a.multiply(new Matrix(v.length, 1, v)).array();
                orthogonalize(u, us);
                us.add(u);
                alphas.add(normalize(u)); // 0, and u = 0, once the span of the us holds all that A can reach from here
                double[] next = a.multiplyTransposed(new Matrix(u.length, 1, u)).array();
                orthogonalize(next, vs);
                double beta = normalize(next);
                boolean last = k == steps || !(beta > 0);
                if (last || k <= 8 || k % 4 == 0) {
                    Svd small = bidiagonal(k);
                    double theta = small.sigma()[0];
                    converged = !(beta * Math.abs(small.u().get(k - 1, 0)) > tolerance * theta);
                    if (converged || last) {
                        return pair(theta, combine(us, small.u()), combine(vs, small.v()));
                    }
                }
                betas.add(beta);
                vs.add(next);
            }
        }

        private SingularPair pair(double theta, double[] u, double[] v) {
            if (theta == 0) {
                u[0] = 1; // every unit vector is a singular vector of the zero matrix
            }
            return new SingularPair(theta, u, v);
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

    private static double[] combine(List<double[]> basis, Matrix coefficients) {
        double[] x = new double[basis.get(0).length];
        for (int i = 0; i < coefficients.rows(); i++) {
            KERNELS.axpy(coefficients.get(i, 0), basis.get(i), 0, x, 0, x.length);
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
}
