package rung.spark;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import rung.Step;
import rung.preferences.PreferenceModel;
import rung.ratings.Blend;

/**
 * What a model is made of. Like the core's it has a part that predicts ratings, a part that knows what users choose, or both.
 *
 * @param rated the numbers of the part that predicts ratings
 * @param preferred the numbers of the part that knows what users choose
 * @param users a row for each user, see {@link FactorFrame}
 * @param items a row for each item
 * @param facts how the model was trained, in words
 * @param path the steps of the climb on all entries
 */
record ModelParts(
        Optional<Rated> rated,
        Optional<Preferred> preferred,
        Dataset<Row> users,
        Dataset<Row> items,
        Map<String, String> facts,
        List<Step> path) {
    /**
     * What predicts ratings, beside the factors.
     *
     * @param userLinks what links expected factors of users to their tastes, see {@link rung.engine.sampling.biased.BiasedFactors.Lines};
     *     empty if nothing does
     * @param itemLinks the same for items
     */
    record Rated(
            int rank,
            double mean,
            double noise,
            double low,
            double high,
            double[] userPriors,
            double[] itemPriors,
            float[] userLinks,
            float[] itemLinks) {
        /** What predicts ratings alone. */
        Rated(int rank, double mean, double noise, double low, double high, double[] userPriors, double[] itemPriors) {
            this(rank, mean, noise, low, high, userPriors, itemPriors, new float[0], new float[0]);
        }
    }

    /**
     * What knows preferences, beside the factors.
     *
     * @param typical the count whose weight is 1; 0 if all weights are 1
     * @param blend how much expected ratings count in lists
     */
    record Preferred(int rank, PreferenceModel.Penalty penalty, double typical, Blend blend) {}

    Rated ratings() {
        return rated.orElseThrow(() ->
                new IllegalStateException("the model was trained on choices without ratings, so it predicts none"));
    }
}
