package rung.ratings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import rung.Climbed;
import rung.Execution;
import rung.Provenance;
import rung.RankRange;
import rung.Settings;
import rung.Solution;
import rung.Stage;
import rung.Step;
import rung.StopReason;
import rung.algorithm.FastGreedy;
import rung.data.Ratings;
import rung.engine.device.Accelerator;
import rung.engine.sampling.HeldOutEntries;
import rung.engine.sampling.SampledFactors;
import rung.engine.sampling.Sampling;
import rung.engine.sampling.SamplingIterate;
import rung.engine.sampling.SamplingProblem;
import rung.engine.sampling.biased.BiasedFactors;
import rung.preferences.PreferenceModel;
import rung.preferences.PreferenceTrainer;

/**
 * Trains the part of a model that predicts ratings: it climbs the ranks by {@link FastGreedy} over {@link Sampling}. A part of the
 * ratings is held out to choose the rank; then the draws go on with all of them. Where it is known what people choose, that tells what to
 * expect of them: see {@link ChoiceTraits}.
 *
 * @param ranks the ranks to choose from
 * @param rounds the rounds of draws at the final rank; empty for the default
 * @param bounds the bounds of predictions; empty for the lowest and the highest rating
 * @param device the name of the {@link Accelerator} to train on; empty for the processors of this machine
 * @param execution how it is carried out
 */
