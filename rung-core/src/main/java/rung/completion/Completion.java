package rung.completion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import rung.Climbed;
import rung.HeldOut;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Settings;
import rung.Solution;
import rung.Step;
import rung.algorithm.FastGreedy;
import rung.data.Observations;
import rung.engine.bayes.Bayesian;
import rung.engine.bayes.BayesianIterate;
import rung.linalg.Workers;

/**
 * Fills the holes of a table, told nothing but the table.
 *
 * <p>Climbs the ranks by {@link FastGreedy} over variational Bayes ({@link Bayesian}), which finds the strength of the
 * regularization in the data. A part of the observations is held out to choose the rank and how the table is prepared; then
 * the chosen climb is repeated on all of them. Where a table is small and noisy, draws from there give the mean under the
 * posterior, if the held-out part agrees. Immutable: each {@code with…} returns a changed copy.
 */
public final class Completion {
    /** The rank at most, unless the table is smaller or told otherwise. */
    public static final int MAX_RANK = 32;

    /** The part of the observations that chooses. */
    public static final double HELD_OUT = 0.1;

    /** Refits after each insertion: enough that the posterior settles before the next pair comes. */
    public static final int REFITS = 8;

    /** The same for a small table, where they cost nothing and settle later. */
    public static final int REFITS_OF_SMALL = 20;

    /** A table with fewer observations is split several times to choose, but not more often than this. */
    public static final int MAX_SPLITS = 10;

    private static final int CELLS_TO_CHOOSE_BY = 1_000;
    private static final int ROWS_TO_CHOOSE_BY = 5_000;

    /** Ranks tried beyond the best one so far. */
    public static final int PATIENCE = 4;

    /**
     * Of the ranks whose held-out error is within this fraction of the best the highest is taken: the error is measured on few
     * entries, and a rank too many costs next to nothing here, where one too few is a loss.
     */
    public static final double SLACK = 0.01;

    /**
     * A preparation has to be better than those before it by this fraction of the error: the difference is measured on few entries as
     * well. Without, the errors that {@link #DRAWS} tells of were 1 % higher.
     */
    private static final double BETTER = 0.003;

    /** How many triangles of moments of each row and column are alive at once during a refit. */
    private static final int COPIES = 4;

    /** A triangle of rank r takes less than half the square of r and this. */
    private static final int PADDING = 3;

    /**
     * Draws for the mean under the posterior. Error on r* = 6, p = 0.5, SNR = 1, on r* = 10, p = 0.5, SNR = 1 and on r* = 10, p = 0.3, SNR = 3,
     * mean of 10 matrices: without 0.2968, 0.5244, 0.2122; 100 draws 0.2967, 0.5239, 0.2003; 300 0.2942, 0.5146, 0.1961; 1,000 0.2926,
     * 0.5118, 0.1941.
     */
    private static final int DRAWS = 800;

    /** Draws that tell whether they are of use. */
    private static final int DRAWS_TO_CHOOSE_BY = 300;

    /** Multiplications that all draws may take: some seconds. */
    private static final double WORK = 3e9;

    private final int maxRank;
    private final long seed;
    private final int threads;
    private final Progress progress;

