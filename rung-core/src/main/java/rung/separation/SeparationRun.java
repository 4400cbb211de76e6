package rung.separation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import rung.Algorithm;
import rung.Limits;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Refit;
import rung.Solution;
import rung.Stage;
import rung.Step;
import rung.StopReason;
import rung.algorithm.FastGreedy;
import rung.algorithm.FastLocalSearch;
import rung.algorithm.Greedy;
import rung.algorithm.LocalSearch;
import rung.algorithm.Recorder;
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
import rung.linalg.Side;
import rung.linalg.Workers;

/** One run of a {@link Separation}: the work on one matrix. */
final class SeparationRun {
    /** Residuals smaller than this part of the entries are their rounding to single precision: nothing is left to fit. */
    private static final double ROUNDING = 1e-6;

    /** The number of iterations for the rows that were not in the sample, which begin at zero. */
    private static final int ROW_ITERATIONS = 10;

    /** The most rounds of refits at one rank. */
    private static final int ROUNDS = 200;

    /** The number of rounds of refits under Cauchy's loss. */
    private static final int SHARPENING = 3;

    /** The number of iterations of L-BFGS in Section 3.2 of the paper. */
    private static final int PAPER_ITERATIONS = 10;

    /** The rank in that section, if no other is set. */
    private static final int PAPER_RANK = 3;

    /** The number of columns after which what earlier columns said about a row counts half. */
    private static final double MEMORY = 500;

    /** The least number of rows to choose by; more if columns are few. */
    private static final int ROWS = 2_000;

    /** The least number of entries to choose by. */
    private static final int ENTRIES = 1 << 18;

    private final Tiles all;
    private final Separation.Options options;
    private final OptionalInt rank;
    private final double delta; // NaN if it is to be found
    private final Recorder<LowRankMatrix> recorder;
    private final List<Separation.Reached> path = new ArrayList<>();
    private Listener listener;
    private boolean isCutShort; // the paper's algorithm, which has a record of its own
    private double rounding; // residuals below are no more than that

    SeparationRun(Tiles all, Separation.Options options) {
        this.all = all;
        this.options = options;
        this.rank = options.rank();
        this.delta = options.delta().orElse(Double.NaN);
        this.listener = options.execution().listener();
        this.recorder = new Recorder<>(
                Recorder.Keeping.ofMatrices(),
                Limits.NONE,
                Optional.empty(),
                progress -> listener.onStep(progress),
                LowRankMatrix.zero(all.rows(), all.columns()),
                0);
    }

    /* Begins a stage. */
    private void begin(Stage stage) {
        listener = options.execution().listener().begin(stage, "");
    }

    private boolean isStopped() {
        return recorder.ended().isPresent();
    }

    Separation.Separated separate() {
        return switch (options.method()) {
            case PCA ->
                baseline(Pca.ofRank(Math.min(rank.orElse(Separation.PCA_RANK), RankLimits.smallerSide(all)))
                        .withThreads(options.execution().threads())
                        .approximate(all.toMatrix()));
            case PCP ->
                baseline(PrincipalComponentPursuit.byDefault()
                        .withThreads(options.execution().threads())
                        .decompose(all.toMatrix())
                        .background());
            case MEDIAN ->
                baseline(MedianBackground.of(
                        all.toMatrix(), new Workers(options.execution().threads())));
            default -> options.isAsInPaper() ? literal() : chosen();
        };
    }

    private Separation.Separated chosen() {
        begin(Stage.CHOOSING);
        Tiles some = sample();
        return onAll(some, sharpen(some, search(some, climb(some))));
    }

    private Separation.Separated literal() {
        int r = Math.min(rank.orElse(PAPER_RANK), RankLimits.smallerSide(all));
        double d = Double.isNaN(delta) ? climb(sample()).delta : delta;
        begin(Stage.FITTING);
        Algorithm algorithm = (options.method() == Method.FAST_LOCAL_SEARCH
                        ? FastLocalSearch.asInPaper(r, PAPER_ITERATIONS)
                        : FastGreedy.asInPaper(r, PAPER_ITERATIONS))
                .with(s -> s.withListener(listener));
        Reweighted problem = problem(all, d > 0 ? d : 1);
        Solution solution = algorithm.minimize(
                AnyConvex.of(problem.function()).withSeed(options.execution().seed()));
        isCutShort = solution.stop() == StopReason.STOPPED;
        LowRankMatrix low = solution.matrix();
        return found(problem, low, new Point(low, d, Double.NaN, Double.NaN));
    }

    private Separation.Separated baseline(LowRankMatrix low) {
        double scale = problem(all, 1).scale(low);
        double value = problem(all, scale > 0 ? Separation.TUNING * scale : 1)
                .function()
                .value(low);
        reached(low, Double.NaN, value, scale);
        return separated(low, Double.NaN, scale, Optional.empty());
    }

