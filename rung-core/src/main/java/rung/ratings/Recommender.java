package rung.ratings;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import rung.Climbed;
import rung.Execution;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Provenance;
import rung.RankRange;
import rung.Settings;
import rung.Solution;
import rung.Stage;
import rung.Step;
import rung.StopReason;
import rung.algorithm.FastGreedy;
import rung.data.Ratings;
import rung.engine.sampling.MemoryFactors;
import rung.engine.sampling.Sampling;
import rung.engine.sampling.SamplingIterate;

/**
 * Trains a model on ratings. It needs nothing but the ratings: no rank, no penalty, no rate.
 *
 * <p>It climbs the ranks by {@link FastGreedy} over {@link Sampling}, which finds the strength of the regularization in the data and
 * averages the factors along the way. A part of the ratings is held out to choose the rank; then the draws go on with all of them.
 * Immutable: each {@code with…} returns a changed copy.
 */
public final class Recommender {
    /** The default for the highest rank to choose from, if there are as many users and items. With two biases a line has 32 numbers. */
    public static final int MAX_RANK = 30;

    /** The default for the part of the ratings that chooses the rank. */
    public static final double HELD_OUT = 0.1;

    /**
     * The number of draws of a side after each insertion; the sides alternate. Held-out error on MovieLens 1M at rank 30, mean of three
     * splits: 0.8474, and 0.8462 with 2 for about 1.6 times the work; as much work in {@link #ROUNDS} gains the same.
     */
    public static final int DRAWS = 1;

    /** The default number of rounds of draws at the final rank. */
    public static final int ROUNDS = 16;

    /**
     * Rounds of draws at the final rank for few ratings, where they cost little. Held-out error inside the training part of MovieLens 100K,
     * mean of 60 splits: 0.8834 with 100, 0.8831 with 130, 0.8829 with 150, 0.8826 with 200; each ten cost 4 % of the CPU time.
     */
    public static final int ROUNDS_OF_FEW = 120;

    private static final int FEW = 300_000;

    /** The least number of held-out ratings that can choose a rank. */
    public static final int LEAST_TO_CHOOSE_BY = 20;

    /** The bytes that a rating takes in training beside the ratings themselves. */
    private static final int BYTES_PER_RATING = 32;

    /** The bytes that a factor of a line takes in training. */
    private static final int BYTES_PER_FACTOR = 48;

    /** The bytes that a line's traits take, with what they are computed from. */
    private static final int BYTES_PER_LINE = 640;

    /** The widest range of ratings: squares of larger differences are beyond single precision. */
    private static final double WIDEST = 1e15;

    private final RankRange ranks;
    private final OptionalInt rounds;
    private final double heldOut;
    private final Optional<Bounds> bounds;
    private final Execution execution;

    private Recommender(
            RankRange ranks, OptionalInt rounds, double heldOut, Optional<Bounds> bounds, Execution execution) {
        this.ranks = ranks;
        this.rounds = rounds;
        this.heldOut = heldOut;
        this.bounds = bounds;
        this.execution = execution;
    }

    /** The bounds of predictions: none is below {@code low} or above {@code high}. */
    private record Bounds(double low, double high) {}

    /**
     * Returns the recommender with the default of every setting.
     *
     * @return the recommender
     */
    public static Recommender byDefault() {
        return new Recommender(
                RankRange.atMost(MAX_RANK), OptionalInt.empty(), HELD_OUT, Optional.empty(), Execution.byDefault());
    }

    /**
     * Returns a copy that trains models of exactly this rank, so that nothing has to be held out to choose one.
     *
     * @param rank the rank, at least 1
     * @return a changed copy
     */
    public Recommender withRank(int rank) {
        return new Recommender(RankRange.exactly(rank), rounds, heldOut, bounds, execution);
    }

    /**
     * Returns a copy that chooses a rank of at most this.
     *
     * @param maxRank the highest rank to choose from, at least 1
     * @return a changed copy
     */
    public Recommender withMaxRank(int maxRank) {
        return new Recommender(RankRange.atMost(maxRank), rounds, heldOut, bounds, execution);
    }

    /**
     * Returns a copy with this many rounds of draws at the final rank: more are slower. The error falls for some hundred rounds, then stays.
     *
     * @param rounds the number of rounds, at least 0
     * @return a changed copy
     */
    public Recommender withRounds(int rounds) {
        if (rounds < 0) {
            throw new IllegalArgumentException("rounds must not be negative, got " + rounds);
        }
        return new Recommender(ranks, OptionalInt.of(rounds), heldOut, bounds, execution);
    }

