package rung.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.LowRankMatrix;
import rung.RatingInstance;
import rung.Settings;
import rung.Stage;
import rung.Step;
import rung.algorithm.FastGreedy;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Ratings;
import rung.engine.sampling.Sampling;
import rung.lists.Scored;

class RecommenderTest {
    private static final RatingInstance DATA = RatingInstance.of(250, 180, 4, 0.3, 0.5, 1);

    /** Where what people choose does not matter. */
    private static final Recommender RATINGS_ALONE = Recommender.byDefault().withOnly(Part.RATINGS);

    private static double distance(Model model, RatingInstance data) {
        double squares = 0;
        for (int i = 0; i < data.truth.rows(); i++) {
            for (int j = 0; j < data.truth.columns(); j++) {
                squares += Math.pow(model.factors().get(i, j) - data.truth.get(i, j), 2);
            }
        }
        return Math.sqrt(squares / data.truth.array().length);
    }

    /** Nothing that a model says may be NaN, and no prediction beyond the bounds. */
    private static void requireSound(Model model) {
        String unknown = "nobody knows it";
        for (int user = -1; user < model.users().size(); user++) {
            for (int item = -1; item < model.items().size(); item++) {
                String who = user < 0 ? unknown : model.users().name(user);
                String what = item < 0 ? unknown : model.items().name(item);
                assertThat(model.predict(who, what).value()).isBetween(model.low(), model.high());
            }
        }
        for (Scored scored : model.recommend(0, ListOptions.of(5).withSeen(true).withBy(By.RATING))) {
            assertThat(scored.score()).isFinite(); // what is expected before it is clipped
        }
        assertThat(model.factors().noise()).isFinite();
        assertThat(model.foldInUser(new int[] {0}, new float[] {(float) model.high()})
                        .bias())
                .isFinite();
        assertThat(model.foldInItem(new int[] {0}, new float[] {(float) model.low()})
                        .bias())
                .isFinite();
    }

    /* Ratings that are noise of variance 1, five for each user and item: whatever the climb follows must not be believed. */
    @Test
    void wherePeopleShareNothingNothingIsPredicted() {
        SplittableRandom random = new SplittableRandom(3);
        int n = 1_000;
        int count = 5 * n;
        int[] user = random.ints(count, 0, n).toArray();
        int[] item = random.ints(count, 0, n).toArray();
        float[] value = new float[count];
        for (int k = 0; k < count; k++) {
            value[k] = (float) (3 + random.nextGaussian());
        }
        Ids ids = RatingInstance.ids("", n);
        Ratings.Split split =
                Ratings.of(ids, ids, user, item, value, Duplicates.LAST).split(0.2, 1);
        Model model = Recommender.byDefault().train(split.train()).model();
        assertThat(model.evaluate(split.heldOut(), true).rmse()).isLessThan(1.06);
        assertThat(model.recommend(0, ListOptions.of(5))).hasSize(5);
        assertThat(model.foldInUser(new int[] {1}, new float[] {5}).bias()).isPositive();
    }

    /* Biases and noise: the climb on the first instance finds a column that is not worth believing, on the second none. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void theErrorOfRankZeroIsThatOfItsDraws(long instance) {
        Ratings ratings = RatingInstance.of(250, 180, 0, 0.3, 1, instance).ratings();
        Recommender.Trained trained = RATINGS_ALONE.train(ratings);
        assertThat(trained.model().factors().rank()).isZero();
        assertThat(trained.choosing()).extracting(Step::rank).startsWith(1, 2);
        Ratings.Split split = ratings.split(Recommender.HELD_OUT, 0);
        Ratings train = split.train();
        Sampling problem = Sampling.of(250, 180, train.user(), train.item(), train.value());
        LowRankMatrix biases = new FastGreedy(Settings.ofRank(0).withFinishing(Recommender.ROUNDS_OF_FEW))
                .minimize(problem)
                .matrix();
        Ratings test = split.heldOut();
        double squares = 0;
        for (int e = 0; e < test.count(); e++) {
            double predicted = biases.get(test.user()[e], test.item()[e]);
            double error = Math.min(ratings.highest(), Math.max(ratings.lowest(), predicted)) - test.value()[e];
            squares += error * error;
        }
        near(trained.heldOutError().orElseThrow(), Math.sqrt(squares / test.count()), 1e-9);
    }

    /* What people share is a quarter of the noise: the climb finds something, but it is doubtful enough to be tried. */
    private static final Ratings FAINT =
            RatingInstance.of(250, 180, 1, 0.3, 4, 2).ratings();