    /** Climbs the ranks until none is worth it. */
    private Point climb(Tiles some) {
        int limit =
                rank.isEmpty() ? RankLimits.mostRanks(some) : Math.min(rank.getAsInt(), RankLimits.smallerSide(some));
        LowRankMatrix zero = LowRankMatrix.zero(some.rows(), some.columns());
        double scale = problem(some, 1).scale(zero);
        rounding = ROUNDING * scale;
        Point point = new Point(zero, delta(scale), scale, Double.NaN);
        Point best = point;
        double needed = point.scale;
        for (int k = 1; k <= limit && !isStopped() && delta(point.scale) > 0; k++) {
            Point next = insert(some, point);
            if (next.low.rank() < k) {
                break; // nothing is left to fit
            }
            point = refitWhileWorthwhile(some, next);
            needed /= 1 + Math.max(Separation.WORTHWHILE, RankLimits.gainOfNoise(some, k));
            boolean isExact = point.scale <= rounding;
            if (rank.isPresent() || isExact || point.scale < needed) {
                best = point;
                needed = point.scale;
            }
            if (rank.isEmpty() && (isExact || k - best.low.rank() >= Separation.PATIENCE)) {
                break;
            }
        }
        return best;
    }

    /** Adds one rank. */
    private Point insert(Tiles some, Point from) {
        double d = delta(from.scale);
        Reweighted problem = problem(some, d).withStart(from.low.left(), from.low.right());
        return point(problem, fastGreedy(from.low.rank() + 1).minimize(problem), d);
    }

    private static FastGreedy fastGreedy(int r) {
        return FastGreedy.ofRank(r)
                .with(s -> s.withRefit(refit(r)).withRefits(Separation.REFITS).withFinishing(0));
    }

    /** The refit at a rank: fewer iterations at higher ranks, where each costs more and the start is nearer. */
    private static Refit refit(int r) {
        return Refit.warm(Math.max(2, Math.min(Separation.ITERATIONS, 2 * Separation.ITERATIONS / r)));
    }

    /** Refits at the same rank, with a δ that follows the residuals, for as long as that is worthwhile. */
    private Point refitWhileWorthwhile(Tiles some, Point from) {
        Point point = from;
        for (int k = 0; k < ROUNDS && point.scale > 0 && !isStopped(); k++) {
            double d = delta(point.scale);
            Reweighted problem = problem(some, d).withStart(point.low.left(), point.low.right());
            ReweightedIterate a = problem.start();
            a.refit(Side.LEFT, refit(a.rank()));
            a.refit(Side.RIGHT, refit(a.rank()));
            Point next = point(problem, a, d);
            boolean isWorthwhile = next.scale < (1 - Separation.WORTHWHILE) * point.scale;
            boolean isBetter = Double.isNaN(delta) ? next.scale < point.scale : next.value < point.value;
            point = isBetter ? next : point;
            if (!isWorthwhile) {
                break;
            }
        }
        return point;
    }

    /** Runs the other algorithms at the rank and the δ that the climb has found. */
    private Point search(Tiles some, Point from) {
        int r = from.low.rank();
        if (options.method() == Method.FAST_GREEDY || r == 0 || isStopped() || from.scale <= rounding) {
            return from;
        }
        Reweighted problem = problem(some, from.delta);
        Algorithm algorithm = switch (options.method()) {
            case FAST_LOCAL_SEARCH ->
                new FastLocalSearch(fastGreedy(r)
                        .settings()
                        .withTruncation(FastLocalSearch.ofRank(r).settings().truncation()));
            case GREEDY -> Greedy.ofRank(r).with(s -> s.withRefit(Refit.warm(Separation.ITERATIONS)));
            default -> LocalSearch.ofRank(r).with(s -> s.withRefit(Refit.warm(Separation.ITERATIONS)));
        };
        boolean goesOn = options.method() == Method.FAST_LOCAL_SEARCH;
        return point(
                problem,
                algorithm.minimize(goesOn ? problem.withStart(from.low.left(), from.low.right()) : problem),
                from.delta);
    }

    /** Does the last refits, in which entries that are far off do not pull. */
    private Point sharpen(Tiles some, Point from) {
        if (!options.sharpened() || from.low.rank() == 0 || !(from.scale > 0)) {
            return from;
        }
        ReweightedIterate a = sharp(some, from, from.low).start();
        for (int k = 0; k < SHARPENING && !isStopped(); k++) {
            a.refit(Side.LEFT, Refit.warm(Separation.ITERATIONS));
            a.refit(Side.RIGHT, Refit.warm(Separation.ITERATIONS));
        }
        return new Point(a.matrix(), from.delta, from.scale, Double.NaN);
    }

