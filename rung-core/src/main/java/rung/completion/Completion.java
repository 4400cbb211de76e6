package rung.completion;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import rung.Climbed;
import rung.Execution;
import rung.Listener;
import rung.LowRankMatrix;
import rung.RankRange;
import rung.Settings;
import rung.Solution;
import rung.Stage;
import rung.StopReason;
import rung.algorithm.FastGreedy;
import rung.data.Observations;
import rung.engine.bayes.Bayesian;
import rung.engine.bayes.BayesianIterate;

/**
 * Fills the holes of a table. It needs nothing but the table: no rank, no penalty.
 *
 * <p>It climbs the ranks by {@link FastGreedy} over variational Bayes ({@link Bayesian}), which finds the strength of the
 * regularization in the data. A part of the observations is held out to choose the rank and how the table is prepared; then the chosen
 * climb is repeated on all of them. For a small and noisy table draws from the posterior follow, whose mean is taken if the held-out
 * part confirms that it is better. Immutable: each {@code with…} returns a changed copy.
 */
public final class Completion {
    /** The default for the highest rank to choose from, unless the table is smaller. */
    public static final int MAX_RANK = 32;

    /** The part of the observations that chooses. */
    public static final double HELD_OUT = 0.1;

    /** The number of refits after each insertion: enough that the posterior settles before the next pair comes. */
    public static final int REFITS = 8;

    /** The number of refits for a small table, where they cost little and the posterior settles later. */
    public static final int REFITS_OF_SMALL = 20;

    /** The most splits: a small table is split several times to choose, but not more often than this. */
    public static final int MAX_SPLITS = 10;

    /** A table with fewer observations than this is small. */
    static final int CELLS_TO_CHOOSE_BY = 1_000;

    /** The number of ranks that are tried beyond the best one so far. */
    public static final int PATIENCE = 4;

    /**
     * Among the ranks whose held-out error is within this fraction of the best, the highest is taken: the error is measured on few
     * entries, and a rank too many costs next to nothing here, where one too few is a loss.
     */
    public static final double SLACK = 0.01;

    /** The number of copies of each row's and column's triangle of moments that are alive at once during a refit. */
    private static final int COPIES = 4;

    /** A triangle of rank r takes less than half the square of r plus this. */
    private static final int PADDING = 3;

    /**
     * The number of draws for the mean under the posterior. Error on r* = 6, p = 0.5, SNR = 1, on r* = 10, p = 0.5, SNR = 1 and on r* =
     * 10, p = 0.3, SNR = 3, mean of 10 matrices: without 0.2968, 0.5244, 0.2122; 100 draws 0.2967, 0.5239, 0.2003; 300 0.2942, 0.5146,
     * 0.1961; 1,000 0.2926, 0.5118, 0.1941.
     */
    private static final int DRAWS = 800;

    /** The number of draws that show whether draws are of use. */
    static final int DRAWS_TO_CHOOSE_BY = 300;

    /** The most multiplications that all draws may take: some seconds. */
    private static final double WORK = 3e9;

    private final RankRange ranks;
    private final Execution execution;

    private Completion(RankRange ranks, Execution execution) {
        this.ranks = ranks;
        this.execution = execution;
    }

    /**
     * Returns the completion with the default of every setting.
     *
     * @return the completion
     */
    public static Completion byDefault() {
        return new Completion(RankRange.atMost(MAX_RANK), Execution.byDefault());
    }

    /**
     * Returns a copy that takes exactly this rank, or the smaller side of a table that has less.
     *
     * @param rank the rank, at least 1
     * @return a changed copy
     */
    public Completion withRank(int rank) {
        return new Completion(RankRange.exactly(rank), execution);
    }

    /**
     * Returns a copy that chooses a rank of at most this.
     *
     * @param maxRank the highest rank to choose from, at least 1
     * @return a changed copy
     */
    public Completion withMaxRank(int maxRank) {
        return new Completion(RankRange.atMost(maxRank), execution);
    }

    /**
     * Returns a copy with this seed of every random choice.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public Completion withSeed(long seed) {
        return new Completion(ranks, execution.withSeed(seed));
    }

    /**
     * Returns a copy that uses this many threads. The result does not depend on it, bit for bit.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public Completion withThreads(int threads) {
        return new Completion(ranks, execution.withThreads(threads));
    }

    /**
     * Returns a copy that is watched by this listener, which sees each step of each stage and can end the completion.
     *
     * @param listener watches the completion
     * @return a changed copy
     */
    public Completion withListener(Listener listener) {
        return new Completion(ranks, execution.withListener(listener));
    }

    /**
     * A completed table.
     *
     * @param matrix the completed table: all entries, the observed ones smoothed
     * @param preparation how the table was prepared, which the held-out part chose
     * @param rank the rank that the held-out part chose, beside the preparation's own one or two
     * @param heldOutError the error on the held-out part, of the mean under the posterior if that is taken, in units of each column's
     *     standard deviation; empty if there was too little to hold anything out, and the holes got what their row's and column's
     *     levels say
     * @param baselineError the error of the column means on the held-out part; empty as {@code heldOutError}
     * @param trials what the held-out part said of each preparation; none if nothing was held out
     * @param solution the climb on all observations of the prepared table; if the listener ended the completion before it began,
     *     the one without the held-out observations that was taken in its place
     * @param stopped whether the listener ended the completion; the matrix is the best until then
     */
    public record Completed(
            LowRankMatrix matrix,
            Preparation preparation,
            int rank,
            OptionalDouble heldOutError,
            OptionalDouble baselineError,
            List<Trial> trials,
            Solution solution,
            boolean stopped) {}

