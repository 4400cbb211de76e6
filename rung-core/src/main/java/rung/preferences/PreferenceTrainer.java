package rung.preferences;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import rung.Execution;
import rung.Limits;
import rung.RankRange;
import rung.Refit;
import rung.Stage;
import rung.Step;
import rung.StopReason;
import rung.algorithm.Recorder;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.engine.preference.PreferenceIterate;
import rung.linalg.Side;
import rung.lists.ListEvaluation;
import rung.lists.PopularityScorer;
import rung.lists.Seen;

/**
 * Trains a model of what people choose. It needs nothing but who chose what: no rank, no penalty, no weight of what was not chosen.
 *
 * <p>The numbers that are fixed were chosen on MovieLens 1M and 100K; the penalty, on which lists depend most, is chosen by the data.
 * Immutable: each {@code with…} returns a changed copy.
 */
public final class PreferenceTrainer {
    /** The default for the highest rank. */
    public static final int MAX_RANK = 128;

    /** A lower rank than this is not worth training: if there is not even memory for it, that is said. */
    private static final int LEAST_RANK = 8;

    /** The length of the lists by which the penalty is chosen. */
    public static final int LIST = 20;

    /** The number of users whose lists choose the penalty. */
    private static final int JUDGES = 2000;

    /** The least number of held-out entries that can choose a penalty. */
    private static final int LEAST_TO_CHOOSE_BY = 20;

    /** The rounds of refits of both sides to all entries. */
    private static final int ROUNDS = 3;

    /** The steps in which the count of weight one is enclosed, each to the root of the factor before. */
    private static final int BISECTIONS = 20;

    /** The work of a logarithm, in multiplications. */
    static final int LOGARITHM = 20;

    /** How listeners know the stages of this training from those of others. */
    public static final String TASK = "preferences";

    /**
     * The bytes that an entry takes: 12 as it was read, 13 in the parts with and without held-out entries, 4 by user to measure lists, and 8
     * in both orders of the engine, for the part and then for all.
     */
    private static final int BYTES_PER_ENTRY = 45;

    /** The bytes that a factor of a line takes in training. */
    private static final int BYTES_PER_FACTOR = 40;

    private final RankRange ranks;
    private final Execution execution;

    private PreferenceTrainer(RankRange ranks, Execution execution) {
        this.ranks = ranks;
        this.execution = execution;
    }

    /** {@return the trainer with the default of every setting} */
    public static PreferenceTrainer byDefault() {
        return new PreferenceTrainer(RankRange.atMost(MAX_RANK), Execution.byDefault());
    }

    /**
     * Returns a copy that trains models of these ranks.
     *
     * @param range the ranks
     * @return a changed copy
     */
    public PreferenceTrainer withRanks(RankRange range) {
        return new PreferenceTrainer(range, execution);
    }

    /**
     * Returns a copy that is carried out in this way.
     *
     * @param how the seed, the threads and the listener
     * @return a changed copy
     */
    public PreferenceTrainer with(Execution how) {
        return new PreferenceTrainer(ranks, how);
    }

    /**
     * The result of training.
     *
     * @param model the model
     * @param ofPart the best model without the held-out entries, for what else is to be chosen by them
     * @param choosing the steps of the choice of the penalty, with 1 − nDCG@20 of the held-out entries as errors; empty if nothing could be
     *     held out
     * @param heldOut how good the lists of the best model without the held-out entries are; empty if nothing could be held out
     * @param stopped whether the listener ended the training; the model is the best until then
     */
    public record Trained(
            PreferenceModel model,
            PreferenceModel ofPart,
            List<Step> choosing,
            Optional<HeldOutLists> heldOut,
            boolean stopped) {
        /** {@return nDCG@20 of the held-out entries by the best model without them; empty if nothing could be held out} */
        public OptionalDouble ndcg() {
            return heldOut.map(lists -> OptionalDouble.of(lists.ours().ndcg().value()))
                    .orElse(OptionalDouble.empty());
        }

        /** {@return the model in words} */
        public String description() {
            return String.format(
                    Locale.ROOT,
                    "rank %d, alpha %.2g, penalty %.3g·n^%.2g, %s%s",
                    model.rank(),
                    model.penalty().alpha(),
                    model.penalty().lambda(),
                    model.penalty().nu(),
                    model.typical() == 0
                            ? "all entries count the same"
                            : String.format(Locale.ROOT, "entries count log2(1 + n/%.3g)", model.typical()),
                    ndcg().isPresent()
                            ? String.format(Locale.ROOT, ", held-out nDCG@%d %.4f", LIST, ndcg().getAsDouble())
                            : "");
        }
    }

