package rung.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import rung.Step;
import rung.completion.Completion;
import rung.data.Observations;
import rung.data.Ratings;
import rung.ratings.Recommender;

/**
 * All methods on the same data, by the same rules.
 *
 * <p>For each split a test part is set aside. A tenth of the rest, the training part, is the validation part: each method may
 * try as many configurations as every other on what is left, and the validation error chooses among them, and when to end.
 * Then the method is fitted to the whole training part with what was chosen, and measured once on the test part, at which
 * nothing has looked before. A method that chooses for itself gets the training part. One that fails is a row with a reason.
 *
 * <p>Ratings: the root of the mean squared error, predictions clipped to the range of the training part. Tables: the same in
 * standard deviations of the columns of the training part. Everything but times and memory depends on data and seed alone.
 * Immutable: each {@code with…} returns a changed copy.
 */
public final class Comparison {
    public static final int SPLITS = 3;

    /** The part of the data that the error is measured on. */
    public static final double TEST = 0.2;

    /** The part of the training part that chooses. */
    public static final double VALIDATION = 0.1;

    /** Configurations that each method may try. */
    public static final int TRIALS = 6;

    /** A trial ends after so many steps in a row that do not improve on its best validation error, unless it says another. */
    public static final int PATIENCE = 5;

    /** The same for methods whose steps are epochs, which are many and begin slowly. */
    public static final int PATIENCE_WITH_EPOCHS = 20;

    /** Bytes that an entry takes in all the parts it is in, and in what a method makes of it; and a factor of a line. */
    private static final int BYTES_PER_ENTRY = 200;

    private static final int BYTES_PER_FACTOR = 100;

    private final Observations data;
    private final boolean isTable;
    private final int splits;
    private final double testFraction;
    private final Contestant.Budget budget;
    private final long seed;
    private final int threads;
    private final List<Contestant> contestants;
    private final Progress progress;

    private Comparison(
            Observations data,
            boolean isTable,
            int splits,
            double testFraction,
            Contestant.Budget budget,
            long seed,
            int threads,
            List<Contestant> contestants,
            Progress progress) {
        this.data = data;
        this.isTable = isTable;
        this.splits = splits;
        this.testFraction = testFraction;
        this.budget = budget;
        this.seed = seed;
        this.threads = threads;
        this.contestants = contestants;
        this.progress = progress;
    }

    /** All methods on ratings. */
    public static Comparison ofRatings(Ratings ratings) {
        return of(ratings.observations(), false, Recommender.MAX_RANK);
    }

    /** All methods on the observed cells of a table. */
    public static Comparison ofTable(Observations table) {
        return of(table, true, Completion.MAX_RANK);
    }

    private static Comparison of(Observations data, boolean isTable, int maxRank) {
        return new Comparison(
                data,
                isTable,
                SPLITS,
                TEST,
                new Contestant.Budget(TRIALS, maxRank),
                0,
                Runtime.getRuntime().availableProcessors(),
                isTable ? Contestants.forTables() : Contestants.forRatings(),
                moment -> true);
    }

    public Comparison withSplits(int splits) {
        requirePositive("splits", splits);
        return new Comparison(data, isTable, splits, testFraction, budget, seed, threads, contestants, progress);
    }

    /** The part of the data that the error is measured on. */
    public Comparison withTestFraction(double testFraction) {
        if (!(testFraction > 0 && testFraction < 1)) {
            throw new IllegalArgumentException("test must be between 0 and 1, got " + testFraction);
        }
        return new Comparison(data, isTable, splits, testFraction, budget, seed, threads, contestants, progress);
    }

    /** How many configurations each method may try. */
    public Comparison withTrials(int trials) {
        requirePositive("trials", trials);
        return withBudget(new Contestant.Budget(trials, budget.maxRank()));
    }

    public Comparison withMaxRank(int maxRank) {
        requirePositive("max-rank", maxRank);
        return withBudget(new Contestant.Budget(budget.trials(), maxRank));
    }

    private Comparison withBudget(Contestant.Budget changed) {
        return new Comparison(data, isTable, splits, testFraction, changed, seed, threads, contestants, progress);
    }

