package rung.linalg;

import java.util.Arrays;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/**
 * LSQR [PS82]: min over x of ‖A·x − b‖², from x = 0, by Golub and Kahan's bidiagonalization of A.
 *
 * <p>Stopped after few iterations it is a regularizer: x stays in the span of Aᵀb, (AᵀA)Aᵀb, …. Run to convergence it finds the
 * solution of least norm. Each iteration costs one product from either side. The work vectors are kept between calls, so an instance
 * serves one thread.
 */
public final class Lsqr {
    private static final Kernels KERNELS = KernelChoice.active();
    private static final double ROUNDING = 1e-14;

    /** The matrix A of one least squares problem, which writes its products into given arrays. */
    public interface Equations {
        /**
         * The number of equations.
         *
         * @return the number of rows of A
         */
        int rows();

        /**
         * The number of unknowns.
         *
         * @return the number of columns of A
         */
        int columns();

        /**
         * Computes y ← A·x.
         *
         * @param x the vector, of columns() elements
         * @param y receives rows() elements
         */
        void multiply(double[] x, double[] y);

        /**
         * Computes x ← Aᵀ·y.
         *
         * @param y the vector, of rows() elements
         * @param x receives columns() elements
         */
        void multiplyTransposed(double[] y, double[] x);
    }

    private double[] u = new double[0];
    private double[] v = new double[0];
    private double[] w = new double[0];
    private double[] product = new double[0];

    /** Creates a solver; its work space grows with the first problems. */
    public Lsqr() {}

    /**
     * Solves one least squares problem, from x = 0.
     *
     * @param a the matrix A
     * @param b the right-hand side, of which the first rows() elements count
     * @param maxIterations the most iterations
     * @param target ends the iteration when ‖Aᵀ(b − A·x)‖ is no larger
     * @param x receives the solution in its first columns() elements
     * @return the number of iterations done: fewer than allowed if the solution, or the target, was reached
     */
    public int solve(Equations a, double[] b, int maxIterations, double target, double[] x) {
        int m = a.rows();
        int n = a.columns();
        reserve(m, n);
        Arrays.fill(x, 0, n, 0);
        System.arraycopy(b, 0, u, 0, m);
        double beta = normalize(u, m);
        if (!(beta > 0)) {
            return 0;
        }
        a.multiplyTransposed(u, v);
        double alpha = normalize(v, n);
        if (!(alpha * beta > target)) {
            return 0;
        }
        System.arraycopy(v, 0, w, 0, n);
        double phiBar = beta;
        double rhoBar = alpha;
        double enough = ROUNDING * beta;
        double square = alpha * alpha; // the squared Frobenius norm of the bidiagonal so far
        int iteration = 0;
        while (iteration < maxIterations) {
            iteration++;
            a.multiply(v, product); // β_{k+1}u_{k+1} = A v_k − α_k u_k
            scaleAndAdd(product, u, -alpha, m);
            beta = normalize(u, m);
            a.multiplyTransposed(u, product); // α_{k+1}v_{k+1} = Aᵀu_{k+1} − β_{k+1}v_k
            scaleAndAdd(product, v, -beta, n);
            alpha = normalize(v, n);
            square += alpha * alpha + beta * beta;

            double rho = Math.hypot(rhoBar, beta); // rotate the subdiagonal β_{k+1} away
            double cosine = rhoBar / rho;
            double sine = beta / rho;
            double theta = sine * alpha;
            rhoBar = -cosine * alpha;
            double phi = cosine * phiBar;
            phiBar *= sine;
            KERNELS.axpy(phi / rho, w, 0, x, 0, n);
            for (int i = 0; i < n; i++) {
                w[i] = v[i] - theta / rho * w[i];
            }
            // ‖r‖ = φ̄ and ‖Aᵀr‖ = φ̄·α·|c|. Once either is rounding the space is exhausted, and going on would follow
            // noise.
            double gradient = phiBar * alpha * Math.abs(cosine);
            if (!(gradient > target && phiBar > enough && gradient > ROUNDING * Math.sqrt(square) * phiBar)) {
                break;
            }
        }
        return iteration;
    }

    /* u ← product + s·u */
    private static void scaleAndAdd(double[] product, double[] u, double s, int n) {
        for (int i = 0; i < n; i++) {
            u[i] = product[i] + s * u[i];
        }
    }

    private static double normalize(double[] x, int n) {
        double norm = Math.sqrt(KERNELS.dot(x, 0, x, 0, n));
        if (norm > 0) {
            double inverse = 1 / norm;
            for (int i = 0; i < n; i++) {
                x[i] *= inverse;
            }
        }
        return norm;
    }

    private void reserve(int m, int n) {
        if (u.length < m) {
            u = new double[m];
        }
        if (v.length < n) {
            v = new double[n];
            w = new double[n];
        }
        if (product.length < Math.max(m, n)) {
            product = new double[Math.max(m, n)];
        }
    }
}