    /**
     * Trains a model.
     *
     * @param events who chose what, at least one entry; the values count if they are {@linkplain Meaning#WEIGHT weights}
     * @param split the same entries in two parts: the penalty is chosen by the second
     * @return the model, and how it was chosen
     */
    public Trained train(Ratings events, Ratings.Split split) {
        if (events.count() == 0) {
            throw new IllegalArgumentException("there must be at least one entry, got none");
        }
        int limit = Math.min(events.users().size(), events.items().size());
        int wanted = ranks.cappedAt(limit).highest();
        int rank = ranks.isExact() ? wanted : Math.min(wanted, Math.max(LEAST_RANK, rankThatFits(events)));
        requireMemory(events, rank);
        if (split.heldOut().count() < LEAST_TO_CHOOSE_BY) {
            ScaledEvents all = scaled(events, typicalCount(events));
            Fit fit = fit(
                    all,
                    PenaltyChoice.WITHOUT_CHOICE,
                    all.withPenalty(PenaltyChoice.WITHOUT_CHOICE).start(),
                    rank);
            return new Trained(fit.model, fit.model, List.of(), Optional.empty(), fit.stopped);
        }
        ScaledEvents part = scaled(split.train(), 0);
        Seen seen = Seen.of(split.train(), execution.workers());
        ListEvaluation lists = lists(seen, split);
        ToDoubleFunction<PreferenceModel> error =
                model -> 1 - lists.measure(model::scorer).ndcg().value();
        PenaltyChoice.Choice choice = new PenaltyChoice(
                        rank,
                        a -> error.applyAsDouble(model(part, 0, a)),
                        execution.listener().begin(Stage.CHOOSING, TASK))
                .choose(part);
        PreferenceModel ofPart = model(part, choice.factor(), choice.best());
        PopularityScorer popular = new PopularityScorer(seen, events.items().size());
        Optional<HeldOutLists> heldOut =
                Optional.of(new HeldOutLists(lists.measure(ofPart::scorer), lists.measure(() -> popular)));
        if (choice.stopped()) {
            ScaledEvents all = scaled(events, 0);
            PreferenceIterate a =
                    all.withPenalty(choice.factor()).withStart(choice.best()).start();
            return new Trained(withExactUsers(all, choice.factor(), a), ofPart, choice.path(), heldOut, true);
        }
        Fit fit = fit(
                scaled(events, weighting(split, choice, error)),
                choice.factor(),
                choice.best(),
                choice.best().rank() == 0 ? 0 : rank); // no rank was better than popularity
        return new Trained(fit.model, ofPart, choice.path(), heldOut, fit.stopped);
    }

    /* How good lists are: on the held-out entries of some users. */
    private ListEvaluation lists(Seen seen, Ratings.Split split) {
        return ListEvaluation.of(seen, split.heldOut())
                .withLength(LIST)
                .withUsers(JUDGES)
                .withResamples(0)
                .withSeed(execution.seed())
                .withWorkers(execution.workers());
    }

    /* The count whose weight is one; 0 if lists of the held-out entries are no better with weights that grow with counts. */
    private double weighting(
            Ratings.Split split, PenaltyChoice.Choice choice, ToDoubleFunction<PreferenceModel> error) {
        double typical = typicalCount(split.train());
        if (typical == 0) {
            return 0;
        }
        double[] errors = new double[2];
        for (int k = 0; k < errors.length; k++) {
            ScaledEvents part = scaled(split.train(), k * typical);
            PreferenceIterate a =
                    part.withPenalty(choice.factor()).withStart(choice.best()).start();
            PenaltyChoice.refit(a, ROUNDS);
            errors[k] = error.applyAsDouble(model(part, choice.factor(), a));
        }
        return errors[1] < errors[0] ? typical : 0;
    }