    private Completion(int maxRank, long seed, int threads, Progress progress) {
        if (maxRank < 1) {
            throw new IllegalArgumentException("rank must be at least 1, got " + maxRank);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        this.maxRank = maxRank;
        this.seed = seed;
        this.threads = threads;
        this.progress = progress;
    }

    /** What one should use, unless one knows better. */
    public static Completion byDefault() {
        return new Completion(MAX_RANK, 0, Runtime.getRuntime().availableProcessors(), (stage, step) -> {});
    }

    public Completion withMaxRank(int maxRank) {
        return new Completion(maxRank, seed, threads, progress);
    }

    public Completion withSeed(long seed) {
        return new Completion(maxRank, seed, threads, progress);
    }

    /** The same answer, to the bit, on any number. */
    public Completion withThreads(int threads) {
        return new Completion(maxRank, seed, threads, progress);
    }

    public Completion withProgress(Progress progress) {
        return new Completion(maxRank, seed, threads, progress);
    }

    /** Is told of each step of each climb. */
    @FunctionalInterface
    public interface Progress {
        void onStep(String stage, Listener.Progress step);
    }

    /**
     * What was found.
     *
     * @param matrix the completed table: all entries, the observed ones smoothed
     * @param preparation how the table was prepared, which the held-out part chose
     * @param rank the rank it chose, beside the preparation's own one or two
     * @param heldOutError the error there, of the mean under the posterior if that is taken, in units of each column's standard
     *     deviation; NaN if there was too little to hold anything out, and the holes got what their row's and column's levels say
     * @param baselineError the error there of the column means
     * @param trials what the held-out part said of each preparation; none if nothing was held out
     * @param solution the climb on all observations, of the prepared table
     */
    public record Completed(
            LowRankMatrix matrix,
            Preparation preparation,
            int rank,
            double heldOutError,
            double baselineError,
            List<Trial> trials,
            Solution solution) {}

    /**
     * What the held-out part says of one preparation.
     *
     * @param rank the rank to choose
     * @param error the least error at any rank
     * @param errors those at ranks 0, 1, 2, …, as far as was climbed
     */
    public record Trial(Preparation preparation, int rank, double error, List<Double> errors) {}

    public Completed complete(Observations data) {
        if (data.count() == 0) {
            throw new IllegalArgumentException("a table must have at least one observed entry, got none");
        }
        int rankLimit = Math.min(rankThatFits(data), Math.min(data.rows(), data.columns()));
        List<Observations.Split> splits = splits(someRows(data));
        if (splits.isEmpty() || data.count() < data.rows() + data.columns() + 2) {
            Trial none = new Trial(Preparation.LEVELS, 0, Double.NaN, List.of());
            return climb(data, none, 0, Double.NaN, Double.NaN, List.of()); // too few to fit anything
        }
        List<Trial> trials = new ArrayList<>();
        for (Preparation preparation : Preparation.values()) {
            if (preparation.isWorthATrial(data)) {
                trials.add(attempt(splits, preparation, rankLimit));
            }
        }
        double least = trials.stream().mapToDouble(Trial::error).min().orElseThrow();
        Trial best = trials.stream()
                .filter(trial -> trial.error <= (1 + BETTER) * least)
                .findFirst()
                .orElseThrow();
        double means = 0;
        long cells = 0;
        for (Observations.Split split : splits) {
            Preparation.Fitted columns = Preparation.COLUMNS.fit(split.train(), workers());
            means += columns.squaredError(split.heldOut(), columns.restore(zero(split.train())));
            cells += split.heldOut().count();
        }
        int most = splits.size() == 1 ? draws(data, best.rank) : 0;
        double ofMean = most > 0 ? errorOfMean(splits.get(0), best) : Double.NaN;
        boolean helps = !Double.isNaN(ofMean);
        return climb(
                data,
                best,
                helps ? most : 0,
                helps ? ofMean : best.error,
                Math.sqrt(means / cells),
                List.copyOf(trials));
    }

    /** Of a table with very many rows a random part is enough to choose by. */
    private Observations someRows(Observations data) {
        if (data.rows() <= ROWS_TO_CHOOSE_BY) {
            return data;
        }
        int[] place =
                new SplittableRandom(seed).ints(data.rows(), 0, data.rows()).toArray();
        Observations.Builder some = Observations.builder(ROWS_TO_CHOOSE_BY, data.columns());
        int[] taken = new int[data.rows()];
        Arrays.fill(taken, -1);
        for (int k = 0, next = 0; k < place.length && next < ROWS_TO_CHOOSE_BY; k++) {
            taken[place[k]] = taken[place[k]] < 0 ? next++ : taken[place[k]];
        }
        data.forEach((i, j, value, weight) -> {
            if (taken[i] >= 0) {
                some.add(taken[i], j, value);
            }
        });
        return some.build();
    }

    /** One for a large table; several for a small one, where one held-out part would be a handful of cells. */
    private List<Observations.Split> splits(Observations data) {
        int wanted = (int) Math.max(1, Math.min(MAX_SPLITS, Math.ceil((double) CELLS_TO_CHOOSE_BY / data.count())));
        List<Observations.Split> splits = new ArrayList<>();
        for (int k = 0; k < wanted; k++) {
            Observations.Split split = data.split(HELD_OUT, seed + k);
            if (split.heldOut().count() > 0 && split.train().count() > 0) {
                splits.add(split);
            }
        }
        return splits;
    }

    private Trial attempt(List<Observations.Split> splits, Preparation preparation, int rankLimit) {
        double[] errors = new double[rankLimit + 1];
        int[] measured = new int[rankLimit + 1];
        long cells = 0;
        int patience = splits.size() == 1 ? PATIENCE : rankLimit;
        for (Observations.Split split : splits) {
            Preparation.Fitted prepared = preparation.fit(split.train(), workers());
            Preparation.Fitted yardstick = Preparation.COLUMNS.fit(split.train(), workers());
            int count = split.heldOut().count();
            ToDoubleFunction<LowRankMatrix> error = a -> error(yardstick, split, prepared.restore(a));
            Settings settings =
                    settings(rankLimit, split.train().count(), "choosing").withHeldOut(new HeldOut<>(error, patience));
            List<Step> path = new FastGreedy(settings)
                    .minimize(problem(prepared.apply(split.train())))
                    .trace();
            double last = error.applyAsDouble(zero(split.train()));
            errors[0] += last * last * count;
            for (int rank = 1; rank <= rankLimit; rank++) {
                boolean climbed = rank <= path.size();
                last = climbed ? path.get(rank - 1).heldOut().orElseThrow() : last; // it ended: more rank is no change
                errors[rank] += last * last * count;
                measured[rank] += climbed ? 1 : 0;
            }
            cells += count;
        }
        int best = 0;
        for (int rank = 1; rank <= rankLimit; rank++) {
            best = measured[rank] > 0 && errors[rank] < errors[best] ? rank : best;
        }
        int chosen = best;
        for (int rank = best + 1; rank <= rankLimit && best > 0; rank++) {
            boolean asGood = errors[rank] <= (1 + SLACK) * (1 + SLACK) * errors[best];
            chosen = measured[rank] > 0 && asGood ? rank : chosen;
        }
        List<Double> climbed = new ArrayList<>();
        for (int rank = 0; rank <= rankLimit && (rank == 0 || measured[rank] > 0); rank++) {
            climbed.add(Math.sqrt(errors[rank] / cells));
        }
        return new Trial(preparation, chosen, climbed.get(best), List.copyOf(climbed));
    }

    /**
     * The error on the held-out part of the mean under the posterior, see {@link Bayesian#mean}; NaN if mean-field updates are
     * nearer to it, as they are where there is no noise. A few cells do not tell smaller differences.
     */
    private double errorOfMean(Observations.Split split, Trial chosen) {
        Preparation.Fitted yardstick = Preparation.COLUMNS.fit(split.train(), workers());
        Preparation.Fitted prepared = chosen.preparation.fit(split.train(), workers());
        Bayesian problem = problem(prepared.apply(split.train()));
        Climbed<BayesianIterate> solution =
                new FastGreedy(settings(chosen.rank, split.train().count(), "choosing")).minimize(problem);
        LowRankMatrix mean = problem.mean(solution.iterate(), DRAWS_TO_CHOOSE_BY);
        double error = error(yardstick, split, prepared.restore(mean));
        double ofUpdates = error(yardstick, split, prepared.restore(solution.matrix()));
        return error < (1 + SLACK) * ofUpdates ? error : Double.NaN;
    }

    private static double error(Preparation.Fitted yardstick, Observations.Split split, LowRankMatrix table) {
        return Math.sqrt(
                yardstick.squaredError(split.heldOut(), table) / split.heldOut().count());
    }

    /** How many draws there may be; 0 if that is too few to be of use. */
    private static int draws(Observations data, double rank) {
        double lines = (double) data.rows() + data.columns();
        double cells = (double) data.rows() * data.columns();
        double work = (data.count() * rank + lines * rank * rank + cells) * rank;
        int draws = (int) Math.min(DRAWS, WORK / work);
        return rank > 0 && draws >= DRAWS_TO_CHOOSE_BY ? draws : 0;
    }

    private static LowRankMatrix zero(Observations data) {
        return LowRankMatrix.zero(data.rows(), data.columns());
    }

    /** The engine keeps moments for each row and column, and some copies: half of the memory is for them. */
    private int rankThatFits(Observations data) {
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
        return Math.min(maxRank, fits);
    }

    private Completed climb(
            Observations data, Trial chosen, int draws, double heldOutError, double baselineError, List<Trial> trials) {
        Preparation.Fitted prepared = chosen.preparation.fit(data, workers());
        int rank = chosen.rank;
        Bayesian problem = problem(prepared.apply(data));
        Climbed<BayesianIterate> solution =
                new FastGreedy(settings(Math.max(1, rank), data.count(), "completing")).minimize(problem);
        LowRankMatrix found =
                rank == 0 ? zero(data) : draws == 0 ? solution.matrix() : problem.mean(solution.iterate(), draws);
        return new Completed(
                prepared.restore(found), chosen.preparation, rank, heldOutError, baselineError, trials, solution);
    }

    private Workers workers() {
        return new Workers(threads);
    }

    private Bayesian problem(Observations prepared) {
        return Bayesian.of(prepared).withSeed(seed).withThreads(threads);
    }

    private Settings settings(int rank, int observations, String stage) {
        int refits = observations < CELLS_TO_CHOOSE_BY ? REFITS_OF_SMALL : REFITS;
        return Settings.ofRank(rank).withRefits(refits).withListener(step -> progress.onStep(stage, step));
    }
}
