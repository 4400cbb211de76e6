package rung.spark;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.RegressionEvaluator;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.Step;
import rung.file.model.ModelFile;
import rung.lists.Scored;
import rung.ratings.By;
import rung.ratings.ListOptions;
import rung.ratings.Model;
import rung.ratings.Recommender;
import rung.spark.block.HeldOutPairs;

/** The estimator and its model against the core's recommender. */
class RankConstrainedTest {
    private static final Generated DATA = Generated.of(60, 40, 15, 2, 0.3, 3);
    private static final int RANK = 3;
    private static final int ROUNDS = 5;

    private static Dataset<Row> frame;
    private static RankConstrainedModel model;
    private static Model core;

    @BeforeAll
    static void train() {
        frame = DATA.frame().repartition(3).cache();
        model = told().fit(frame);
        core = Recommender.byDefault()
                .withRank(RANK)
                .withRounds(ROUNDS)
                .withSeed(5)
                .train(DATA.ratings())
                .model();
    }

    private static RankConstrained told() {
        return new RankConstrained().setRank(RANK).setMaxIter(ROUNDS).setSeed(5).setBlockSize(16);
    }

    @Test
    void predictsTheSameThoughMemoryKeepsNothing() {
        RankConstrainedModel unkept =
                told().setCheckpointInterval(-1).setFinalStorageLevel("NONE").fit(frame);
        List<Row> again = unkept.transform(frame).orderBy("user", "item").collectAsList();
        List<Row> rows = model.transform(frame).orderBy("user", "item").collectAsList();
        assertThat(again).hasSameSizeAs(rows);
        for (int k = 0; k < rows.size(); k++) {
            assertThat(again.get(k).getFloat(3)).isCloseTo(rows.get(k).getFloat(3), within(1e-4f));
        }
    }

    /* What is expected of a newcomer, too, by way of the core's file and back. */
    @Test
    void keepsTheHintsOfTheCore() {
        float[] hints = core.factors().columns().hints();
        assertThat(hints).hasSize(DATA.columns() * (RANK + 1));
        float[] spread = model.toCore().factors().columns().hints();
        float[] back = RankConstrainedModel.fromCore(LocalSpark.session(), core, DataTypes.StringType)
                .toCore()
                .factors()
                .columns()
                .hints();
        assertThat(back).isEqualTo(hints);
        assertThat(spread).hasSameSizeAs(hints);
        for (int k = 0; k < hints.length; k++) {
            assertThat(spread[k]).isCloseTo(hints[k], within(1e-3f));
        }
    }

    @Test
    void predictsWhatTheCorePredicts() {
        Dataset<Row> predicted = model.transform(frame);
        assertThat(predicted.columns()).containsExactly("user", "item", "rating", "prediction");
        List<Row> rows = predicted.collectAsList();
        assertThat(rows).hasSize(DATA.count());
        for (Row row : rows) {
            double expected = core.predict(String.valueOf(row.getLong(0)), String.valueOf(row.getLong(1)))
                    .value();
            assertThat((double) row.getFloat(3)).isCloseTo(expected, within(1e-3));
        }
    }

    @Test
    void tellsTheObjectiveOfEachStep() {
        assertThat(model.rank()).isEqualTo(RANK);
        assertThat(model.objectiveHistory()).hasSize(RANK + ROUNDS);
        for (int k = 0; k < RANK + ROUNDS; k++) {
            double expected = core.path().get(k).value();
            assertThat(model.objectiveHistory()[k]).isCloseTo(expected, within(1e-3 * expected));
        }
        assertThat(model.facts()).containsEntry("seed", "5").containsKey("stop");
        assertThat(model.userFactors().columns()).containsExactly("id", "features", "bias");
        assertThat(model.userFactors().count()).isEqualTo(DATA.rows());
        assertThat(model.itemFactors().first().getList(1)).hasSize(RANK);
    }

    @Test
    void isColdTowardStrangersInThreeWays() {
        Dataset<Row> pairs = LocalSpark.session()
                .sql("select * from values (-50L, 0L), (-50L, 1L), (-49L, 0L), (-49L, 1L), (cast(null as bigint), 0L)"
                        + " as t(user, item)");
        List<Row> nan = model.transform(pairs).collectAsList();
        assertThat(nan).hasSize(5);
        for (Row row : nan) {
            boolean isKnown = !row.isNullAt(0) && row.getLong(0) == -50 && row.getLong(1) == 0;
            assertThat(Float.isNaN(row.getFloat(2))).isEqualTo(!isKnown);
        }
        RankConstrainedModel other = model.copy(ParamMap.empty());
        assertThat(other.setColdStartStrategy("drop").transform(pairs).count()).isEqualTo(1);
        for (Row row : other.setColdStartStrategy("bias").transform(pairs).collectAsList()) {
            double expected = core.predict(String.valueOf(row.get(0)), String.valueOf(row.getLong(1)))
                    .value();
            assertThat((double) row.getFloat(2)).isCloseTo(expected, within(1e-3));
        }
        assertThat(model.getColdStartStrategy()).isEqualTo("nan");
        assertThatThrownBy(() -> other.setColdStartStrategy("guess")).hasMessageContaining("coldStartStrategy");
    }