    /**
     * Returns a copy with this seed of every random choice.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public Recommender withSeed(long seed) {
        return with(execution.withSeed(seed));
    }

    /**
     * Returns a copy that uses this many threads. The result does not depend on it, bit for bit.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public Recommender withThreads(int threads) {
        return with(execution.withThreads(threads));
    }

    /**
     * Returns a copy that is watched by this listener, which sees each step of each stage and can end the training.
     *
     * @param listener watches the training
     * @return a changed copy
     */
    public Recommender withListener(Listener listener) {
        return with(execution.withListener(listener));
    }

    private Recommender with(Execution changed) {
        return new Recommender(ranks, rounds, heldOut, bounds, changed);
    }

    /**
     * Returns a copy that holds this fraction of the ratings out to choose the rank.
     *
     * @param fraction above 0 and below 1
     * @return a changed copy
     */
    public Recommender withHeldOut(double fraction) {
        if (!(fraction > 0 && fraction < 1)) {
            throw new IllegalArgumentException("held-out must be between 0 and 1, got " + fraction);
        }
        return new Recommender(ranks, rounds, fraction, bounds, execution);
    }

    /**
     * Returns a copy whose models predict between these bounds, in place of the lowest and the highest rating.
     *
     * @param low the lowest prediction
     * @param high the highest prediction
     * @return a changed copy
     */
    public Recommender withBounds(double low, double high) {
        if (!(low <= high)) {
            throw new IllegalArgumentException("low must not be above high, got " + low + " and " + high);
        }
        return new Recommender(ranks, rounds, heldOut, Optional.of(new Bounds(low, high)), execution);
    }

    /**
     * Returns how many rounds of draws at the final rank end the training on this many ratings by default.
     *
     * @param ratings the number of ratings
     * @return the number of rounds
     */
    public static int rounds(long ratings) {
        return ratings < FEW ? ROUNDS_OF_FEW : ROUNDS;
    }

    /**
     * The result of training.
     *
     * @param model the trained model
     * @param choosing the climb on which the rank was chosen, with its held-out errors; empty if there was none
     * @param heldOutError the error on the held-out ratings, in their unit: the least of that climb, at the chosen rank; but if rank 0
     *     was chosen because the climb found nothing better than noise, the error of the draws of rank 0 that showed it; empty if
     *     nothing was held out
     * @param stopped whether the listener ended the training; the model is the best until then
     */
    public record Trained(Model model, List<Step> choosing, OptionalDouble heldOutError, boolean stopped) {}

    /**
     * Trains a model.
     *
     * @param ratings the ratings, at least one
     * @return the model, and how its rank was chosen
     */
    public Trained train(Ratings ratings) {
        if (ratings.count() == 0) {
            throw new IllegalArgumentException("there must be at least one rating, got none");
        }
        requireSpread(ratings.lowest(), ratings.highest());
        int limit = Math.min(ratings.users().size(), ratings.items().size());
        int most = ranks.cappedAt(limit).highest();
        requireMemory(ratings, most);
        if (ranks.isExact()) {
            return climb(ratings, most);
        }
        Ratings.Split split = ratings.split(heldOut, execution.seed(), execution.workers());
        if (split.heldOut().count() < LEAST_TO_CHOOSE_BY) {
            return climb(ratings, 1); // too few to choose by: hardly more than biases
        }
        Sampling training = problem(split.train());
        RankChoice.Choice<SamplingIterate<MemoryFactors>> choice = new RankChoice<SamplingIterate<MemoryFactors>>(
                        training.alternatives(),
                        training::withStart,
                        a -> rmse(a.matrix(), split.heldOut(), ratings),
                        this::settings,
                        rounds.orElse(rounds(split.train().count())))
                .choose(most);
        if (choice.stopped().isPresent()) {
            Model model = model(split.train(), choice.stopped().get(), choice.path());
            return new Trained(model, choice.path(), OptionalDouble.of(choice.error()), true);
        }
        return climb(ratings, choice.from(), choice.rank(), choice.path(), OptionalDouble.of(choice.error()));
    }

