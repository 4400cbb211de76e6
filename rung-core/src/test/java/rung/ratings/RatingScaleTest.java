package rung.ratings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rung.data.Duplicates;
import rung.data.Ratings;

class RatingScaleTest {
    private static Ratings ratings(double... values) {
        Ratings.Builder ratings = Ratings.builder();
        for (int k = 0; k < values.length; k++) {
            ratings.add("u" + k % 7, "i" + k, values[k]);
        }
        return ratings.build(Duplicates.ERROR);
    }

    private static double step(double low, double high, double... values) {
        return RatingScale.of(ratings(values)).orElseThrow().step(low, high).orElse(Double.NaN);
    }

    @Test
    void valuesAreThoseOfTheRatingsAscending() {
        assertThat(RatingScale.of(ratings(1, -1, 1, 1, -1)).orElseThrow().values())
                .containsExactly(-1.0, 1.0);
        assertThat(RatingScale.of(ratings(3.7, 0.1, 0)).orElseThrow().values()).containsExactly(0.0, 0.1, 3.7);
        assertThat(RatingScale.of(ratings())).isEmpty();
        double[] many = IntStream.range(0, 22).asDoubleStream().toArray();
        assertThat(RatingScale.of(ratings(Arrays.copyOf(many, 21)))
                        .orElseThrow()
                        .values())
                .hasSize(21);
        assertThat(RatingScale.of(ratings(many))).isEmpty();
    }

    @Test
    void twoValuesAreTwoChoices() {
        assertThat(step(-1, 1, -1, 1, 1)).isEqualTo(2);
        assertThat(step(0, 1, 0, 1)).isEqualTo(1);
        assertThat(step(1, 5, 5, 1)).isEqualTo(4);
        assertThat(step(0, 5, 1, 5)).as("--min 0").isEqualTo(1);
        assertThat(step((float) 0.2, (float) 0.7, 0.2, 0.7)).isEqualTo((float) 0.7 - (double) (float) 0.2);
    }

    @Test
    void moreValuesGoByOneOrByHalves() {
        assertThat(step(1, 5, 1, 2, 3, 4, 5)).isEqualTo(1);
        assertThat(step(1, 5, 1, 3, 5)).as("2 and 4 are there, too").isEqualTo(1);
        assertThat(step(0, 5, 0, 1, 2, 5)).isEqualTo(1);
        assertThat(step(-1, 1, -1, 0, 1)).isEqualTo(1);
        assertThat(step(
                        0.5,
                        5,
                        DoubleStream.iterate(0.5, x -> x + 0.5).limit(10).toArray()))
                .isEqualTo(0.5);
        assertThat(step(1, 5, 1, 1.5, 5)).isEqualTo(0.5);
        assertThat(step(1, 10, IntStream.rangeClosed(1, 10).asDoubleStream().toArray()))
                .isEqualTo(1);
        assertThat(step(0, 100, 0, 25, 50, 100)).isEqualTo(1);
        assertThat(step(0, 1, 0, 0.3, 1)).isNaN();
    }

    @Test
    void theModelKeepsThem() {
        double[] thumbs =
                IntStream.range(0, 60).mapToDouble(k -> k % 3 == 0 ? -1 : 1).toArray();
        for (double[] values :
                List.of(thumbs, DoubleStream.of(thumbs).map(x -> 3.25 * x).toArray())) {
            Model model =
                    Recommender.byDefault().withRank(1).train(ratings(values)).model();
            assertThat(RatingScale.of(model)).isEqualTo(RatingScale.of(ratings(values)));
        }
    }

    /* A damaged file may hold anything. */
    @Test
    void whatIsNoListOfNumbersIsNoScale() {
        Model model = Recommender.byDefault()
                .withRank(1)
                .train(ratings(1, 2, 3, 4, 5, 1, 2))
                .model();
        for (String damaged : List.of("", ".", "-", "E", "1, ., 3", "1, 2E, 3", "--1", "1-2", "NaN", "1,2")) {
            Model other = new Model(
                    model.users(),
                    model.items(),
                    model.ratings(),
                    model.preferences(),
                    model.blend(),
                    model.seen(),
                    Map.of(RatingScale.FACT, damaged),
                    model.path());
            assertThat(RatingScale.of(other)).as(damaged).isEmpty();
        }
    }
}