    /* The count whose weight is one if the mean weight is one; 0 if the values are ratings, or counts that are all the same. */
    private double typicalCount(Ratings events) {
        if (events.meaning() != Meaning.WEIGHT || events.lowest() == events.highest()) {
            return 0;
        }
        double low = 1e-6 * events.highest();
        double high = events.highest();
        for (int step = 0; step < BISECTIONS; step++) {
            double middle = Math.sqrt(low * high);
            if (sumOfWeights(events.value(), middle) > events.count()) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private double sumOfWeights(float[] counts, double typical) {
        return execution.workers()
                .sum(counts.length, LOGARITHM, (from, to) -> {
                    double sum = 0;
                    for (int e = from; e < to; e++) {
                        sum += PreferenceModel.weight(counts[e], typical);
                    }
                    return new double[] {sum};
                })[0];
    }

    private ScaledEvents scaled(Ratings events, double typical) {
        return ScaledEvents.of(events, typical, execution);
    }

    private static PreferenceModel model(ScaledEvents events, double factor, PreferenceIterate a) {
        return new PreferenceModel(
                a.left(),
                a.right(),
                events.userScales(),
                events.itemScales(),
                new PreferenceModel.Penalty(ScaledEvents.ALPHA, factor * events.unit(), ScaledEvents.NU),
                events.typical());
    }

    private record Fit(PreferenceModel model, boolean stopped) {}

    /* A solution as a model. The users are refitted exactly, so that a user is what their own entries say: see Reasons. */
    private static PreferenceModel withExactUsers(ScaledEvents events, double factor, PreferenceIterate a) {
        a.refit(Side.LEFT, Refit.exact());
        return model(events, factor, a);
    }

    /* Fits all entries, at a rank that is at least that of the solution to start from. */
    private Fit fit(ScaledEvents events, double factor, PreferenceIterate from, int rank) {
        PreferenceIterate a = events.withPenalty(factor).withStart(from).start();
        Recorder<PreferenceIterate> recorder = new Recorder<>(
                Recorder.Keeping.ofIterates(),
                Limits.NONE,
                Optional.empty(),
                execution.listener().begin(Stage.FITTING, TASK),
                a,
                a.value());
        recorder.expectSteps(ROUNDS);
        a.appendTop(rank - a.rank());
        for (int round = 0; round < ROUNDS && recorder.mayGoOn(); round++) {
            PenaltyChoice.refit(a, 1);
            recorder.record(() -> a, a.rank(), a.value(), OptionalDouble.empty(), false);
        }
        return new Fit(withExactUsers(events, factor, a), recorder.ended().equals(Optional.of(StopReason.STOPPED)));
    }

    /* The highest rank for which there is memory. */
    private static int rankThatFits(Ratings events) {
        double rest = Runtime.getRuntime().maxMemory() - (double) BYTES_PER_ENTRY * events.count();
        return (int) (rest / BYTES_PER_FACTOR / lines(events));
    }

    private static double lines(Ratings events) {
        return (double) events.users().size() + events.items().size();
    }

    private static void requireMemory(Ratings events, int rank) {
        double bytes = (double) BYTES_PER_ENTRY * events.count() + BYTES_PER_FACTOR * lines(events) * rank;
        long limit = Runtime.getRuntime().maxMemory();
        if (bytes > limit) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%d entries of %d users and %d items need about %.1f GB of memory at rank %d, but Java has %.1f GB;"
                            + " give it more with -Xmx, or ask for a lower rank",
                    events.count(),
                    events.users().size(),
                    events.items().size(),
                    bytes / 1e9,
                    rank,
                    limit / 1e9));
        }
    }
}
