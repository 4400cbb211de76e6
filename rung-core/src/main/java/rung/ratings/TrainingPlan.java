package rung.ratings;

import java.util.Optional;
import java.util.OptionalInt;
import rung.RankRange;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.engine.sampling.ChainSettings;
import rung.preferences.PenaltyChoice;
import rung.ratings.forecast.Plan;

/**
 * Which parts a {@link Recommender} trains, and at which ranks.
 *
 * @param entries the entries
 * @param split the same entries in two parts, of which the second is held out
 * @param listRanks the ranks of lists; empty if none are trained
 * @param ranks the ranks of ratings; empty if none are trained
 * @param rounds the number of rounds of draws at the final rank, unless it is the usual one
 */
record TrainingPlan(
        Ratings entries,
        Ratings.Split split,
        Optional<RankRange> listRanks,
        Optional<RankRange> ranks,
        OptionalInt rounds) {
    /** The same plan for a forecast of how much work it is. */
    Plan forForecast() {
        return new Plan(
                entries.count(),
                split.train().count(),
                entries.users().size(),
                entries.items().size(),
                listRanks.map(this::lists).orElse(Plan.Lists.NONE),
                ranks.map(this::ratings).orElse(Plan.Ratings.NONE));
    }

    private int limit() {
        return Math.min(entries.users().size(), entries.items().size());
    }

    private Plan.Lists lists(RankRange range) {
        return new Plan.Lists(
                true,
                split.heldOut().count() >= PenaltyChoice.LEAST_TO_CHOOSE_BY,
                entries.meaning() == Meaning.WEIGHT && entries.lowest() < entries.highest(),
                range.cappedAt(limit()).highest());
    }

    private Plan.Ratings ratings(RankRange range) {
        boolean isEnough = split.heldOut().count() >= Recommender.LEAST_TO_CHOOSE_BY;
        boolean isChosen = isEnough && !range.isExact();
        int fromNothing = isChosen ? split.train().count() : entries.count();
        return new Plan.Ratings(
                true,
                isChosen,
                ChainSettings.of(0)
                        .alternatives(entries.users().size(), entries.items().size(), fromNothing)
                        .size(),
                isEnough || range.isExact() ? range.cappedAt(limit()).highest() : 1,
                RankChoice.PATIENCE,
                RankChoice.DOUBTFUL,
                RankChoice.CLEAR,
                rounds.orElse(Recommender.rounds(split.train().count())),
                rounds.orElse(Recommender.rounds(entries.count())));
    }
}
