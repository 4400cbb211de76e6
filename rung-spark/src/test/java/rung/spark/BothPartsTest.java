package rung.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.data.Ratings;
import rung.lists.Scored;
import rung.ratings.By;
import rung.ratings.ListOptions;
import rung.ratings.Model;
import rung.ratings.Part;
import rung.ratings.Recommender;
import rung.spark.block.HeldOutPairs;

/** Ratings and preferences in one fit, against the core's recommender, which is given the entries that are held out here. */
@Tag("slow")
class BothPartsTest {
    /* Few items, so that all directions of what is chosen are well told from one another, and rounding does not turn them. */
    static final Generated DATA = Generated.choices(200, 12, 3, 5, 2);
    private static final Generated MORE = Generated.choices(120, 50, 4, 5, 2);
    private static final int RANK = 2;
    private static final int ROUNDS = 3;
    static final long SEED = 5;
    static final double HELD_OUT = 0.2;

    /** The most that two chains of the same seed may differ by, relative to chains of two seeds. */
    private static final double CHAIN = 0.2;

    private static Dataset<Row> frame;
    private static RankConstrainedModel told;
    private static Model core;

    static RankConstrained estimator() {
        return new RankConstrained()
                .setParts("both")
                .setMaxIter(ROUNDS)
                .setSeed(SEED)
                .setHeldOutFraction(HELD_OUT)
                .setNumBlocks(3)
                .setBlockSize(16);
    }

    static Ratings.Split split(Generated data, double fraction, long seed) {
        HeldOutPairs pairs = new HeldOutPairs(fraction, seed);
        return data.ratings().split(e -> pairs.has(data.user(data.users()[e]), data.item(data.items()[e])));
    }

    static Recommender recommender() {
        return Recommender.byDefault().withRounds(ROUNDS).withSeed(SEED);
    }

    private static Recommender.Trained trained(Recommender recommender) {
        return recommender.train(DATA.ratings(), split(DATA, HELD_OUT, SEED));
    }

    @BeforeAll
    static void train() {
        frame = DATA.frame().repartition(3).cache();
        told = estimator().setRank(RANK).fit(frame);
        core = trained(recommender().withRank(RANK)).model();
    }

    /* The scores of all users, one after the other. */
    private static float[] scores(Model model, By by) {
        float[] all = new float[DATA.rows() * DATA.columns()];
        float[] scores = new float[DATA.columns()];
        for (int user = 0; user < DATA.rows(); user++) {
            model.scorers(by).get().score(user, scores);
            System.arraycopy(scores, 0, all, user * scores.length, scores.length);
        }
        return all;
    }

    private static double distance(float[] x, float[] y) {
        double squares = 0;
        for (int k = 0; k < x.length; k++) {
            squares += (x[k] - y[k]) * (x[k] - y[k]);
        }
        return Math.sqrt(squares / x.length);
    }

    /*
     * Predictions and lists of all users, and what links both parts. A chain of draws magnifies rounding, on some processors by a
     * thousand times; chains of different seeds are far from each other.
     */
    private static void same(RankConstrainedModel found, Model expected, Model ofOtherSeed) {
        Model gathered = found.toCore();
        assertThat(gathered.preferences().orElseThrow().rank())
                .isEqualTo(expected.preferences().orElseThrow().rank())
                .isPositive();
        for (By by : List.of(By.RATING, By.BOTH)) {
            float[] scores = scores(expected, by);
            assertThat(distance(scores(gathered, by), scores))
                    .isLessThan(CHAIN * distance(scores(ofOtherSeed, by), scores));
        }
        assertThat(distance(scores(gathered, By.PREFERENCE), scores(expected, By.PREFERENCE)))
                .isLessThan(1e-5);
        assertThat(gathered.blend().mean()).isCloseTo(expected.blend().mean(), within(1e-6));
        assertThat(gathered.blend().spread()).isCloseTo(expected.blend().spread(), within(1e-5));
        assertThat(gathered.blend().power()).isEqualTo(expected.blend().power());
        float[] links = gathered.factors().rows().links();
        float[] expectedLinks = expected.factors().rows().links();
        assertThat(links).hasSameSizeAs(expectedLinks).isNotEmpty();
        assertThat(distance(links, expectedLinks))
                .isLessThan(CHAIN * distance(ofOtherSeed.factors().rows().links(), expectedLinks));
        assertThat(gathered.factors().columns().links()).hasSameSizeAs(links);
        assertThat(gathered.factors().columns().hints()).isEmpty();
    }

    @Test
    void givesTheAnswerOfTheCore() {
        Model otherSeed =
                trained(recommender().withRank(RANK).withSeed(SEED + 1)).model();
        same(told, core, otherSeed);
        Set<Integer> before = LocalSpark.context().getPersistentRDDs().keySet();
        RankConstrainedModel other = estimator().setRank(RANK).setNumBlocks(7).fit(frame.repartition(5));
        same(other, core, otherSeed);
        Set<Integer> after =
                new HashSet<>(LocalSpark.context().getPersistentRDDs().keySet());
        after.removeAll(before);
        assertThat(after).hasSize(2); // the users and the items of the model
    }

    /* What the held-out entries chose, and how good lists on them are, in the words of the core. */
    @Test
    void tellsHowItCameAboutAsTheCoreDoes() {
        for (String fact : List.of("preferences", "lists", "held-out lists")) {
            assertThat(told.facts()).containsEntry(fact, core.facts().get(fact));
        }
        assertThat(told.facts().get("lists")).endsWith("^0.50");
        assertThat(told.objectiveHistory()).hasSize(RANK + ROUNDS);
        assertThat(told.rank()).isEqualTo(RANK);
    }

