package rung.separation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import rung.Algorithm;
import rung.LowRankMatrix;
import rung.Refit;
import rung.Side;
import rung.Solution;
import rung.algorithm.FastGreedy;
import rung.algorithm.FastLocalSearch;
import rung.algorithm.Greedy;
import rung.algorithm.LocalSearch;
import rung.baseline.MedianBackground;
import rung.baseline.Pca;
import rung.baseline.PrincipalComponentPursuit;
import rung.data.Tiles;
import rung.engine.convex.AnyConvex;
import rung.engine.robust.Reweighted;
import rung.engine.robust.ReweightedIterate;
import rung.engine.robust.RobustLoss;
import rung.engine.robust.RowEvidence;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/**
 * Splits a matrix into a part of low rank and a sparse one: M = L + S, where L minimizes Σ H_δ(M − L) over rank(L) ≤ r, as in
 * Section 3.2 of [AS21]. For a video, with a row for each pixel and a column for each frame, L is the background.
 *
 * <p>Told nothing it finds δ and r in the data. The typical residual σ, a median that the sparse part cannot move, gives
 * δ = 1.345·σ, and a rank is worth having if it lowers σ. Both are found on a sample of the rows, and V with them; then every
 * row of U is fitted.
 *
 * <p>Differs from [AS21]: unless δ is given, the last refits are under Cauchy's loss. In the paper Huber's stands in for the
 * number of entries of S, but it lets each of them pull with the force δ, and where foreground is frequent the background
 * yields; Cauchy's lets go. Highway, 160×120, frames 470 to 769, best single threshold: F = 0.880 without, 0.886 with.
 * Immutable: each {@code with…} returns a changed copy.
 */
public final class Separation {
    /** The rank at most, unless the matrix is smaller or told otherwise. */
    public static final int MAX_RANK = 50;

    /** δ as a multiple of the typical residual: where the residuals are Gaussian this costs 5 % of efficiency [Hub64]. */
    public static final double TUNING = 1.345;

    /** The width of Cauchy's loss as a multiple of the same; from 4 to 10 highway's F is the same to 0.0015. */
    public static final double SHARP = 6;

    /** A rank, or another round of refits, must lower the typical residual by this part; a rank also by more than of noise. */
    public static final double WORTHWHILE = 0.03;

    /** Residuals this small beside the entries are their rounding to single precision: nothing is left to fit. */
    private static final double ROUNDING = 1e-6;

    /** Ranks tried beyond the best one so far. */
    public static final int PATIENCE = 2;

    /** Iterations of each refit. */
    public static final int ITERATIONS = 8;

    /** Iterations for the rows that were not in the sample, which begin at zero. */
    private static final int ROW_ITERATIONS = 10;

    /** Refits after each insertion: both sides once. */
    public static final int REFITS = 2;

    /** Rounds of refits at one rank, at most. */
    private static final int ROUNDS = 200;

    /** Rounds of refits under Cauchy's loss. */
    private static final int SHARPENING = 3;

    /** Of L-BFGS, and the rank unless told otherwise, in Section 3.2 of the paper. */
    private static final int PAPER_ITERATIONS = 10;

    private static final int PAPER_RANK = 3;

    /** The rank of PCA, unless told otherwise: as in the comparison by which backgrounds are usually judged. */
    private static final int PCA_RANK = 1;

    /** After so many columns what was told before counts half. */
    private static final double MEMORY = 500;

    /** A matrix with so many times as many columns as rows is separated the other way round. */
    private static final int WIDE = 4;

    /** Rows to choose by, at least; more if columns are few. */
    private static final int ROWS = 2_000;

    private static final int ENTRIES = 1 << 18;

    private final Method method;
    private final Integer rank;
    private final double delta;
    private final boolean sharpened;
    private final boolean literal;
    private final long seed;
    private final int threads;
    private final Progress progress;

