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
    /** The most vectors that are kept before the search starts again from the best pair so far; bounds the memory. */
    private static final int RESTART = 48;

    private static final Kernels KERNELS = KernelChoice.active();

    private final double tolerance;
    private final int maxSteps;

    /**
     * Sets when a search ends.
     *
     * @param tolerance the search ends when ‖Aᵀu − σv‖ ≤ tolerance·σ
     * @param maxSteps the search ends anyway after this many products from either side
     */
    public Lanczos(double tolerance, int maxSteps) {
        this.tolerance = tolerance;
        this.maxSteps = maxSteps;
    }

    /**
     * Finds the largest singular value of an operator and its vectors, from a random start.
     *
     * @param a the operator
     * @param seed the seed of the random start
     * @return the pair; σ = 0 with unit vectors if the operator is zero, σ = NaN if a product with it is not finite
     */
    public SingularPair top(LinearOperator a, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] v = new double[a.columns()];
        for (int j = 0; j < v.length; j++) {
            v[j] = random.nextGaussian();
        }
        return top(a, v);
    }

    /**
     * Finds the same from a given start, for searches that must not depend on the order of columns.
     *
     * @param a the operator
     * @param start the first right vector, which need not have norm 1; not changed
     * @return the pair; σ = 0 with unit vectors if the operator is zero, σ = NaN if a product with it is not finite
     */
    public SingularPair top(LinearOperator a, double[] start) {
        double[] v = start.clone();
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
        private final double[] alphas = new double[RESTART];
        private final double[] betas = new double[RESTART];
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
                alphas[k - 1] = normalize(u); // 0, and u = 0, once the vectors in us span everything that A can reach
                double[] next = a.multiplyTransposed(new Matrix(u.length, 1, u)).array();
                orthogonalize(next, vs);
                double beta = normalize(next);
                if (!Double.isFinite(alphas[k - 1] + beta)) {
                    converged = true;
                    return new SingularPair(Double.NaN, u, v);
                }
                boolean last = k == steps || !(beta > 0);
                Bidiagonal.Top top = Bidiagonal.top(alphas, betas, k);
                converged = !(beta * Math.abs(top.p()[k - 1]) > tolerance * top.theta());
                if (converged || last) {
                    return pair(top.theta(), combine(us, top.p()), combine(vs, top.q()));
                }
                betas[k - 1] = beta;
                vs.add(next);
            }
        }

        private static SingularPair pair(double theta, double[] u, double[] v) {
            if (theta == 0) {
                u[0] = 1; // every unit vector is a singular vector of the zero matrix
            }
            return new SingularPair(theta, u, v);
        }
    }

    private static double[] combine(List<double[]> basis, double[] coefficients) {
        double[] x = new double[basis.get(0).length];
        for (int i = 0; i < coefficients.length; i++) {
            KERNELS.axpy(coefficients[i], basis.get(i), 0, x, 0, x.length);
        }
        normalize(x);
        return x;
    }

    /* Makes x orthogonal to the basis. Twice is enough: after the second pass what is left is orthogonal up to rounding. */
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