    @Test
    void theErrorOfWhatWasDoubtedIsThatOfTheClimb() {
        List<String> stages = new ArrayList<>();
        Recommender.Trained trained = Recommender.byDefault()
                .withOnly(Part.RATINGS)
                .withListener(progress -> stages.add(progress.stage() + " " + progress.task()))
                .train(FAINT);
        int rank = trained.model().factors().rank();
        assertThat(rank).isPositive();
        assertThat(stages.stream().distinct())
                .containsExactly("choosing ", "checking rank 0", "checking rank " + rank, "fitting ");
        double best = trained.choosing().stream()
                .mapToDouble(step -> step.heldOut().orElseThrow())
                .min()
                .orElseThrow();
        assertThat(trained.heldOutError().orElseThrow()).isEqualTo(best);
    }

    @ParameterizedTest
    @ValueSource(strings = {"checking rank 0", "checking rank [1-9].*"})
    void whoStopsATrialHasWhatWasBestUntilThen(String trial) {
        List<String> stages = new ArrayList<>();
        Recommender.Trained trained = Recommender.byDefault()
                .withOnly(Part.RATINGS)
                .withListener(progress -> {
                    String stage = progress.stage() + " " + progress.task();
                    stages.add(stage);
                    if (stage.matches(trial) && progress.step().step() == 3) {
                        progress.stop();
                    }
                })
                .train(FAINT);
        assertThat(trained.stopped()).isTrue();
        assertThat(stages.get(stages.size() - 1)).matches(trial);
        assertThat(stages).filteredOn(stage -> stage.matches(trial)).hasSize(3);
        double best = trained.choosing().stream()
                .mapToDouble(step -> step.heldOut().orElseThrow())
                .min()
                .orElseThrow();
        assertThat(trained.heldOutError().orElseThrow()).isLessThanOrEqualTo(best);
        Ratings heldOut = FAINT.split(Recommender.HELD_OUT, 0).heldOut();
        assertThat(trained.model().evaluate(heldOut, false).rmse()).isLessThan(1.01 * best);
        requireSound(trained.model());
    }

    @Test
    void theRankIsChosenByTheData() {
        Ratings ratings = DATA.ratings();
        Recommender.Trained trained = Recommender.byDefault().train(ratings);
        Model model = trained.model();
        assertThat(model.factors().rank()).isBetween(4, Recommender.MAX_RANK);
        double told = distance(RATINGS_ALONE.withRank(4).train(ratings).model(), DATA);
        assertThat(told).isLessThan(1.25 * DATA.unavoidable(4));
        assertThat(distance(model, DATA)).as("as good as if it had been told").isLessThan(1.2 * told);
        double best = trained.choosing().stream()
                .mapToDouble(step -> step.heldOut().orElseThrow())
                .min()
                .orElseThrow();
        assertThat(trained.heldOutError().orElseThrow()).isEqualTo(best);
        assertThat(best).isBetween(0.95 * DATA.deviation, 1.5 * DATA.deviation);
        assertThat(trained.stopped()).isFalse();
        assertThat(trained.choosing()).extracting(Step::rank).startsWith(1, 2, 3, 4, 5);
        assertThat(model.path()).hasSize(Recommender.ROUNDS_OF_FEW);
        assertThat(model.users()).isSameAs(ratings.users());
        assertThat(model.facts())
                .containsEntry("seed", "0")
                .containsEntry("ratings", "13500")
                .containsEntry("algorithm", "Fast Greedy");
        requireSound(model);
    }

