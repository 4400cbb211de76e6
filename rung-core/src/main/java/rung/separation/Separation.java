package rung.separation;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import rung.Execution;
import rung.Listener;
import rung.LowRankMatrix;
import rung.RankRange;
import rung.Step;
import rung.data.Tiles;
import rung.engine.robust.RowEvidence;

/**
 * Separates a matrix into a part of low rank and a sparse one: M = L + S, where L minimizes Σ H_δ(M − L) over rank(L) ≤ r, as in
 * Section 3.2 of [AS21]. For a video, with a row for each pixel and a column for each frame, L is the background.
 *
 * <p>By default it finds δ and r in the data. The typical residual σ, a median that the sparse part cannot move, gives δ = 1.345·σ, and
 * a rank is worth having if it lowers σ. Both are found on a sample of the rows, and V with them; then every row of U is fitted.
 *
 * <p>Differs from [AS21]: unless δ is given, the last refits are under Cauchy's loss. In the paper Huber's stands in for the number of
 * entries of S, but it lets each of them pull with the force δ, and where foreground is frequent the background yields; Cauchy's lets
 * go. Highway, 160×120, frames 470 to 769, best single threshold: F = 0.880 without, 0.886 with. Immutable: each {@code with…} returns
 * a changed copy.
 */
public final class Separation {
    /** The highest rank to choose from, unless the matrix is smaller. */
    public static final int MAX_RANK = 50;

    /** δ as a multiple of the typical residual: where the residuals are Gaussian this costs 5 % of efficiency [Hub64]. */
    public static final double TUNING = 1.345;

    /** The width of Cauchy's loss as a multiple of the typical residual; from 4 to 10 highway's F is the same to 0.0015. */
    public static final double SHARP = 6;

    /**
     * The part by which a rank, or another round of refits, must lower the typical residual; a rank must also lower it by more than it
     * would lower noise.
     */
    public static final double WORTHWHILE = 0.03;

    /** The number of ranks that are tried beyond the best one so far. */
    public static final int PATIENCE = 2;

    /** The number of iterations of each refit. */
    public static final int ITERATIONS = 8;

    /** The number of refits after each insertion: both sides once. */
    public static final int REFITS = 2;

    /** The default rank of PCA, as in the comparison by which backgrounds are usually judged. */
    static final int PCA_RANK = 1;

    /** A matrix with more than this many times as many columns as rows is separated transposed. */
    private static final int WIDE = 4;

    private final Options options;

    private Separation(Options options) {
        this.options = options;
    }

    /**
     * The settings of a separation.
     *
     * @param method how the matrix is separated
     * @param rank the rank; empty to choose it
     * @param delta Huber's δ; empty to find it
     * @param sharpened whether the last refits are under Cauchy's loss
     * @param isAsInPaper whether everything is done to the letter of the paper
     * @param execution seed, threads and listener
     */
    record Options(
            Method method,
            OptionalInt rank,
            OptionalDouble delta,
            boolean sharpened,
            boolean isAsInPaper,
            Execution execution) {
        Options {
            rank.ifPresent(RankRange::exactly); // checks it
            if (delta.isPresent() && !(delta.getAsDouble() > 0 && delta.getAsDouble() <= Float.MAX_VALUE)) {
                throw new IllegalArgumentException("delta must be a positive number, got " + delta.getAsDouble());
            }
        }

        Options with(Execution changed) {
            return new Options(method, rank, delta, sharpened, isAsInPaper, changed);
        }
    }

    /**
     * Returns the separation with the default of every setting.
     *
     * @return the separation
     */
    public static Separation byDefault() {
        return new Separation(new Options(
                Method.FAST_GREEDY, OptionalInt.empty(), OptionalDouble.empty(), true, false, Execution.byDefault()));
    }

    /**
     * Returns a copy that separates by this method.
     *
     * @param method the method
     * @return a changed copy
     */
    public Separation withMethod(Method method) {
        return new Separation(new Options(
                method, options.rank, options.delta, options.sharpened, options.isAsInPaper, options.execution));
    }