    /**
     * Throws an {@link IllegalArgumentException} if ratings are too far apart for single precision.
     *
     * @param lowest the lowest rating
     * @param highest the highest rating
     */
    public static void requireSpread(double lowest, double highest) {
        if (highest - lowest > WIDEST) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "ratings must be at most 1e15 apart, got %g and %g", lowest, highest));
        }
    }

    /** Climbs on all ratings, from nothing. */
    private Trained climb(Ratings ratings, int to) {
        return climb(ratings, Optional.empty(), to, List.of(), OptionalDouble.empty());
    }

    /** Climbs on all ratings, from what was found on a part of them, or from nothing. */
    private Trained climb(
            Ratings ratings,
            Optional<SamplingIterate<MemoryFactors>> from,
            int to,
            List<Step> choosing,
            OptionalDouble heldOutError) {
        int more = rounds.orElse(rounds(ratings.count()));
        Sampling problem = problem(ratings);
        Climbed<SamplingIterate<MemoryFactors>> solution = new FastGreedy(settings(to, more, Stage.FITTING, ""))
                .minimize(from.map(problem::withStart).orElse(problem));
        return new Trained(
                model(ratings, solution, choosing), choosing, heldOutError, solution.stop() == StopReason.STOPPED);
    }

    private Settings settings(int to, int rounds, Stage stage, String task) {
        return Settings.ofRank(to)
                .withRefits(DRAWS)
                .withFinishing(rounds)
                .withListener(execution.listener().begin(stage, task));
    }

    private Sampling problem(Ratings ratings) {
        return Sampling.of(
                        ratings.users().size(), ratings.items().size(), ratings.user(), ratings.item(), ratings.value())
                .withSeed(execution.seed())
                .withThreads(execution.threads());
    }

    private double lowest(Ratings ratings) {
        return bounds.map(Bounds::low).orElse((double) ratings.lowest());
    }

    private double highest(Ratings ratings) {
        return bounds.map(Bounds::high).orElse((double) ratings.highest());
    }

    private double rmse(LowRankMatrix a, Ratings test, Ratings all) {
        double least = lowest(all);
        double most = highest(all);
        double[] squares = execution.workers().sum(test.count(), a.rank(), (from, to) -> {
            double sum = 0;
            for (int e = from; e < to; e++) {
                double predicted = a.get(test.user()[e], test.item()[e]);
                double error = Math.min(most, Math.max(least, predicted)) - test.value()[e];
                sum += error * error;
            }
            return new double[] {sum};
        });
        return Math.sqrt(squares[0] / test.count());
    }

    private Model model(Ratings ratings, Climbed<SamplingIterate<MemoryFactors>> solution, List<Step> choosing) {
        return new Model(
                ratings.users(),
                ratings.items(),
                solution.iterate().posteriorModel(),
                lowest(ratings),
                highest(ratings),
                Seen.of(ratings, execution.workers()),
                facts(ratings, solution, choosing),
                solution.trace());
    }

    static Map<String, String> facts(Ratings ratings, Solution solution, List<Step> choosing) {
        Provenance provenance = solution.provenance();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("algorithm", provenance.algorithm());
        facts.put("settings", provenance.settings());
        facts.put("problem", provenance.problem());
        facts.put("seed", String.valueOf(provenance.seed()));
        facts.put("ratings", String.valueOf(ratings.count()));
        facts.put("stop", solution.stop().sentence());
        if (!choosing.isEmpty()) {
            facts.put("held-out errors", errors(choosing));
        }
        facts.put("rung", provenance.version());
        facts.put("java", provenance.java());
        facts.put("kernels", provenance.kernels());
        return facts;
    }

    /* Rank and error, the best one first. */
    private static String errors(List<Step> choosing) {
        return choosing.stream()
                .sorted(Comparator.comparingDouble(step -> step.heldOut().orElseThrow()))
                .map(step -> String.format(
                        Locale.ROOT, "%.6g at rank %d", step.heldOut().orElseThrow(), step.rank()))
                .collect(Collectors.joining(", "));
    }

    private static void requireMemory(Ratings ratings, int rank) {
        double lines = (double) ratings.users().size() + ratings.items().size();
        double bytes = (double) BYTES_PER_RATING * ratings.count()
                + BYTES_PER_FACTOR * lines * (rank + 2)
                + BYTES_PER_LINE * lines;
        long limit = Runtime.getRuntime().maxMemory();
        if (bytes > limit) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%d ratings of %.0f users and items at rank %d need about %.1f GB of memory beside the ratings, and the JVM"
                            + " may use %.1f in all: start it with a larger -Xmx, or ask for a lower rank",
                    ratings.count(),
                    lines,
                    rank,
                    bytes / 1e9,
                    limit / 1e9));
        }
    }
}
