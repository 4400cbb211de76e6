package rung.engine.entrywise;

import rung.Refit;
import rung.engine.FactoredIterate;
import rung.engine.RankOneFit;
import rung.linalg.Lanczos;
import rung.linalg.LineSearch;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.SparseMatrix;
import rung.loss.Squared;
import rung.objective.Entries;

/** The iterate of {@link Entrywise}: U, V and the entries of U·Vᵀ on Ω, which both the value and the gradient need. */
public final class EntrywiseIterate extends FactoredIterate<EntrywiseIterate> {
    private final Entries entries;
    private final FactorRidge ridge;
    private final double low;
    private final double high;
    private final long seed;

    private double[] fitted; // the entries of U·Vᵀ on Ω, in row order; null when stale
    private double value = Double.NaN;
    private double firstSigma;

    EntrywiseIterate(Entries entries, FactorRidge ridge, double low, double high, long seed, Matrix u, Matrix v) {
        super(u, v);
        this.entries = entries;
        this.ridge = ridge;
        this.low = low;
        this.high = high;
        this.seed = seed;
    }

    @Override
    protected void replace(Matrix newU, Matrix newV) {
        replace(newU, newV, null);
    }

    private void replace(Matrix newU, Matrix newV, double[] newFitted) {
        u = newU;
        v = newV;
        fitted = newFitted;
        value = Double.NaN;
    }

    /** Subtracts what column i contributed, instead of computing all of U·Vᵀ again. */
    @Override
    public void remove(int i) {
        double[] rest = fitted().clone();
        double[] gone = entries.fitted(Matrix.column(u.column(i)), Matrix.column(v.column(i)));
        for (int k = 0; k < rest.length; k++) {
            rest[k] -= gone[k];
        }
        replace(u.withoutColumn(i), v.withoutColumn(i), rest);
    }

    private double[] fitted() {
        if (fitted == null) {
            fitted = entries.fitted(u, v);
        }
        return fitted;
    }

    @Override
    public double value() {
        if (Double.isNaN(value)) {
            value = entries.value(fitted()) + ridge.value(u, v);
        }
        return value;
    }

    @Override
    public SingularPair steepest(double tolerance) {
        SingularPair pair = new Lanczos(tolerance, PAIR_STEPS).top(gradient(), seed);
        firstSigma = Math.max(firstSigma, pair.sigma());
        return pair;
    }

    /** The gradient, clipped as {@link Entrywise#withBounds} says. */
    @Override
    public SparseMatrix gradient() {
        double[] g = new double[fitted().length];
        entries.derivatives(fitted(), low, high, g);
        return new SparseMatrix(pattern(), g, entries.workers());
    }

    /**
     * Fits the pair by least squares, whatever the loss is, to the entries of the gradient. Without a penalty nothing would keep such a
     * fit from following the noise, so the pair then stays as it is: on the setting of {@link rung.algorithm.FastGreedy#ofRank} a
     * fitted one gives 0.058 at rank 7.
     */
    @Override
    public SingularPair fitted(SingularPair pair) {
        if (ridge.isZero()) {
            return pair;
        }
        RankOneFit fit = new RankOneFit(pattern(), gradient(), entries.workers());
        return entries.data().weights().map(fit::withWeights).orElse(fit).from(pair);
    }

    @Override
    public double lineSearch(SingularPair pair) {
        double[] direction = entries.fitted(Matrix.column(pair.u()), Matrix.column(pair.v()));
        for (int k = 0; k < direction.length; k++) {
            direction[k] = -direction[k];
        }
        double penalty = ridge.slope(pair.u(), pair.v());
        LineSearch.Slope slope = s -> entries.slope(fitted(), direction, s) + penalty;
        double slopeAtZero = slope.at(0);
        return LineSearch.minimize(slope, slopeAtZero, -slopeAtZero / entries.curvature(fitted(), direction), 1e-6);
    }

    @Override
    public void refitCore(Refit refit) {
        CoreRefit core = new CoreRefit(entries, ridge, u, v, EXACT * firstSigma);
        core.solve(refit);
        replace(core.left(), core.right());
    }

    @Override
    public void refit(Side side, Refit refit) {
        boolean left = side == Side.LEFT;
        Pattern.Lines lines = pattern().lines(side);
        Matrix fixed = left ? v : u;
        Matrix moved = (left ? u : v).copy();
        double[] newFitted = new double[pattern().count()];
        SideRefit task = new SideRefit(
                entries, lines, fixed, moved, ridge.coefficients(side), refit, EXACT * firstSigma, newFitted);
        entries.workers().run(lines.count(), line -> (lines.before(line) + line) * rank(), () -> {
            LineSolver solver = entries.loss() == Squared.INSTANCE ? new LeastSquaresLine(task) : new NewtonLine(task);
            return solver::solve;
        });
        replace(left ? moved : u, left ? v : moved, newFitted);
    }

    @Override
    public EntrywiseIterate copy() {
        EntrywiseIterate copy = new EntrywiseIterate(entries, ridge, low, high, seed, u, v);
        copy.fitted = fitted;
        copy.value = value;
        copy.firstSigma = firstSigma;
        return copy;
    }

    private Pattern pattern() {
        return entries.data().pattern();
    }
}
