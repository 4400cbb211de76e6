package rung.engine.entrywise;

import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;

/** The penalty on the factors, ½·Σ_i λ·n_i^α·‖u_i‖² + ½·Σ_j λ·n_j^α·‖v_j‖². */
final class FactorRidge {
    private final double lambda;
    private final double[] left;
    private final double[] right;

    FactorRidge(double lambda, double alpha, Pattern pattern) {
        this.lambda = lambda;
        this.left = coefficients(lambda, alpha, pattern.lines(Side.LEFT));
        this.right = coefficients(lambda, alpha, pattern.lines(Side.RIGHT));
    }

    private static double[] coefficients(double lambda, double alpha, Pattern.Lines lines) {
        double[] c = new double[lines.count()];
        for (int line = 0; line < c.length && lambda > 0; line++) {
            c[line] = lambda * Math.pow(Math.max(1, lines.size(line)), alpha);
        }
        return c;
    }

    boolean isZero() {
        return lambda == 0;
    }

    /** The coefficient λ·n^α of each row of U, or of V. */
    double[] coefficients(Side side) {
        return side == Side.LEFT ? left : right;
    }

    double value(Matrix u, Matrix v) {
        return isZero() ? 0 : 0.5 * (weighted(left, u) + weighted(right, v));
    }

    /** The slope in s of the penalty of the columns √s·u and √s·v. */
    double slope(double[] u, double[] v) {
        return value(new Matrix(u.length, 1, u), new Matrix(v.length, 1, v));
    }

    private static double weighted(double[] c, Matrix factor) {
        int r = factor.columns();
        double sum = 0;
        for (int i = 0; i < c.length; i++) {
            double square = 0;
            for (int k = i * r; k < (i + 1) * r; k++) {
                square += factor.array()[k] * factor.array()[k];
            }
            sum += c[i] * square;
        }
        return sum;
    }
}
