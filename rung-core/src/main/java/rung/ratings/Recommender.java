package rung.ratings;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import rung.Execution;
import rung.Listener;
import rung.Provenance;
import rung.RankRange;
import rung.Step;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.lists.Seen;
import rung.preferences.HeldOutLists;
import rung.preferences.PreferenceTrainer;
import rung.ratings.forecast.Forecast;

/**
 * Trains a model on ratings, or on who chose what. It needs nothing but that: no rank, no penalty, no rate.
 *
 * <p>On ratings it trains two parts. {@code RatingTrainer} learns how users would rate items: it climbs the ranks over an engine that
 * finds the strength of the regularization in the data and averages the factors along the way. {@link PreferenceTrainer} learns from the
 * same entries which items users would choose. Without ratings it trains the second part alone. One part of the entries is held out to
 * choose the rank, the penalty, and how much expected ratings count in lists; then all of them are fitted. Immutable: each {@code with…}
 * returns a changed copy.
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

    /** The widest range of ratings: squares of larger differences are beyond single precision. */
    private static final double WIDEST = 1e15;

    private static final RankRange LIST_RANKS = RankRange.atMost(PreferenceTrainer.MAX_RANK);

    private final Optional<RankRange> ranks;
    private final OptionalInt rounds;
    private final double heldOut;
    private final Optional<RatingTrainer.Bounds> bounds;
    private final Set<Part> parts;
    private final Optional<String> device;
    private final Execution execution;

    private Recommender(
            Optional<RankRange> ranks,
            OptionalInt rounds,
            double heldOut,
            Optional<RatingTrainer.Bounds> bounds,
            Set<Part> parts,
            Optional<String> device,
            Execution execution) {
        this.ranks = ranks;
        this.rounds = rounds;
        this.heldOut = heldOut;
        this.bounds = bounds;
        this.parts = parts;
        this.device = device;
        this.execution = execution;
    }

    /**
     * Returns the recommender with the default of every setting.
     *
     * @return the recommender
     */
    public static Recommender byDefault() {
        return new Recommender(
                Optional.empty(),
                OptionalInt.empty(),
                HELD_OUT,
                Optional.empty(),
                EnumSet.allOf(Part.class),
                Optional.empty(),
                Execution.byDefault());
    }

    /**
     * Returns a copy that trains models of exactly this rank, for ratings, or for preferences if they are all that is trained.
     *
     * @param rank the rank, at least 1
     * @return a changed copy
     */
    public Recommender withRank(int rank) {
        return new Recommender(Optional.of(RankRange.exactly(rank)), rounds, heldOut, bounds, parts, device, execution);
    }

    /**
     * Returns a copy that chooses a rank of at most this, for ratings and for preferences. Preferences beside ratings have at most rank
     * {@value PreferenceTrainer#MAX_RANK} whatever it is.
     *
     * @param maxRank the highest rank to choose from, at least 1
     * @return a changed copy
     */
    public Recommender withMaxRank(int maxRank) {
        return new Recommender(
                Optional.of(RankRange.atMost(maxRank)), rounds, heldOut, bounds, parts, device, execution);
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
        return new Recommender(ranks, OptionalInt.of(rounds), heldOut, bounds, parts, device, execution);
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
     * Returns a copy that is watched by this listener, which sees each step of each stage, with the work that is done and left, and can
     * end the training.
     *
     * @param listener watches the training
     * @return a changed copy
     */
    public Recommender withListener(Listener listener) {
        return with(execution.withListener(listener));
    }

    private Recommender with(Execution changed) {
        return new Recommender(ranks, rounds, heldOut, bounds, parts, device, changed);
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
        return new Recommender(ranks, rounds, fraction, bounds, parts, device, execution);
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
        return new Recommender(
                ranks, rounds, heldOut, Optional.of(new RatingTrainer.Bounds(low, high)), parts, device, execution);
    }

    /**
     * Returns a copy that trains one part of the model only.
     *
     * @param part the part
     * @return a changed copy
     */
    public Recommender withOnly(Part part) {
        return new Recommender(ranks, rounds, heldOut, bounds, EnumSet.of(part), device, execution);
    }

    /**
     * Returns a copy that trains on a device, such as a GPU, which must be there when it trains. Random numbers are others there, so that models
     * differ a little from those of the processors.
     *
     * @param name the name of the device: {@code gpu}
     * @return a changed copy
     */
    public Recommender withDevice(String name) {
        return new Recommender(ranks, rounds, heldOut, bounds, parts, Optional.of(name), execution);
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
     * @param errorOfMean the error on the same ratings of the mean of all others, which a model should beat; empty if nothing was held out
     * @param lists the steps on which the penalty of the preferences was chosen, with 1 − nDCG@20 of the held-out entries as errors;
     *     empty if there were none
     * @param heldOutLists how good lists by preference are on the held-out entries, beside those of what is popular; empty if none were
     *     measured
     * @param stopped whether the listener ended the training; the model is the best until then
     */
    public record Trained(
            Model model,
            List<Step> choosing,
            OptionalDouble heldOutError,
            OptionalDouble errorOfMean,
            List<Step> lists,
            Optional<HeldOutLists> heldOutLists,
            boolean stopped) {
        /** Copies the lists. */
        public Trained {
            choosing = List.copyOf(choosing);
            lists = List.copyOf(lists);
        }

        /** {@return whether the error on the held-out ratings is known, and not below that of their mean} */
        public boolean isNoBetterThanMean() {
            return heldOutError.isPresent()
                    && errorOfMean.isPresent()
                    && !(heldOutError.getAsDouble() < errorOfMean.getAsDouble());
        }

        /** {@return nDCG@20 of the held-out entries by preference; empty if none was measured} */
        public OptionalDouble heldOutNdcg() {
            return heldOutLists
                    .map(found -> OptionalDouble.of(found.ours().ndcg().value()))
                    .orElse(OptionalDouble.empty());
        }
    }

    /**
     * Trains a model: on ratings, or on choices if the values are {@linkplain Meaning#WEIGHT weights}.
     *
     * @param ratings the entries, at least one
     * @return the model, and how its rank was chosen
     * @throws IllegalArgumentException if there are no entries, or ratings are to be learned from choices
     * @throws IllegalStateException if the device is not there, or cannot go on
     */
    public Trained train(Ratings ratings) {
        return train(ratings, ratings.split(heldOut, execution.seed(), execution.workers()));
    }

    /**
     * Trains a model, as {@link #train(Ratings)} does, with these entries held out in place of some that are drawn.
     *
     * @param ratings the entries, at least one
     * @param split the same entries in two parts, of which the second is held out
     * @return the model, and how its rank was chosen
     * @throws IllegalArgumentException if there are no entries, or ratings are to be learned from choices
     * @throws IllegalStateException if the device is not there, or cannot go on
     */
    public Trained train(Ratings ratings, Ratings.Split split) {
        if (ratings.count() == 0) {
            throw new IllegalArgumentException("there must be at least one rating, got none");
        }
        boolean isRated = ratings.meaning() == Meaning.RATING;
        if (!isRated && !parts.contains(Part.PREFERENCES)) {
            throw new IllegalArgumentException("there are no ratings to learn from, only what was chosen");
        }
        TrainingPlan plan = plan(ratings, split);
        return with(execution.withListener(new Forecast(execution.listener(), plan.forForecast())))
                .train(ratings, split, plan);
    }

    private TrainingPlan plan(Ratings ratings, Ratings.Split split) {
        boolean isRated = ratings.meaning() == Meaning.RATING && parts.contains(Part.RATINGS);
        boolean isListed = !isRated || parts.contains(Part.PREFERENCES);
        RankRange besideRatings = ranks.filter(range -> !range.isExact())
                .map(range -> range.cappedAt(PreferenceTrainer.MAX_RANK))
                .orElse(LIST_RANKS);
        RankRange listRanks = isRated ? besideRatings : ranks.orElse(LIST_RANKS);
        return new TrainingPlan(
                ratings,
                split,
                isListed ? Optional.of(listRanks) : Optional.empty(),
                isRated ? Optional.of(ranks.orElse(RankRange.atMost(MAX_RANK))) : Optional.empty(),
                rounds);
    }

    private Trained train(Ratings ratings, Ratings.Split split, TrainingPlan plan) {
        Optional<PreferenceTrainer.Trained> preferred =
                plan.listRanks().map(range -> preferences(ratings, split, range));
        if (preferred.filter(PreferenceTrainer.Trained::stopped).isPresent()) {
            return together(ratings, split, Optional.empty(), preferred);
        }
        Optional<RatingTrainer.Trained> rated = plan.ranks()
                .map(range ->
                        new RatingTrainer(range, rounds, bounds, device, execution).train(ratings, split, preferred));
        return together(ratings, split, rated, preferred);
    }

    private PreferenceTrainer.Trained preferences(Ratings entries, Ratings.Split split, RankRange preferenceRanks) {
        PreferenceTrainer trainer =
                PreferenceTrainer.byDefault().withRanks(preferenceRanks).with(execution);
        return device.map(trainer::withDevice).orElse(trainer).train(entries, split);
    }

    /* Makes a model of the parts that were trained, at least one. */
    private Trained together(
            Ratings entries,
            Ratings.Split split,
            Optional<RatingTrainer.Trained> rated,
            Optional<PreferenceTrainer.Trained> preferred) {
        Blend blend = rated.flatMap(ratings ->
                        preferred.map(choices -> BlendChoice.of(entries, split, ratings.ofPart(), choices, execution)))
                .orElse(Blend.NONE);
        Map<String, String> facts = rated.map(
                        ratings -> RatingTrainer.facts(entries, ratings.solution(), ratings.choosing()))
                .orElseGet(() -> platform(entries));
        preferred.ifPresent(choices -> facts.put("preferences", choices.description()));
        if (rated.isPresent() && preferred.isPresent()) {
            facts.put("lists", BlendChoice.inWords(blend.power()));
        }
        rated.flatMap(RatingTrainer.Trained::ofPart)
                .filter(part -> split.heldOut().count() > 0 && part.high() > part.low())
                .ifPresent(part -> facts.put("held-out residuals", part.residuals(split.heldOut())));
        preferred
                .flatMap(PreferenceTrainer.Trained::heldOut)
                .ifPresent(lists -> facts.put("held-out lists", lists.description()));
        boolean withCounts =
                preferred.filter(choices -> choices.model().typical() > 0).isPresent();
        Model model = new Model(
                entries.users(),
                entries.items(),
                rated.map(RatingTrainer.Trained::model),
                preferred.map(PreferenceTrainer.Trained::model),
                blend,
                withCounts ? Seen.withCounts(entries, execution.workers()) : Seen.of(entries, execution.workers()),
                facts,
                rated.map(ratings -> ratings.solution().trace()).orElse(List.of()));
        return new Trained(
                model,
                rated.map(RatingTrainer.Trained::choosing).orElse(List.of()),
                rated.map(RatingTrainer.Trained::heldOutError).orElse(OptionalDouble.empty()),
                rated.map(RatingTrainer.Trained::errorOfMean).orElse(OptionalDouble.empty()),
                preferred.map(PreferenceTrainer.Trained::choosing).orElse(List.of()),
                preferred.flatMap(PreferenceTrainer.Trained::heldOut),
                rated.map(RatingTrainer.Trained::stopped).orElse(false)
                        || preferred.map(PreferenceTrainer.Trained::stopped).orElse(false));
    }

    private Map<String, String> platform(Ratings entries) {
        Provenance here = Provenance.of("", "", "", execution.seed(), execution.threads());
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("seed", String.valueOf(here.seed()));
        facts.put("choices", String.valueOf(entries.count()));
        facts.put("rung", here.version());
        facts.put("java", here.java());
        facts.put("kernels", here.kernels());
        return facts;
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
}