    @Test
    void comparesIdsOfOtherTypes() {
        Dataset<Row> asText =
                frame.limit(20).select(col("user").cast("string"), col("item").cast("double"));
        List<Row> rows = model.transform(asText).collectAsList();
        assertThat(rows).hasSize(20).noneMatch(row -> Float.isNaN(row.getFloat(2)));
    }

    private static void checkRecommendations(Dataset<Row> found, int users, int n, boolean withSeen) {
        List<Row> rows = found.collectAsList();
        assertThat(rows).hasSize(users);
        for (Row row : rows) {
            int user = core.users().find(String.valueOf(row.getLong(0))).orElseThrow();
            List<Scored> expected =
                    core.recommend(user, ListOptions.of(n).withSeen(withSeen).withBy(By.RATING));
            List<Row> recommended = row.getList(1);
            assertThat(recommended).hasSameSizeAs(expected);
            for (int k = 0; k < expected.size(); k++) {
                assertThat((double) recommended.get(k).getFloat(1))
                        .isCloseTo(
                                Math.min(
                                        core.high(),
                                        Math.max(core.low(), expected.get(k).score())),
                                within(2e-3));
            }
            Set<String> items =
                    recommended.stream().map(r -> String.valueOf(r.getLong(0))).collect(Collectors.toSet());
            assertThat(items).hasSize(expected.size());
            if (!withSeen) {
                assertThat(IntStream.of(core.seen().of(user)).mapToObj(core.items()::name))
                        .doesNotContainAnyElementsOf(items);
            }
        }
    }

    @Test
    void recommendsToUsers() {
        Dataset<Row> all = model.recommendForAllUsers(4);
        assertThat(all.columns()).containsExactly("user", "recommendations");
        checkRecommendations(all, DATA.rows(), 4, true);
        checkRecommendations(model.recommendForAllUsers(40, true), DATA.rows(), 40, false);
        Dataset<Row> some = frame.filter("user < 0")
                .union(frame.limit(1).withColumn("user", col("user").plus(1)));
        checkRecommendations(model.recommendForUserSubset(some, 3, true), 8, 3, false);
    }

    @Test
    void recommendsItemsTheirUsers() {
        List<Row> rows = model.recommendForAllItems(DATA.rows(), true).collectAsList();
        assertThat(rows).hasSize(DATA.columns());
        for (Row row : rows) {
            int item = core.items().find(String.valueOf(row.getLong(0))).orElseThrow();
            List<Row> users = row.getList(1);
            long raters = IntStream.of(DATA.items()).filter(i -> i == item).count();
            assertThat(users).hasSize(DATA.rows() - (int) raters);
            double last = Double.POSITIVE_INFINITY;
            for (Row of : users) {
                int user = core.users().find(String.valueOf(of.getLong(0))).orElseThrow();
                assertThat((double) of.getFloat(1))
                        .isCloseTo(core.predict(user, item).value(), within(1e-3))
                        .isLessThanOrEqualTo(last);
                last = of.getFloat(1);
            }
        }
        assertThat(model.recommendForItemSubset(frame.filter("item = 0"), 2).collectAsList())
                .hasSize(1);
        assertThatThrownBy(() -> model.recommendForAllItems(0))
                .hasMessage("the number of recommendations must be at least 1, got 0");
    }

    @Test
    void isSavedAndLoaded(@TempDir Path folder) throws Exception {
        String path = folder.resolve("model").toString();
        model.setPredictionCol("score").write().overwrite().save(path);
        RankConstrainedModel loaded = RankConstrainedModel.load(path);
        model.setPredictionCol("prediction");
        assertThat(loaded.getPredictionCol()).isEqualTo("score");
        assertThat(loaded.uid()).isEqualTo(model.uid());
        assertThat(loaded.facts()).isEqualTo(model.facts());
        assertThat(loaded.path().stream().map(Step::value))
                .isEqualTo(model.path().stream().map(Step::value).toList());
        assertThat(loaded.transform(frame).select("user", "item", "score").collectAsList())
                .containsExactlyInAnyOrderElementsOf(model.transform(frame)
                        .select("user", "item", "prediction")
                        .collectAsList());
        RankConstrained estimator = told().setAlgorithm("fastGreedy");
        estimator.save(folder.resolve("estimator").toString());
        RankConstrained again = RankConstrained.load(folder.resolve("estimator").toString());
        assertThat(again.getRank()).isEqualTo(RANK);
        assertThat(again.getAlgorithm()).isEqualTo("fastGreedy");
    }

