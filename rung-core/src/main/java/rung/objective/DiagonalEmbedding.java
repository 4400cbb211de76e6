package rung.objective;

import rung.ConvexFunction;
import rung.LowRankMatrix;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;

/**
 * The construction of the appendix of [AS21], which carries sparse optimization over to low rank:
 *
 * <pre>R(A) = f(diag(A)) + β/2·‖A − diag(A)‖²</pre>
 *
 * <p>On it Greedy is orthogonal matching pursuit for f, and Local Search is the same with replacement.
 */
public final class DiagonalEmbedding implements ConvexFunction {
    /** A smooth convex function of n variables. */
    public interface VectorFunction {
        /**
         * The number n of variables.
         *
         * @return n
         */
        int size();

        /**
         * The value at a point.
         *
         * @param x the point, of n elements; not to be changed
         * @return f(x)
         */
        double value(double[] x);

        /**
         * The gradient at a point.
         *
         * @param x the point, of n elements; not to be changed
         * @return ∇f(x), n elements
         */
        double[] gradient(double[] x);
    }

    private final VectorFunction f;
    private final double beta;

    /**
     * Embeds a function of n variables into a function of n×n matrices.
     *
     * @param f the function
     * @param beta the smoothness of f, or more
     */
    public DiagonalEmbedding(VectorFunction f, double beta) {
        if (!(beta > 0 && beta < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("beta must be positive and finite, got " + beta);
        }
        this.f = f;
        this.beta = beta;
    }

    @Override
    public int rows() {
        return f.size();
    }

    @Override
    public int columns() {
        return f.size();
    }

    @Override
    public double value(LowRankMatrix a) {
        double[] diagonal = diagonal(a);
        double onDiagonal = Matrix.norm(diagonal);
        return f.value(diagonal) + 0.5 * beta * Math.max(0, a.squaredNorm() - onDiagonal * onDiagonal);
    }

    /** The gradient diag(∇f(x) − β·x) + β·A, where x is the diagonal of A. */
    @Override
    public LinearOperator gradient(LowRankMatrix a) {
        double[] x = diagonal(a);
        double[] d = f.gradient(x).clone();
        for (int i = 0; i < d.length; i++) {
            d[i] -= beta * x[i];
        }
        return new LinearOperator() {
            @Override
            public int rows() {
                return d.length;
            }

            @Override
            public int columns() {
                return d.length;
            }

            @Override
            public Matrix multiply(Matrix block) {
                return plusDiagonal(a.multiply(block), block);
            }

            @Override
            public Matrix multiplyTransposed(Matrix block) {
                return plusDiagonal(a.multiplyTransposed(block), block);
            }

            private Matrix plusDiagonal(Matrix product, Matrix block) {
                int w = block.columns();
                for (int k = 0; k < product.array().length; k++) {
                    product.array()[k] = beta * product.array()[k] + d[k / w] * block.array()[k];
                }
                return product;
            }
        };
    }

    private static double[] diagonal(LowRankMatrix a) {
        double[] x = new double[a.rows()];
        for (int i = 0; i < x.length; i++) {
            x[i] = a.get(i, i);
        }
        return x;
    }

    @Override
    public String toString() {
        return "diagonal embedding of " + f;
    }
}