    /**
     * Returns a copy whose background has exactly this rank, or that of the smaller side of a matrix that has less. Without it the rank
     * is chosen, or {@value #PCA_RANK} for PCA; pursuit and medians have no rank to set.
     *
     * @param rank the rank, at least 1
     * @return a changed copy
     */
    public Separation withRank(int rank) {
        return new Separation(new Options(
                options.method,
                OptionalInt.of(rank),
                options.delta,
                options.sharpened,
                options.isAsInPaper,
                options.execution));
    }

    /**
     * Returns a copy with this δ, where Huber's loss turns from squared to absolute, and without Cauchy's loss.
     *
     * @param delta δ, in the unit of the entries
     * @return a changed copy
     */
    public Separation withDelta(double delta) {
        return new Separation(new Options(
                options.method, options.rank, OptionalDouble.of(delta), false, options.isAsInPaper, options.execution));
    }

    /**
     * Returns a copy whose last refits are, or are not, under Cauchy's loss.
     *
     * @param sharpened whether they are
     * @return a changed copy
     */
    public Separation withSharpening(boolean sharpened) {
        return new Separation(new Options(
                options.method, options.rank, options.delta, sharpened, options.isAsInPaper, options.execution));
    }

    /**
     * Returns a copy that does as the paper does, to the letter: unit pairs, and 10 iterations of L-BFGS on one side after each, on all
     * rows; the default rank is then 3, as in its figure. For Fast Greedy and Fast Local Search.
     *
     * @return a changed copy
     */
    public Separation asInPaper() {
        return new Separation(new Options(options.method, options.rank, options.delta, false, true, options.execution));
    }

    /**
     * Returns a copy with this seed of every random choice.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public Separation withSeed(long seed) {
        return new Separation(options.with(options.execution.withSeed(seed)));
    }

    /**
     * Returns a copy that uses this many threads. The result does not depend on it, bit for bit.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public Separation withThreads(int threads) {
        return new Separation(options.with(options.execution.withThreads(threads)));
    }

    /**
     * Returns a copy that is watched by this listener, which sees each rank and round and can end the separation.
     *
     * @param listener watches the separation
     * @return a changed copy
     */
    public Separation withListener(Listener listener) {
        return new Separation(options.with(options.execution.withListener(listener)));
    }

    /**
     * The number of threads.
     *
     * @return the number
     */
    public int threads() {
        return options.execution.threads();
    }

    /**
     * A step on the way.
     *
     * @param step the rank there, and R(L) on the rows that were looked at
     * @param delta the δ of Huber's loss; empty if the method has none
     * @param scale the typical residual, as a standard deviation in the unit of the entries
     */
    public record Reached(Step step, OptionalDouble delta, double scale) {}

    /**
     * The two parts of a matrix: L, and by it S = M − L.
     *
     * @param low L, the part of low rank
     * @param delta the δ of Huber's loss; empty if the method has none
     * @param scale the typical residual, as a standard deviation
     * @param path every rank and round on the way
     * @param stopped whether the listener ended the separation; L is the best until then
     * @param evidence what the columns so far say about the rows of U, for those that follow; empty if the method has no δ, the rank is 0
     *     or the matrix is wide
     */
    public record Separated(
            LowRankMatrix low,
            OptionalDouble delta,
            double scale,
            List<Reached> path,
            boolean stopped,
            Optional<RowEvidence> evidence) {}

    /**
     * Separates a matrix.
     *
     * @param m the matrix M
     * @return both parts
     */
    public Separated separate(Tiles m) {
        if (m.columns() <= WIDE * m.rows()) {
            return new SeparationRun(m, options).separate();
        }
        // some rows and all columns are worked on at once
        Separated transposed = new SeparationRun(m.transposed(), options).separate();
        return new Separated(
                transposed.low.transposed(),
                transposed.delta,
                transposed.scale,
                transposed.path,
                transposed.stopped,
                Optional.empty());
    }

    /**
     * Continues with a later part of the same video: other columns of the same rows. Rank and δ stay. What the earlier columns say
     * about each row is carried along and fades, so that the background follows slow changes but not what stands in front of it for
     * some frames.
     *
     * @param m the later columns
     * @param before the parts that the earlier columns were separated into
     * @return both parts of the later columns
     */
    public Separated separate(Tiles m, Separated before) {
        if (!options.method.isHuber() || options.isAsInPaper || before.evidence.isEmpty()) {
            return separate(m);
        }
        return new SeparationRun(m, options).follow(before, before.evidence.get());
    }
}
