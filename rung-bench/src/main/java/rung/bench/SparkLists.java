package rung.bench;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
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
 * Preferences beside Spark's ALS with {@code implicitPrefs} and LIBMF's one-class solver, if it is to be had, on the same generated choices:
 * {@code -Devents=1000000}, {@code -Drank=64}, {@code -Dblocks=} of ALS, as many as threads unless it is said. The weights of the others are
 * the best of a few on a tenth of the users, with a part held out; that choice is not counted in their time. {@code -Dalpha=} tells
 * ALS's.
 */
final class SparkLists {
    private static final double[] ALPHAS = {1, 10, 40};
    private static final double[] WEIGHTS_OF_ZEROS = {0.003, 0.03, 0.3};
    private static final int ITERATIONS = 10;
    private static final int LENGTH = 20;

    /** Rows that a task makes a part of the frame of: beyond some millions, Spark cannot send them as one list. */
    private static final int ROWS_AT_ONCE = 500_000;

    private SparkLists() {}

    static void run() throws IOException {
        int events = Integer.getInteger("events", 1_000_000);
        int rank = Integer.getInteger("rank", 64);
        int items = PlantedChoices.items(events);
        Ratings choices = PlantedChoices.draw(events / 50, items, events, 1);
        Ratings.Split outer = choices.split(0.2, 1);
        Ratings.Split inner = outer.train().split(0.1, 2);
        Ratings.Split few =
                PlantedChoices.draw(events / 500, items, events / 10, 2).split(0.1, 2);
        ListEvaluation lists = ListEvaluation.of(outer.train(), outer.heldOut())
                .withLength(LENGTH)
                .withUsers(5000);
        ListEvaluation choosing =
                ListEvaluation.of(few.train(), few.heldOut()).withLength(LENGTH).withUsers(2000);
        System.out.printf(
                Locale.ROOT,
                "%d choices of %d users and %d items, rank %d, %d threads: nDCG@%d%n%-34s %10s %10s%n",
                choices.count(),
                choices.users().size(),
                choices.items().size(),
                rank,
                Workers.all().threads(),
                LENGTH,
                "",
                "wall s",
                "nDCG");
        Seen seen = Seen.of(outer.train(), Workers.all());
        print("most popular", 0, ndcg(lists, new PopularityScorer(seen, items)));
        if (Libmf.isGiven()) {
            double weight = best(
                    WEIGHTS_OF_ZEROS,
                    each -> ndcg(choosing, libmf(few.train(), rank, each).scorer()));
            Libmf.Factors theirs = libmf(outer.train(), rank, weight);
            print("LIBMF one-class, weight " + weight, theirs.wall(), ndcg(lists, theirs.scorer()));
        }
        try (SparkSession session = session()) {
            double alpha = System.getProperty("alpha") != null
                    ? Double.parseDouble(System.getProperty("alpha"))
                    : chosenAlpha(frame(session, few.train()), few.train(), rank, choosing);
            Dataset<Row> train = frame(session, outer.train());
            for (int repetition = 0; repetition < 2; repetition++) { // the first is cold
                Cpu cpu = new Cpu();
                PreferenceTrainer.Trained ours = PreferenceTrainer.byDefault()
                        .withRanks(RankRange.exactly(rank))
                        .train(outer.train(), inner);
                double wall = cpu.elapsed();
                double ourNdcg = ndcg(lists, ours.model().scorer());
                print("preferences, rank told", wall, ourNdcg);
                cpu = new Cpu();
                ALSModel model = als(train, rank, alpha);
                double theirs = cpu.elapsed();
                double theirNdcg = ndcg(lists, scorer(model, outer.train()));
                print("Spark's ALS, alpha " + alpha, theirs, theirNdcg);
                System.out.printf(
                        Locale.ROOT, "ours over ALS's: time %.2f, nDCG %.3f%n", wall / theirs, ourNdcg / theirNdcg);
            }
        }
    }

    private static double chosenAlpha(Dataset<Row> frame, Ratings train, int rank, ListEvaluation choosing) {
        return best(ALPHAS, each -> ndcg(choosing, scorer(als(frame, rank, each), train)));
    }

    private static void print(String name, double wall, double ndcg) {
        System.out.printf(Locale.ROOT, "%-34s %10.2f %10.4f%n", name, wall, ndcg);
    }

    private static double best(double[] candidates, DoubleUnaryOperator quality) {
        return Arrays.stream(candidates)
                .boxed()
                .max(Comparator.comparingDouble(quality::applyAsDouble))
                .orElseThrow();
    }

    private static Libmf.Factors libmf(Ratings train, int rank, double weightOfZeros) {
        return Libmf.given(
                        "-f",
                        "12",
                        "-k",
                        "" + rank,
                        "-t",
                        "" + 2 * ITERATIONS,
                        "-s",
                        "" + Workers.all().threads(),
                        "-a",
                        "" + weightOfZeros)
                .factors(train);
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

    /** Some of the choices, one after the other. */
    private record Slice(int[] user, int[] item, float[] value) implements Serializable {
        static Slice of(Ratings choices, int from, int to) {
            return new Slice(
                    Arrays.copyOfRange(choices.user(), from, to),
                    Arrays.copyOfRange(choices.item(), from, to),
                    Arrays.copyOfRange(choices.value(), from, to));
        }

        Iterator<Row> rows() {
            return IntStream.range(0, user.length)
                    .mapToObj(e -> RowFactory.create(user[e], item[e], value[e]))
                    .iterator();
        }
    }

    private static Dataset<Row> frame(SparkSession session, Ratings choices) {
        int count = choices.count();
        List<Slice> slices = new ArrayList<>();
        for (int from = 0; from < count; from += ROWS_AT_ONCE) {
            slices.add(Slice.of(choices, from, Math.min(count, from + ROWS_AT_ONCE)));
        }
        JavaRDD<Row> rows = JavaSparkContext.fromSparkContext(session.sparkContext())
                .parallelize(slices, slices.size())
                .flatMap(Slice::rows);
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
                .setNumBlocks(Integer.getInteger("blocks", Workers.all().threads()))
                .setSeed(0)
                .fit(train);
        model.userFactors().count();
        return model;
    }

    /* Products of the factors; users and items without any score 0. */
    private static ItemScorer scorer(ALSModel model, Ratings train) {
        float[][] users = factors(model.userFactors(), train.users().size(), model.rank());
        float[][] items = factors(model.itemFactors(), train.items().size(), model.rank());
        return Libmf.products(users, items);
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
