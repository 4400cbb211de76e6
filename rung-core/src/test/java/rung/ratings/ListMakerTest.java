package rung.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.lists.Scored;

/** Lists that are made one by one are those that the model recommends. */
class ListMakerTest {
    private static final int USERS = 60;
    private static Model model;

    @BeforeAll
    static void train() {
        SplittableRandom random = new SplittableRandom(5);
        Ratings.Builder ratings = Ratings.builder();
        for (int user = 0; user < USERS; user++) {
            for (int item = 0; item < 45; item++) {
                if (random.nextInt(3) == 0) {
                    ratings.add("u" + user, "i" + item, 1 + (user * item + random.nextInt(2)) % 5);
                }
            }
        }
        model = Recommender.byDefault()
                .withMaxRank(4)
                .train(ratings.build(Duplicates.LAST))
                .model();
    }

    private static void assertSame(List<Scored> found, List<Scored> wanted) {
        assertThat(found).hasSameSizeAs(wanted);
        Map<Integer, Float> all = wanted.stream().collect(Collectors.toMap(Scored::item, each -> (float) each.score()));
        for (int k = 0; k < found.size(); k++) {
            assertThat(found.get(k).score()).isCloseTo(wanted.get(k).score(), within(1e-4));
            if (all.containsKey(found.get(k).item())) { // else it ties with the last one
                assertThat((double) all.get(found.get(k).item()))
                        .isCloseTo(found.get(k).score(), within(1e-4));
            }
        }
    }

    @Test
    void listsAreThoseOfTheModel() {
        for (By by : By.values()) {
            for (double surprise : by == By.RATING ? new double[] {0} : new double[] {0, 0.7, -1}) {
                ListMaker maker = ListMaker.of(model, by, surprise);
                for (int user = 0; user < USERS; user++) {
                    for (int n : new int[] {0, 1, 10, 100}) {
                        ListOptions options = ListOptions.of(n).withBy(by).withSurprise(surprise);
                        assertSame(maker.best(user, n), model.recommend(user, options));
                    }
                    int[] without = {3, 7};
                    List<Scored> fewer = maker.best(user, 20, without);
                    assertSame(
                            fewer,
                            model.recommend(
                                    user,
                                    ListOptions.of(20)
                                            .withBy(by)
                                            .withSurprise(surprise)
                                            .without(without)));
                    assertThat(fewer).noneMatch(each -> Arrays.stream(without).anyMatch(item -> item == each.item()));
                }
            }
        }
    }

    @Test
    void newcomersAndThoseOfWhomNothingIsKnownGetTheirLists() {
        for (Map<String, Double> values : List.of(Map.<String, Double>of(), Map.of("i1", 5.0, "i2", 1.0))) {
            Newcomer newcomer = model.newcomer(values);
            assertSame(ListMaker.of(model, By.BOTH, 0).best(newcomer, 10), newcomer.recommend(ListOptions.of(10)));
        }
    }
}
