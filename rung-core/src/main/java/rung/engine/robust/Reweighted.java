package rung.engine.robust;

import rung.ConvexFunction;
import rung.ExactProblem;
import rung.LowRankMatrix;
import rung.data.Tiles;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/**
 * Climbs R(A) = Σ H_δ(M − A) on dense data in single precision: robust PCA as in Section 3.2 of [AS21].
 *
 * <pre>H_δ(ρ) = ρ²/2 if |ρ| ≤ δ, and δ·|ρ| − δ²/2 otherwise</pre>
 *
 * <p>A side is refitted line by line: each row of U is a problem of its own in r variables, and so is each row of V. They are
 * solved by iteratively reweighted least squares [HW77], which lower R in every iteration: an entry with residual ρ counts
 * with weight min(1, δ/|ρ|). {@link #function} is the same R for {@link rung.engine.convex.AnyConvex}, whose refits are by L-BFGS as in the paper.
 *
 * <p>A refit costs one walk over M for U and one for each iteration for V. Beside M only the factors are kept.
 */
public final class Reweighted implements ExactProblem<ReweightedIterate> {
    private final WeightedResiduals residuals;
    private final Matrix u;
    private final Matrix v;
    private final RowEvidence before;
    private final long seed;
    private final int threads;

    private Reweighted(WeightedResiduals residuals, Matrix u, Matrix v, RowEvidence before, long seed, int threads) {
        this.residuals = residuals;
        this.u = u;
        this.v = v;
        this.before = before;
        this.seed = seed;
        this.threads = threads;
    }

    public static Reweighted of(Tiles tiles, double delta) {
        return of(tiles, RobustLoss.HUBER, delta);
    }

    /**
     * The same for another loss. With one that is not convex refits still never raise R, but what the theorems say of the
     * climb does not hold: begin where a convex one ended.
     *
     * @param width of the loss: δ or c
     */
    public static Reweighted of(Tiles tiles, RobustLoss loss, double width) {
        if (!(width > 0 && width <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    (loss == RobustLoss.HUBER ? "delta" : "the width") + " must be a positive number, got " + width);
        }
        Workers workers = Workers.all();
        return new Reweighted(
                new WeightedResiduals(tiles, loss, width, workers),
                new Matrix(tiles.rows(), 0),
                new Matrix(tiles.columns(), 0),
                null,
                0,
                workers.threads());
    }

    public Reweighted withSeed(long seed) {
        return new Reweighted(residuals, u, v, before, seed, threads);
    }

    /** The same answer, to the bit, on any number. */
    public Reweighted withThreads(int threads) {
        return new Reweighted(
                new WeightedResiduals(residuals.tiles(), residuals.loss(), residuals.width(), new Workers(threads)),
                u,
                v,
                before,
                seed,
                threads);
    }

    /** Begins with these factors instead of the zero matrix. */
    public Reweighted withStart(Matrix left, Matrix right) {
        if (left.rows() != rows() || right.rows() != columns() || left.columns() != right.columns()) {
            throw new IllegalArgumentException("the factors of a " + rows() + "×" + columns()
                    + " matrix must have as many rows and agree in rank, got " + left.rows() + "×" + left.columns()
                    + " and " + right.rows() + "×" + right.columns());
        }
        return new Reweighted(residuals, left.copy(), right.copy(), before, seed, threads);
    }

    /** Adds a penalty on the rows of U, how far they are from where other columns had them, to every refit and to the value. */
    public Reweighted withEvidence(RowEvidence told) {
        return new Reweighted(residuals, u, v, told, seed, threads);
    }

    /** What these columns tell about the rows of U, together with what was told before. */
    public RowEvidence evidence(LowRankMatrix a) {
        RowEvidence own = ReweightedIterate.evidence(residuals, a.left(), a.right());
        return before == null ? own : before.plus(own);
    }

    /**
     * How large the entries of M − A typically are: the median of their sizes, times the 1.4826 that makes it the standard
     * deviation where they are Gaussian. Up to a half of them may be as far off as they like. Rows of which all entries are the
     * same do not count, unless all are so.
     */
    public double scale(LowRankMatrix a) {
        return residuals.scale(a.left(), a.right());
    }

    /** R alone. */
    public ConvexFunction function() {
        return residuals;
    }

    @Override
    public int rows() {
        return residuals.rows();
    }

    @Override
    public int columns() {
        return residuals.columns();
    }

    @Override
    public long seed() {
        return seed;
    }

    @Override
    public int threads() {
        return threads;
    }

    @Override
    public String description() {
        return residuals + ", " + rows() + "×" + columns() + ", reweighted least squares";
    }

    @Override
    public ReweightedIterate start() {
        return new ReweightedIterate(residuals, before, seed, u, v);
    }
}