    @Test
    void threadsDoNotMatterAndSeedsDo() {
        Ratings ratings = DATA.ratings();
        Model one = Recommender.byDefault()
                .withThreads(1)
                .withMaxRank(6)
                .train(ratings)
                .model();
        Model two = Recommender.byDefault()
                .withThreads(2)
                .withMaxRank(6)
                .train(ratings)
                .model();
        assertThat(two.factors()).usingRecursiveComparison().isEqualTo(one.factors());
        assertThat(two.seen()).usingRecursiveComparison().isEqualTo(one.seen());
        Model other = RATINGS_ALONE.withSeed(1).withMaxRank(6).train(ratings).model();
        assertThat(other.factors().columns().factors())
                .isNotEqualTo(one.factors().columns().factors());
        assertThat(other.facts()).containsEntry("seed", "1");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 14, 15, 20, 50})
    void aRankThatIsAskedForIsTakenUpToTheSmallerSide(int rank) {
        Ratings ratings = RatingInstance.of(40, 20, 2, 0.5, 0.5, 2).ratings();
        Recommender.Trained trained = RATINGS_ALONE.withRank(rank).train(ratings);
        assertThat(trained.model().factors().rank()).isEqualTo(Math.min(20, rank));
        assertThat(trained.choosing()).isEmpty();
        assertThat(trained.heldOutError()).isEmpty();
        requireSound(trained.model());
    }

    @Test
    void noRankAboveTheHighestIsTried() {
        Recommender.Trained trained =
                RATINGS_ALONE.withMaxRank(2).withHeldOut(0.3).train(DATA.ratings());
        assertThat(trained.choosing()).extracting(Step::rank).containsExactly(1, 2);
        assertThat(trained.model().factors().rank()).isEqualTo(2);
    }

    private static Ratings grid(int users, int items, double... values) {
        Ratings.Builder builder = Ratings.builder();
        for (int k = 0; k < users * items; k++) {
            builder.add("u" + k / items, "i" + k % items, values[k % values.length]);
        }
        return builder.build(Duplicates.ERROR);
    }

    private static Stream<Arguments> degenerate() {
        Ratings.Builder lonely = Ratings.builder();
        Ratings.Builder diagonal = Ratings.builder();
        for (int k = 0; k < 400; k++) {
            lonely.add("u" + k / 20, "i" + k % 20, 1 + k * 7 % 5);
            diagonal.add("u" + k, "i" + k, 1 + k % 5);
        }
        lonely.add("lonely", "i3", 5).add("u3", "obscure", 1);
        return Stream.of(
                Arguments.of("one rating", grid(1, 1, 3)),
                Arguments.of("one rating of 0", grid(1, 1, 0)),
                Arguments.of("two ratings by one user", grid(1, 2, 1, 5)),
                Arguments.of("two ratings of one item", grid(2, 1, 1, 5)),
                Arguments.of("two equal ratings", grid(2, 1, 4)),
                Arguments.of("one user", grid(1, 500, 1, 2, 3, 4, 5)),
                Arguments.of("one item", grid(500, 1, 5, 1, 4)),
                Arguments.of("fewer than 20 held out", grid(10, 10, 1, 2, 3)),
                Arguments.of("all equal", grid(30, 30, 4)),
                Arguments.of("all zero", grid(30, 30, 0)),
                Arguments.of("all equal, no binary fraction", grid(30, 30, 0.1)),
                Arguments.of(
                        "biases alone, without noise",
                        grid(
                                30,
                                30,
                                IntStream.range(0, 900)
                                        .mapToDouble(k -> k / 30 % 3 + k % 30 % 2)
                                        .toArray())),
                Arguments.of(
                        "rank one, without noise",
                        grid(
                                40,
                                30,
                                IntStream.range(0, 1200)
                                        .mapToDouble(k -> (k / 30 % 2 == 0 ? 1 : -1) * (k % 30 % 3 == 0 ? 1000 : -500))
                                        .toArray())),
                Arguments.of("a user and an item with one rating", lonely.build(Duplicates.ERROR)),
                Arguments.of("every user and item with one rating", diagonal.build(Duplicates.ERROR)),
                Arguments.of("tiny", grid(30, 30, 1e-30, 2e-30, -3e-30, 0)),
                Arguments.of("large", grid(30, 30, 1e9, 2e9, -3e9, 7e9, 1)),
                Arguments.of("huge", grid(30, 30, 1e14, 2e14, -2e14, 7e14, 1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("degenerate")
    void whateverComesTheModelIsSound(String name, Ratings ratings) {
        for (Recommender recommender : new Recommender[] {
            Recommender.byDefault(),
            Recommender.byDefault().withRank(3),
            Recommender.byDefault().withHeldOut(0.5),
            Recommender.byDefault().withBounds(-1, 2)
        }) {
            Recommender.Trained trained = recommender.train(ratings);
            requireSound(trained.model());
            assertThat(trained.heldOutError().orElse(0)).isFinite();
            assertThat(trained.stopped()).isFalse();
            assertThat(trained.model().factors().rank())
                    .isBetween(
                            0, Math.min(ratings.users().size(), ratings.items().size()));
        }
    }

    @Test
    void aHandfulOfRatingsChoosesNothing() {
        Recommender.Trained trained = Recommender.byDefault().train(grid(10, 10, 1, 2, 3));
        assertThat(trained.choosing()).isEmpty();
        assertThat(trained.heldOutError()).isEmpty();
        assertThat(trained.model().factors().rank()).isOne();
        assertThat(Recommender.byDefault()
                        .withHeldOut(0.5)
                        .train(grid(10, 10, 1, 2, 3))
                        .choosing())
                .isNotEmpty();
    }

    @Test
    void equalRatingsAreAllThatIsPredicted() {
        Model model =
                Recommender.byDefault().withBounds(0, 10).train(grid(30, 30, 4)).model();
        near(model.predict("u3", "i4").value(), 4, 1e-6);
        near(model.predict("nobody", "i4").value(), 4, 1e-6);
    }

    @Test
    void numbersBeyondSinglePrecisionAreRefused() {
        for (double size : new double[] {1e19, 1e30, 3e38}) {
            assertThatThrownBy(() -> Recommender.byDefault().train(grid(5, 5, size, 0, -size)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("ratings must be at most 1e15 apart, got ");
        }
    }

    @Test
    void nothingIsRefused() {
        assertThatThrownBy(() -> Recommender.byDefault().train(Ratings.builder().build(Duplicates.LAST)))
                .hasMessage("there must be at least one rating, got none");
        assertThatThrownBy(() -> Recommender.byDefault().withRank(0)).hasMessage("rank must be at least 1, got 0");
        assertThatThrownBy(() -> Recommender.byDefault().withMaxRank(0))
                .hasMessage("max-rank must be at least 1, got 0");
        assertThatThrownBy(() -> Recommender.byDefault().withThreads(0))
                .hasMessage("threads must be at least 1, got 0");
        for (double fraction : new double[] {0, 1, -1, Double.NaN}) {
            assertThatThrownBy(() -> Recommender.byDefault().withHeldOut(fraction))
                    .hasMessage("held-out must be between 0 and 1, got " + fraction);
        }
        assertThatThrownBy(() -> Recommender.byDefault().withBounds(2, 1))
                .hasMessage("low must not be above high, got 2.0 and 1.0");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void whoStopsTheChoiceHasWhatWasBestUntilThen(int at) {
        Ratings ratings = DATA.ratings();
        Recommender.Trained trained = Recommender.byDefault()
                .withOnly(Part.RATINGS)
                .withListener(progress -> {
                    assertThat(progress.stage()).isEqualTo(Stage.CHOOSING);
                    if (progress.step().step() == at) {
                        progress.stop();
                    }
                })
                .train(ratings);
        assertThat(trained.stopped()).isTrue();
        assertThat(trained.choosing()).hasSize(at);
        assertThat(trained.model().factors().rank()).isBetween(0, at);
        requireSound(trained.model());
        double bias =
                distance(Recommender.byDefault().withRank(1).train(ratings).model(), DATA);
        assertThat(distance(trained.model(), DATA)).isLessThan(1.3 * bias);
    }

    /* What people choose is learned first: who stops that has a model of it alone. */
    @Test
    void whoStopsTheListsHasListsAlone() {
        Recommender.Trained trained = Recommender.byDefault()
                .withListener(progress -> progress.stop())
                .train(DATA.ratings());
        assertThat(trained.stopped()).isTrue();
        assertThat(trained.model().ratings()).isEmpty();
        assertThat(trained.model().preferences()).isPresent();
        assertThat(trained.model().recommend(0, ListOptions.of(5))).hasSize(5);
    }

    /* 27 ratings a line: the first pairs come from a joint fit. What people share is as strong as the noise. */
    private static final RatingInstance SHORT_LINES = RatingInstance.of(1_000, 1_000, 4, 0.027, 2, 2);

    /* Biases alone are 2 away from the truth, and the weakest penalty by itself 1.85. */
    @Test
    void whereLinesAreShortHeldOutRatingsChooseThePenalty() {
        Model model = Recommender.byDefault()
                .withRounds(20)
                .train(SHORT_LINES.ratings())
                .model();
        assertThat(distance(model, SHORT_LINES)).isLessThan(1.65);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whoStopsAClimbOfSeveralHasTheBestOfAll(int climbs) {
        List<Double> errors = new ArrayList<>();
        int[] begun = {0};
        Recommender.Trained trained = Recommender.byDefault()
                .withOnly(Part.RATINGS)
                .withListener(progress -> {
                    assertThat(progress.stage()).isEqualTo(Stage.CHOOSING);
                    begun[0] += progress.step().step() == 1 ? 1 : 0;
                    assertThat(progress.task()).isEqualTo("climb " + begun[0] + " of 3");
                    errors.add(progress.step().heldOut().orElseThrow());
                    if (begun[0] == climbs) {
                        progress.stop();
                    }
                })
                .train(SHORT_LINES.ratings());
        assertThat(begun[0]).isEqualTo(climbs);
        assertThat(trained.stopped()).isTrue();
        assertThat(trained.heldOutError().orElseThrow())
                .isLessThanOrEqualTo(
                        errors.stream().mapToDouble(error -> error).min().orElseThrow());
        assertThat(trained.model().factors().rank()).isLessThanOrEqualTo(errors.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 20})
    void whoStopsTheTrainingHasWhatThereIs(int at) {
        List<Integer> steps = new ArrayList<>();
        Recommender.Trained trained = Recommender.byDefault()
                .withOnly(Part.RATINGS)
                .withRank(4)
                .withListener(progress -> {
                    assertThat(progress.stage()).isEqualTo(Stage.FITTING);
                    assertThat(progress.steps()).hasValue(4 + Recommender.ROUNDS_OF_FEW);
                    steps.add(progress.step().step());
                    if (progress.step().step() == at) {
                        progress.stop();
                    }
                })
                .train(DATA.ratings());
        assertThat(steps).hasSize(at);
        assertThat(trained.stopped()).isTrue();
        assertThat(trained.model().factors().rank()).isEqualTo(Math.min(4, at));
        assertThat(trained.model().path()).hasSize(at);
        requireSound(trained.model());
    }

    @Test
    void boundsAreThoseGivenOrThoseOfTheRatings() {
        Model given = Recommender.byDefault()
                .withRank(2)
                .withBounds(3, 4)
                .train(DATA.ratings())
                .model();
        assertThat(new double[] {given.low(), given.high()}).containsExactly(3, 4);
        requireSound(given);
        Model own = Recommender.byDefault().withRank(2).train(DATA.ratings()).model();
        float[] sorted = DATA.values.clone();
        Arrays.sort(sorted);
        assertThat(new double[] {own.low(), own.high()}).containsExactly(sorted[0], sorted[sorted.length - 1]);
    }

    @Test
    void whatDoesNotFitIntoMemoryIsRefusedByASentence() {
        int side = (int) Math.ceil(Math.sqrt(Runtime.getRuntime().maxMemory() / 96.0)) + 100;
        Ratings.Builder builder = Ratings.builder();
        for (int k = 0; k < side; k++) {
            builder.add("u" + k, "i" + k, 1);
        }
        Ratings diagonal = builder.build(Duplicates.ERROR);
        assertThatThrownBy(() -> Recommender.byDefault().withRank(side).train(diagonal))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(side + " ratings of " + 2 * side + " users and items at rank " + side
                        + " need about [0-9.]+ GB of memory beside the ratings, and the JVM may use [0-9.]+ in all:"
                        + " start it with a larger -Xmx, or ask for a lower rank");
    }

    /* A chain that believes in no noise at all is frozen, and cannot follow the ratings that join it once the rank is chosen. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void ratingsWithoutNoiseAreUnderstood(int oneOf) {
        SplittableRandom random = new SplittableRandom(1);
        Ratings.Builder builder = Ratings.builder();
        for (int user = 0; user < 60; user++) {
            for (int item = 0; item < 40; item++) {
                if (random.nextInt(oneOf) == 0) {
                    builder.add("u" + user, "i" + item, user % 2 == item % 2 ? 5 : 1);
                }
            }
        }
        Model model =
                Recommender.byDefault().train(builder.build(Duplicates.LAST)).model();
        double squares = 0;
        for (int user = 0; user < 60; user++) {
            for (int item = 0; item < 40; item++) {
                double error = model.predict("u" + user, "i" + item).value() - (user % 2 == item % 2 ? 5 : 1);
                squares += error * error / (60 * 40);
            }
        }
        assertThat(Math.sqrt(squares)).isLessThan(0.2);
    }
}