    /**
     * The result of trying one preparation on the held-out part.
     *
     * @param preparation the preparation
     * @param rank the rank to choose with it
     * @param error the least error at any rank; if only one rank is allowed, the error at that rank
     * @param errors the errors at ranks 0, 1, 2, …, as far as was climbed
     */
    public record Trial(Preparation preparation, int rank, double error, List<Double> errors) {}

    /**
     * Completes a table.
     *
     * @param data the observed entries
     * @return the completed table, and how it was chosen
     * @throws IllegalArgumentException if no entry is observed, or if there is too little memory
     */
    public Completed complete(Observations data) {
        if (data.count() == 0) {
            throw new IllegalArgumentException("a table must have at least one observed entry, got none");
        }
        RankRange allowed = ranks.cappedAt(rankThatFits(data)).cappedAt(Math.min(data.rows(), data.columns()));
        PreparationChoice choice = PreparationChoice.of(data, allowed, execution);
        if (choice.isImpossible()) {
            return levels(data);
        }
        PreparationChoice.Chosen chosen = choice.choose();
        int draws = choice.isByOnePart() ? draws(data, chosen.trial().rank) : 0;
        if (draws > 0 && !choice.isStopped()) {
            chosen = choice.check(chosen);
        }
        if (choice.isStopped()) {
            PreparationChoice.Chosen last = chosen;
            return choice.sketch()
                    .map(sketch -> completed(sketch, last))
                    .orElseGet(() -> climb(data, last, Math.min(1, last.trial().rank), 0, true));
        }
        return climb(data, chosen, chosen.trial().rank, chosen.averages() ? draws : 0, false);
    }

    /* Completes a table with too few entries to fit anything by the levels of its rows and columns. */
    private Completed levels(Observations data) {
        Trial levels = new Trial(Preparation.LEVELS, 0, Double.NaN, List.of());
        PreparationChoice.Chosen chosen =
                new PreparationChoice.Chosen(levels, OptionalDouble.empty(), OptionalDouble.empty(), List.of(), false);
        return climb(data, chosen, 0, 0, false);
    }

    /* Returns the best that was found without the held-out observations, when the listener ended the search. */
    private static Completed completed(PreparationChoice.Sketch sketch, PreparationChoice.Chosen chosen) {
        return new Completed(
                sketch.table(),
                sketch.preparation(),
                sketch.rank(),
                OptionalDouble.of(sketch.error()),
                chosen.errorOfMeans(),
                chosen.trials(),
                sketch.solution(),
                true);
    }

    private Completed climb(
            Observations data, PreparationChoice.Chosen chosen, int rank, int draws, boolean wasStopped) {
        Preparation preparation = chosen.trial().preparation;
        Preparation.Fitted prepared = preparation.fit(data, execution.workers());
        Bayesian problem = problem(prepared.apply(data), execution);
        Listener listener = execution.listener();
        Climbed<BayesianIterate> solution = new FastGreedy(
                        settings(Math.max(1, rank), data.count(), listener.begin(Stage.FITTING, "")))
                .minimize(problem);
        boolean isStopped = solution.stop() == StopReason.STOPPED;
        LowRankMatrix found = rank == 0 ? LowRankMatrix.zero(data.rows(), data.columns()) : solution.matrix();
        if (draws > 0 && !isStopped) {
            Bayesian.Mean mean = problem.mean(solution.iterate(), draws, listener.begin(Stage.AVERAGING, ""));
            found = mean.matrix();
            isStopped = mean.stopped();
        }
        return new Completed(
                prepared.restore(found),
                preparation,
                Math.min(rank, found.rank()),
                chosen.error(),
                chosen.errorOfMeans(),
                chosen.trials(),
                solution,
                wasStopped || isStopped);
    }

    /** The number of draws that are affordable; 0 if that is too few to be of use. */
    private static int draws(Observations data, double rank) {
        double lines = (double) data.rows() + data.columns();
        double cells = (double) data.rows() * data.columns();
        double work = (data.count() * rank + lines * rank * rank + cells) * rank;
        int draws = (int) Math.min(DRAWS, WORK / work);
        return rank > 0 && draws >= DRAWS_TO_CHOOSE_BY ? draws : 0;
    }

    /**
     * The highest rank that fits into memory. The engine keeps moments for each row and column, and some copies: half of the memory is
     * for them.
     */
    private static int rankThatFits(Observations data) {
        double lines = (double) data.rows() + data.columns();
        double budget = 0.5 * Runtime.getRuntime().maxMemory();
        int fits = (int) Math.sqrt(2 * budget / (lines * COPIES * Double.BYTES)) - PADDING;
        if (fits < 1) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "a table of %d rows and %d columns needs about %.1f GB of memory, and the JVM may use %.1f: start it with"
                            + " a larger -Xmx",
                    data.rows(),
                    data.columns(),
                    lines * COPIES * Double.BYTES * (1 + PADDING) * (1 + PADDING) / 1e9,
                    2 * budget / 1e9));
        }
        return fits;
    }

    static Bayesian problem(Observations prepared, Execution execution) {
        return Bayesian.of(prepared).withSeed(execution.seed()).withThreads(execution.threads());
    }

    static Settings settings(int rank, int observations, Listener listener) {
        int refits = observations < CELLS_TO_CHOOSE_BY ? REFITS_OF_SMALL : REFITS;
        return Settings.ofRank(rank).withRefits(refits).withListener(listener);
    }
}
