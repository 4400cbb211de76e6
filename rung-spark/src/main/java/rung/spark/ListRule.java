package rung.spark;

import java.io.Serializable;
import rung.ratings.Blend;

/**
 * What lists are ranked by, as the core ranks them: by preference and expected rating together, or by the one that the model has.
 *
 * @param byRating whether the model predicts ratings
 * @param byPreference whether the model knows preferences
 * @param rank the rank of the ratings; 0 if there are none
 * @param mean the mean of the ratings
 * @param low the lowest rating
 * @param high the highest rating
 * @param tasteRank the rank of the preferences; 0 if there are none
 * @param blend the numbers of a {@link Blend}: mean, spread and power
 */
record ListRule(
        boolean byRating,
        boolean byPreference,
        int rank,
        double mean,
        double low,
        double high,
        int tasteRank,
        double[] blend)
        implements Serializable {
    static ListRule of(ModelParts parts) {
        ModelParts.Rated rated =
                parts.rated().orElse(new ModelParts.Rated(0, 0, 0, 0, 0, new double[0], new double[0]));
        Blend blend = parts.preferred().map(ModelParts.Preferred::blend).orElse(Blend.NONE);
        return new ListRule(
                parts.rated().isPresent(),
                parts.preferred().isPresent(),
                rated.rank(),
                rated.mean(),
                rated.low(),
                rated.high(),
                parts.preferred().map(ModelParts.Preferred::rank).orElse(0),
                new double[] {blend.mean(), blend.spread(), blend.power()});
    }

    /** Multiplies preferences by what the ratings say. */
    void apply(float[] preferences, float[] ratings) {
        new Blend(blend[0], blend[1], blend[2]).apply(preferences, ratings, low, high);
    }

    /** A score as it is shown: ratings are ranked before they are clipped to the bounds. */
    float shown(float score) {
        return byPreference ? score : (float) Math.min(high, Math.max(low, score));
    }
}
