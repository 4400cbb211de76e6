package rung.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Execution;
import rung.RankRange;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.lists.Scored;
import rung.preferences.PreferenceModel;
import rung.preferences.PreferenceTrainer;
import rung.ratings.ListOptions;
import rung.ratings.Model;
import rung.ratings.Recommender;

/** On a cluster of several processes, of which all that compute are killed, one after the other. It has no folder for checkpoints. */
@Tag("slow")
@Timeout(1500)
class ClusterTest {
    /* Items differ much in their ratings, so that biases are known soon, and jobs are few. */
    private static final Generated DATA = Generated.of(120, 50, 15, 2, 0.3, 9).tilted(0.2);
    private static final int RANK = 2;
    private static final int ROUNDS = 1;

    private static final Generated CHOICES = Generated.choices(120, 50, 4, 5, 2);
    private static final int MAX_RANK = 6;

    private static final Generated BOTH = BothPartsTest.DATA.tilted(0.5);
    private static final double FEW = 0.005; // held out: too few to choose by
    private static final int LENGTH = 4;

    private static Cluster cluster;
    private static SparkSession session;

    @BeforeAll
    @Timeout(1500)
    static void start(@TempDir Path home) throws Exception {
        LocalSpark.stop();
        cluster = Cluster.start(home, 2);
        session = cluster.session();
    }

    @AfterAll
    static void stop() {
        session.stop();
        cluster.close();
    }

    /** What a model predicts for the pairs it was trained on, which should be what the core predicts. */
    private record Answers(
            RankConstrainedModel model, Dataset<Row> frame, ToDoubleBiFunction<String, String> core, double tolerance) {
        void areThoseOfTheCore() {
            List<Row> rows = model.transform(frame).collectAsList();
            assertThat(rows).hasSize((int) frame.count());
            for (Row row : rows) {
                double expected = core.applyAsDouble(String.valueOf(row.getLong(0)), String.valueOf(row.getLong(1)));
                assertThat((double) row.getFloat(3)).isCloseTo(expected, within(tolerance));
            }
        }
    }

    /** Each fit takes its executors from the models before it, too. */
    @Test
    void answersAsTheCoreThoughAllExecutorsAreKilledInTheFitAndAfterIt() {
        Answers ratings = ratings();
        preferences().areThoseOfTheCore();
        Model core = BothPartsTest.recommender()
                .withRank(RANK)
                .withRounds(ROUNDS)
                .train(BOTH.ratings(), BothPartsTest.split(BOTH, FEW, BothPartsTest.SEED))
                .model();
        Answers both = both(core);
        both.areThoseOfTheCore();
        cluster.replaceAll();
        both.areThoseOfTheCore();
        assertThat(session.sparkContext().getRDDStorageInfo()) // or each step would be computed for every step after it
                .anyMatch(rdd -> rdd.storageLevel().equals(StorageLevel.DISK_ONLY()) && rdd.numCachedPartitions() > 0);
        sameLists(both.model(), core);
        ratings.areThoseOfTheCore();
    }

    private static RankConstrainedModel fitWithLosses(RankConstrained estimator, Dataset<Row> frame, String... steps) {
        try (Losses losses = new Losses(cluster, List.of(steps))) {
            RankConstrainedModel model = estimator.fit(frame);
            assertThat(losses.count()).isEqualTo(steps.length);
            return model;
        }
    }

    /* All executors that there were at the beginning are lost, one after the other. */
    private static Answers ratings() {
        Model core = Recommender.byDefault()
                .withRank(RANK)
                .withRounds(ROUNDS)
                .train(DATA.ratings())
                .model();
        Dataset<Row> frame = DATA.frame(session).repartition(2);
        RankConstrained estimator =
                new RankConstrained().setRank(RANK).setMaxIter(ROUNDS).setNumBlocks(2);
        RankConstrainedModel model = fitWithLosses(estimator, frame, "fitting, step 1", "fitting, step 2");
        return new Answers(
                model, frame, (user, item) -> core.predict(user, item).value(), 1e-3);
    }

