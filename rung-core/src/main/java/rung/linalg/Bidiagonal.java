package rung.linalg;

/**
 * Computes the largest singular value of a small upper bidiagonal matrix B and its vectors: bisection on the tridiagonal BᵀB, then
 * inverse iteration. Costs O(k) for each of some sixty sweeps, where a full decomposition would take O(k³).
 */
final class Bidiagonal {
    /** The largest singular value θ and its unit vectors: B·q = θ·p. */
    record Top(double theta, double[] p, double[] q) {}

    private Bidiagonal() {}

    /**
     * Finds the largest singular value and its vectors.
     *
     * @param alpha the diagonal, of which the first k count
     * @param beta the diagonal above it, of which the first k − 1 count
     * @param k the size of B
     */
    static Top top(double[] alpha, double[] beta, int k) {
        double scale = 0;
        for (int i = 0; i < k; i++) {
            scale = Math.max(scale, Math.max(alpha[i], i + 1 < k ? beta[i] : 0));
        }
        double[] p = new double[k];
        double[] q = new double[k];
        if (scale == 0) {
            q[0] = 1;
            return new Top(0, p, q);
        }
        double[] diagonal = new double[k]; // the diagonal of BᵀB
        double[] beside = new double[k];
        for (int i = 0; i < k; i++) {
            double a = alpha[i] / scale;
            double before = i > 0 ? beta[i - 1] / scale : 0;
            diagonal[i] = a * a + before * before;
            beside[i] = i + 1 < k ? a * beta[i] / scale : 0;
        }
        double[] pivots = new double[k];
        double shift = largestEigenvalue(diagonal, beside, pivots);
        factor(diagonal, beside, shift, pivots);
        for (int i = 0; i < k; i++) {
            q[i] = 1;
        }
        for (int sweep = 0; sweep < 3; sweep++) {
            solve(pivots, beside, q);
        }
        for (int i = 0; i < k; i++) {
            p[i] = alpha[i] * q[i] + (i + 1 < k ? beta[i] * q[i + 1] : 0);
        }
        double theta = Matrix.norm(p);
        for (int i = 0; i < k; i++) {
            p[i] /= theta;
        }
        return new Top(theta, p, q);
    }

    /* Finds the largest eigenvalue from above, by bisection between a diagonal entry and Gershgorin's bound. */
    private static double largestEigenvalue(double[] diagonal, double[] beside, double[] pivots) {
        int k = diagonal.length;
        double low = 0;
        double high = 0;
        for (int i = 0; i < k; i++) {
            low = Math.max(low, diagonal[i]);
            high = Math.max(high, diagonal[i] + beside[i] + (i > 0 ? beside[i - 1] : 0));
        }
        high *= 1 + 1e-14;
        while (high - low > 4 * Math.ulp(high)) {
            double middle = 0.5 * (low + high);
            if (factor(diagonal, beside, middle, pivots)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /* Computes the pivots of T − shift·I and returns true if all are negative, which means that the shift is above the spectrum. */
    private static boolean factor(double[] diagonal, double[] beside, double shift, double[] pivots) {
        boolean above = true;
        for (int i = 0; i < diagonal.length; i++) {
            double pivot = diagonal[i] - shift - (i > 0 ? beside[i - 1] * beside[i - 1] / pivots[i - 1] : 0);
            above &= pivot < 0;
            pivots[i] = pivot == 0 ? -1e-150 : pivot;
        }
        return above;
    }

    /* x ← (T − shift·I)⁻¹·x, scaled to norm one; the matrix is negative definite, so no pivoting is needed. */
    private static void solve(double[] pivots, double[] beside, double[] x) {
        int k = x.length;
        for (int i = 1; i < k; i++) {
            x[i] -= beside[i - 1] / pivots[i - 1] * x[i - 1];
        }
        x[k - 1] /= pivots[k - 1];
        for (int i = k - 2; i >= 0; i--) {
            x[i] = (x[i] - beside[i] * x[i + 1]) / pivots[i];
        }
        double norm = Matrix.norm(x);
        for (int i = 0; i < k; i++) {
            x[i] /= norm;
        }
    }
}
