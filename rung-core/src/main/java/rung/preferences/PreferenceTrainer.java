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
import rung.data.Meaning;
import rung.data.Ratings;
import rung.engine.device.Accelerator;
import rung.engine.preference.PreferenceClimb;
import rung.engine.preference.Preferences;
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
    public static final int JUDGES = 2000;

    /** How much an entry that is not there counts beside one that is, unless that is told. */
    public static final double ALPHA = 0.4;

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
    private final double alpha;
    private final OptionalDouble penalty;
    private final Optional<String> device;
    private final Execution execution;

    private PreferenceTrainer(
            RankRange ranks, double alpha, OptionalDouble penalty, Optional<String> device, Execution execution) {
        this.ranks = ranks;
        this.alpha = alpha;
        this.penalty = penalty;
        this.device = device;
        this.execution = execution;
    }

    /** {@return the trainer with the default of every setting} */
    public static PreferenceTrainer byDefault() {
        return new PreferenceTrainer(
                RankRange.atMost(MAX_RANK), ALPHA, OptionalDouble.empty(), Optional.empty(), Execution.byDefault());
    }

    /**
     * Returns a copy that trains models of these ranks.
     *
     * @param range the ranks
     * @return a changed copy
     */
    public PreferenceTrainer withRanks(RankRange range) {
        return new PreferenceTrainer(range, alpha, penalty, device, execution);
    }

    /**
     * Returns a copy in which an entry that is not there counts this much beside one that is.
     *
     * @param other α, not negative
     * @return a changed copy
     */
    public PreferenceTrainer withAlpha(double other) {
        return new PreferenceTrainer(ranks, requireNotNegative("alpha", other), penalty, device, execution);
    }

    /**
     * Returns a copy with this penalty, which is then not chosen; values that are weights count.
     *
     * @param lambda λ, not negative; see {@link PreferenceModel.Penalty}
     * @return a changed copy
     */
    public PreferenceTrainer withPenalty(double lambda) {
        return new PreferenceTrainer(
                ranks, alpha, OptionalDouble.of(requireNotNegative("the penalty", lambda)), device, execution);
    }

    private static double requireNotNegative(String name, double x) {
        if (!(x >= 0 && x < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " must be finite and not negative, got " + x);
        }
        return x;
    }

    /**
     * Returns a copy that is carried out in this way.
     *
     * @param how the seed, the threads and the listener
     * @return a changed copy
     */
    public PreferenceTrainer with(Execution how) {
        return new PreferenceTrainer(ranks, alpha, penalty, device, how);
    }

    /**
     * Returns a copy that trains on a device, such as a GPU, which must be there when it trains.
     *
     * @param name the name of the device: {@code gpu}
     * @return a changed copy
     */
    public PreferenceTrainer withDevice(String name) {
        return new PreferenceTrainer(ranks, alpha, penalty, Optional.of(name), execution);
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
            return inWords(model.rank(), model.penalty(), model.typical(), ndcg());
        }
    }

    /**
     * Describes a model.
     *
     * @param rank its rank
     * @param penalty the numbers of its objective
     * @param typical the count whose weight is 1; 0 if all entries count the same
     * @param ndcg nDCG@20 of the held-out entries; empty if nothing was held out
     * @return the model in words
     */
    public static String inWords(int rank, PreferenceModel.Penalty penalty, double typical, OptionalDouble ndcg) {
        return String.format(
                Locale.ROOT,
                "rank %d, alpha %.2g, penalty %.3g·n^%.2g, %s%s",
                rank,
                penalty.alpha(),
                penalty.lambda(),
                penalty.nu(),
                typical == 0
                        ? "all entries count the same"
                        : String.format(Locale.ROOT, "entries count log2(1 + n/%.3g)", typical),
                ndcg.isPresent()
                        ? String.format(Locale.ROOT, ", held-out nDCG@%d %.4f", LIST, ndcg.getAsDouble())
                        : "");
    }

    /**
     * Trains a model.
     *
     * @param events who chose what, at least one entry; the values count if they are {@linkplain Meaning#WEIGHT weights}
     * @param split the same entries in two parts: the penalty is chosen by the second
     * @return the model, and how it was chosen
     * @throws IllegalStateException if the device is not there, or cannot go on
     */
    public Trained train(Ratings events, Ratings.Split split) {
        if (events.count() == 0) {
            throw new IllegalArgumentException("there must be at least one entry, got none");
        }
        if (device.isEmpty()) {
            return train(this::inMemory, events, split);
        }
        try (Accelerator.Session<?, ?> session = Accelerator.open(device.get())) {
            return train(on(session), events, split);
        }
    }

    private Preferences inMemory(Ratings events, Optional<float[]> weights, double alphaOfEvents) {
        int m = events.users().size();
        int n = events.items().size();
        Preferences problem = weights.isEmpty()
                ? Preferences.of(m, n, events.user(), events.item())
                : Preferences.of(m, n, events.user(), events.item(), weights.get());
        return problem.withAlpha(alphaOfEvents).withSeed(execution.seed()).withThreads(execution.threads());
    }

    private <A extends PreferenceClimb<A>> ScaledEvents.Place<A> on(Accelerator.Session<?, A> session) {
        return (events, weights, alphaOfEvents) -> session.preferences(
                events.users().size(),
                events.items().size(),
                events.user(),
                events.item(),
                weights,
                alphaOfEvents,
                execution.seed());
    }

    private <A extends PreferenceClimb<A>> Trained train(
            ScaledEvents.Place<A> place, Ratings events, Ratings.Split split) {
        int limit = Math.min(events.users().size(), events.items().size());
        int wanted = ranks.cappedAt(limit).highest();
        int rank = ranks.isExact() ? wanted : Math.min(wanted, Math.max(LEAST_RANK, rankThatFits(events)));
        requireMemory(events, rank);
        if (penalty.isPresent() || split.heldOut().count() < PenaltyChoice.LEAST_TO_CHOOSE_BY) {
            ScaledEvents<A> all = scaled(place, events, typicalCount(events));
            double factor = penalty.isPresent() ? penalty.getAsDouble() / all.unit() : PenaltyChoice.WITHOUT_CHOICE;
            PreferenceFit<A> fit = PreferenceFit.fromNothing(all, factor, rank, fitting());
            PreferenceModel model = model(all, factor, fit.pair());
            return new Trained(model, model, List.of(), Optional.empty(), isStopped(fit));
        }
        ScaledEvents<A> part = scaled(place, split.train(), 0);
        Seen seen = Seen.of(split.train(), execution.workers());
        ListEvaluation lists = lists(seen, split);
        ToDoubleFunction<PreferenceModel> error =
                model -> 1 - lists.measure(model::scorer).ndcg().value();
        PenaltyChoice<A> choosing = new PenaltyChoice<>(
                rank,
                a -> error.applyAsDouble(model(part, 0, a)),
                Limits.NONE,
                execution.listener().begin(Stage.CHOOSING, TASK));
        PenaltyChoice.Choice<A> choice = choosing.choose(part);
        PreferenceModel ofPart = model(part, choice.factor(), choice.best());
        PopularityScorer popular = new PopularityScorer(seen, events.items().size());
        Optional<HeldOutLists> heldOut =
                Optional.of(new HeldOutLists(lists.measure(ofPart::scorer), lists.measure(() -> popular)));
        if (choice.stopped()) {
            ScaledEvents<A> all = scaled(place, events, 0);
            A a = all.start(choice.factor(), choice.best());
            a.refit(Side.LEFT, Refit.exact()); // so that a user is what their own entries say
            return new Trained(model(all, choice.factor(), a), ofPart, choice.path(), heldOut, true);
        }
        ScaledEvents<A> all = scaled(place, events, weighting(place, split, choosing, choice, error));
        PreferenceFit<A> fit = PreferenceFit.from(choice.best(), all, choice.factor(), rank, fitting());
        return new Trained(model(all, choice.factor(), fit.pair()), ofPart, choice.path(), heldOut, isStopped(fit));
    }

    private PreferenceFit.How fitting() {
        return PreferenceFit.How.usual(execution.listener().begin(Stage.FITTING, TASK));
    }

    private static boolean isStopped(PreferenceFit<?> fit) {
        return fit.stop().equals(Optional.of(StopReason.STOPPED));
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
    private <A extends PreferenceClimb<A>> double weighting(
            ScaledEvents.Place<A> place,
            Ratings.Split split,
            PenaltyChoice<A> choosing,
            PenaltyChoice.Choice<A> choice,
            ToDoubleFunction<PreferenceModel> error) {
        double typical = typicalCount(split.train());
        if (typical == 0) {
            return 0;
        }
        double[] errors = new double[2];
        for (int k = 0; k < errors.length; k++) {
            ScaledEvents<A> part = scaled(place, split.train(), k * typical);
            errors[k] = choosing.errorOn(choice, part, a -> error.applyAsDouble(model(part, choice.factor(), a)));
        }
        return errors[1] < errors[0] ? typical : 0;
    }

    private double typicalCount(Ratings events) {
        return events.meaning() == Meaning.WEIGHT && events.count() > 0
                ? TypicalCount.of(events.lowest(), events.highest(), events.count(), 1, typical ->
                        new double[] {sumOfWeights(events.value(), typical[0])})
                : 0;
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

    private <A extends PreferenceClimb<A>> ScaledEvents<A> scaled(
            ScaledEvents.Place<A> place, Ratings events, double typical) {
        return ScaledEvents.of(place, events, typical, alpha, execution);
    }

    private static <A extends PreferenceClimb<A>> PreferenceModel model(ScaledEvents<A> events, double factor, A a) {
        return new PreferenceModel(
                events.problem().left(a),
                events.problem().right(a),
                events.userScales(),
                events.itemScales(),
                new PreferenceModel.Penalty(events.alpha(), factor * events.unit(), TargetScales.NU),
                events.typical());
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