    public Comparison withSeed(long seed) {
        return new Comparison(data, isTable, splits, testFraction, budget, seed, threads, contestants, progress);
    }

    /** The same errors, to the bit, on any number. */
    public Comparison withThreads(int threads) {
        requirePositive("threads", threads);
        return new Comparison(data, isTable, splits, testFraction, budget, seed, threads, contestants, progress);
    }

    /** Others, or some of {@link Contestants} only; each must have a key of its own. */
    public Comparison withContestants(List<Contestant> contestants) {
        if (contestants.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one method to compare, got none");
        }
        return new Comparison(
                data, isTable, splits, testFraction, budget, seed, threads, List.copyOf(contestants), progress);
    }

    public Comparison withProgress(Progress progress) {
        return new Comparison(data, isTable, splits, testFraction, budget, seed, threads, contestants, progress);
    }

    /** Who takes part, in order. */
    public List<Contestant> contestants() {
        return contestants;
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, got " + value);
        }
    }

    /** Is told of each step of each fit, and can end the comparison. */
    @FunctionalInterface
    public interface Progress {
        /** Returns whether to go on. */
        boolean goesOn(Moment moment);

        /** A method is done with a split, or has failed; this is how it stands. */
        default void onRound(int split, Standing standing) {}
    }

    /** What a fit is for. */
    public enum Stage {
        TUNING,
        FITTING,
        /** Fitted again on the first split, for the course of the error or to see how much memory it takes. */
        MEASURING
    }

    /**
     * Where a comparison stands.
     *
     * @param split from 0
     * @param method from 0
     * @param trial from 0
     * @param trials how many this method makes
     * @param step of the fit under way; empty when it begins
     */
    public record Moment(
            int split,
            int splits,
            int method,
            int methods,
            String name,
            Stage stage,
            int trial,
            int trials,
            Optional<Step> step) {}

    /**
     * Compares.
     *
     * @throws IllegalArgumentException if there is too little data to split, or too little memory for it
     */
    public Compared compare() {
        long began = System.nanoTime();
        int least = Math.min(data.rows(), data.columns());
        Contestant.Budget capped = new Contestant.Budget(budget.trials(), Math.min(least, budget.maxRank()));
        requireMemory(capped.maxRank());
        List<Entry> entries = new ArrayList<>();
        for (Contestant contestant : contestants) {
            entries.add(new Entry(contestant, capped, threads, teller(contestant, entries.size())));
        }
        List<Compared.Parts> parts = new ArrayList<>();
        SplittableRandom seeds = new SplittableRandom(seed);
        boolean stopped = false;
        for (int split = 0; split < splits && !stopped; split++) {
            Entry.Tasks tasks = tasks(split, seeds.nextLong(), seeds.nextLong());
            parts.add(tasks.parts());
            try {
                for (Entry entry : entries) {
                    if (entry.play(tasks)) {
                        progress.onRound(split, entry.standing());
                    }
                }
            } catch (Entry.Stopped e) {
                stopped = true;
                if (split > 0) {
                    int unfinished = split;
                    parts.remove(split);
                    entries.forEach(entry -> entry.drop(unfinished));
                }
            }
        }
        return new Compared(
                isTable,
                entries.stream().map(Entry::standing).toList(),
                List.copyOf(parts),
                splits,
                testFraction,
                capped,
                seed,
                threads,
                stopped,
                (System.nanoTime() - began) / 1e9);
    }

    /** Passes on where a method stands. */
    private Entry.Teller teller(Contestant contestant, int number) {
        return (split, stage, trial, trials, step) -> progress.goesOn(
                new Moment(split, splits, number, contestants.size(), contestant.name(), stage, trial, trials, step));
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

    private Entry.Tasks tasks(int split, long testSeed, long validationSeed) {
        Observations.Split whole = data.split(testFraction, testSeed);
        Observations.Split training = whole.train().split(VALIDATION, validationSeed);
        if (training.train().count() == 0) {
            throw tooLittle();
        }
        Task tuning = task(training.train(), training.heldOut());
        Task fitting = task(whole.train(), whole.heldOut());
        if (tuning.measured() == 0 || fitting.measured() == 0) {
            throw tooLittle();
        }
        return new Entry.Tasks(
                split,
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
