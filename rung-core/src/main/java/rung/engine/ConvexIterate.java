package rung.engine;

import rung.ConvexFunction;
import rung.Iterate;
import rung.LowRankMatrix;
import rung.Refit;
import rung.Side;
import rung.linalg.Lanczos;
import rung.linalg.Lbfgs;
import rung.linalg.LineSearch;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Qr;
import rung.linalg.SingularPair;

/** U and V under a function of which only value and gradient are known: the iterate of {@link AnyConvex}. */
class ConvexIterate extends FactoredIterate {
    private static final int MAX_ITERATIONS = 2_000;

    private final ConvexFunction function;
    private final long seed;
    private double value = Double.NaN;
    private double firstSigma;

    ConvexIterate(ConvexFunction function, long seed, Matrix u, Matrix v) {
        super(u, v);
        this.function = function;
        this.seed = seed;
    }

    @Override
    void replace(Matrix newU, Matrix newV) {
        u = newU;
        v = newV;
        value = Double.NaN;
    }

    @Override
    public double value() {
        if (Double.isNaN(value)) {
            value = function.value(matrix());
        }
        return value;
    }

    @Override
    public SingularPair steepest(double tolerance) {
        SingularPair pair = new Lanczos(tolerance, PAIR_STEPS).top(function.gradient(matrix()), seed);
        reached(pair.sigma());
        return pair;
    }

    /** The largest gradient so far is what exact refits measure theirs by. */
    final void reached(double sigma) {
        firstSigma = Math.max(firstSigma, sigma);
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
        Matrix x = minimize(new Inner(function, left.q(), right.q(), r, r), start, refit);
        replace(left.q().multiply(x), right.q());
    }

    @Override
    public void refit(Side side, Refit refit) {
        boolean moveLeft = side == Side.LEFT;
        Qr fixed = Qr.of(moveLeft ? v : u);
        Matrix moving = moveLeft ? u : v;
        Matrix start = refit.fromZero()
                ? new Matrix(moving.rows(), rank())
                : moving.multiplyByTransposed(fixed.r()); // U·Vᵀ = (U·Rᵀ)·Qᵀ where V = Q·R
        Matrix q = fixed.q();
        Inner inner = new Inner(function, moveLeft ? null : q, moveLeft ? q : null, moving.rows(), rank());
        Matrix x = minimize(inner, start, refit);
        replace(moveLeft ? x : q, moveLeft ? q : x);
    }

    private Matrix minimize(Inner inner, Matrix start, Refit refit) {
        Lbfgs.Minimum minimum =
                Lbfgs.minimize(inner, start.array(), Math.min(refit.iterations(), MAX_ITERATIONS), EXACT, firstSigma);
        return new Matrix(start.rows(), start.columns(), minimum.x());
    }

    /** Another of the same kind. */
    ConvexIterate with(Matrix newU, Matrix newV) {
        return new ConvexIterate(function, seed, newU, newV);
    }

    @Override
    public Iterate copy() {
        ConvexIterate copy = with(u, v);
        copy.value = value;
        copy.firstSigma = firstSigma;
        return copy;
    }

    /** The inner problem R(L·X·Rᵀ) over X, where a factor left null is an identity. */
    private record Inner(ConvexFunction function, Matrix left, Matrix right, int rows, int columns)
            implements Lbfgs.Function {
        @Override
        public double evaluate(double[] x, double[] gradient) {
            Matrix core = new Matrix(rows, columns, x);
            LowRankMatrix a = left == null
                    ? LowRankMatrix.of(core, right)
                    : right == null ? LowRankMatrix.of(left, core) : LowRankMatrix.of(left.multiply(core), right);
            LinearOperator g = function.gradient(a);
            Matrix product = right == null ? g.multiplyTransposed(left) : g.multiply(right);
            Matrix inner = left == null || right == null ? product : left.multiplyTransposed(product);
            System.arraycopy(inner.array(), 0, gradient, 0, gradient.length);
            return function.value(a);
        }
    }
}
