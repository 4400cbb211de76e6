package rung.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.ml.evaluation.RegressionEvaluator;
import org.apache.spark.ml.recommendation.ALS;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.RDDInfo;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.file.ratings.RatingsFile;
import rung.ratings.Part;
import rung.ratings.Recommender;
import rung.spark.RankConstrained;

/**
 * The estimator on Spark, local on as many cores as {@code -Dcores} says: beside Spark's ALS and the core on MovieLens 1M, beside ALS on
 * planted ratings, and on generated ratings from 1 to 30 million.
 */
final class SparkRatings {
    private static final int REPETITIONS = 3;
    private static final int RANK = 30;
    private static final int CORES = Integer.getInteger("cores", 2);

    /** The number of blocks of an ALS that is not told any. */
    private static final int ALS_BLOCKS = 10;

    private SparkRatings() {}

    private static SparkSession session() {
        SparkSession session = SparkSession.builder()
                .master("local[" + CORES + "]")
                .appName("rung-bench")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 2 * CORES)
                .getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        return session;
    }

    static void movieLens() throws IOException {
        Path file = Path.of(System.getProperty("ratings", "../shared/data"), "ml-1m/ratings.dat");
        if (!Files.exists(file)) {
            System.out.println(file + " is not there: skipped (-Dratings=FOLDER says where to look)");
            return;
        }
        Ratings.Split split = RatingsFile.read(file, Duplicates.LAST).split(0.2, 0);
        try (SparkSession session = session()) {
            Dataset<Row> train = frame(session, split.train());
            Dataset<Row> test = frame(session, split.heldOut());
            header("MovieLens 1M, seed 0");
            double[][] walls = new double[3][REPETITIONS];
            for (int k = 0; k < REPETITIONS; k++) { // the first are cold
                walls[0][k] = als(train, test, RANK, CORES);
                als(train, test, RANK, ALS_BLOCKS);
                walls[1][k] = rung(train, test, new RankConstrained().setRank(RANK), "rung-spark, rank given");
                walls[2][k] = rung(train, test, new RankConstrained(), "rung-spark, told nothing");
            }
            Recommender.Trained core =
                    Recommender.byDefault().withOnly(Part.RATINGS).train(split.train());
            System.out.printf(
                    Locale.ROOT,
                    "%-28s %8d %8.4f%n",
                    "the core, told nothing",
                    core.model().factors().rank(),
                    core.model().evaluate(split.heldOut(), false).rmse());
            for (int k = 0; k < REPETITIONS; k++) {
                System.out.printf(
                        Locale.ROOT,
                        "wall time over that of ALS with a block for each core, run %d: %.2f, told nothing %.2f%n",
                        k,
                        walls[1][k] / walls[0][k],
                        walls[2][k] / walls[0][k]);
            }
        }
    }

    /** On ratings whose truth is known, skewed and of a flat or a falling spectrum: error, time, jobs, stages and traffic beside ALS. */
    static void planted() throws IOException {
        try (SparkSession session = session()) {
            planted(session, "8 directions, skewed", 10_000, 3_000, 1_000_000, Planted.equal(8, 1), 1, 1);
            planted(session, "30 directions, 2 M", 20_000, 5_000, 2_000_000, Planted.equal(30, 0.5), 0, 0.5);
            planted(session, "4 directions, 20 a user", 50_000, 5_000, 1_000_000, Planted.equal(4, 1.5), 1, 0.5);
        }
    }

    /**
     * Ranks 10, 30 and 64 on ratings that are uniform noise, skewed, and planted: beside ALS with a block for each core, with ten, and with two.
     * No fit begins after {@code -Dseconds}.
     */
    static void tables() throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("seconds", 380));
        int count = Integer.getInteger("count", 1_000_000);
        int users = (int) (5 * Math.sqrt(count));
        int items = (int) (2 * Math.sqrt(count));
        SplittableRandom random = new SplittableRandom(1);
        try (SparkSession session = session()) {
            Map<String, Ratings.Split> data = new LinkedHashMap<>();
            data.put("uniform", split(Planted.of(users, items, new double[0], 0, 1, 1, false, random), count, random));
            data.put(
                    "skewed, 10 directions",
                    split(Planted.of(users, items, Planted.equal(10, 1), 1, 1, 1, false, random), count, random));
            data.put(
                    "planted, 30 directions",
                    split(Planted.of(users, items, Planted.equal(30, 0.5), 0, 1, 0.5, false, random), count, random));
            for (int blocks : new int[] {CORES, 2}) {
                for (int rank : new int[] {10, RANK, 64}) {
                    for (Map.Entry<String, Ratings.Split> each : data.entrySet()) {
                        table(session, each.getKey(), each.getValue(), rank, blocks, end);
                    }
                }
            }
        }
    }

    private static Ratings.Split split(Planted planted, int count, SplittableRandom random) {
        return planted.ratings(count, random).split(0.1, 0);
    }

    private static void table(SparkSession session, String name, Ratings.Split split, int rank, int blocks, long end) {
        if (System.nanoTime() > end) {
            System.out.println(name + ", rank " + rank + ", " + blocks + " blocks: the time is up");
            return;
        }
        Dataset<Row> train = frame(session, split.train());
        Dataset<Row> test = frame(session, split.heldOut());
        header(name);
        als(train, test, rank, blocks);
        if (blocks == CORES && System.nanoTime() < end) {
            als(train, test, rank, ALS_BLOCKS);
        }
        rung(
                train,
                test,
                new RankConstrained().setRank(rank).setNumBlocks(blocks),
                "rung-spark, " + blocks + " blocks");
        train.unpersist();
        test.unpersist();
    }

    private static void planted(
            SparkSession session,
            String name,
            int users,
            int items,
            int count,
            double[] strengths,
            double skew,
            double noise) {
        SplittableRandom random = new SplittableRandom(1);
        Planted planted = Planted.of(users, items, strengths, skew, 1, noise, false, random);
        Ratings.Split split = planted.ratings(count, random).split(0.1, 0);
        Dataset<Row> train = frame(session, split.train());
        Dataset<Row> test = frame(session, split.heldOut());
        header(name);
        for (int k = 0; k < 2; k++) { // the first are cold
            double als = als(train, test, strengths.length, CORES);
            als(train, test, strengths.length, ALS_BLOCKS);
            double told = rung(train, test, new RankConstrained().setRank(strengths.length), "rung-spark, rank given");
            System.out.printf(Locale.ROOT, "wall time over that of ALS with a block for each core: %.2f%n", told / als);
        }
        System.out.printf(
                Locale.ROOT, "%-28s %17.4f%n", "all but the noise known", planted.leastError(split.heldOut()));
        train.unpersist();
        test.unpersist();
    }

    private static void header(String name) {
        System.out.printf(
                "%-28s %8s %8s %8s %8s %6s %6s %12s%n",
                name, "rank", "RMSE", "CPU s", "wall s", "jobs", "stages", "MB shuffled");
    }

    private static Dataset<Row> frame(SparkSession session, Ratings ratings) {
        List<Row> rows = new ArrayList<>(ratings.count());
        for (int e = 0; e < ratings.count(); e++) {
            rows.add(RowFactory.create(
                    Integer.valueOf(ratings.users().name(ratings.user()[e])),
                    Integer.valueOf(ratings.items().name(ratings.item()[e])),
                    ratings.value()[e]));
        }
        StructType schema = new StructType()
                .add("user", DataTypes.IntegerType)
                .add("item", DataTypes.IntegerType)
                .add("rating", DataTypes.FloatType);
        Dataset<Row> frame =
                session.createDataFrame(rows, schema).repartition(CORES).cache();
        frame.count();
        return frame;
    }

    private static double als(Dataset<Row> train, Dataset<Row> test, int rank, int blocks) {
        Meter meter = Meter.start(train.sparkSession());
        Cpu cpu = new Cpu();
        var model = new ALS()
                .setRank(rank)
                .setNumBlocks(blocks)
                .setMaxIter(10)
                .setRegParam(0.05)
                .setSeed(0)
                .setColdStartStrategy("drop")
                .fit(train);
        model.userFactors().count();
        return print("Spark's ALS, " + blocks + " blocks", rank, model.transform(test), cpu, meter);
    }

    private static double rung(Dataset<Row> train, Dataset<Row> test, RankConstrained told, String name) {
        Meter meter = Meter.start(train.sparkSession());
        Cpu cpu = new Cpu();
        var model = told.setColdStartStrategy("drop").fit(train);
        return print(name, model.rank(), model.transform(test), cpu, meter);
    }

    private static double print(String name, int rank, Dataset<Row> predicted, Cpu cpu, Meter meter) {
        double used = cpu.used();
        double elapsed = cpu.elapsed();
        meter.stop();
        double rmse = new RegressionEvaluator()
                .setLabelCol("rating")
                .setMetricName("rmse")
                .evaluate(predicted);
        System.out.printf(
                Locale.ROOT,
                "%-28s %8d %8.4f %8.2f %8.2f %6d %6d %12.1f%n",
                name,
                rank,
                rmse,
                used,
                elapsed,
                meter.kept.size(),
                meter.stages,
                meter.shuffled / 1e6);
        return elapsed;
    }

    /** Jobs, stages, what is shuffled, and what is kept: at most, which is while blocks are made, and in half of the jobs, which climb. */
    private static final class Meter extends SparkListener {
        private final SparkSession session;
        private long shuffled;
        private int stages;
        private final List<Long> kept = new ArrayList<>(); // after each job

        Meter(SparkSession session) {
            this.session = session;
        }

        static Meter start(SparkSession session) {
            Meter meter = new Meter(session);
            session.sparkContext().addSparkListener(meter);
            return meter;
        }

        /** Waits until all jobs are counted. */
        void stop() {
            try {
                session.sparkContext().listenerBus().waitUntilEmpty(TimeUnit.MINUTES.toMillis(10));
            } catch (TimeoutException e) {
                throw new IllegalStateException(e);
            }
            session.sparkContext().removeSparkListener(this);
        }

        @Override
        public synchronized void onStageCompleted(SparkListenerStageCompleted stage) {
            stages++;
            shuffled += stage.stageInfo().taskMetrics().shuffleWriteMetrics().bytesWritten();
        }

        @Override
        public synchronized void onJobEnd(SparkListenerJobEnd end) {
            long now = 0;
            for (RDDInfo info : session.sparkContext().getRDDStorageInfo()) {
                now += info.memSize() + info.diskSize();
            }
            kept.add(now);
        }
    }

    static void scale() throws IOException {
        try (SparkSession session = session()) {
            System.out.printf(
                    "%12s %6s %8s %8s %13s %13s %13s %13s %6s%n",
                    "ratings", "rank", "CPU s", "wall s", "µs CPU/rating", "B/rating", "at most", "shuffled", "jobs");
            fit(session, 1_000_000, 10); // cold
            for (int million : new int[] {1, 3, 10, 30}) {
                fit(session, million * 1_000_000L, 10);
            }
            for (int rank : new int[] {20, 40}) {
                fit(session, 3_000_000, rank);
            }
        }
    }

    /* Users and items grow with the root of the ratings' number, pairs by a hash, values by another. */
    private static void fit(SparkSession session, long count, int rank) {
        long users = (long) (5 * Math.sqrt(count));
        long items = (long) Math.sqrt(count);
        Dataset<Row> frame = session.range(0, count, 1, 4)
                .selectExpr(
                        "cast(pmod(xxhash64(id, 1), " + users + ") as int) as user",
                        "cast(pmod(xxhash64(id, 2), " + items + ") as int) as item",
                        "cast(1 + pmod(xxhash64(id, 3), 5) as float) as rating");
        Meter meter = Meter.start(session);
        Cpu cpu = new Cpu();
        new RankConstrained().setRank(rank).setMaxIter(3).fit(frame);
        double used = cpu.used();
        double elapsed = cpu.elapsed();
        meter.stop();
        long[] kept = meter.kept.stream().mapToLong(n -> n).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "%12d %6d %8.1f %8.1f %13.2f %13.1f %13.1f %13.1f %6d%n",
                count,
                rank,
                used,
                elapsed,
                1e6 * used / count,
                (double) kept[kept.length / 2] / count,
                (double) kept[kept.length - 1] / count,
                (double) meter.shuffled / count,
                kept.length);
        session.catalog().clearCache();
        System.gc();
    }
}
