package rung.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.Execution;
import rung.RankRange;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.file.model.ModelFile;
import rung.linalg.Workers;
import rung.lists.Scored;
import rung.lists.Seen;
import rung.preferences.PreferenceModel;
import rung.preferences.PreferenceTrainer;
import rung.ratings.Blend;
import rung.ratings.By;
import rung.ratings.ListOptions;
import rung.ratings.Model;
import rung.ratings.Recommender;
import rung.spark.block.HeldOutPairs;

/** Preferences by the estimator and its model, against the core's trainer and lists. */
class ImplicitPrefsTest {
    private static final Generated DATA = Generated.choices(120, 50, 4, 5, 2);
    private static final int RANK = 6;
    private static final double LAMBDA = 0.7;
    private static final double ALPHA = 0.3;
    private static final long SEED = 5;

    private static Dataset<Row> frame;
    private static RankConstrainedModel model;
    private static PreferenceModel core;

    private static RankConstrained told() {
        return new RankConstrained()
                .setImplicitPrefs(true)
                .setRank(RANK)
                .setRegParam(LAMBDA)
                .setAlpha(ALPHA)
                .setSeed(SEED)
                .setBlockSize(16);
    }

    private static PreferenceTrainer trainer() {
        return PreferenceTrainer.byDefault()
                .withAlpha(ALPHA)
                .with(Execution.byDefault().withSeed(SEED));
    }

    private static Ratings events() {
        return DATA.ratings().withMeaning(Meaning.WEIGHT);
    }

    @BeforeAll
    static void train() {
        frame = DATA.frame().repartition(3).cache();
        model = told().setNumBlocks(3).fit(frame);
        core = trainer()
                .withRanks(RankRange.exactly(RANK))
                .withPenalty(LAMBDA)
                .train(events(), events().split(0.1, 1))
                .model();
    }

    private static PreferenceModel preferences(RankConstrainedModel of) {
        return of.toCore().preferences().orElseThrow();
    }

