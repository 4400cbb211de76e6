package rung.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import rung.RankRange;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.preferences.PreferenceModel;
import rung.preferences.PreferenceTrainer;
import rung.ratings.Model;
import rung.ratings.Recommender;
import rung.spark.block.HeldOutPairs;

/** On a cluster of several processes, one of which dies. */
@Tag("slow")
class ClusterTest {
    private static final Generated DATA = Generated.of(120, 50, 15, 2, 0.3, 9);
    private static final int RANK = 2;
    private static final int ROUNDS = 4;

    private static final Generated CHOICES = Generated.choices(120, 50, 4, 5, 2);
    private static final int MAX_RANK = 20;

    /** Jobs before an executor is killed: in the search for the second pair. */
    private static final int JOBS_BEFORE = 32;

    @Test
    void givesTheSameAnswerThoughAnExecutorIsKilled(@TempDir Path home) throws Exception {
        LocalSpark.stop();
        Model core = Recommender.byDefault()
                .withRank(RANK)
                .withRounds(ROUNDS)
                .train(DATA.ratings())
                .model();
        try (Cluster cluster = Cluster.start(home, 2);
                SparkSession session = cluster.session()) {
            Dataset<Row> frame = DATA.frame(session).repartition(4);
            List<Row> calm = predictions(frame);
            assertThat(cluster.executors()).as(cluster.logs()).hasSize(2);
            for (Row row : calm) {
                double expected = core.predict(String.valueOf(row.getLong(0)), String.valueOf(row.getLong(1)))
                        .value();
                assertThat((double) row.getFloat(3)).isCloseTo(expected, within(1e-3));
            }
            AtomicReference<ProcessHandle> killed = killOneAfter(session, cluster, JOBS_BEFORE);
            List<Row> afterLoss = predictions(frame);
            assertThat(killed.get()).isNotNull();
            assertThat(killed.get().isAlive()).isFalse();
            assertThat(afterLoss).isEqualTo(calm);
        }
    }

    /** With the choice of the penalty, so that all kinds of jobs run; an executor dies where it is told. */
    @Test
    @Timeout(600)
    void prefersTheSameThoughAnExecutorIsKilled(@TempDir Path home) throws Exception {
        LocalSpark.stop();
        HeldOutPairs pairs = new HeldOutPairs(0.2, 0);
        Ratings all = CHOICES.ratings().withMeaning(Meaning.WEIGHT);
        PreferenceModel core = PreferenceTrainer.byDefault()
                .withRanks(RankRange.atMost(MAX_RANK))
                .train(all, new Ratings.Split(part(pairs, false), part(pairs, true)))
                .model();
        try (Cluster cluster = Cluster.start(home, 2);
                SparkSession session = cluster.session()) {
            Dataset<Row> frame = CHOICES.frame(session).repartition(4);
            List<Row> chosen = scores(implicit().setHeldOutFraction(0.2), frame);
            assertThat(cluster.executors()).as(cluster.logs()).hasSize(2);
            float[] scores = new float[CHOICES.columns()];
            for (Row row : chosen) {
                int user = all.users().find(String.valueOf(row.getLong(0))).orElseThrow();
                int item = all.items().find(String.valueOf(row.getLong(1))).orElseThrow();
                core.scorer().score(user, scores);
                assertThat(row.getFloat(3)).isCloseTo(scores[item], within(1e-4f));
            }
            RankConstrained told = implicit().setRegParam(1);
            List<Row> calm = scores(told, frame);
            AtomicReference<ProcessHandle> killed = killOneAfter(session, cluster, JOBS_BEFORE);
            List<Row> afterLoss = scores(told, frame);
            assertThat(killed.get()).isNotNull();
            assertThat(killed.get().isAlive()).isFalse();
            assertThat(afterLoss).isEqualTo(calm);
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
                .setNumBlocks(3)
                .setCheckpointInterval(3);
    }

    private static List<Row> scores(RankConstrained estimator, Dataset<Row> frame) {
        return estimator.fit(frame).transform(frame).orderBy("user", "item").collectAsList();
    }

    private static List<Row> predictions(Dataset<Row> frame) {
        return new RankConstrained()
                .setRank(RANK)
                .setMaxIter(ROUNDS)
                .setNumBlocks(3)
                .setCheckpointInterval(3)
                .fit(frame)
                .transform(frame)
                .orderBy("user", "item")
                .collectAsList();
    }

    private static AtomicReference<ProcessHandle> killOneAfter(SparkSession session, Cluster cluster, int jobs) {
        AtomicReference<ProcessHandle> killed = new AtomicReference<>();
        AtomicInteger ended = new AtomicInteger();
        session.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onJobEnd(SparkListenerJobEnd end) {
                if (ended.incrementAndGet() == jobs) {
                    ProcessHandle executor = cluster.executors().get(0);
                    executor.destroyForcibly();
                    killed.set(executor);
                }
            }
        });
        return killed;
    }
}
