package rung.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import rung.Execution;
import rung.Listener;
import rung.completion.Completion;
import rung.completion.GrossError;
import rung.data.Meaning;
import rung.data.Observations;
import rung.data.Ratings;
import rung.lists.ListEvaluation;
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
 * <p>Methods that make lists of recommendations are compared on the same splits by the same rules, by nDCG in place of the error: see
 * {@link ListEvaluation}. Where a method has nothing to choose, or chooses for itself, it gets the training part at once.
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

    /**
     * The default for the highest rank of every method on tables: what the default completion may take. It is lower for a table that is
     * so large that methods of this rank would not fit into memory.
     */
    public static final int TABLE_RANK = Completion.MAX_RANK;

    /** The highest rank of a method that makes lists, unless another one is asked for. */
    public static final int LIST_RANK = 128;

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

    private final Subject subject;
    private final Rules rules;
    private final Methods methods;
    private final Execution execution;
    private final Results results;

    private Comparison(Subject subject, Rules rules, Methods methods, Execution execution, Results results) {
        this.subject = subject;
        this.rules = rules;
        this.methods = methods;
        this.execution = execution;
        this.results = results;
    }

    /**
     * The data that methods are compared on.
     *
     * @param meaning what the values mean, if it is not a table
     * @param liked the lowest rating of an item that was liked; empty if there are no ratings
     * @param unmeasured the cells of a table that no method is measured on
     */
    private record Subject(
            Observations data, boolean isTable, Meaning meaning, OptionalDouble liked, List<GrossError> unmeasured) {}

    /**
     * How the data is split, and what each method may spend.
     *
     * @param maxRank the highest rank of methods that predict values
     * @param listRank the highest rank of methods that make lists
     * @param isRankGiven whether the ranks were asked for
     */
    private record Rules(int splits, double testFraction, int trials, int maxRank, int listRank, boolean isRankGiven) {}

    /** The methods that predict values, and those that make lists. */
    private record Methods(List<Contestant> contestants, List<ListContestant> lists) {}

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

        /**
         * Called when a method that makes lists is done with a split, or has failed there. Does nothing unless overridden.
         *
         * @param split from 0
         * @param standing how the method stands after it
         */
        default void onLists(int split, ListStanding standing) {}
    }

    /**
     * Compares on ratings: all methods that predict them, and all that make lists. If the values are weights of what was chosen, only
     * lists are compared.
     *
     * @param ratings the ratings
     * @return the comparison, not begun
     */
    public static Comparison ofRatings(Ratings ratings) {
        boolean isRated = ratings.meaning() == Meaning.RATING;
        OptionalDouble liked = isRated ? ListEvaluation.leastLiked(ratings) : OptionalDouble.empty();
        return of(
                new Subject(ratings.observations(), false, ratings.meaning(), liked, List.of()),
                new Methods(isRated ? Contestants.forRatings() : List.of(), ListContestants.all()),
                Recommender.MAX_RANK);
    }

    /**
     * Compares on the observed cells of a table, with all methods for them.
     *
     * @param table the observed cells
     * @return the comparison, not begun
     */
    public static Comparison ofTable(Observations table) {
        return of(
                new Subject(table, true, Meaning.RATING, OptionalDouble.empty(), List.of()),
                new Methods(Contestants.forTables(), List.of()),
                TABLE_RANK);
    }

    private static Comparison of(Subject subject, Methods methods, int maxRank) {
        return new Comparison(
                subject,
                new Rules(SPLITS, TEST, TRIALS, maxRank, LIST_RANK, false),
                methods,
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
        return with(
                new Rules(splits, rules.testFraction, rules.trials, rules.maxRank, rules.listRank, rules.isRankGiven));
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
        return with(
                new Rules(rules.splits, testFraction, rules.trials, rules.maxRank, rules.listRank, rules.isRankGiven));
    }

    /**
     * Returns a copy in which each method may try this many configurations.
     *
     * @param trials at least 1
     * @return a changed copy
     */
    public Comparison withTrials(int trials) {
        requirePositive("trials", trials);
        return with(
                new Rules(rules.splits, rules.testFraction, trials, rules.maxRank, rules.listRank, rules.isRankGiven));
    }

    /**
     * Returns a copy in which no method takes a higher rank than this.
     *
     * @param maxRank at least 1
     * @return a changed copy
     */
    public Comparison withMaxRank(int maxRank) {
        requirePositive("max-rank", maxRank);
        return with(new Rules(rules.splits, rules.testFraction, rules.trials, maxRank, maxRank, true));
    }

    /**
     * Returns a copy that measures no method on these cells of a table, in the validation part or the test part: a few numbers that are
     * ten times too large would decide what the error is, whatever a method does elsewhere. In the part to fit they stay.
     *
     * @param cells what is taken for gross errors, as by {@link Completion.Completed#grossErrors} of the whole table
     * @return a changed copy
     */
    public Comparison withUnmeasured(List<GrossError> cells) {
        if (!subject.isTable) {
            throw new IllegalArgumentException("cells must be those of a table, got ratings");
        }
        Subject changed = new Subject(subject.data, true, subject.meaning, subject.liked, List.copyOf(cells));
        return new Comparison(changed, rules, methods, execution, results);
    }

    private Comparison with(Rules changed) {
        return new Comparison(subject, changed, methods, execution, results);
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
        return new Comparison(subject, rules, methods, changed, results);
    }

    /**
     * Returns a copy that compares these methods only, and no lists; each must have a key of its own.
     *
     * @param contestants the methods, in order
     * @return a changed copy
     */
    public Comparison withContestants(List<Contestant> contestants) {
        return withMethods(contestants, List.of());
    }

    /**
     * Returns a copy that compares these methods only, at least one of either kind; of a kind, each must have a key of its own.
     *
     * @param contestants the methods that predict values, in order
     * @param lists the methods that make lists, in order; not for tables
     * @return a changed copy
     */
    public Comparison withMethods(List<Contestant> contestants, List<ListContestant> lists) {
        if (contestants.isEmpty() && lists.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one method to compare, got none");
        }
        if (subject.isTable && !lists.isEmpty()) {
            throw new IllegalArgumentException("lists must be made of ratings or choices, got a table");
        }
        Methods changed = new Methods(List.copyOf(contestants), List.copyOf(lists));
        return new Comparison(subject, rules, changed, execution, results);
    }

    /**
     * Returns a copy that passes each result on as soon as it is there.
     *
     * @param results receives them
     * @return a changed copy
     */
    public Comparison withResults(Results results) {
        return new Comparison(subject, rules, methods, execution, results);
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
     * The methods that take part and predict values.
     *
     * @return the methods, in order
     */
    public List<Contestant> contestants() {
        return methods.contestants;
    }

    /**
     * The methods that take part and make lists.
     *
     * @return the methods, in order
     */
    public List<ListContestant> listContestants() {
        return methods.lists;
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
        Contestant.Budget budget = budget(affordable(rules.maxRank));
        requireMemory(budget.maxRank());
        List<Participant> participants = new ArrayList<>();
        List<ListParticipant> lists = new ArrayList<>();
        for (Contestant each : methods.contestants) {
            String place = place(participants.size(), methods.contestants.size(), each.name());
            participants.add(new Participant(each, budget, execution.threads(), place, execution.listener()));
        }
        for (ListContestant each : methods.lists) {
            String place = "lists, " + place(lists.size(), methods.lists.size(), each.name());
            lists.add(new ListParticipant(
                    each, budget(rules.listRank), execution.threads(), place, execution.listener()));
        }
        List<Compared.Parts> parts = new ArrayList<>();
        SplittableRandom seeds = new SplittableRandom(execution.seed());
        boolean stopped = false;
        for (int split = 0; split < rules.splits && !stopped; split++) {
            Work work = work(split, seeds.nextLong(), seeds.nextLong());
            parts.add(work.parts);
            try {
                play(split, work, participants, lists);
            } catch (Participant.Stopped e) {
                stopped = true;
                if (split > 0) {
                    int unfinished = split;
                    parts.remove(split);
                    participants.forEach(participant -> participant.drop(unfinished));
                    lists.forEach(participant -> participant.drop(unfinished));
                }
            }
        }
        boolean hasRatings = !subject.isTable && subject.meaning == Meaning.RATING;
        return new Compared.Setup(subject.isTable, hasRatings, rules.splits, rules.testFraction, budget, execution)
                .results(
                        participants.stream().map(Participant::standing).toList(),
                        lists.stream().map(ListParticipant::standing).toList(),
                        lists.isEmpty() ? OptionalDouble.empty() : subject.liked,
                        List.copyOf(parts),
                        stopped,
                        (System.nanoTime() - began) / 1e9);
    }

    private Contestant.Budget budget(int maxRank) {
        int least = Math.min(subject.data.rows(), subject.data.columns());
        return new Contestant.Budget(rules.trials, Math.min(least, maxRank));
    }

    private static String place(int before, int all, String name) {
        return "method " + (before + 1) + " of " + all + ", " + name;
    }

    private void play(int split, Work work, List<Participant> participants, List<ListParticipant> lists) {
        for (Participant participant : participants) {
            if (participant.play(work.values)) {
                results.onRound(split, participant.standing());
            }
        }
        for (ListParticipant participant : lists) {
            if (participant.play(work.lists.orElseThrow())) {
                results.onLists(split, participant.standing());
            }
        }
    }

    /* The highest rank for which a table has the memory, at least 1; a rank that was asked for stays. */
    private int affordable(int maxRank) {
        if (!subject.isTable || rules.isRankGiven) {
            return maxRank;
        }
        double rest = Runtime.getRuntime().maxMemory() - memory(0);
        double perRank = memory(1) - memory(0);
        return (int) Math.max(1, Math.min(maxRank, rest / perRank));
    }

    /* The bytes that a comparison takes. */
    private double memory(int maxRank) {
        double lines = (double) subject.data.rows() + subject.data.columns();
        return (double) BYTES_PER_ENTRY * subject.data.count() + BYTES_PER_FACTOR * lines * (maxRank + 2);
    }

    private void requireMemory(int maxRank) {
        double bytes = memory(maxRank);
        long limit = Runtime.getRuntime().maxMemory();
        if (bytes > limit) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "to compare on %d entries of %.0f rows and columns at ranks up to %d needs about %.1f GB of memory, and the"
                            + " JVM may use %.1f: start it with a larger -Xmx, or ask for a lower rank",
                    subject.data.count(),
                    (double) subject.data.rows() + subject.data.columns(),
                    maxRank,
                    bytes / 1e9,
                    limit / 1e9));
        }
    }

    /** The work on a split: for methods that predict values, for those that make lists, if there are any, and the sizes of its parts. */
    private record Work(Participant.Tasks values, Optional<ListParticipant.Tasks> lists, Compared.Parts parts) {}

    private Work work(int split, long testSeed, long validationSeed) {
        Observations.Split whole = subject.data.split(rules.testFraction, testSeed);
        Observations.Split training = whole.train().split(VALIDATION, validationSeed);
        if (training.train().count() == 0) {
            throw tooLittle();
        }
        Task tuning = task(training.train(), training.heldOut());
        Task fitting = task(whole.train(), whole.heldOut());
        if (tuning.measured().count() == 0 || fitting.measured().count() == 0) {
            throw tooLittle();
        }
        String name = "split " + (split + 1) + " of " + rules.splits;
        return new Work(
                new Participant.Tasks(split, name, validationSeed, tuning, fitting),
                methods.lists.isEmpty()
                        ? Optional.empty()
                        : Optional.of(listTasks(split, name, validationSeed, whole, training)),
                new Compared.Parts(
                        training.train().count(),
                        training.heldOut().count(),
                        whole.heldOut().count(),
                        fitting.leftOut()));
    }

    private ListParticipant.Tasks listTasks(
            int split, String name, long seed, Observations.Split whole, Observations.Split training) {
        ListTask tuning = listTask(training);
        ListTask fitting = listTask(whole);
        if (tuning.chosen().users() == 0 || fitting.chosen().users() == 0) {
            throw tooLittle();
        }
        return new ListParticipant.Tasks(split, name, seed, tuning, fitting);
    }

    private IllegalArgumentException tooLittle() {
        return new IllegalArgumentException(
                "there must be enough entries for a part to fit, one to choose by and one to measure on, got "
                        + subject.data.count());
    }

    private Task task(Observations fit, Observations other) {
        return subject.isTable ? Task.ofTable(fit, other, subject.unmeasured) : Task.ofRatings(fit, other);
    }

    private ListTask listTask(Observations.Split parts) {
        return ListTask.of(parts.train(), parts.heldOut(), subject.meaning, subject.liked, execution.workers());
    }
}