    /* What is popular is rated lower, or higher: how much ratings count in lists is chosen anew, as all else is. */
    @ParameterizedTest
    @ValueSource(doubles = {-0.07, 0.05})
    void choosesAllThatTheCoreChooses(double slope) {
        Generated tilted = MORE.tilted(slope);
        Model expected = recommender()
                .withMaxRank(3)
                .train(tilted.ratings(), split(tilted, HELD_OUT, SEED))
                .model();
        RankConstrainedModel found =
                estimator().setMaxRank(3).fit(tilted.frame().repartition(2));
        for (String fact : List.of("preferences", "lists", "held-out lists")) {
            assertThat(found.facts()).containsEntry(fact, expected.facts().get(fact));
        }
        assertThat(found.facts()).containsKeys("held-out errors", "held-out residuals");
        assertThat(found.rank()).isBetween(0, 3);
        assertThat(found.toCore().preferences().orElseThrow().rank()).isEqualTo(3);
    }

    @Test
    void predictsRatingsAndRanksByBoth() {
        Model gathered = told.toCore();
        for (Row row : told.transform(frame).collectAsList()) {
            double expected = gathered.predict(String.valueOf(row.getLong(0)), String.valueOf(row.getLong(1)))
                    .value();
            assertThat((double) row.getFloat(3)).isCloseTo(expected, within(1e-5));
        }
        ImplicitPrefsTest.sameLists(told, gathered, 7, false);
        ImplicitPrefsTest.sameLists(told, gathered, 50, true);
        ImplicitPrefsTest.sameFromTheOtherSide(told, gathered);
        assertThat(told.recommendForUserSubset(frame.filter("user < 0"), 2).count())
                .isEqualTo(8);
        assertThat(told.userFactors().columns()).containsExactly("id", "features", "bias");
    }

    /* A user's list by the core: the same items, unless scores are as close as rounding. */
    @Test
    void ranksAsTheCoreDoes() {
        for (Row row : told.recommendForAllUsers(5, true).collectAsList()) {
            int user = core.users().find(String.valueOf(row.getLong(0))).orElseThrow();
            List<Scored> expected = core.recommend(user, ListOptions.of(5));
            List<Row> list = row.getList(1);
            assertThat(list).hasSameSizeAs(expected);
            for (int k = 0; k < expected.size(); k++) {
                assertThat((double) list.get(k).getFloat(1))
                        .isCloseTo(expected.get(k).score(), within(5e-3));
            }
        }
    }

    @Test
    void isSavedAndLoaded(@TempDir Path folder) throws Exception {
        told.write().overwrite().save(folder.resolve("model").toString());
        RankConstrainedModel loaded =
                RankConstrainedModel.load(folder.resolve("model").toString());
        assertThat(loaded.facts()).isEqualTo(told.facts());
        assertThat(ImplicitPrefsTest.bytes(loaded.toCore(), folder))
                .isEqualTo(ImplicitPrefsTest.bytes(told.toCore(), folder));
        ImplicitPrefsTest.sameLists(loaded, told.toCore(), 3, false);
        estimator().save(folder.resolve("estimator").toString());
        assertThat(RankConstrained.load(folder.resolve("estimator").toString()).getParts())
                .isEqualTo("both");
    }

    /* The values of ratings do not count, so that rows without any give the same. */
    @Test
    void learnsPreferencesAloneFromRatings() {
        RankConstrained alone = new RankConstrained()
                .setParts("preferences")
                .setSeed(SEED)
                .setHeldOutFraction(HELD_OUT)
                .setMaxRank(8)
                .setNumBlocks(2);
        RankConstrainedModel found = alone.fit(frame);
        Model expected =
                trained(recommender().withMaxRank(8).withOnly(Part.PREFERENCES)).model();
        assertThat(found.facts()).containsEntry("preferences", expected.facts().get("preferences"));
        assertThat(found.facts())
                .containsEntry("held-out lists", expected.facts().get("held-out lists"));
        assertThat(found.transform(frame).first().getFloat(3)).isBetween(-1f, 2f);
        assertThatThrownBy(() -> alone.setBiases(false).fit(frame))
                .hasMessage(
                        "biases must not be set if parts is preferences, got false: preferences are fitted without");
    }

    @Test
    void learnsRatingsAloneUnlessItIsTold() {
        RankConstrainedModel alone =
                new RankConstrained().setRank(1).setMaxIter(1).fit(frame);
        assertThat(alone.facts()).doesNotContainKeys("preferences", "lists", "held-out lists");
        assertThat(alone.toCore().preferences()).isEmpty();
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThatThrownBy(() -> estimator().setImplicitPrefs(true).fit(frame))
                .hasMessage(
                        "parts must be preferences if implicitPrefs is true, got both: who chose what tells no ratings");
        assertThatThrownBy(() -> new RankConstrained().setParts("all")).hasMessageContaining("parts");
    }

    /* One rating; ratings that are all the same; too few to hold any out; with a ridge as in ALS. */
    @Test
    void learnsFromLittle() {
        for (int count : new int[] {1, 30}) {
            Dataset<Row> few = LocalSpark.session()
                    .range(count)
                    .selectExpr("id as user", "id % 2 as item", "cast(3 as float) as rating");
            RankConstrainedModel found = new RankConstrained()
                    .setParts("both")
                    .setRegParam(0.1)
                    .setMaxIter(1)
                    .fit(few);
            assertThat(found.transform(few).first().getFloat(3)).isCloseTo(3, within(1e-3f));
            assertThat(found.recommendForAllUsers(2).count()).isEqualTo(count);
            assertThat(found.facts().get("lists")).endsWith("^0.50");
        }
    }
}
