package rung.ratings;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import rung.Climbed;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Provenance;
import rung.Settings;
import rung.Solution;
import rung.Step;
import rung.StopReason;
import rung.algorithm.FastGreedy;
import rung.data.Ratings;
import rung.engine.sampling.MemoryFactors;
import rung.engine.sampling.Sampling;
import rung.engine.sampling.SamplingIterate;
import rung.linalg.Workers;

/**
 * Trains a model on ratings, told nothing but the ratings.
 *
 * <p>Climbs the ranks by {@link FastGreedy} over {@link Sampling}, which finds the strength of the regularization in the data
 * and averages the factors along the way. A part of the ratings is held out to choose the rank; then the draws go on with all
 * of them. Immutable: each {@code with…} returns a changed copy.
 */
public final class Recommender {
    /** The rank at most, unless there are fewer users or items, or told otherwise: with two biases 32 numbers a line. */
    public static final int MAX_RANK = 30;

    /** The part of the ratings that chooses. */
    public static final double HELD_OUT = 0.1;

    /**
     * Draws of a side after each insertion, the sides alternating. Held-out error on MovieLens 1M at rank 30, mean of three
     * splits: 0.8474, and 0.8462 with 2 for about 1.6 times the work; as much work in {@link #ROUNDS} gains the same.
     */
    public static final int DRAWS = 1;

    /** Rounds of draws at the final rank. */
    public static final int ROUNDS = 16;

    /** The same for few ratings, where they cost nothing. */
    public static final int ROUNDS_OF_FEW = 100;

    private static final int FEW = 300_000;

    /** Fewer held-out ratings than this choose nothing. */
    public static final int LEAST_TO_CHOOSE_BY = 20;

    /** Bytes an entry takes in training beside the ratings themselves, and a factor of a line. */
    private static final int BYTES_PER_RATING = 32;

    private static final int BYTES_PER_FACTOR = 48;

    /** Bytes a line's traits take, with what they are made of. */
    private static final int BYTES_PER_LINE = 640;

    /** Squares of what is further apart are beyond single precision. */
    private static final double WIDEST = 1e15;

    private final OptionalInt rank;
    private final int maxRank;
    private final OptionalInt rounds;
    private final long seed;
    private final int threads;
    private final double heldOut;
    private final double low;
    private final double high;
    private final Progress progress;

    private Recommender(
            OptionalInt rank,
            int maxRank,
            OptionalInt rounds,
            long seed,
            int threads,
            double heldOut,
            double low,
            double high,
            Progress progress) {
        this.rank = rank;
        this.maxRank = maxRank;
        this.rounds = rounds;
        this.seed = seed;
        this.threads = threads;
        this.heldOut = heldOut;
        this.low = low;
        this.high = high;
        this.progress = progress;
    }

    /** What one should use, unless one knows better. */
    public static Recommender byDefault() {
        return new Recommender(
                OptionalInt.empty(),
                MAX_RANK,
                OptionalInt.empty(),
                0,
                Runtime.getRuntime().availableProcessors(),
                HELD_OUT,
                Double.NaN,
                Double.NaN,
                (stage, step, steps) -> {});
    }

    /** Exactly this rank, so that nothing has to be held out. */
    public Recommender withRank(int rank) {
        requirePositive("rank", rank);
        return new Recommender(OptionalInt.of(rank), maxRank, rounds, seed, threads, heldOut, low, high, progress);
    }

    /** The highest rank to choose from. */
    public Recommender withMaxRank(int maxRank) {
        requirePositive("rank", maxRank);
        return new Recommender(rank, maxRank, rounds, seed, threads, heldOut, low, high, progress);
    }

    /** Rounds of draws at the final rank: more are more accurate, and slower; see {@link #ROUNDS}. */
    public Recommender withRounds(int rounds) {
        if (rounds < 0) {
            throw new IllegalArgumentException("rounds must not be negative, got " + rounds);
        }
        return new Recommender(rank, maxRank, OptionalInt.of(rounds), seed, threads, heldOut, low, high, progress);
    }

    public Recommender withSeed(long seed) {
        return new Recommender(rank, maxRank, rounds, seed, threads, heldOut, low, high, progress);
    }

    /** The same answer, to the bit, on any number. */
    public Recommender withThreads(int threads) {
        requirePositive("threads", threads);
        return new Recommender(rank, maxRank, rounds, seed, threads, heldOut, low, high, progress);
    }

    /** The part of the ratings that chooses the rank. */
    public Recommender withHeldOut(double fraction) {
        if (!(fraction > 0 && fraction < 1)) {
            throw new IllegalArgumentException("held-out must be between 0 and 1, got " + fraction);
        }
        return new Recommender(rank, maxRank, rounds, seed, threads, fraction, low, high, progress);
    }

    /** Between what predictions must lie; by default between the lowest and the highest rating. */
    public Recommender withBounds(double low, double high) {
        if (!(low <= high)) {
            throw new IllegalArgumentException("low must not be above high, got " + low + " and " + high);
        }
        return new Recommender(rank, maxRank, rounds, seed, threads, heldOut, low, high, progress);
    }