    private Separation(
            Method method,
            Integer rank,
            double delta,
            boolean sharpened,
            boolean literal,
            long seed,
            int threads,
            Progress progress) {
        if (rank != null && rank < 1) {
            throw new IllegalArgumentException("rank must be at least 1, got " + rank);
        }
        if (!Double.isNaN(delta) && !(delta > 0 && delta <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException("delta must be a positive number, got " + delta);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        this.method = method;
        this.rank = rank;
        this.delta = delta;
        this.sharpened = sharpened;
        this.literal = literal;
        this.seed = seed;
        this.threads = threads;
        this.progress = progress;
    }

    /** What one should use, unless one knows better. */
    public static Separation byDefault() {
        return new Separation(
                Method.FAST_GREEDY,
                null,
                Double.NaN,
                true,
                false,
                0,
                Runtime.getRuntime().availableProcessors(),
                stage -> true);
    }

    public Separation withMethod(Method method) {
        return new Separation(method, rank, delta, sharpened, literal, seed, threads, progress);
    }

    /** The rank, instead of one that is chosen; of PCA it is {@value #PCA_RANK} otherwise, and the others have none. */
    public Separation withRank(int rank) {
        return new Separation(method, rank, delta, sharpened, literal, seed, threads, progress);
    }

    /** Where Huber's loss turns from squared to absolute, instead of a δ that is chosen; and no loss but Huber's. */
    public Separation withDelta(double delta) {
        if (Double.isNaN(delta)) {
            throw new IllegalArgumentException("delta must be a positive number, got " + delta);
        }
        return new Separation(method, rank, delta, false, literal, seed, threads, progress);
    }

    /** Whether the last refits are under Cauchy's loss. */
    public Separation withSharpening(boolean sharpened) {
        return new Separation(method, rank, delta, sharpened, literal, seed, threads, progress);
    }

    /**
     * To the letter of the paper: unit pairs, and 10 iterations of L-BFGS on one side after each, on all rows; rank 3 unless told
     * otherwise, as in its figure. For Fast Greedy and Fast Local Search.
     */
    public Separation asInPaper() {
        return new Separation(method, rank, delta, false, true, seed, threads, progress);
    }

    public Separation withSeed(long seed) {
        return new Separation(method, rank, delta, sharpened, literal, seed, threads, progress);
    }

    /** The same answer, to the bit, on any number. */
    public Separation withThreads(int threads) {
        return new Separation(method, rank, delta, sharpened, literal, seed, threads, progress);
    }

    public int threads() {
        return threads;
    }

    public Separation withProgress(Progress progress) {
        return new Separation(method, rank, delta, sharpened, literal, seed, threads, progress);
    }

    /** Is told of each stage; answers whether to go on. */
    @FunctionalInterface
    public interface Progress {
        boolean onStage(Stage stage);
    }

    /**
     * A point on the way.
     *
     * @param rank of L there
     * @param delta that was used
     * @param value R(L), on the rows that were looked at
     * @param scale the typical residual, as a standard deviation
     * @param elapsed since the beginning
     */
    public record Stage(int rank, double delta, double value, double scale, Duration elapsed) {}

    /**
     * What was found.
     *
     * @param low L
     * @param delta that of Huber's loss; NaN if the method has none
     * @param scale the typical residual, as a standard deviation
     * @param path every rank and round on the way
     * @param stopped whether it was stopped before its end
     * @param evidence what the columns so far tell about the rows of U, for those that follow; null if
     *     the method has no δ, the rank is 0 or the matrix is wide
     */
    public record Separated(
            LowRankMatrix low, double delta, double scale, List<Stage> path, boolean stopped, RowEvidence evidence) {}

    public Separated separate(Tiles m) {
        if (m.columns() <= WIDE * m.rows()) {
            return new Run(m).separate();
        }
        Separated turned =
                new Run(m.transposed()).separate(); // what is worked on at once are some rows and all columns
        return new Separated(turned.low.transposed(), turned.delta, turned.scale, turned.path, turned.stopped, null);
    }

    /**
     * Goes on with a later part of the same video, other columns of the same rows. Rank and δ stay; what the earlier columns told
     * about each row is carried along and fades, so that the background follows slow changes but not what stands in front of it
     * for some frames.
     */
    public Separated separate(Tiles m, Separated before) {
        if (!method.isHuber() || literal || before.evidence == null) {
            return separate(m);
        }
        return new Run(m).follow(before);
    }

    /** The work on one matrix. */
    private final class Run {
        private final Tiles all;
        private final long began = System.nanoTime();
        private final List<Stage> path = new ArrayList<>();
        private double rounding; // residuals below are no more than that
        private boolean stopped;

        Run(Tiles all) {
            this.all = all;
        }

        Separated separate() {
            return switch (method) {
                case PCA ->
                    baseline(Pca.ofRank(Math.min(rank == null ? PCA_RANK : rank, RankLimits.smallerSide(all)))
                            .withThreads(threads)
                            .approximate(all.toMatrix()));
                case PCP ->
                    baseline(PrincipalComponentPursuit.byDefault()
                            .withThreads(threads)
                            .decompose(all.toMatrix())
                            .background());
                case MEDIAN -> baseline(MedianBackground.of(all.toMatrix(), new Workers(threads)));
                default -> literal ? literal() : chosen();
            };
        }

        private Separated chosen() {
            Tiles some = sample();
            return onAll(some, sharpen(some, search(some, climb(some))));
        }

        private Separated literal() {
            int r = Math.min(rank == null ? PAPER_RANK : rank, RankLimits.smallerSide(all));
            double d = Double.isNaN(delta) ? climb(sample()).delta : delta;
            Algorithm algorithm = method == Method.FAST_LOCAL_SEARCH
                    ? FastLocalSearch.asInPaper(r, PAPER_ITERATIONS)
                    : FastGreedy.asInPaper(r, PAPER_ITERATIONS);
            Reweighted problem = problem(all, d > 0 ? d : 1);
            LowRankMatrix low = algorithm
                    .minimize(AnyConvex.of(problem.function()).withSeed(seed))
                    .matrix();
            return found(problem, low, new Point(low, d, Double.NaN, Double.NaN));
        }

        private Separated baseline(LowRankMatrix low) {
            double scale = problem(all, 1).scale(low);
            reached(low.rank(), Double.NaN, Double.NaN, scale);
            return new Separated(low, Double.NaN, scale, List.copyOf(path), stopped, null);
        }

        /** Climbs the ranks until none is worth it. */
        private Point climb(Tiles some) {
            int limit = rank == null ? RankLimits.mostRanks(some) : Math.min(rank, RankLimits.smallerSide(some));
            LowRankMatrix zero = LowRankMatrix.zero(some.rows(), some.columns());
            double scale = problem(some, 1).scale(zero);
            rounding = ROUNDING * scale;
            Point point = new Point(zero, delta(scale), scale, Double.NaN);
            Point best = point;
            double needed = point.scale;
            for (int k = 1; k <= limit && !stopped && delta(point.scale) > 0; k++) {
                Point next = insert(some, point);
                if (next.low.rank() < k) {
                    break; // nothing is left to fit
                }
                point = settle(some, next);
                needed /= 1 + Math.max(WORTHWHILE, RankLimits.gainOfNoise(some, k));
                boolean isExact = point.scale <= rounding;
                if (rank != null || isExact || point.scale < needed) {
                    best = point;
                    needed = point.scale;
                }
                if (rank == null && (isExact || k - best.low.rank() >= PATIENCE)) {
                    break;
                }
            }
            return best;
        }

        /** One rank more. */
        private Point insert(Tiles some, Point from) {
            double d = delta(from.scale);
            Reweighted problem = problem(some, d).withStart(from.low.left(), from.low.right());
            return point(problem, fastGreedy(from.low.rank() + 1).minimize(problem), d);
        }

        private static FastGreedy fastGreedy(int r) {
            return FastGreedy.ofRank(r)
                    .with(s -> s.withRefit(refit(r)).withRefits(REFITS).withFinishing(0));
        }

        /** Fewer iterations at higher ranks, where each costs more and the start is nearer. */
        private static Refit refit(int r) {
            return Refit.warm(Math.max(2, Math.min(ITERATIONS, 2 * ITERATIONS / r)));
        }

        /** Refits at the same rank, δ following the residuals, for as long as that is worth it. */
        private Point settle(Tiles some, Point from) {
            Point point = from;
            for (int k = 0; k < ROUNDS && point.scale > 0 && !stopped; k++) {
                double d = delta(point.scale);
                Reweighted problem = problem(some, d).withStart(point.low.left(), point.low.right());
                ReweightedIterate a = problem.start();
                a.refit(Side.LEFT, refit(a.rank()));
                a.refit(Side.RIGHT, refit(a.rank()));
                Point next = point(problem, a, d);
                boolean isWorthwhile = next.scale < (1 - WORTHWHILE) * point.scale;
                boolean isBetter = Double.isNaN(delta) ? next.scale < point.scale : next.value < point.value;
                point = isBetter ? next : point;
                if (!isWorthwhile) {
                    break;
                }
            }
            return point;
        }

        /** What the other algorithms make of the rank and the δ that the climb has found. */
        private Point search(Tiles some, Point from) {
            int r = from.low.rank();
            if (method == Method.FAST_GREEDY || r == 0 || stopped || from.scale <= rounding) {
                return from;
            }
            Reweighted problem = problem(some, from.delta);
            Algorithm algorithm = switch (method) {
                case FAST_LOCAL_SEARCH ->
                    new FastLocalSearch(fastGreedy(r)
                            .settings()
                            .withTruncation(FastLocalSearch.ofRank(r).settings().truncation()));
                case GREEDY -> Greedy.ofRank(r).with(s -> s.withRefit(Refit.warm(ITERATIONS)));
                default -> LocalSearch.ofRank(r).with(s -> s.withRefit(Refit.warm(ITERATIONS)));
            };
            boolean goesOn = method == Method.FAST_LOCAL_SEARCH;
            return point(
                    problem,
                    algorithm.minimize(goesOn ? problem.withStart(from.low.left(), from.low.right()) : problem),
                    from.delta);
        }

        /** The last refits, in which what is far off does not pull. */
        private Point sharpen(Tiles some, Point from) {
            if (!sharpened || from.low.rank() == 0 || !(from.scale > 0)) {
                return from;
            }
            ReweightedIterate a = sharp(some, from, from.low).start();
            for (int k = 0; k < SHARPENING && !stopped; k++) {
                a.refit(Side.LEFT, Refit.warm(ITERATIONS));
                a.refit(Side.RIGHT, Refit.warm(ITERATIONS));
            }
            return new Point(a.matrix(), from.delta, from.scale, Double.NaN);
        }

        /** Every row of U, given V. */
        private Separated onAll(Tiles some, Point point) {
            LowRankMatrix low = point.low;
            if (some != all) {
                Matrix v = low.right();
                low = low.rank() == 0 ? LowRankMatrix.zero(all.rows(), all.columns()) : rows(point, v);
            }
            return found(problem(all, point.delta > 0 ? point.delta : 1), low, point);
        }

        private Separated found(Reweighted problem, LowRankMatrix low, Point point) {
            double scale = problem.scale(low);
            reached(low.rank(), point.delta, problem.function().value(low), scale);
            long size = (long) low.rows() * low.rank() * (low.rank() + 1) / 2;
            RowEvidence evidence = low.rank() == 0 || size > Integer.MAX_VALUE - 8 ? null : problem.evidence(low);
            return new Separated(low, point.delta, scale, List.copyOf(path), stopped, evidence);
        }

        private LowRankMatrix rows(Point point, Matrix v) {
            ReweightedIterate a = problem(all, point.delta)
                    .withStart(new Matrix(all.rows(), v.columns()), v)
                    .start();
            a.refit(Side.LEFT, Refit.warm(ROW_ITERATIONS));
            if (!sharpened || !(point.scale > 0)) { // what minimizes R is asked for, and the sample's V is near it only
                for (int k = 0; k < REFITS; k++) {
                    a.refit(Side.RIGHT, refit(v.columns()));
                    a.refit(Side.LEFT, refit(v.columns()));
                }
                return a.matrix();
            }
            a = sharp(all, point, a.matrix()).start();
            a.refit(Side.LEFT, Refit.warm(ITERATIONS));
            return a.matrix();
        }

        /** V of these columns from U as it was, then U from both. */
        private Separated follow(Separated before) {
            Matrix u = before.low.left();
            RowEvidence told = before.evidence.times(MEMORY / (MEMORY + all.columns()));
            Point point = new Point(before.low, before.delta, before.scale, Double.NaN);
            Reweighted problem =
                    problem(all, before.delta).withEvidence(told).withStart(u, new Matrix(all.columns(), u.columns()));
            ReweightedIterate a = problem.start();
            a.refit(Side.RIGHT, Refit.warm(ROW_ITERATIONS));
            if (sharpened && before.scale > 0) {
                a = sharp(all, point, a.matrix()).withEvidence(told).start();
                a.refit(Side.RIGHT, Refit.warm(ITERATIONS));
            }
            a.refit(Side.LEFT, Refit.warm(ITERATIONS));
            a.refit(Side.RIGHT, Refit.warm(ITERATIONS));
            return found(problem, a.matrix(), point);
        }

        private Reweighted problem(Tiles tiles, double d) {
            return Reweighted.of(tiles, d).withSeed(seed).withThreads(threads);
        }

        private Reweighted sharp(Tiles tiles, Point point, LowRankMatrix start) {
            return Reweighted.of(tiles, RobustLoss.CAUCHY, SHARP * point.scale)
                    .withThreads(threads)
                    .withStart(start.left(), start.right());
        }

        private Point point(Reweighted problem, Solution solution, double d) {
            return point(problem, solution.matrix(), d, solution.value());
        }

        private Point point(Reweighted problem, ReweightedIterate a, double d) {
            return point(problem, a.matrix(), d, a.value());
        }

        private Point point(Reweighted problem, LowRankMatrix low, double d, double value) {
            double scale = problem.scale(low);
            reached(low.rank(), d, value, scale);
            return new Point(low, d, scale, value);
        }

        private void reached(int k, double d, double value, double scale) {
            Stage stage = new Stage(k, d, value, scale, Duration.ofNanos(System.nanoTime() - began));
            path.add(stage);
            stopped |= !progress.onStage(stage);
        }

        private double delta(double scale) {
            return Double.isNaN(delta) ? TUNING * scale : delta;
        }

        /** Rows that tell δ, the rank and V, ascending: all of them if there are few. */
        private Tiles sample() {
            int rows = all.rows();
            int[] chosen = new int[Math.min(rows, Math.max(ROWS, ENTRIES / all.columns()))];
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0, k = 0; k < chosen.length; i++) { // all sets of rows are equally likely
                if (random.nextInt(rows - i) < chosen.length - k) {
                    chosen[k++] = i;
                }
            }
            return chosen.length == rows ? all : all.rows(chosen);
        }
    }

    /** A solution on the way. */
    private record Point(LowRankMatrix low, double delta, double scale, double value) {}
}