record RatingTrainer(
        RankRange ranks, OptionalInt rounds, Optional<Bounds> bounds, Optional<String> device, Execution execution) {
    /** The bytes that a rating takes in training beside the ratings themselves. */
    private static final int BYTES_PER_RATING = 32;

    /** The bytes that a factor of a line takes in training. */
    private static final int BYTES_PER_FACTOR = 48;

    /** The bytes that a line's traits take, with what they are computed from. */
    private static final int BYTES_PER_LINE = 640;

    /** The bytes that it takes in addition if its traits are factors of preference: these, and what they are turned into. */
    private static final int BYTES_PER_LINE_OF_CHOICES = 2 * Float.BYTES * PreferenceTrainer.MAX_RANK;

    /** The bounds of predictions: none is below {@code low} or above {@code high}. */
    record Bounds(double low, double high) {}

    /**
     * The result of training.
     *
     * @param model the part of the model
     * @param ofPart the best one without the held-out ratings, for what else is to be chosen by them; empty if there is none
     * @param choosing the climb on which the rank was chosen; empty if there was none
     * @param heldOutError the error on the held-out ratings; empty if nothing was held out
     * @param errorOfMean that of the mean of the other ratings; empty if nothing was held out
     * @param solution the climb on all ratings or, if it was ended before that, the best without the held-out ones
     * @param stopped whether the listener ended the training
     */
    record Trained(
            RatingModel model,
            Optional<RatingModel> ofPart,
            List<Step> choosing,
            OptionalDouble heldOutError,
            OptionalDouble errorOfMean,
            Solution solution,
            boolean stopped) {}

    /** Trains; the split is of these ratings, and so are the choices, if there are any to learn from. */
    Trained train(Ratings ratings, Ratings.Split split, Optional<PreferenceTrainer.Trained> choices) {
        Recommender.requireSpread(ratings.lowest(), ratings.highest());
        if (device.isEmpty()) {
            return new Place<>(this::inMemory).train(ratings, split, choices);
        }
        try (Accelerator.Session<?, ?> session = Accelerator.open(device.get())) {
            return on(session).train(ratings, split, choices);
        }
    }

    private Sampling inMemory(Ratings ratings) {
        return Sampling.of(
                        ratings.users().size(), ratings.items().size(), ratings.user(), ratings.item(), ratings.value())
                .withSeed(execution.seed())
                .withThreads(execution.threads());
    }

    private <F extends SampledFactors<F>> Place<F> on(Accelerator.Session<F, ?> session) {
        return new Place<>(ratings -> session.sampling(
                ratings.users().size(),
                ratings.items().size(),
                ratings.user(),
                ratings.item(),
                ratings.value(),
                execution.seed()));
    }

    /** The training at the place where factors are kept: in memory, or on a device. */
    private final class Place<F extends SampledFactors<F>> {
        private final Function<Ratings, SamplingProblem<F>> problems;

        Place(Function<Ratings, SamplingProblem<F>> problems) {
            this.problems = problems;
        }

        private SamplingProblem<F> problem(Ratings ratings, Optional<ChoiceTraits> traits) {
            SamplingProblem<F> problem = problems.apply(ratings);
            return traits.map(known -> problem.withTraits(known.ofUsers(), known.ofItems()))
                    .orElse(problem);
        }

        Trained train(Ratings ratings, Ratings.Split split, Optional<PreferenceTrainer.Trained> choices) {
            int limit = Math.min(ratings.users().size(), ratings.items().size());
            int most = ranks.cappedAt(limit).highest();
            requireMemory(ratings, most, BYTES_PER_LINE + (choices.isPresent() ? BYTES_PER_LINE_OF_CHOICES : 0));
            if (ranks.isExact()) {
                return climb(ratings, traits(choices, PreferenceTrainer.Trained::model), most);
            }
            if (split.heldOut().count() < Recommender.LEAST_TO_CHOOSE_BY) {
                // too few to choose by: hardly more than biases
                return climb(ratings, traits(choices, PreferenceTrainer.Trained::model), 1);
            }
            Optional<ChoiceTraits> ofPartOfChoices = traits(choices, PreferenceTrainer.Trained::ofPart);
            SamplingProblem<F> training = problem(split.train(), ofPartOfChoices);
            HeldOutEntries heldOut = new HeldOutEntries(
                    split.heldOut().user(),
                    split.heldOut().item(),
                    split.heldOut().value());
            RankChoice.Choice<SamplingIterate<F>> choice = new RankChoice<SamplingIterate<F>>(
                            training.alternatives(),
                            training::withStart,
                            a -> a.rmse(heldOut, lowest(ratings), highest(ratings)),
                            RatingTrainer.this::settings,
                            rounds.orElse(Recommender.rounds(split.train().count())))
                    .choose(most);
            OptionalDouble error = OptionalDouble.of(choice.error());
            OptionalDouble errorOfMean = OptionalDouble.of(errorOfMean(split));
            if (choice.stopped().isPresent()) {
                Climbed<SamplingIterate<F>> found = choice.stopped().get();
                // the choices are known with all ratings, and these were not: the links of one are not those of the
                // other
                RatingModel model = new RatingModel(
                        found.iterate().posteriorModel().withoutLinks(), lowest(split.train()), highest(split.train()));
                return new Trained(model, Optional.of(model), choice.path(), error, errorOfMean, found, true);
            }
            Optional<RatingModel> ofPart = choice.from().map(a -> model(a, ratings, ofPartOfChoices));
            return climb(
                    ratings,
                    traits(choices, PreferenceTrainer.Trained::model),
                    choice.from(),
                    ofPart,
                    choice.rank(),
                    choice.path(),
                    error,
                    errorOfMean);
        }

        /** Climbs on all ratings, from nothing. */
        private Trained climb(Ratings ratings, Optional<ChoiceTraits> traits, int to) {
            return climb(
                    ratings,
                    traits,
                    Optional.empty(),
                    Optional.empty(),
                    to,
                    List.of(),
                    OptionalDouble.empty(),
                    OptionalDouble.empty());
        }

        /** Climbs on all ratings, from what was found on a part of them, or from nothing. */
        private Trained climb(
                Ratings ratings,
                Optional<ChoiceTraits> traits,
                Optional<SamplingIterate<F>> from,
                Optional<RatingModel> ofPart,
                int to,
                List<Step> choosing,
                OptionalDouble heldOutError,
                OptionalDouble errorOfMean) {
            int more = rounds.orElse(Recommender.rounds(ratings.count()));
            SamplingProblem<F> problem = problem(ratings, traits);
            Climbed<SamplingIterate<F>> solution = new FastGreedy(settings(to, more, Stage.FITTING, ""))
                    .minimize(from.map(problem::withStart).orElse(problem));
            return new Trained(
                    model(solution.iterate(), ratings, traits),
                    ofPart,
                    choosing,
                    heldOutError,
                    errorOfMean,
                    solution,
                    solution.stop() == StopReason.STOPPED);
        }

        private RatingModel model(SamplingIterate<F> a, Ratings ratings, Optional<ChoiceTraits> traits) {
            BiasedFactors factors = a.posteriorModel();
            return new RatingModel(
                    traits.map(known -> known.linked(factors)).orElse(factors), lowest(ratings), highest(ratings));
        }
    }

    /* What choices tell of ratings: nothing if what is popular was all that could be learned from them. */
    private static Optional<ChoiceTraits> traits(
            Optional<PreferenceTrainer.Trained> choices, Function<PreferenceTrainer.Trained, PreferenceModel> which) {
        return choices.map(which).filter(model -> model.rank() > 0).map(ChoiceTraits::new);
    }

    private Settings settings(int to, int rounds, Stage stage, String task) {
        return Settings.ofRank(to)
                .withRefits(Recommender.DRAWS)
                .withFinishing(rounds)
                .withListener(execution.listener().begin(stage, task));
    }

    /** The root mean square error of the mean of all ratings but those held out, on the latter. */
    private static double errorOfMean(Ratings.Split split) {
        double sum = 0;
        for (float value : split.train().value()) {
            sum += value;
        }
        double mean = sum / split.train().count();
        double squares = 0;
        for (float value : split.heldOut().value()) {
            squares += (value - mean) * (value - mean);
        }
        return Math.sqrt(squares / split.heldOut().count());
    }

    private double lowest(Ratings ratings) {
        return bounds.map(Bounds::low).orElse((double) ratings.lowest());
    }

    private double highest(Ratings ratings) {
        return bounds.map(Bounds::high).orElse((double) ratings.highest());
    }

    static Map<String, String> facts(Ratings ratings, Solution solution, List<Step> choosing) {
        Provenance provenance = solution.provenance();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("algorithm", provenance.algorithm());
        facts.put("settings", provenance.settings());
        facts.put("problem", provenance.problem());
        facts.put("seed", String.valueOf(provenance.seed()));
        facts.put("ratings", String.valueOf(ratings.count()));
        RatingScale.of(ratings).ifPresent(scale -> facts.put(RatingScale.FACT, scale.inWords()));
        facts.put("stop", solution.stop().sentence());
        if (!choosing.isEmpty()) {
            facts.put("held-out errors", RankChoice.errorsInWords(choosing));
        }
        facts.put("rung", provenance.version());
        facts.put("java", provenance.java());
        facts.put("kernels", provenance.kernels());
        return facts;
    }

    private static void requireMemory(Ratings ratings, int rank, int bytesPerLine) {
        double lines = (double) ratings.users().size() + ratings.items().size();
        double bytes = (double) BYTES_PER_RATING * ratings.count()
                + BYTES_PER_FACTOR * lines * (rank + 2)
                + bytesPerLine * lines;
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
