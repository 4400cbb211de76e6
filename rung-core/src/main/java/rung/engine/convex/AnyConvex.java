package rung.engine.convex;

import rung.ConvexFunction;
import rung.ExactProblem;
import rung.linalg.Matrix;

/**
 * Minimizes any convex R of which only the value and the gradient are known: every inner problem is solved by L-BFGS.
 *
 * <p>The inner problems are posed in orthonormal bases of the factors that stay fixed, so their conditioning is that of R and not that
 * of U and V. A step at rank r costs as many evaluations of R as L-BFGS takes iterations, each with a product of the gradient with r
 * columns.
 */
public final class AnyConvex implements ExactProblem<ConvexIterate> {
    private final ConvexFunction function;
    private final long seed;

    private AnyConvex(ConvexFunction function, long seed) {
        this.function = function;
        this.seed = seed;
    }

    /**
     * A problem with the seed 0.
     *
     * @param function the function R
     * @return the problem
     */
    public static AnyConvex of(ConvexFunction function) {
        return new AnyConvex(function, 0);
    }

    /**
     * Sets the seed of the search for the steepest pair.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public AnyConvex withSeed(long seed) {
        return new AnyConvex(function, seed);
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
    public double strongConvexity() {
        return function.strongConvexity();
    }

    @Override
    public long seed() {
        return seed;
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public String description() {
        return function + ", " + rows() + "×" + columns() + ", L-BFGS on value and gradient";
    }

    @Override
    public ConvexIterate start() {
        return new ConvexIterate(function, seed, new Matrix(rows(), 0), new Matrix(columns(), 0));
    }
}
