package rung.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import rung.Execution;
import rung.Listener;
import rung.completion.Completion;
import rung.data.Observations;
import rung.data.Ratings;
import rung.ratings.Recommender;

/**
 * Compares all methods on the same data, by the same rules.
 *
 * <p>For each split a test part is set aside; the rest is the training part, and a tenth of that is the validation part. Each method
 * may try as many configurations as every other on the training part without the validation part, and the validation error chooses
 * among them, and when to end. Then the method is fitted to the whole training part with what was chosen, and measured once on the test
 * part, which nothing has looked at before. A method that chooses for itself gets the training part. One that fails is a row with a
 * reason.
 *
 * <p>Errors of ratings are roots of the mean squared error, with predictions clipped to the range of the training part; errors of
 * tables are the same in standard deviations of the columns of the training part. Everything but times and memory depends on data and
 * seed alone. Immutable: each {@code with…} returns a changed copy.
 */
public final class Comparison {
    /** The default number of splits. */
    public static final int SPLITS = 3;

    /** The default for the part of the data that the error is measured on. */
    public static final double TEST = 0.2;

    /** The part of the training part that chooses. */
    public static final double VALIDATION = 0.1;

    /** The default number of configurations that each method may try. */
    public static final int TRIALS = 6;

    /**
     * A trial ends after this many steps in a row that do not improve on its best validation error, unless the method has a patience of
     * its own.
     */
    public static final int PATIENCE = 5;

    /** The patience for methods whose steps are epochs, which are many and begin slowly. */
    public static final int PATIENCE_WITH_EPOCHS = 20;

    /** The bytes that an entry takes in all parts that contain it, and in what a method makes of it. */
    private static final int BYTES_PER_ENTRY = 200;

    /** The bytes that a factor of a row or column takes. */
    private static final int BYTES_PER_FACTOR = 100;

    private final Observations data;
    private final boolean isTable;
    private final Rules rules;
    private final List<Contestant> contestants;
    private final Execution execution;
    private final Results results;

    private Comparison(
            Observations data,
            boolean isTable,
            Rules rules,
            List<Contestant> contestants,
            Execution execution,
            Results results) {
        this.data = data;
        this.isTable = isTable;
        this.rules = rules;
        this.contestants = contestants;
        this.execution = execution;
        this.results = results;
    }

    /** How the data is split, and what each method may spend. */
    private record Rules(int splits, double testFraction, Contestant.Budget budget) {}

    /** Receives results while a comparison goes on. */
    @FunctionalInterface
    public interface Results {
        /**
         * Called when a method is done with a split, or has failed there.
         *
         * @param split from 0
         * @param standing how the method stands after it
         */
        void onRound(int split, Standing standing);
    }

    /**
     * Compares on ratings, with all methods for them.
     *
     * @param ratings the ratings
     * @return the comparison, not begun
     */
    public static Comparison ofRatings(Ratings ratings) {
        return of(ratings.observations(), false, Recommender.MAX_RANK);
    }

    /**
     * Compares on the observed cells of a table, with all methods for them.
     *
     * @param table the observed cells
     * @return the comparison, not begun
     */
    public static Comparison ofTable(Observations table) {
        return of(table, true, Completion.MAX_RANK);
    }

    private static Comparison of(Observations data, boolean isTable, int maxRank) {
        return new Comparison(
                data,
                isTable,
                new Rules(SPLITS, TEST, new Contestant.Budget(TRIALS, maxRank)),
                isTable ? Contestants.forTables() : Contestants.forRatings(),
                Execution.byDefault(),
                (split, standing) -> {});
    }

    /**
     * Returns a copy that splits the data this many times.
     *
     * @param splits at least 1
     * @return a changed copy
     */
    public Comparison withSplits(int splits) {
        requirePositive("splits", splits);
        return with(new Rules(splits, rules.testFraction, rules.budget));
    }

    /**
     * Returns a copy that measures the error on this fraction of the data.
     *
     * @param testFraction above 0 and below 1
     * @return a changed copy
     */
    public Comparison withTestFraction(double testFraction) {
        if (!(testFraction > 0 && testFraction < 1)) {
            throw new IllegalArgumentException("test must be between 0 and 1, got " + testFraction);
        }
        return with(new Rules(rules.splits, testFraction, rules.budget));
    }

    /**
     * Returns a copy in which each method may try this many configurations.
     *
     * @param trials at least 1
     * @return a changed copy
     */
    public Comparison withTrials(int trials) {
        requirePositive("trials", trials);
        return with(new Rules(rules.splits, rules.testFraction, new Contestant.Budget(trials, rules.budget.maxRank())));
    }

    /**
     * Returns a copy in which no method takes a higher rank than this.
     *
     * @param maxRank at least 1
     * @return a changed copy
     */
    public Comparison withMaxRank(int maxRank) {
        requirePositive("max-rank", maxRank);
        return with(new Rules(rules.splits, rules.testFraction, new Contestant.Budget(rules.budget.trials(), maxRank)));
    }

    private Comparison with(Rules changed) {
        return new Comparison(data, isTable, changed, contestants, execution, results);
    }

