package rung.objective;

import rung.ConvexFunction;
import rung.LowRankMatrix;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;

/**
 * A convex function made strongly convex: R(A) + λ/2·‖A‖², where the norm is Frobenius'. For a penalty on the factors, row by row, see
 * {@code Entrywise.withRidge}.
 *
 * @param function the function R
 * @param lambda λ, finite and not negative
 */
public record Ridge(ConvexFunction function, double lambda) implements ConvexFunction {
    /** Checks λ. */
    public Ridge {
        if (!(lambda >= 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be finite and not negative, got " + lambda);
        }
    }

    @Override
    public int rows() {
        return function.rows();
    }

    @Override
    public int columns() {
        return function.columns();
    }

    @Override
    public double value(LowRankMatrix a) {
        return function.value(a) + 0.5 * lambda * a.squaredNorm();
    }

    @Override
    public LinearOperator gradient(LowRankMatrix a) {
        return new Sum(function.gradient(a), a, lambda);
    }

    @Override
    public double strongConvexity() {
        return function.strongConvexity() + lambda;
    }

    /** The operator G + s·A, known by its products. */
    private record Sum(LinearOperator g, LowRankMatrix a, double s) implements LinearOperator {
        @Override
        public int rows() {
            return g.rows();
        }

        @Override
        public int columns() {
            return g.columns();
        }

        @Override
        public Matrix multiply(Matrix x) {
            return g.multiply(x).plus(s, a.multiply(x));
        }

        @Override
        public Matrix multiplyTransposed(Matrix y) {
            return g.multiplyTransposed(y).plus(s, a.multiplyTransposed(y));
        }
    }
}