    /** Fits every row of U, given V. */
    private Separation.Separated onAll(Tiles some, Point point) {
        begin(Stage.FITTING);
        LowRankMatrix low = point.low;
        if (some != all) {
            Matrix v = low.right();
            low = low.rank() == 0 ? LowRankMatrix.zero(all.rows(), all.columns()) : rows(point, v);
        }
        return found(problem(all, point.delta > 0 ? point.delta : 1), low, point);
    }

    private Separation.Separated found(Reweighted problem, LowRankMatrix low, Point point) {
        double scale = problem.scale(low);
        reached(low, point.delta, problem.function().value(low), scale);
        long size = (long) low.rows() * low.rank() * (low.rank() + 1) / 2;
        boolean hasEvidence = low.rank() > 0 && size <= Integer.MAX_VALUE - 8;
        return separated(low, point.delta, scale, hasEvidence ? Optional.of(problem.evidence(low)) : Optional.empty());
    }

    private Separation.Separated separated(LowRankMatrix low, double d, double scale, Optional<RowEvidence> evidence) {
        boolean isStopped = isCutShort || recorder.ended().equals(Optional.of(StopReason.STOPPED));
        return new Separation.Separated(low, known(d), scale, List.copyOf(path), isStopped, evidence);
    }

    private static OptionalDouble known(double d) {
        return Double.isNaN(d) ? OptionalDouble.empty() : OptionalDouble.of(d);
    }

    private LowRankMatrix rows(Point point, Matrix v) {
        ReweightedIterate a = problem(all, point.delta)
                .withStart(new Matrix(all.rows(), v.columns()), v)
                .start();
        a.refit(Side.LEFT, Refit.warm(ROW_ITERATIONS));
        if (!options.sharpened()
                || !(point.scale > 0)) { // what minimizes R is asked for, and the sample's V is near it only
            for (int k = 0; k < Separation.REFITS; k++) {
                a.refit(Side.RIGHT, refit(v.columns()));
                a.refit(Side.LEFT, refit(v.columns()));
            }
            return a.matrix();
        }
        a = sharp(all, point, a.matrix()).start();
        a.refit(Side.LEFT, Refit.warm(Separation.ITERATIONS));
        return a.matrix();
    }

    /** Fits V of these columns to U as it was, then U to both. */
    Separation.Separated follow(Separation.Separated before, RowEvidence evidence) {
        begin(Stage.FITTING);
        Matrix u = before.low().left();
        double d = before.delta().orElseThrow();
        RowEvidence faded = evidence.times(MEMORY / (MEMORY + all.columns()));
        Point point = new Point(before.low(), d, before.scale(), Double.NaN);
        Reweighted problem = problem(all, d).withEvidence(faded).withStart(u, new Matrix(all.columns(), u.columns()));
        ReweightedIterate a = problem.start();
        a.refit(Side.RIGHT, Refit.warm(ROW_ITERATIONS));
        if (options.sharpened() && before.scale() > 0) {
            a = sharp(all, point, a.matrix()).withEvidence(faded).start();
            a.refit(Side.RIGHT, Refit.warm(Separation.ITERATIONS));
        }
        a.refit(Side.LEFT, Refit.warm(Separation.ITERATIONS));
        a.refit(Side.RIGHT, Refit.warm(Separation.ITERATIONS));
        return found(problem, a.matrix(), point);
    }

    private Reweighted problem(Tiles tiles, double d) {
        return Reweighted.of(tiles, d)
                .withSeed(options.execution().seed())
                .withThreads(options.execution().threads());
    }

    private Reweighted sharp(Tiles tiles, Point point, LowRankMatrix start) {
        return Reweighted.of(tiles, RobustLoss.CAUCHY, Separation.SHARP * point.scale)
                .withThreads(options.execution().threads())
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
        reached(low, d, value, scale);
        return new Point(low, d, scale, value);
    }

    private void reached(LowRankMatrix low, double d, double value, double scale) {
        recorder.record(() -> low, low.rank(), value, OptionalDouble.empty(), false);
        List<Step> trace = recorder.trace();
        if (trace.size() > path.size()) { // it was not ended before
            path.add(new Separation.Reached(trace.get(trace.size() - 1), known(d), scale));
        }
    }

    private double delta(double scale) {
        return Double.isNaN(delta) ? Separation.TUNING * scale : delta;
    }

    /** Chooses the rows by which δ, the rank and V are found, ascending: all of them if there are few. */
    private Tiles sample() {
        int rows = all.rows();
        int[] chosen = new int[Math.min(rows, Math.max(ROWS, ENTRIES / all.columns()))];
        SplittableRandom random = new SplittableRandom(options.execution().seed());
        for (int i = 0, k = 0; k < chosen.length; i++) { // all sets of rows are equally likely
            if (random.nextInt(rows - i) < chosen.length - k) {
                chosen[k++] = i;
            }
        }
        return chosen.length == rows ? all : all.rows(chosen);
    }

    /** A solution on the way; numbers that are not needed there are NaN. */
    private record Point(LowRankMatrix low, double delta, double scale, double value) {}
}
