package rung.engine.preference;

import rung.linalg.Side;

/** The penalty on the factors, ½·Σ_i c_i·‖u_i‖² + ½·Σ_j c_j·‖v_j‖² with c = λ·(the sum of a line's weights + α·its length)^ν. */
final class LineRidge {
    private final boolean isZero;
    private final double[] left;
    private final double[] right;

    LineRidge(double lambda, double nu, double alpha, Events events) {
        this.isZero = lambda == 0;
        this.left = coefficients(lambda, nu, alpha * events.columns(), events.byRow());
        this.right = coefficients(lambda, nu, alpha * events.rows(), events.byColumn());
    }

    static double[] coefficients(double lambda, double nu, double unseen, EventLines lines) {
        double[] c = lines.sums();
        for (int line = 0; line < c.length; line++) {
            c[line] = lambda == 0 ? 0 : lambda * Math.pow(c[line] + unseen, nu);
        }
        return c;
    }

    boolean isZero() {
        return isZero;
    }

    /** The coefficient c of each line of a side. */
    double[] of(Side side) {
        return side == Side.LEFT ? left : right;
    }

    double value(FactorRows u, FactorRows v) {
        return isZero ? 0 : 0.5 * (weighted(left, u) + weighted(right, v));
    }

    /** The slope in s of the penalty on the columns √s·u and √s·v. */
    double slope(double[] u, double[] v) {
        return isZero ? 0 : 0.5 * (weighted(left, u) + weighted(right, v));
    }

    private static double weighted(double[] c, double[] x) {
        double sum = 0;
        for (int i = 0; i < c.length; i++) {
            sum += c[i] * x[i] * x[i];
        }
        return sum;
    }

    private static double weighted(double[] c, FactorRows x) {
        double sum = 0;
        for (int i = 0; i < c.length; i++) {
            double square = 0;
            for (int k = i * x.width(); k < i * x.width() + x.rank(); k++) {
                square += (double) x.values()[k] * x.values()[k];
            }
            sum += c[i] * square;
        }
        return sum;
    }
}
