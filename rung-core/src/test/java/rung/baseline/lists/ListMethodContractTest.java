package rung.baseline.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rung.Execution;
import rung.Listener;
import rung.Step;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.data.Ratings;

/** What every method of lists does with data and an {@link Execution}. */
class ListMethodContractTest {
    private static final Execution ONE = Execution.byDefault().withThreads(1);

    static Stream<ListMethod> methods() {
        return Stream.of(
                new MostPopular(),
                new RandomOrder(),
                new ItemNeighbors(7, 2),
                Ease.of(30),
                Ease.byDefault(),
                ImplicitAls.byDefault().withRank(5).withLambda(3),
                ImplicitAls.byDefault().withRank(5),
                Bpr.byDefault().withRank(5).withEpochs(10));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void threadsDoNotMatter(ListMethod method) {
        Ratings train = ListInstances.random(400, 130, 0.5, 1);
        ListMethod.Fit one = method.fit(train, ONE.withSeed(3));
        ListMethod.Fit three = method.fit(train, ONE.withSeed(3).withThreads(3));
        assertThat(three.method()).isEqualTo(one.method());
        for (int user = 0; user < 400; user += 7) {
            assertThat(ListInstances.scores(three, user, 130)).isEqualTo(ListInstances.scores(one, user, 130));
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void valuesOfRatingsAreIgnoredAndWeightsOfZeroAreNoChoices(ListMethod method) {
        Ratings.Builder plain = Ratings.builder();
        Ratings.Builder ratings = Ratings.builder();
        Ratings.Builder weights = Ratings.builder();
        Ratings all = ListInstances.random(40, 30, 0.5, 2);
        Choices chosen = Choices.of(all);
        for (int e = 0; e < all.count(); e++) {
            String user = all.users().name(all.user()[e]);
            String item = all.items().name(all.item()[e]);
            plain.add(user, item, 1);
            ratings.add(user, item, all.value()[e]);
            weights.add(user, item, 1);
            if (e >= 40 && e < 70 && !chosen.has(e - 40, 69 - e)) { // everybody and everything has a number by then
                weights.add(all.users().name(e - 40), all.items().name(69 - e), 0);
            }
        }
        ListMethod.Fit one = fixed(method).fit(plain.build(Duplicates.ERROR), ONE);
        ListMethod.Fit rated = fixed(method).fit(ratings.build(Duplicates.ERROR), ONE);
        ListMethod.Fit weighted =
                fixed(method).fit(weights.build(Duplicates.ERROR).withMeaning(Meaning.WEIGHT), ONE);
        for (int user = 0; user < 40; user++) {
            float[] expected = ListInstances.scores(one, user, 30);
            assertThat(ListInstances.scores(rated, user, 30)).isEqualTo(expected);
            assertThat(ListInstances.scores(weighted, user, 30)).isEqualTo(expected);
        }
    }

    /** What is held out differs if there are more entries, so the choice of λ may. */
    private static ListMethod fixed(ListMethod method) {
        return method instanceof Ease ? Ease.of(10) : method instanceof ImplicitAls als ? als.withLambda(2) : method;
    }

    @ParameterizedTest
    @MethodSource("methods")
    void oneChoiceIsEnoughAndWhoChoseAllOrNothingIsScored(ListMethod method) {
        Ratings single = Ratings.builder().add("ann", "tea", 4).build(Duplicates.ERROR);
        assertThat(ListInstances.scores(method.fit(single, ONE), 0, 1)[0]).isFinite();
        Ratings.Builder builder = Ratings.builder();
        for (int i = 0; i < 6; i++) {
            builder.add("all", "i" + i, 1);
        }
        builder.add("some", "i2", 1).add("none", "i1", 0).add("none", "nobody's", 0);
        Ratings uneven = builder.build(Duplicates.ERROR).withMeaning(Meaning.WEIGHT);
        ListMethod.Fit fit = method.fit(uneven, ONE);
        for (int user = 0; user < 3; user++) {
            for (float score : ListInstances.scores(fit, user, 7)) {
                assertThat(score).isFinite();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void enormousWeightsGiveFiniteScores(ListMethod method) {
        Ratings.Builder builder = Ratings.builder();
        Ratings all = ListInstances.random(30, 20, 0.5, 3);
        for (int e = 0; e < all.count(); e++) {
            String user = all.users().name(all.user()[e]);
            builder.add(user, all.items().name(all.item()[e]), e % 3 == 0 ? 1e9 : 1);
        }
        ListMethod.Fit fit = method.fit(builder.build(Duplicates.ERROR).withMeaning(Meaning.WEIGHT), ONE);
        for (int user = 0; user < 30; user++) {
            for (float score : ListInstances.scores(fit, user, 20)) {
                assertThat(score).isFinite();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void aListenerCanStopIt(ListMethod method) {
        List<Step> steps = new ArrayList<>();
        Listener stopping = progress -> {
            steps.add(progress.step());
            assertThat(progress.matrix().rows()).isEqualTo(60);
            assertThat(progress.matrix().columns()).isEqualTo(50);
            progress.stop();
        };
        ListMethod.Fit fit = method.fit(ListInstances.random(60, 50, 0.5, 4), ONE.withListener(stopping));
        assertThat(fit.method().name()).isEqualTo(method.name());
        assertThat(ListInstances.scores(fit, 0, 50)[0]).isFinite();
        assertThat(steps).hasSizeLessThanOrEqualTo(method instanceof ImplicitAls ? 2 : 1);
    }

    @Test
    void theMostPopularIsFirst() {
        Ratings train = ListInstances.random(50, 20, 0.6, 5);
        float[] scores = ListInstances.scores(new MostPopular().fit(train, ONE), 3, 20);
        double[][] x = ListInstances.dense(train);
        for (int i = 0; i < 20; i++) {
            float count = 0;
            for (double[] row : x) {
                count += (float) row[i];
            }
            assertThat(scores[i]).isEqualTo(count);
        }
    }

    @Test
    void randomOrdersDifferByUserAndSeed() {
        Ratings train = ListInstances.random(50, 20, 0.6, 5);
        ListMethod.Fit fit = new RandomOrder().fit(train, ONE);
        assertThat(ListInstances.scores(fit, 1, 20))
                .isEqualTo(ListInstances.scores(fit, 1, 20))
                .isNotEqualTo(ListInstances.scores(fit, 2, 20))
                .isNotEqualTo(ListInstances.scores(new RandomOrder().fit(train, ONE.withSeed(9)), 1, 20));
    }
}
