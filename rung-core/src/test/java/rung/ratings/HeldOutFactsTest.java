package rung.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import rung.RatingInstance;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Ratings;
import rung.engine.sampling.biased.BiasedFactors;
import rung.preferences.HeldOutLists;

class HeldOutFactsTest {
    private static final Ratings RATINGS =
            RatingInstance.of(120, 90, 2, 0.3, 0.5, 1).ratings();

    /* Moving each residual to the middle of its bin moves the root of the mean of the squares by half a bin at most. */
    @Test
    void theResidualsAreThoseOfTheHeldOutError() {
        Recommender.Trained trained =
                Recommender.byDefault().withOnly(Part.RATINGS).withMaxRank(3).train(RATINGS);
        String[] words = trained.model().facts().get("held-out residuals").split("[ :]+");
        double from = Double.parseDouble(words[1]);
        double width = Double.parseDouble(words[3]);
        long[] counts = Arrays.stream(words).skip(4).mapToLong(Long::parseLong).toArray();
        long all = Arrays.stream(counts).sum();
        assertThat(all)
                .isEqualTo(RATINGS.split(Recommender.HELD_OUT, 0).heldOut().count());
        double squares = 0;
        for (int bin = 0; bin < counts.length; bin++) {
            squares += counts[bin] * Math.pow(from + (bin + 0.5) * width, 2);
        }
        assertThat(Math.sqrt(squares / all)).isCloseTo(trained.heldOutError().orElseThrow(), within(width / 2));
        assertThat(from / width).as("an edge at zero").isCloseTo(Math.rint(from / width), within(1e-6));
        assertThat(counts[0]).isPositive();
        assertThat(counts[counts.length - 1]).isPositive();
    }

    /* Everything is predicted as 3, so the residuals are −2, −0.05, 0, 0.05 and 2. */
    @Test
    void eachResidualIsInItsBin() {
        BiasedFactors.Lines none =
                new BiasedFactors.Lines(1, new float[5], new float[5], new float[0], new double[] {1, 1});
        Ids ids = RatingInstance.ids("", 5);
        int[] each = {0, 1, 2, 3, 4};
        Ratings ratings = Ratings.of(ids, ids, each, each, new float[] {1, 2.95f, 3, 3.05f, 5}, Duplicates.LAST);
        RatingModel model = new RatingModel(new BiasedFactors(3, 1, none, none, 0), 1, 5);
        assertThat(model.residuals(ratings))
                .isEqualTo("from -2.0 by 0.1: 1" + " 0".repeat(18) + " 1 2" + " 0".repeat(19) + " 1");
    }

    @Test
    void theListsAreThoseThatWereMeasured() {
        Recommender.Trained trained =
                Recommender.byDefault().withOnly(Part.PREFERENCES).train(RATINGS);
        HeldOutLists lists = trained.heldOutLists().orElseThrow();
        assertThat(trained.model().facts().get("held-out lists"))
                .startsWith(lists.ours().length() + " items for " + lists.ours().users() + " users: nDCG ")
                .contains(String.format(
                        Locale.ROOT,
                        "recall %.4f (%.4f by popularity)",
                        lists.ours().recall().value(),
                        lists.popular().recall().value()));
        assertThat(trained.model().facts()).doesNotContainKey("held-out residuals");
    }

    @Test
    void whatWasNotMeasuredIsNotTold() {
        Model model = Recommender.byDefault()
                .withOnly(Part.RATINGS)
                .withRank(2)
                .train(RATINGS)
                .model();
        assertThat(model.facts()).doesNotContainKeys("held-out residuals", "held-out lists");
    }
}