    /* The penalty is chosen, so that all kinds of jobs run. */
    private static Answers preferences() {
        Ratings all = CHOICES.ratings().withMeaning(Meaning.WEIGHT);
        Ratings.Split split = BothPartsTest.split(CHOICES, BothPartsTest.HELD_OUT, BothPartsTest.SEED);
        PreferenceModel core = PreferenceTrainer.byDefault()
                .withRanks(RankRange.atMost(MAX_RANK))
                .with(Execution.byDefault().withSeed(BothPartsTest.SEED))
                .train(
                        all,
                        new Ratings.Split(
                                split.train().withMeaning(Meaning.WEIGHT),
                                split.heldOut().withMeaning(Meaning.WEIGHT)))
                .model();
        Dataset<Row> frame = CHOICES.frame(session).repartition(2);
        RankConstrained estimator = new RankConstrained()
                .setImplicitPrefs(true)
                .setMaxRank(MAX_RANK)
                .setHeldOutFraction(BothPartsTest.HELD_OUT)
                .setSeed(BothPartsTest.SEED)
                .setNumBlocks(2);
        RankConstrainedModel model = fitWithLosses(estimator, frame, "choosing preferences");
        float[] scores = new float[CHOICES.columns()];
        return new Answers(
                model,
                frame,
                (user, item) -> {
                    core.scorer().score(all.users().find(user).orElseThrow(), scores);
                    return scores[all.items().find(item).orElseThrow()];
                },
                1e-4);
    }

    /* One executor is lost while preferences are fitted, the other while ratings are. */
    private static Answers both(Model core) {
        Dataset<Row> frame = BOTH.frame(session).repartition(2);
        RankConstrained estimator =
                BothPartsTest.estimator().setRank(RANK).setMaxIter(ROUNDS).setHeldOutFraction(FEW);
        RankConstrainedModel model = fitWithLosses(estimator, frame, "fitting preferences", "fitting, step 1");
        return new Answers(
                model, frame, (user, item) -> core.predict(user, item).value(), 1e-3);
    }

    private static void sameLists(RankConstrainedModel model, Model core) {
        List<Row> rows = model.recommendForAllUsers(LENGTH, true).collectAsList();
        assertThat(rows).hasSize(core.users().size());
        for (Row row : rows) {
            int user = core.users().find(String.valueOf(row.getLong(0))).orElseThrow();
            List<Scored> expected = core.recommend(user, ListOptions.of(LENGTH));
            List<Row> list = row.getList(1);
            assertThat(list).hasSameSizeAs(expected);
            for (int k = 0; k < expected.size(); k++) {
                assertThat((double) list.get(k).getFloat(1))
                        .isCloseTo(expected.get(k).score(), within(1e-3));
            }
        }
    }

    /** What the cluster may send the driver in one job is less than 8 bytes for each user. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sendsTheDriverNothingThatGrowsWithUsersAndWarnsOfNothing(boolean isImplicit) {
        int users = 1 + Cluster.MOST_KILOBYTES * 1024 / 8;
        Dataset<Row> many = session.range(0, users, 1, 2)
                .selectExpr(
                        "id as user",
                        "pmod(xxhash64(id, 1), 30) as item",
                        "cast(1 + pmod(xxhash64(id, 1), 30) / 6 + pmod(xxhash64(id, 2), 2) as float) as rating");
        try (Warnings warnings = new Warnings(session)) {
            RankConstrainedModel model = new RankConstrained()
                    .setImplicitPrefs(isImplicit)
                    .setRegParam(0.1)
                    .setRank(1)
                    .setMaxIter(1)
                    .fit(many);
            assertThat(model.userFactors().count()).isEqualTo(users);
            assertThat(warnings.all()).isEmpty();
        }
    }
}
