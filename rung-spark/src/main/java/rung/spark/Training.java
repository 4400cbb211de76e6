package rung.spark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.storage.StorageLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rung.Listener;
import rung.Step;
import rung.linalg.Side;
import rung.ratings.Blend;
import rung.ratings.BlendChoice;
import rung.ratings.Part;
import rung.ratings.Recommender;
import rung.spark.block.KeptRdd;
import rung.spark.block.RatingFrame;

/**
 * One fit: trains the parts of a model that are asked for, as {@link Recommender} does. All that held-out entries choose is chosen first; then
 * all entries are fitted.
 */
final class Training {
    private static final Logger LOG = LoggerFactory.getLogger(RankConstrained.class);

    private final FitInput input;
    private final Optional<PreferenceTraining> preferences;
    private final Optional<RatingTraining> ratings;

    Training(FitInput input) {
        this.input = input;
        this.preferences = input.parts().contains(Part.PREFERENCES)
                ? Optional.of(new PreferenceTraining(input))
                : Optional.empty();
        this.ratings = input.parts().contains(Part.RATINGS) ? Optional.of(new RatingTraining(input)) : Optional.empty();
    }

    /**
     * What held-out entries have chosen.
     *
     * @param penalty the penalty of the preferences; empty if it is told, or nothing could be held out
     * @param rank the rank of the ratings, likewise
     * @param blend how much expected ratings count in lists
     */
    private record Choices(
            Optional<PreferenceTraining.Chosen> penalty, Optional<RatingTraining.Chosen> rank, Blend blend) {
        void release() {
            penalty.ifPresent(PreferenceTraining.Chosen::release);
            rank.ifPresent(RatingTraining.Chosen::release);
        }
    }

    RankConstrainedModel train() {
        Choices choices = choose();
        Optional<PreferenceTraining.Fitted> preferred = preferences.map(part -> part.fit(choices.penalty));
        Optional<RatingTraining.Fitted> rated =
                ratings.map(part -> part.fit(choices.rank, preferred.map(PreferenceTraining.Fitted::pair)));
        FactorFrame.Source source = new FactorFrame.Source(
                input.data(),
                rated.map(RatingTraining.Fitted::posteriors),
                preferred.map(PreferenceTraining.Fitted::pair));
        FactorFrame users = frame(source, Side.LEFT, input.frame().users());
        FactorFrame items = frame(source, Side.RIGHT, input.frame().items());
        FactorFrame.compute(users, items);
        RankConstrainedModel model = new RankConstrainedModel(
                input.parameters().uid(),
                new ModelParts(
                        rated.map(RatingTraining.Fitted::numbers),
                        preferred.map(fitted -> fitted.numbers(choices.blend)),
                        users.frame(),
                        items.frame(),
                        facts(rated, preferred, choices),
                        rated.map(RatingTraining.Fitted::path)
                                .orElseGet(() -> preferred
                                        .map(PreferenceTraining.Fitted::path)
                                        .orElse(List.of()))));
        rated.ifPresent(RatingTraining.Fitted::release);
        preferred.ifPresent(PreferenceTraining.Fitted::release);
        choices.release();
        KeptRdd.keepLineage(users.rows());
        KeptRdd.keepLineage(items.rows());
        return model;
    }

    private Choices choose() {
        boolean isAnyToChoose =
                preferences.filter(PreferenceTraining::isToChoose).isPresent()
                        || ratings.filter(RatingTraining::isToChoose).isPresent();
        Optional<HeldOutPart> part = isAnyToChoose ? HeldOutPart.of(input) : Optional.empty();
        try {
            Optional<PreferenceTraining.Chosen> penalty =
                    preferences.filter(PreferenceTraining::isToChoose).flatMap(training -> part.map(training::choose));
            Optional<RatingTraining.Chosen> rank = ratings.filter(RatingTraining::isToChoose)
                    .flatMap(training ->
                            part.map(of -> training.choose(of, penalty.map(PreferenceTraining.Chosen::pair))));
            return new Choices(penalty, rank, blend(part, penalty, rank));
        } finally {
            part.ifPresent(HeldOutPart::release);
        }
    }

    private Blend blend(
            Optional<HeldOutPart> part,
            Optional<PreferenceTraining.Chosen> penalty,
            Optional<RatingTraining.Chosen> rank) {
        if (preferences.isEmpty() || ratings.isEmpty()) {
            return Blend.NONE;
        }
        double mean = input.data().mean();
        double spread =
                Math.sqrt(Math.max(0, input.data().squares() / input.data().count()));
        return part.filter(of -> of.count() >= BlendChoice.LEAST_TO_CHOOSE_BY)
                .flatMap(of -> rank.flatMap(RatingTraining.Chosen::from)
                        .flatMap(expected -> penalty.filter(
                                        chosen -> chosen.judges().haveLiked())
                                .map(chosen -> new SpreadBlend(chosen.judges(), chosen.pair(), expected, input.data())
                                        .choose(of.train(), mean, spread))))
                .orElse(new Blend(mean, spread, BlendChoice.WITHOUT_CHOICE));
    }

    private FactorFrame frame(FactorFrame.Source source, Side side, RatingFrame.Names names) {
        StorageLevel kept = StorageLevel.fromString(input.parameters().getFinalStorageLevel());
        return FactorFrame.of(source, side, names, kept, input.parameters().getCheckpointInterval());
    }

    /* By the names that the core gives them. */
    private Map<String, String> facts(
            Optional<RatingTraining.Fitted> rated, Optional<PreferenceTraining.Fitted> preferred, Choices choices) {
        Map<String, String> facts = new LinkedHashMap<>(rated.map(RatingTraining.Fitted::facts)
                .orElseGet(() -> preferences.orElseThrow().facts()));
        preferred.ifPresent(fitted -> facts.put("preferences", fitted.inWords()));
        if (rated.isPresent() && preferred.isPresent()) {
            facts.put("lists", BlendChoice.inWords(choices.blend.power()));
        }
        choices.penalty.ifPresent(chosen -> facts.put("held-out lists", chosen.lists()));
        return facts;
    }

    static void log(String stage, Listener.Progress progress) {
        Step step = progress.step();
        LOG.info(String.format(
                Locale.ROOT,
                "%s, step %d: rank %d, objective %.6g%s, %.1f s",
                stage,
                step.step(),
                step.rank(),
                step.value(),
                step.heldOut().isPresent()
                        ? String.format(
                                Locale.ROOT,
                                ", held-out error %.6f",
                                step.heldOut().getAsDouble())
                        : "",
                step.seconds()));
    }
}
