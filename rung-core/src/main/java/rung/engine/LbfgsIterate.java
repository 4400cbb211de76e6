package rung.engine;

import java.util.function.Function;
import rung.ConvexFunction;
import rung.LowRankMatrix;
import rung.Refit;
import rung.linalg.Lanczos;
import rung.linalg.Lbfgs;
import rung.linalg.LineSearch;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Qr;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/**
 * The factors U and V under a function of which only value and gradient are used. The core is refitted by L-BFGS.
 *
 * @param <A> the implementing class
 */
public abstract class LbfgsIterate<A extends LbfgsIterate<A>> extends FactoredIterate<A> {
    private static final int MAX_ITERATIONS = 2_000;

    /** The function R. */
    protected final ConvexFunction function;
    /** The seed of the search for the steepest pair. */
    protected final long seed;

    private double value = Double.NaN;
    private double firstSigma;

    /**
     * Creates an iterate from its factors.
     *
     * @param function the function R
     * @param seed the seed of the search for the steepest pair
     * @param u the left factor U, m×r
     * @param v the right factor V, n×r
     */
    protected LbfgsIterate(ConvexFunction function, long seed, Matrix u, Matrix v) {
        super(u, v);
        this.function = function;
        this.seed = seed;
    }

    @Override
    protected void replace(Matrix newU, Matrix newV) {
        u = newU;
        v = newV;
        value = Double.NaN;
    }

    @Override
    public double value() {
        if (Double.isNaN(value)) {
            value = function.value(matrix()) + penalty();
        }
        return value;
    }

    /**
     * A penalty on the factors themselves, which is added to R(U·Vᵀ); by default none.
     *
     * @return the penalty, at least 0
     */
    protected double penalty() {
        return 0;
    }

    @Override
    public LinearOperator gradient() {
        return function.gradient(matrix());
    }

    @Override
    public SingularPair steepest(double tolerance) {
        SingularPair pair = top(gradient(), new Lanczos(tolerance, PAIR_STEPS));
        firstSigma = Math.max(firstSigma, pair.sigma()); // exact refits measure their gradient by the largest so far
        return pair;
    }

    /**
     * Finds the top pair of the gradient; by default from a random start.
     *
     * @param gradient the gradient
     * @param lanczos the search, with its tolerance
     * @return the pair
     */
    protected SingularPair top(LinearOperator gradient, Lanczos lanczos) {
        return lanczos.top(gradient, seed);
    }

    @Override
    public double lineSearch(SingularPair pair) {
        Matrix left = Matrix.column(pair.u());
        Matrix right = Matrix.column(pair.v());
        LineSearch.Slope slope = s -> {
            LowRankMatrix a = LowRankMatrix.of(u.withColumn(pair.u(), -s), v.withColumn(pair.v(), 1));
            return Double.isFinite(function.value(a))
                    ? -left.multiplyTransposed(function.gradient(a).multiply(right))
                            .get(0, 0)
                    : Double.POSITIVE_INFINITY; // outside of the domain of R
        };
        return LineSearch.minimize(slope, slope.at(0), pair.sigma(), 1e-6); // after a truncation φ′(0) is not −σ
    }

    @Override
    public void refitCore(Refit refit) {
        Qr left = Qr.of(u);
        Qr right = Qr.of(v);
        int r = rank();
        Matrix start = refit.fromZero() ? new Matrix(r, r) : left.r().multiplyByTransposed(right.r());
        Matrix x = minimize(Inner.ofCore(function, left.q(), right.q()), start, refit);
        replace(left.q().multiply(x), right.q());
    }

    /**
     * Solves an inner problem by L-BFGS.
     *
     * @param inner the problem
     * @param start the first X
     * @param refit how many iterations, and from where
     * @return the X that was found
     */
    protected final Matrix minimize(Inner inner, Matrix start, Refit refit) {
        Lbfgs.Minimum minimum =
                Lbfgs.minimize(inner, start.array(), Math.min(refit.iterations(), MAX_ITERATIONS), EXACT, firstSigma);
        return new Matrix(start.rows(), start.columns(), minimum.x());
    }

    /**
     * Creates an iterate of the same function from other factors.
     *
     * @param newU its left factor
     * @param newV its right factor
     * @return the new iterate
     */
    protected abstract A with(Matrix newU, Matrix newV);

    @Override
    public A copy() {
        A copy = with(u, v);
        LbfgsIterate<A> inner = copy;
        inner.value = value;
        inner.firstSigma = firstSigma;
        return copy;
    }

    /**
     * An inner problem over a matrix X, row after row: R(X·Vᵀ), R(U·Xᵀ) or R(U·X·Vᵀ).
     *
     * @param function the function R
     * @param rows the number of rows of X
     * @param columns the number of columns of X
     * @param matrix makes A of X
     * @param ofGradient makes the gradient with respect to X of the gradient with respect to A
     */
    public record Inner(
            ConvexFunction function,
            int rows,
            int columns,
            Function<Matrix, LowRankMatrix> matrix,
            Function<LinearOperator, Matrix> ofGradient)
            implements Lbfgs.Function {
        /**
         * The problem over one side.
         *
         * @param function the function R
         * @param side the side that X is
         * @param fixed the other side, with orthonormal columns
         * @return the problem
         */
        public static Inner ofSide(ConvexFunction function, Side side, Matrix fixed) {
            return side == Side.LEFT
                    ? new Inner(
                            function,
                            function.rows(),
                            fixed.columns(),
                            x -> LowRankMatrix.of(x, fixed),
                            g -> g.multiply(fixed))
                    : new Inner(
                            function,
                            function.columns(),
                            fixed.columns(),
                            x -> LowRankMatrix.of(fixed, x),
                            g -> g.multiplyTransposed(fixed));
        }

        /**
         * The problem over the core.
         *
         * @param function the function R
         * @param left U, with orthonormal columns
         * @param right V, with orthonormal columns
         * @return the problem
         */
        public static Inner ofCore(ConvexFunction function, Matrix left, Matrix right) {
            return new Inner(
                    function,
                    left.columns(),
                    right.columns(),
                    x -> LowRankMatrix.of(left.multiply(x), right),
                    g -> left.multiplyTransposed(g.multiply(right)));
        }

        @Override
        public double evaluate(double[] x, double[] gradient) {
            LowRankMatrix a = matrix.apply(new Matrix(rows, columns, x));
            Matrix inner = ofGradient.apply(function.gradient(a));
            System.arraycopy(inner.array(), 0, gradient, 0, gradient.length);
            return function.value(a);
        }
    }
}
