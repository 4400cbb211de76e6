package rung.objective;

import rung.ConvexFunction;
import rung.LowRankMatrix;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;

/** R(A) = ½‖𝒜(A) − b‖² for measurements b of an unknown matrix through a linear map 𝒜. */
public final class MatrixSensing implements ConvexFunction {
    /** A linear map from m×n matrices to vectors of p measurements, and its adjoint. */
    public interface LinearMap {
        /**
         * The number m of rows of the matrix.
         *
         * @return m
         */
        int rows();

        /**
         * The number n of columns of the matrix.
         *
         * @return n
         */
        int columns();

        /**
         * The number p of measurements.
         *
         * @return p
         */
        int measurements();

        /**
         * Measures a matrix: 𝒜(A).
         *
         * @param a the matrix A
         * @return p measurements
         */
        double[] apply(LowRankMatrix a);

        /**
         * Applies the adjoint 𝒜*(y): the m×n matrix with ⟨𝒜*(y), A⟩ = y·𝒜(A) for every A.
         *
         * @param y a vector of p elements
         * @return the matrix, as an operator
         */
        LinearOperator adjoint(double[] y);
    }

    private final LinearMap map;
    private final double[] b;

    /**
     * Creates the function from measurements.
     *
     * @param map the linear map 𝒜
     * @param b the measurements, finite; copied
     */
    public MatrixSensing(LinearMap map, double[] b) {
        if (b.length != map.measurements()) {
            throw new IllegalArgumentException(
                    "there must be " + map.measurements() + " measurements as the map makes, got " + b.length);
        }
        for (int k = 0; k < b.length; k++) {
            if (!Double.isFinite(b[k])) {
                throw new IllegalArgumentException("measurement " + k + " must be finite, got " + b[k]);
            }
        }
        this.map = map;
        this.b = b.clone();
    }

    @Override
    public int rows() {
        return map.rows();
    }

    @Override
    public int columns() {
        return map.columns();
    }

    @Override
    public double value(LowRankMatrix a) {
        double norm = Matrix.norm(residual(a));
        return 0.5 * norm * norm;
    }

    @Override
    public LinearOperator gradient(LowRankMatrix a) {
        return map.adjoint(residual(a));
    }

    private double[] residual(LowRankMatrix a) {
        double[] r = map.apply(a).clone();
        for (int k = 0; k < r.length; k++) {
            r[k] -= b[k];
        }
        return r;
    }

    @Override
    public String toString() {
        return "matrix sensing with " + b.length + " measurements of a " + rows() + "×" + columns() + " matrix";
    }
}
