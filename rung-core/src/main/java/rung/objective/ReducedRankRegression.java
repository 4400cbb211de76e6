package rung.objective;

import rung.ConvexFunction;
import rung.LowRankMatrix;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Svd;

/**
 * Regression of n responses on m predictors whose coefficients A, m×n, have low rank: R(A) = ½‖X·A − Y‖².
 *
 * <p>The gradient ∇R(A) = Xᵀ(X·A − Y) is kept as the product of its two factors.
 */
public final class ReducedRankRegression implements ConvexFunction {
    private final Matrix x;
    private final Matrix y;
    private double strongConvexity = Double.NaN; // computed when asked for: it takes an SVD

    /**
     * Creates the function from samples.
     *
     * @param x the predictors, one row per sample; copied
     * @param y the responses, one row per sample; copied
     */
    public ReducedRankRegression(Matrix x, Matrix y) {
        if (x.rows() != y.rows()) {
            throw new IllegalArgumentException(
                    "predictors and responses must have as many rows, got " + x.rows() + " and " + y.rows());
        }
        if (!x.isFinite() || !y.isFinite()) {
            throw new IllegalArgumentException("predictors and responses must be finite");
        }
        this.x = x.copy();
        this.y = y.copy();
    }

    @Override
    public int rows() {
        return x.columns();
    }

    @Override
    public int columns() {
        return y.columns();
    }

    @Override
    public double value(LowRankMatrix a) {
        double norm = residual(a).norm();
        return 0.5 * norm * norm;
    }

    @Override
    public LinearOperator gradient(LowRankMatrix a) {
        Matrix residual = residual(a);
        return new LinearOperator() {
            @Override
            public int rows() {
                return x.columns();
            }

            @Override
            public int columns() {
                return y.columns();
            }

            @Override
            public Matrix multiply(Matrix block) {
                return x.multiplyTransposed(residual.multiply(block));
            }

            @Override
            public Matrix multiplyTransposed(Matrix block) {
                return residual.multiplyTransposed(x.multiply(block));
            }
        };
    }

    /** The least eigenvalue of XᵀX. */
    @Override
    public double strongConvexity() {
        if (Double.isNaN(strongConvexity)) {
            double[] sigma = Svd.of(x).sigma();
            double smallest = sigma.length < x.columns() ? 0 : sigma[sigma.length - 1];
            strongConvexity = smallest * smallest;
        }
        return strongConvexity;
    }

    private Matrix residual(LowRankMatrix a) {
        return x.multiply(a.left()).multiplyByTransposed(a.right()).plus(-1, y);
    }

    @Override
    public String toString() {
        return "reduced-rank regression of " + y.columns() + " responses on " + x.columns() + " predictors";
    }
}
