package rung.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.RankRange;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.preferences.PreferenceModel;
import rung.preferences.PreferenceTrainer;
import rung.ratings.Model;
import rung.ratings.Recommender;
import rung.spark.block.HeldOutPairs;

/** On a cluster of several processes, of which all that compute are killed, one after the other. It has no folder for checkpoints. */
@Tag("slow")
@Timeout(1500)
class ClusterTest {
    private static final Generated DATA = Generated.of(120, 50, 15, 2, 0.3, 9);
    private static final int RANK = 2;
    private static final int ROUNDS = 2;

    private static final Generated CHOICES = Generated.choices(120, 50, 4, 5, 2);
    private static final int MAX_RANK = 6;

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

    /* Both executors are lost in one fit, unless a busy machine takes longer to replace the first than to fit: then in the next. */
    private static RankConstrainedModel fitWithLosses(RankConstrained estimator, Dataset<Row> frame, int jobs) {
        try (Losses losses = new Losses(session, cluster, jobs)) {
            RankConstrainedModel model = estimator.fit(frame);
            for (int again = 0; losses.count() < 2 && again < 20; again++) {
                model = estimator.fit(frame);
            }
            assertThat(losses.count()).isEqualTo(2);
            return model;
        }
    }

    @Test
    void predictsTheSameThoughAllExecutorsAreKilledInTheFitAndAfterIt() throws Exception {
        Model core = Recommender.byDefault()
                .withRank(RANK)
                .withRounds(ROUNDS)
                .train(DATA.ratings())
                .model();
        Dataset<Row> frame = DATA.frame(session).repartition(4);
        List<Row> calm = predictions(ratings().fit(frame), frame);
        for (Row row : calm) {
            double expected = core.predict(String.valueOf(row.getLong(0)), String.valueOf(row.getLong(1)))
                    .value();
            assertThat((double) row.getFloat(3)).isCloseTo(expected, within(1e-3));
        }
        RankConstrainedModel model = fitWithLosses(ratings(), frame, 25);
        assertThat(predictions(model, frame)).isEqualTo(calm);
        for (ProcessHandle executor : cluster.executors()) {
            cluster.replace(executor, session);
        }
        assertThat(predictions(model, frame)).isEqualTo(calm);
    }

    /** With the choice of the penalty, so that all kinds of jobs run. */
    @Test
    void prefersTheSameThoughAllExecutorsAreKilled() throws Exception {
        HeldOutPairs pairs = new HeldOutPairs(0.2, 0);
        Ratings all = CHOICES.ratings().withMeaning(Meaning.WEIGHT);
        PreferenceModel core = PreferenceTrainer.byDefault()
                .withRanks(RankRange.atMost(MAX_RANK))
                .train(all, new Ratings.Split(part(pairs, false), part(pairs, true)))
                .model();
        Dataset<Row> frame = CHOICES.frame(session).repartition(4);
        RankConstrainedModel model = fitWithLosses(implicit(), frame, 40);
        List<Row> scores = predictions(model, frame);
        float[] expected = new float[CHOICES.columns()];
        for (Row row : scores) {
            int user = all.users().find(String.valueOf(row.getLong(0))).orElseThrow();
            int item = all.items().find(String.valueOf(row.getLong(1))).orElseThrow();
            core.scorer().score(user, expected);
            assertThat(row.getFloat(3)).isCloseTo(expected[item], within(1e-4f));
        }
        for (ProcessHandle executor : cluster.executors()) {
            cluster.replace(executor, session);
        }
        assertThat(predictions(model, frame)).isEqualTo(scores);
    }

    /** What the cluster may send the driver in one job is less than 8 bytes for each user. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sendsTheDriverNothingThatGrowsWithUsersAndWarnsOfNothing(boolean isImplicit) {
        int users = 60_000;
        Dataset<Row> many = session.range(0, 3 * users, 1, 2)
                .selectExpr(
                        "id % " + users + " as user",
                        "pmod(xxhash64(id, 1), 30) as item",
                        "cast(1 + pmod(xxhash64(id, 2), 5) as float) as rating");
        try (Warnings warnings = new Warnings(session)) {
            RankConstrainedModel model = new RankConstrained()
                    .setImplicitPrefs(isImplicit)
                    .setRegParam(0.1)
                    .setRank(2)
                    .setMaxIter(1)
                    .fit(many);
            assertThat(model.userFactors().count()).isEqualTo(users);
            assertThat(warnings.all()).isEmpty();
        }
    }

    private static Ratings part(HeldOutPairs pairs, boolean isHeldOut) {
        int[] chosen = IntStream.range(0, CHOICES.count())
                .filter(e -> pairs.has(CHOICES.user(CHOICES.users()[e]), CHOICES.item(CHOICES.items()[e])) == isHeldOut)
                .toArray();
        return CHOICES.part(chosen).withMeaning(Meaning.WEIGHT);
    }

    private static RankConstrained implicit() {
        return new RankConstrained()
                .setImplicitPrefs(true)
                .setMaxRank(MAX_RANK)
                .setHeldOutFraction(0.2)
                .setNumBlocks(2);
    }

    private static RankConstrained ratings() {
        return new RankConstrained().setRank(RANK).setMaxIter(ROUNDS).setNumBlocks(2);
    }

    private static List<Row> predictions(RankConstrainedModel model, Dataset<Row> frame) {
        return model.transform(frame).orderBy("user", "item").collectAsList();
    }
}
