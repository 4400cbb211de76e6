package rung.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.ml.recommendation.ALS;
import org.apache.spark.ml.recommendation.ALSModel;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import rung.RankRange;
import rung.data.Ratings;
import rung.linalg.Workers;
import rung.lists.ItemScorer;
import rung.lists.ListEvaluation;
import rung.lists.PopularityScorer;
import rung.lists.Seen;
import rung.preferences.PreferenceTrainer;

/**
 * Preferences beside Spark's ALS with {@code implicitPrefs} on the same generated choices, in one JVM: {@code -Devents=1000000}, {@code
 * -Drank=64}. α of ALS is the best of a few on a part held out inside of the training part; that choice is not counted in its time.
 */
final class SparkLists {
    private static final double[] ALPHAS = {1, 10, 40};
    private static final int ITERATIONS = 10;
    private static final int LENGTH = 20;

    private SparkLists() {}

    static void run() throws IOException {
        int events = Integer.getInteger("events", 1_000_000);
        int rank = Integer.getInteger("rank", 64);
        Ratings choices = PlantedChoices.draw(events / 50, PlantedChoices.items(events), events, 1);
        Ratings.Split outer = choices.split(0.2, 1);
        Ratings.Split inner = outer.train().split(0.1, 2);
        ListEvaluation lists = ListEvaluation.of(outer.train(), outer.heldOut())
                .withLength(LENGTH)
                .withUsers(5000);
        Seen seen = Seen.of(outer.train(), Workers.all());
        System.out.printf(
                Locale.ROOT,
                "%d choices of %d users and %d items, rank %d: nDCG@%d%n%-28s %10s %10s%n%-28s %10s %10.4f%n",
                choices.count(),
                choices.users().size(),
                choices.items().size(),
                rank,
                LENGTH,
                "",
                "wall s",
                "nDCG",
                "most popular",
                "",
                ndcg(lists, new PopularityScorer(seen, choices.items().size())));
        try (SparkSession session = session()) {
            double best = -1;
            double alpha = ALPHAS[0];
            Dataset<Row> part = frame(session, inner.train());
            ListEvaluation choosing = ListEvaluation.of(inner.train(), inner.heldOut())
                    .withLength(LENGTH)
                    .withUsers(2000);
            for (double each : ALPHAS) {
                double quality = ndcg(choosing, scorer(als(part, rank, each), inner.train()));
                alpha = quality > best ? each : alpha;
                best = Math.max(best, quality);
            }
            Dataset<Row> train = frame(session, outer.train());
            for (int repetition = 0;
                    repetition < 2;
                    repetition++) { // the first is cold for us; ALS is warm from the choice
                Cpu cpu = new Cpu();
                ALSModel model = als(train, rank, alpha);
                double theirs = cpu.elapsed();
                double theirNdcg = ndcg(lists, scorer(model, outer.train()));
                cpu = new Cpu();
                PreferenceTrainer.Trained ours = PreferenceTrainer.byDefault()
                        .withRanks(RankRange.exactly(rank))
                        .train(outer.train(), inner);
                double wall = cpu.elapsed();
                double ourNdcg = ndcg(lists, ours.model().scorer());
                System.out.printf(
                        Locale.ROOT,
                        "%-28s %10.2f %10.4f%n%-28s %10.2f %10.4f%nours over theirs: time %.2f, nDCG %.3f%n",
                        "Spark's ALS, alpha " + alpha,
                        theirs,
                        theirNdcg,
                        "preferences, rank told",
                        wall,
                        ourNdcg,
                        wall / theirs,
                        ourNdcg / theirNdcg);
            }
        }
    }

    private static double ndcg(ListEvaluation lists, ItemScorer scorer) {
        return lists.withResamples(0).measure(() -> scorer).ndcg().value();
    }

    private static SparkSession session() {
        SparkSession session = SparkSession.builder()
                .master("local[" + Workers.all().threads() + "]")
                .appName("rung-bench")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 2 * Workers.all().threads())
                .getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        return session;
    }

    private static Dataset<Row> frame(SparkSession session, Ratings choices) {
        List<Row> rows = new ArrayList<>(choices.count());
        for (int e = 0; e < choices.count(); e++) {
            rows.add(RowFactory.create(choices.user()[e], choices.item()[e], choices.value()[e]));
        }
        StructType schema = new StructType()
                .add("user", DataTypes.IntegerType)
                .add("item", DataTypes.IntegerType)
                .add("rating", DataTypes.FloatType);
        Dataset<Row> frame = session.createDataFrame(rows, schema)
                .repartition(Workers.all().threads())
                .cache();
        frame.count();
        return frame;
    }

    private static ALSModel als(Dataset<Row> train, int rank, double alpha) {
        ALSModel model = new ALS()
                .setImplicitPrefs(true)
                .setRank(rank)
                .setMaxIter(ITERATIONS)
                .setAlpha(alpha)
                .setSeed(0)
                .fit(train);
        model.userFactors().count();
        return model;
    }

    /* Products of the factors; users and items without any score 0. */
    private static ItemScorer scorer(ALSModel model, Ratings train) {
        float[][] users = factors(model.userFactors(), train.users().size(), model.rank());
        float[][] items = factors(model.itemFactors(), train.items().size(), model.rank());
        return (user, scores) -> {
            for (int item = 0; item < items.length; item++) {
                float sum = 0;
                for (int k = 0; k < users[user].length; k++) {
                    sum += users[user][k] * items[item][k];
                }
                scores[item] = sum;
            }
        };
    }

    private static float[][] factors(Dataset<Row> rows, int lines, int rank) {
        float[][] factors = new float[lines][rank];
        for (Row row : rows.collectAsList()) {
            List<Float> numbers = row.getList(1);
            for (int k = 0; k < rank; k++) {
                factors[row.getInt(0)][k] = numbers.get(k);
            }
        }
        return factors;
    }
}