    public Recommender withProgress(Progress progress) {
        return new Recommender(rank, maxRank, rounds, seed, threads, heldOut, low, high, progress);
    }

    /** How many rounds of draws end the training on so many ratings. */
    public static int rounds(long ratings) {
        return ratings < FEW ? ROUNDS_OF_FEW : ROUNDS;
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, got " + value);
        }
    }

    /** Is told of each step of each climb, and can stop it. */
    @FunctionalInterface
    public interface Progress {
        /** @param steps how many steps this climb will take, at most */
        void onStep(String stage, Listener.Progress step, int steps);
    }

    /**
     * What was found.
     *
     * @param choosing the climb on which the rank was chosen, with its held-out errors; empty if there was none
     * @param heldOutError the error on the held-out ratings: at the chosen rank of that climb, the least there; if rank 0 was chosen
     *     because nothing found was worth believing, that of the draws of rank 0 which showed it; NaN if nothing was held out
     * @param stopped whether the listener ended the training; the model is the best until then
     */
    public record Trained(Model model, List<Step> choosing, double heldOutError, boolean stopped) {}

    /** Trains a model. */
    public Trained train(Ratings ratings) {
        if (ratings.count() == 0) {
            throw new IllegalArgumentException("there must be at least one rating, got none");
        }
        requireSpread(ratings.lowest(), ratings.highest());
        int limit = Math.min(ratings.users().size(), ratings.items().size());
        int most = Math.min(rank.orElse(maxRank), limit);
        requireMemory(ratings, most);
        if (rank.isPresent()) {
            return climb(ratings, Optional.empty(), most, List.of(), Double.NaN);
        }
        Ratings.Split split = ratings.split(heldOut, seed, workers());
        if (split.heldOut().count() < LEAST_TO_CHOOSE_BY) {
            return climb(
                    ratings,
                    Optional.empty(),
                    1,
                    List.of(),
                    Double.NaN); // too few to choose by: hardly more than biases
        }
        Sampling training = problem(split.train());
        RankChoice.Choice<SamplingIterate<MemoryFactors>> choice = new RankChoice<SamplingIterate<MemoryFactors>>(
                        training.alternatives(),
                        training::withStart,
                        a -> rmse(a.matrix(), split.heldOut(), ratings),
                        (to, more, stage) -> settings(to, more, stage, more == 0 ? to : more),
                        rounds.orElse(rounds(split.train().count())))
                .choose(most);
        if (choice.stopped().isPresent()) {
            Model model = model(split.train(), choice.stopped().get(), choice.path());
            return new Trained(model, choice.path(), choice.error(), true);
        }
        return climb(ratings, choice.from(), choice.rank(), choice.path(), choice.error());
    }

    /** Refuses ratings that are too far apart for single precision. */
    public static void requireSpread(double lowest, double highest) {
        if (highest - lowest > WIDEST) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "ratings must be at most 1e15 apart, got %g and %g", lowest, highest));
        }
    }

    /** On all ratings, from what was found on a part of them, or from nothing. */
    private Trained climb(
            Ratings ratings,
            Optional<SamplingIterate<MemoryFactors>> from,
            int to,
            List<Step> choosing,
            double heldOutError) {
        int more = rounds.orElse(rounds(ratings.count()));
        int steps = to - from.map(SamplingIterate::rank).orElse(0) + more;
        Sampling problem = problem(ratings);
        Climbed<SamplingIterate<MemoryFactors>> solution = new FastGreedy(settings(to, more, "training", steps))
                .minimize(from.map(problem::withStart).orElse(problem));
        return new Trained(
                model(ratings, solution, choosing), choosing, heldOutError, solution.stop() == StopReason.STOPPED);
    }

    private Settings settings(int to, int rounds, String stage, int steps) {
        return Settings.ofRank(to)
                .withRefits(DRAWS)
                .withFinishing(rounds)
                .withListener(step -> progress.onStep(stage, step, steps));
    }

    private Sampling problem(Ratings ratings) {
        return Sampling.of(
                        ratings.users().size(), ratings.items().size(), ratings.user(), ratings.item(), ratings.value())
                .withSeed(seed)
                .withThreads(threads);
    }

    private double lowest(Ratings ratings) {
        return Double.isNaN(low) ? ratings.lowest() : low;
    }

    private double highest(Ratings ratings) {
        return Double.isNaN(high) ? ratings.highest() : high;
    }

    private double rmse(LowRankMatrix a, Ratings test, Ratings all) {
        double least = lowest(all);
        double most = highest(all);
        double[] squares = workers().sum(test.count(), a.rank(), (from, to) -> {
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

    private Workers workers() {
        return new Workers(threads);
    }

    private Model model(Ratings ratings, Climbed<SamplingIterate<MemoryFactors>> solution, List<Step> choosing) {
        return new Model(
                ratings.users(),
                ratings.items(),
                solution.iterate().posteriorModel(),
                lowest(ratings),
                highest(ratings),
                Seen.of(ratings, workers()),
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
