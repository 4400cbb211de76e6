package rung.linalg;

import java.util.SplittableRandom;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/**
 * Computes eigenvectors of a tridiagonal matrix for given eigenvalues: x ← (T − λI)⁻¹·x from a random start, made orthogonal to the
 * eigenvectors already found whose eigenvalues are near. The result is checked.
 */
final class InverseIteration {
    /** Two eigenvalues this close, relative to the norm of T, need their vectors made orthogonal. */
    private static final double NEAR = 1e-3;

    private static final double EPSILON = Math.ulp(1.0);
    private static final int MAX_SOLVES = 6;
    private static final Kernels KERNELS = KernelChoice.active();

    private final int n;
    private final double[] diagonal;
    private final double[] beside;
    private final double norm;
    private final double[] u0; // the rows of the upper triangular factor: diagonal, and the two beside it
    private final double[] u1;
    private final double[] u2;
    private final double[] multipliers;
    private final boolean[] swapped;

    InverseIteration(Tridiagonal t) {
        n = t.size();
        diagonal = t.diagonal();
        beside = t.beside();
        double largest = 0;
        for (int i = 0; i < n; i++) {
            double above = i > 0 ? Math.abs(beside[i - 1]) : 0;
            double below = i < n - 1 ? Math.abs(beside[i]) : 0;
            largest = Math.max(largest, above + Math.abs(diagonal[i]) + below);
        }
        norm = largest;
        u0 = new double[n];
        u1 = new double[n];
        u2 = new double[n];
        multipliers = new double[n];
        swapped = new boolean[n];
    }

    /** Computes the eigenvectors of the first k of the descending eigenvalues, as rows; null if one fails the check. */
    Matrix vectors(double[] values, int k) {
        Matrix rows = new Matrix(k, n);
        double[] v = rows.array();
        double[] x = new double[n];
        double shift = Double.POSITIVE_INFINITY;
        int first = 0; // the first vector whose eigenvalue is near
        for (int j = 0; j < k; j++) {
            shift = Math.min(
                    values[j], shift - 4 * EPSILON * norm); // apart, or equal eigenvalues would find one vector
            factor(shift);
            while (values[first] - values[j] > NEAR * norm) {
                first++;
            }
            SplittableRandom random = new SplittableRandom(j);
            for (int i = 0; i < n; i++) {
                x[i] = random.nextDouble() - 0.5;
            }
            if (!find(v, first, j, x, values[j])) {
                return null;
            }
            System.arraycopy(x, 0, v, j * n, n);
        }
        return rows;
    }

    private boolean find(double[] v, int first, int j, double[] x, double value) {
        normalize(x);
        for (int solves = 1; solves <= MAX_SOLVES; solves++) {
            solve(x);
            normalize(x);
            double left = orthogonalize(v, first, j, x);
            if (left < 0.5 && left > 0) { // much was taken away, and what it left may not be orthogonal
                left = orthogonalize(v, first, j, x) > 0.5 ? left : 0;
            }
            if (solves > 1 && left > 1e-3 && residual(x, value) <= 8 * Math.sqrt(n) * EPSILON * norm) {
                return true;
            }
        }
        return false;
    }

    /** Makes x orthogonal to the vectors already found and scales it to norm one; returns the norm that was left before scaling. */
    private double orthogonalize(double[] v, int first, int j, double[] x) {
        for (int k = first; k < j; k++) {
            KERNELS.axpy(-KERNELS.dot(v, k * n, x, 0, n), v, k * n, x, 0, n);
        }
        return normalize(x);
    }

    private static double normalize(double[] x) {
        double length = Matrix.norm(x);
        if (length > 0) {
            double inverse = 1 / length;
            for (int i = 0; i < x.length; i++) {
                x[i] *= inverse;
            }
        }
        return length;
    }

    private double residual(double[] x, double value) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double above = i > 0 ? beside[i - 1] * x[i - 1] : 0;
            double below = i < n - 1 ? beside[i] * x[i + 1] : 0;
            double r = above + (diagonal[i] - value) * x[i] + below;
            sum += r * r;
        }
        return Math.sqrt(sum);
    }

    /** Factors T − shift·I = P·L·U by elimination with interchanges. */
    private void factor(double shift) {
        double pivot = diagonal[0] - shift; // (pivot, next) is the row that is not yet eliminated
        double next = n > 1 ? beside[0] : 0;
        for (int i = 0; i < n - 1; i++) {
            double below = beside[i];
            double under = diagonal[i + 1] - shift;
            double after = i < n - 2 ? beside[i + 1] : 0;
            swapped[i] = Math.abs(below) > Math.abs(pivot);
            if (swapped[i]) {
                multipliers[i] = pivot / below;
                u0[i] = below;
                u1[i] = under;
                u2[i] = after;
                pivot = next - multipliers[i] * under;
                next = -multipliers[i] * after;
            } else {
                u0[i] = nonzero(pivot);
                multipliers[i] = below / u0[i];
                u1[i] = next;
                u2[i] = 0;
                pivot = under - multipliers[i] * next;
                next = after;
            }
        }
        u0[n - 1] = nonzero(pivot);
    }

    private double nonzero(double pivot) {
        double least = EPSILON * (norm > 0 ? norm : 1);
        return Math.abs(pivot) < least ? Math.copySign(least, pivot) : pivot;
    }

    private void solve(double[] x) {
        for (int i = 0; i < n - 1; i++) {
            if (swapped[i]) {
                double row = x[i];
                x[i] = x[i + 1];
                x[i + 1] = row - multipliers[i] * x[i + 1];
            } else {
                x[i + 1] -= multipliers[i] * x[i];
            }
        }
        for (int i = n - 1; i >= 0; i--) {
            double sum = x[i];
            if (i < n - 1) {
                sum -= u1[i] * x[i + 1];
            }
            if (i < n - 2) {
                sum -= u2[i] * x[i + 2];
            }
            x[i] = sum / u0[i];
        }
    }
}