    /**
     * Returns a copy with this seed of every random choice.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public Comparison withSeed(long seed) {
        return with(execution.withSeed(seed));
    }

    /**
     * Returns a copy that uses this many threads. The errors do not depend on it, bit for bit.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public Comparison withThreads(int threads) {
        return with(execution.withThreads(threads));
    }

    /**
     * Returns a copy that is watched by this listener, which sees each step of each fit and can end the comparison.
     *
     * @param listener watches the comparison
     * @return a changed copy
     */
    public Comparison withListener(Listener listener) {
        return with(execution.withListener(listener));
    }

    private Comparison with(Execution changed) {
        return new Comparison(data, isTable, rules, contestants, changed, results);
    }

    /**
     * Returns a copy that compares these methods only; each must have a key of its own.
     *
     * @param contestants the methods, in order
     * @return a changed copy
     */
    public Comparison withContestants(List<Contestant> contestants) {
        if (contestants.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one method to compare, got none");
        }
        return new Comparison(data, isTable, rules, List.copyOf(contestants), execution, results);
    }

    /**
     * Returns a copy that passes each result on as soon as it is there.
     *
     * @param results receives them
     * @return a changed copy
     */
    public Comparison withResults(Results results) {
        return new Comparison(data, isTable, rules, contestants, execution, results);
    }

    /**
     * The number of splits.
     *
     * @return the number
     */
    public int splits() {
        return rules.splits;
    }

    /**
     * The methods that take part.
     *
     * @return the methods, in order
     */
    public List<Contestant> contestants() {
        return contestants;
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, got " + value);
        }
    }

    /**
     * Runs the comparison.
     *
     * @return the results
     * @throws IllegalArgumentException if there is too little data to split, or too little memory for it
     */
    public Compared compare() {
        long began = System.nanoTime();
        int least = Math.min(data.rows(), data.columns());
        Contestant.Budget capped =
                new Contestant.Budget(rules.budget.trials(), Math.min(least, rules.budget.maxRank()));
        requireMemory(capped.maxRank());
        List<Participant> participants = new ArrayList<>();
        for (Contestant contestant : contestants) {
            String place =
                    "method " + (participants.size() + 1) + " of " + contestants.size() + ", " + contestant.name();
            participants.add(new Participant(contestant, capped, execution.threads(), place, execution.listener()));
        }
        List<Compared.Parts> parts = new ArrayList<>();
        SplittableRandom seeds = new SplittableRandom(execution.seed());
        boolean stopped = false;
        for (int split = 0; split < rules.splits && !stopped; split++) {
            Participant.Tasks tasks = tasks(split, seeds.nextLong(), seeds.nextLong());
            parts.add(tasks.parts());
            try {
                for (Participant participant : participants) {
                    if (participant.play(tasks)) {
                        results.onRound(split, participant.standing());
                    }
                }
            } catch (Participant.Stopped e) {
                stopped = true;
                if (split > 0) {
                    int unfinished = split;
                    parts.remove(split);
                    participants.forEach(participant -> participant.drop(unfinished));
                }
            }
        }
        return new Compared(
                isTable,
                participants.stream().map(Participant::standing).toList(),
                List.copyOf(parts),
                rules.splits,
                rules.testFraction,
                capped,
                execution.seed(),
                execution.threads(),
                stopped,
                (System.nanoTime() - began) / 1e9);
    }

    private void requireMemory(int maxRank) {
        double lines = (double) data.rows() + data.columns();
        double bytes = (double) BYTES_PER_ENTRY * data.count() + BYTES_PER_FACTOR * lines * (maxRank + 2);
        long limit = Runtime.getRuntime().maxMemory();
        if (bytes > limit) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "to compare on %d entries of %.0f rows and columns at ranks up to %d needs about %.1f GB of memory, and the"
                            + " JVM may use %.1f: start it with a larger -Xmx, or ask for a lower rank",
                    data.count(),
                    lines,
                    maxRank,
                    bytes / 1e9,
                    limit / 1e9));
        }
    }

    private Participant.Tasks tasks(int split, long testSeed, long validationSeed) {
        Observations.Split whole = data.split(rules.testFraction, testSeed);
        Observations.Split training = whole.train().split(VALIDATION, validationSeed);
        if (training.train().count() == 0) {
            throw tooLittle();
        }
        Task tuning = task(training.train(), training.heldOut());
        Task fitting = task(whole.train(), whole.heldOut());
        if (tuning.measured() == 0 || fitting.measured() == 0) {
            throw tooLittle();
        }
        return new Participant.Tasks(
                split,
                "split " + (split + 1) + " of " + rules.splits,
                validationSeed,
                tuning,
                fitting,
                new Compared.Parts(
                        training.train().count(),
                        training.heldOut().count(),
                        whole.heldOut().count(),
                        fitting.leftOut()));
    }

    private IllegalArgumentException tooLittle() {
        return new IllegalArgumentException(
                "there must be enough entries for a part to fit, one to choose by and one to" + " measure on, got "
                        + data.count());
    }

    private Task task(Observations fit, Observations other) {
        return isTable ? Task.ofTable(fit, other) : Task.ofRatings(fit, other);
    }
}