    @Test
    void becomesAModelOfTheCoreAndBack(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("model.rung");
        model.writeCore(file);
        Model read = ModelFile.read(file);
        assertThat(read.users().name(0)).isEqualTo("-50");
        assertThat(read.path()).hasSameSizeAs(core.path());
        for (int user = 0; user < DATA.rows(); user++) {
            assertThat(read.seen().of(user)).isEqualTo(core.seen().of(user));
            for (int item = 0; item < DATA.columns(); item++) {
                assertThat(read.predict(user, item).value())
                        .isCloseTo(core.predict(user, item).value(), within(1e-3));
            }
        }
        RankConstrainedModel back = RankConstrainedModel.fromCore(LocalSpark.session(), read, DataTypes.LongType);
        List<Row> rows = back.transform(model.transform(frame).withColumnRenamed("prediction", "before"))
                .collectAsList();
        assertThat(rows).hasSize(DATA.count());
        rows.forEach(row -> assertThat(row.getFloat(4)).isCloseTo(row.getFloat(3), within(1e-6f)));
        assertThat(back.recommendForAllUsers(2, true).count()).isEqualTo(DATA.rows());
    }

    @Test
    void worksInAPipelineInACrossValidator(@TempDir Path folder) throws Exception {
        RankConstrained estimator = told().setMaxIter(1).setColdStartStrategy("drop");
        Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {estimator});
        ParamMap[] grid = new ParamGridBuilder()
                .addGrid(estimator.rank(), new int[] {1, 2})
                .build();
        CrossValidatorModel found = new CrossValidator()
                .setEstimator(pipeline)
                .setEstimatorParamMaps(grid)
                .setEvaluator(new RegressionEvaluator().setLabelCol("rating").setMetricName("rmse"))
                .setNumFolds(2)
                .setSeed(1)
                .fit(frame);
        assertThat(found.avgMetrics()).hasSize(2).doesNotContain(0).doesNotContain(Double.NaN);
        PipelineModel best = (PipelineModel) found.bestModel();
        best.write().overwrite().save(folder.resolve("pipeline").toString());
        PipelineModel again = PipelineModel.load(folder.resolve("pipeline").toString());
        assertThat(again.transform(frame).count()).isEqualTo(DATA.count());
    }

    @Test
    void choosesTheRankAndStopsAsTold() {
        RankConstrainedModel chosen =
                new RankConstrained().setMaxRank(5).setMaxIter(2).setSeed(1).fit(frame);
        assertThat(chosen.rank()).isBetween(1, 5);
        assertThat(chosen.facts()).containsKey("held-out error");
        assertThat(new RankConstrained()
                        .setRank(6)
                        .setMaxSeconds(1e-9)
                        .fit(frame)
                        .path())
                .isEmpty();
        assertThat(told().setRank(8).setTol(0.5).setMaxIter(0).fit(frame).rank())
                .isLessThan(8);
    }

    /* Moving each residual to the middle of its bin moves the root of the mean of the squares by half a bin at most. */
    @Test
    void theResidualsAreThoseOfTheHeldOutError() {
        RankConstrainedModel chosen =
                new RankConstrained().setMaxRank(3).setMaxIter(1).setSeed(1).fit(frame);
        String[] words = chosen.facts().get("held-out residuals").split("[ :]+");
        double from = Double.parseDouble(words[1]);
        double width = Double.parseDouble(words[3]);
        long[] counts = Arrays.stream(words).skip(4).mapToLong(Long::parseLong).toArray();
        HeldOutPairs pairs = new HeldOutPairs(Recommender.HELD_OUT, 1);
        long heldOut = IntStream.range(0, DATA.count())
                .filter(e -> pairs.has(DATA.user(DATA.users()[e]), DATA.item(DATA.items()[e])))
                .count();
        assertThat(Arrays.stream(counts).sum()).isEqualTo(heldOut);
        double squares = 0;
        for (int bin = 0; bin < counts.length; bin++) {
            squares += counts[bin] * Math.pow(from + (bin + 0.5) * width, 2);
        }
        double error = Double.parseDouble(chosen.facts().get("held-out error"));
        assertThat(Math.sqrt(squares / heldOut)).isCloseTo(error, within(width / 2));
        assertThat(chosen.facts().get("held-out errors")).matches("([0-9.e-]+ at rank [0-9](, )?)+");
    }

    @Test
    void needsTheFrameNoMore(@TempDir Path folder) throws IOException {
        String ratings = folder.resolve("ratings").toString();
        frame.selectExpr("concat('u', user) as user", "concat('i', item) as item", "rating")
                .write()
                .parquet(ratings);
        RankConstrainedModel found =
                told().setMaxIter(1).setRank(1).fit(LocalSpark.session().read().parquet(ratings));
        try (Stream<Path> files = Files.walk(folder.resolve("ratings"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        LocalSpark.session().catalog().clearCache();
        assertThat(found.userFactors().filter("id like 'u%'").count()).isEqualTo(DATA.rows());
        assertThat(found.recommendForAllItems(1).count()).isEqualTo(DATA.columns());
    }

    @Test
    void aStrongRidgeShrinksTheFactors() {
        double loose = squares(told().setMaxIter(2).setRank(2).setRegParam(0.01).fit(frame));
        double tight = squares(told().setMaxIter(2).setRank(2).setRegParam(10).fit(frame));
        assertThat(tight).isPositive().isLessThan(0.2 * loose);
    }

    private static double squares(RankConstrainedModel model) {
        double sum = 0;
        for (Row row : model.userFactors().collectAsList()) {
            for (float x : row.<Float>getList(1)) {
                sum += x * x;
            }
        }
        return sum;
    }

    /** What PySpark's wrappers call. */
    @Test
    void isMadeAndToldByName() throws ReflectiveOperationException {
        RankConstrained estimator = (RankConstrained) Class.forName("rung.spark.RankConstrained")
                .getConstructor(String.class)
                .newInstance("RankConstrained_1");
        assertThat(estimator.uid()).isEqualTo("RankConstrained_1");
        for (String name :
                List.of("rank", "maxIter", "regParam", "seed", "userCol", "coldStartStrategy", "blockSize")) {
            assertThat(estimator.hasParam(name)).as(name).isTrue();
        }
        estimator.set(estimator.getParam("rank").w(2));
        estimator.set(estimator.getParam("maxIter").w(1));
        assertThat(estimator.getRank()).isEqualTo(2);
        RankConstrainedModel found = estimator.fit(frame);
        assertThat(found.rank()).isEqualTo(2);
        assertThat(found.uid()).isEqualTo(estimator.uid());
        assertThat(found.parent()).isSameAs(estimator);
    }

    @Test
    void refusesWhatMeansNothingForDraws() {
        for (String algorithm : List.of("fastLocalSearch", "greedy", "localSearch")) {
            assertThatThrownBy(() -> told().setAlgorithm(algorithm))
                    .hasMessageStartingWith("algorithm must be fastGreedy, got '" + algorithm + "': ");
        }
    }

    @Test
    void climbsWithoutBiases() {
        RankConstrainedModel plain =
                told().setMaxIter(1).setRank(1).setBiases(false).fit(frame);
        plain.userFactors()
                .collectAsList()
                .forEach(row -> assertThat(row.getFloat(2)).isCloseTo(0, within(1e-2f)));
    }

    @Test
    void hasNoMoreBlocksThanUsersOrItems() {
        Dataset<Row> three = frame.sparkSession()
                .sql("select * from values (1, 1, 3d), (2, 1, 4d), (3, 2, 5d) as t(user, item, rating)");
        RankConstrainedModel found =
                told().setRank(1).setMaxIter(1).setNumBlocks(1000).fit(three);
        assertThat(found.facts().get("problem")).endsWith("in 3×2 blocks on Spark");
    }

    @Test
    void takesNamesOfColumnsInBackquotes() {
        Dataset<Row> dotted = frame.withColumnRenamed("user", "the.user").withColumnRenamed("item", "an`item");
        RankConstrainedModel found = told().setRank(1)
                .setMaxIter(1)
                .setUserCol("`the.user`")
                .setItemCol("`an``item`")
                .setRatingCol("`rating`")
                .fit(dotted);
        assertThat(found.transform(dotted).count()).isEqualTo(frame.count());
        assertThat(found.recommendForAllUsers(1).columns()).containsExactly("the.user", "recommendations");
    }

    @Test
    void warnsOfNothing() {
        try (Warnings warnings = new Warnings(frame.sparkSession())) {
            told().setRank(1).setMaxIter(1).fit(frame).transform(frame).count();
            assertThat(warnings.all()).isEmpty();
            JavaRDD<Integer> numbers = LocalSpark.context().parallelize(List.of(1, 2));
            numbers.rdd().localCheckpoint();
            numbers.count();
            numbers.unpersist();
            assertThat(warnings.all()).hasSize(1).first().asString().contains("was locally checkpointed");
        }
    }

    @Test
    void saysWhatItTakesOnTheDriver() {
        assertThat(model.estimatedSize()).isBetween(100L, 100_000L);
    }
}