    /* The scores of all users and items, ‖found − expected‖ ≤ tolerance·‖expected‖. */
    private static void sameScores(PreferenceModel found, PreferenceModel expected, double tolerance) {
        float[] row = new float[DATA.columns()];
        float[] expectedRow = new float[DATA.columns()];
        double difference = 0;
        double size = 0;
        for (int user = 0; user < DATA.rows(); user++) {
            found.scorer().score(user, row);
            expected.scorer().score(user, expectedRow);
            for (int item = 0; item < row.length; item++) {
                difference += Math.pow(row[item] - expectedRow[item], 2);
                size += Math.pow(expectedRow[item], 2);
            }
        }
        assertThat(Math.sqrt(difference)).isLessThan(tolerance * Math.sqrt(size));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 3", "5, 7"})
    void givesTheAnswerOfTheCore(int partitions, int blocks) {
        RankConstrainedModel found = told().setNumBlocks(blocks).fit(frame.repartition(partitions));
        sameScores(preferences(found), core, 1e-6);
        assertThat(found.rank()).isEqualTo(core.rank()).isEqualTo(RANK);
        assertThat(preferences(found).penalty().alpha()).isEqualTo(ALPHA);
        assertThat(preferences(found).penalty().lambda()).isCloseTo(LAMBDA, within(1e-12));
        assertThat(found.objectiveHistory()).hasSize(3);
    }

    /* The core holds out other entries, so it is given those that are held out here. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void choosesThePenaltyAsTheCoreDoes(boolean withCounts) {
        HeldOutPairs pairs = new HeldOutPairs(0.2, SEED);
        int[] all = IntStream.range(0, DATA.count()).toArray();
        Ratings events = withCounts ? events() : DATA.ratings().withMeaning(Meaning.RATING);
        Ratings.Split split = new Ratings.Split(
                DATA.part(IntStream.of(all).filter(e -> !isHeldOut(pairs, e)).toArray())
                        .withMeaning(events.meaning()),
                DATA.part(IntStream.of(all).filter(e -> isHeldOut(pairs, e)).toArray())
                        .withMeaning(events.meaning()));
        PreferenceTrainer.Trained expected =
                trainer().withRanks(RankRange.atMost(40)).train(events, split);
        RankConstrainedModel found = new RankConstrained()
                .setImplicitPrefs(true)
                .setAlpha(ALPHA)
                .setSeed(SEED)
                .setHeldOutFraction(0.2)
                .setMaxRank(40)
                .setRatingCol(withCounts ? "rating" : "")
                .setNumBlocks(3)
                .fit(frame);
        assertThat(found.facts().get("preferences")).isEqualTo(expected.description());
        assertThat(expected.ndcg().orElseThrow()).isGreaterThan(0.2);
        sameScores(preferences(found), expected.model(), 1e-4);
    }

    private static boolean isHeldOut(HeldOutPairs pairs, int e) {
        return pairs.has(DATA.user(DATA.users()[e]), DATA.item(DATA.items()[e]));
    }

    @Test
    void transformsPairsToScores() {
        float[] scores = new float[DATA.columns()];
        List<Row> rows = model.transform(frame).collectAsList();
        assertThat(rows).hasSize(DATA.count());
        Model gathered = model.toCore();
        for (Row row : rows) {
            int user = gathered.users().find(String.valueOf(row.getLong(0))).orElseThrow();
            int item = gathered.items().find(String.valueOf(row.getLong(1))).orElseThrow();
            core.scorer().score(user, scores);
            assertThat(row.getFloat(3)).isCloseTo(scores[item], within(2e-5f));
        }
    }

    @Test
    void factorsMultiplyToScores() {
        assertThat(model.userFactors().columns()).containsExactly("id", "features");
        List<Float> user = model.userFactors().orderBy("id").first().getList(1);
        List<Float> item = model.itemFactors().orderBy("id").first().getList(1);
        double sum = 0;
        for (int k = 0; k < RANK; k++) {
            sum += user.get(k) * item.get(k);
        }
        float[] scores = new float[DATA.columns()];
        core.scorer().score(0, scores);
        assertThat(sum).isCloseTo(scores[0], within(2e-5));
        assertThatThrownBy(() -> model.mean()).hasMessageStartingWith("the model was trained on choices");
    }

    @Test
    void isColdTowardStrangersInThreeWays() {
        Dataset<Row> pairs = LocalSpark.session()
                .sql("select * from values (-50L, 0L), (-50L, 1L), (-49L, 0L), (-49L, 1L) as t(user, item)");
        assertThat(model.transform(pairs).filter("isnan(prediction)").count()).isEqualTo(3);
        RankConstrainedModel other = model.copy(ParamMap.empty());
        assertThat(other.setColdStartStrategy("drop").transform(pairs).count()).isEqualTo(1);
        List<Row> biased = other.setColdStartStrategy("bias")
                .transform(pairs)
                .orderBy("user", "item")
                .collectAsList();
        assertThat(biased.get(1).getFloat(2)).isZero();
        assertThat(biased.get(2).getFloat(2))
                .isEqualTo(1e-6f / preferences(model).itemScales()[0]);
        assertThat(biased.get(3).getFloat(2)).isZero();
    }

    /* A model that comes from the core has the same factors, so its scores have the same bits. */
    static void sameLists(RankConstrainedModel spread, Model of, int n, boolean withSeen) {
        List<Row> rows = spread.recommendForAllUsers(n, !withSeen).collectAsList();
        assertThat(rows).hasSize(of.users().size());
        for (Row row : rows) {
            int user = of.users().find(String.valueOf(row.get(0))).orElseThrow();
            List<Scored> expected = of.recommend(user, ListOptions.of(n).withSeen(withSeen));
            List<Row> list = row.getList(1);
            assertThat(list.stream().map(each -> String.valueOf(each.get(0))))
                    .isEqualTo(expected.stream()
                            .map(each -> of.items().name(each.item()))
                            .toList());
            for (int k = 0; k < expected.size(); k++) {
                assertThat(list.get(k).getFloat(1))
                        .isEqualTo((float) expected.get(k).score());
            }
        }
    }

    static void sameLists(RankConstrainedModel spread, Model of) {
        sameLists(spread, of, 7, false);
        sameLists(spread, of, 50, true);
    }

    @Test
    void ranksAsTheCoreDoes() {
        sameLists(model, model.toCore());
    }

    /* The score of a user in the list of an item is that of the item in the list of the user. */
    static void sameFromTheOtherSide(RankConstrainedModel spread, Model of) {
        float[] scores = new float[of.items().size()];
        for (Row row : spread.recommendForAllItems(3, true).collectAsList()) {
            int item = of.items().find(String.valueOf(row.get(0))).orElseThrow();
            float last = Float.POSITIVE_INFINITY;
            for (Row each : row.<Row>getList(1)) {
                int user = of.users().find(String.valueOf(each.get(0))).orElseThrow();
                of.scorers(By.BOTH).get().score(user, scores);
                assertThat(each.getFloat(1))
                        .isCloseTo(scores[item], within(1e-6f))
                        .isLessThanOrEqualTo(last);
                assertThat(of.seen().has(user, item)).isFalse();
                last = each.getFloat(1);
            }
        }
    }

    @Test
    void ranksUsersForItems() {
        sameFromTheOtherSide(model, model.toCore());
        assertThat(model.recommendForItemSubset(frame.filter("item = 0"), 2).count())
                .isEqualTo(1);
        assertThat(model.recommendForUserSubset(frame.filter("user < 0"), 2).count())
                .isEqualTo(8);
    }

    /* Where nothing is learned, lists are by popularity. */
    @Test
    void ranksByPopularityAtRankZero() {
        RankConstrainedModel none = told().setRegParam(1e6).fit(frame);
        assertThat(none.rank()).isZero();
        sameLists(none, none.toCore(), 5, true);
        sameFromTheOtherSide(none, none.toCore());
        Row first = none.recommendForAllUsers(1).first();
        long best = first.<Row>getList(1).get(0).getLong(0);
        int[] counts = none.toCore().seen().usersByItem(DATA.columns());
        int most = IntStream.of(counts).max().orElseThrow();
        assertThat(counts[(int) (best / DATA.item(1))]).isEqualTo(most);
        assertThat(none.transform(frame).filter("prediction > 0").count()).isEqualTo(DATA.count());
    }

    @Test
    void isSavedAndLoaded(@TempDir Path folder) throws Exception {
        String path = folder.resolve("model").toString();
        model.write().overwrite().save(path);
        RankConstrainedModel loaded = RankConstrainedModel.load(path);
        assertThat(loaded.facts()).isEqualTo(model.facts());
        assertThat(bytes(loaded.toCore(), folder)).isEqualTo(bytes(model.toCore(), folder));
        sameLists(loaded, model.toCore(), 3, false);
        told().save(folder.resolve("estimator").toString());
        RankConstrained again = RankConstrained.load(folder.resolve("estimator").toString());
        assertThat(again.getImplicitPrefs()).isTrue();
        assertThat(again.getAlpha()).isEqualTo(ALPHA);
    }

    static byte[] bytes(Model of, Path folder) throws Exception {
        Path file = folder.resolve("model.rung");
        ModelFile.write(file, of);
        return Files.readAllBytes(file);
    }

    /* Ratings and preferences from the core: the same lists by both, and the same file after the way to Spark, a folder, and back. */
    @Test
    void keepsBothPartsOfAModelOfTheCore(@TempDir Path folder) throws Exception {
        Model both = Recommender.byDefault()
                .withRank(2)
                .withRounds(3)
                .train(DATA.ratings())
                .model();
        assertThat(both.ratings()).isPresent();
        Model blended = new Model(
                both.users(),
                both.items(),
                both.ratings(),
                both.preferences(),
                new Blend(both.blend().mean(), both.blend().spread(), 0.75),
                both.seen(),
                both.facts(),
                both.path());
        assertThat(blended.preferences().orElseThrow().rank()).isPositive();
        RankConstrainedModel spread = RankConstrainedModel.fromCore(LocalSpark.session(), blended, DataTypes.LongType);
        sameLists(spread, blended);
        sameFromTheOtherSide(spread, blended);
        Row row = spread.transform(frame).first();
        double rating = blended.predict(String.valueOf(row.getLong(0)), String.valueOf(row.getLong(1)))
                .value();
        assertThat((double) row.getFloat(3)).isCloseTo(rating, within(1e-5));
        spread.write().save(folder.resolve("both").toString());
        RankConstrainedModel loaded =
                RankConstrainedModel.load(folder.resolve("both").toString());
        sameLists(loaded, blended, 3, false);
        assertThat(bytes(loaded.toCore(), folder)).isEqualTo(bytes(blended, folder));
    }

    @Test
    void keepsCountsOfAModelOfTheCore(@TempDir Path folder) throws Exception {
        Model of = new Model(
                events().users(),
                events().items(),
                Optional.empty(),
                Optional.of(core),
                Blend.NONE,
                Seen.withCounts(events(), Workers.ONE),
                Map.of(),
                List.of());
        assertThat(core.typical()).isPositive();
        RankConstrainedModel spread = RankConstrainedModel.fromCore(LocalSpark.session(), of, DataTypes.StringType);
        assertThat(bytes(spread.toCore(), folder)).isEqualTo(bytes(of, folder));
        Model trained = model.toCore();
        for (int user = 0; user < DATA.rows(); user++) {
            assertThat(trained.seen().of(user)).isEqualTo(of.seen().of(user));
            assertThat(trained.seen().counts(user)).isEqualTo(of.seen().counts(user));
        }
    }

    private static Dataset<Row> values(String rows) {
        return LocalSpark.session().sql("select * from values " + rows + " as t(user, item, rating)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(1, 2, 3d), (1, 3, -1d) | weights must not be negative, got -1.0 of user 1 and item 3",
                "('a', 'x', 3d), ('b', 'y', -0.5d) | weights must not be negative, got -0.5 of user 'b' and item 'y'",
                "(1, 2, 3d), (1, 3, null) | weights must be finite numbers, got null of user 1 and item 3",
                "(1, 2, 0d), (1, 3, 0d) | there must be at least one row that weighs more than 0, got none",
            })
    void refusesBadInputWithASentence(String rows, String sentence) {
        assertThatThrownBy(() -> told().fit(values(rows).repartition(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }

    @Test
    void refusesWhatIsForRatings() {
        assertThatThrownBy(() -> told().setBiases(true).fit(frame))
                .hasMessage(
                        "biases must not be set if implicitPrefs is true, got true: preferences are fitted without");
        assertThatThrownBy(() -> told().setAlpha(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void learnsFromOneRow() {
        Dataset<Row> one = values("(1, 2, 3d)");
        RankConstrainedModel found =
                new RankConstrained().setImplicitPrefs(true).fit(one);
        assertThat(found.transform(one).first().getFloat(3)).isPositive();
        assertThat(found.recommendForAllUsers(3, true).first().getList(1)).isEmpty();
        assertThat(new RankConstrained()
                        .setImplicitPrefs(true)
                        .setRegParam(0)
                        .fit(one)
                        .transform(one)
                        .first()
                        .getFloat(3))
                .isPositive();
    }

    /* Rows of weight 0 are not there, and those of one pair are added up. */
    @Test
    void addsUpRowsOfOnePair() {
        String rows = "(1, 2, 2d), (1, 2, 3d), (1, 3, 1d), (2, 2, 4d), (2, 3, 2d), (3, 2, 1d), (9, 9, 0d)";
        String sums = "(1, 2, 5d), (1, 3, 1d), (2, 2, 4d), (2, 3, 2d), (3, 2, 1d)";
        RankConstrained estimator = told().setRank(1).setNumBlocks(2);
        RankConstrainedModel found = estimator.fit(values(rows).repartition(3));
        assertThat(found.facts()).containsEntry("choices", "5").containsEntry("duplicates", "1");
        List<Row> expected = estimator
                .fit(values(sums))
                .transform(values(sums))
                .orderBy("user", "item")
                .collectAsList();
        assertThat(found.transform(values(sums)).orderBy("user", "item").collectAsList())
                .isEqualTo(expected);
        assertThatThrownBy(() -> told().setDuplicates("error").fit(values(rows)))
                .hasMessageStartingWith("each pair must have one rating, got several of user 1 and item 2;");
    }

    @Test
    void stopsAsTold() {
        assertThat(told().setMaxSeconds(1e-9).fit(frame).path()).isEmpty();
        assertThat(told().setMaxIter(1).fit(frame).path()).hasSize(1);
    }
}
