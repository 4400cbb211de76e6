package rung.engine.robust;

import rung.ConvexFunction;
import rung.ExactProblem;
import rung.LowRankMatrix;
import rung.data.Tiles;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/**
 * Minimizes R(A) = Σ H_δ(M − A) on dense data in single precision: robust PCA as in Section 3.2 of [AS21].
 *
 * <pre>H_δ(ρ) = ρ²/2 if |ρ| ≤ δ, and δ·|ρ| − δ²/2 otherwise</pre>
 *
 * <p>A side is refitted line by line: each row of U is a problem of its own in r variables, and so is each row of V. They are solved by
 * iteratively reweighted least squares [HW77], which lower R in every iteration: an entry with residual ρ counts with weight min(1,
 * δ/|ρ|). {@link #function} is the same R for {@link rung.engine.convex.AnyConvex}, whose refits are by L-BFGS as in the paper.
 *
 * <p>A refit of U costs one walk over M, a refit of V one walk for each iteration. Beside M only the factors are kept. Immutable: each
 * {@code with…} returns a changed copy.
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

    /**
     * A problem under Huber's loss, on as many threads as processors.
     *
     * @param tiles the matrix M
     * @param delta Huber's δ, in the unit of the entries
     * @return the problem
     */
    public static Reweighted of(Tiles tiles, double delta) {
        return of(tiles, RobustLoss.HUBER, delta);
    }

    /**
     * A problem under a robust loss. Refits never raise R under any of them, but for a loss that is not convex the theorems about the
     * climb do not hold: begin it where a convex one ended.
     *
     * @param tiles the matrix M
     * @param loss the loss
     * @param width the width of the loss, δ or c, in the unit of the entries
     * @return the problem
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

    /**
     * Sets the seed of the search for the steepest pair.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public Reweighted withSeed(long seed) {
        return new Reweighted(residuals, u, v, before, seed, threads);
    }

    /**
     * Sets the number of threads. The result does not depend on it, bit for bit.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public Reweighted withThreads(int threads) {
        return new Reweighted(
                new WeightedResiduals(residuals.tiles(), residuals.loss(), residuals.width(), new Workers(threads)),
                u,
                v,
                before,
                seed,
                threads);
    }

    /**
     * Begins with these factors instead of the zero matrix.
     *
     * @param left the first U, m×r; copied
     * @param right the first V, n×r; copied
     * @return a changed copy
     */
    public Reweighted withStart(Matrix left, Matrix right) {
        if (left.rows() != rows() || right.rows() != columns() || left.columns() != right.columns()) {
            throw new IllegalArgumentException("the factors of a " + rows() + "×" + columns()
                    + " matrix must have as many rows and agree in rank, got " + left.rows() + "×" + left.columns()
                    + " and " + right.rows() + "×" + right.columns());
        }
        return new Reweighted(residuals, left.copy(), right.copy(), before, seed, threads);
    }

    /**
     * Adds a penalty to every refit and to the value: how far the rows of U are from where earlier columns of the same matrix had them.
     *
     * @param evidence what earlier columns say about the rows of U
     * @return a changed copy
     */
    public Reweighted withEvidence(RowEvidence evidence) {
        return new Reweighted(residuals, u, v, evidence, seed, threads);
    }

    /**
     * What these columns say about the rows of U, added to the evidence that this problem has already.
     *
     * @param a the matrix that was found for these columns
     * @return the evidence, for {@link #withEvidence} of a problem with later columns
     */
    public RowEvidence evidence(LowRankMatrix a) {
        RowEvidence own = ReweightedIterate.evidence(residuals, a.left(), a.right());
        return before == null ? own : before.plus(own);
    }

    /**
     * The typical size of the entries of M − A: the median of their absolute values, times the 1.4826 that makes it the standard
     * deviation if they are Gaussian. Up to half of them may be any distance off. Rows whose entries are all the same do not count,
     * unless all rows are such.
     *
     * @param a the matrix A
     * @return the size, in the unit of the entries
     */
    public double scale(LowRankMatrix a) {
        return residuals.scale(a.left(), a.right());
    }

    /**
     * The function R alone, without the evidence.
     *
     * @return R
     */
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
