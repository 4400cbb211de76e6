package rung.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import rung.spark.RankConstrained;
import rung.spark.RankConstrainedModel;

/**
 * Fits more and more users and items and measures the driver, which is this JVM, on a cluster that {@code -Dmaster} names, as {@code
 * spark://host:7077}: {@code -Dheap=512m} is the driver's heap. {@code -Dleast} and {@code -Dmost} bound the users and items together,
 * {@code -Dblocks} is the number of blocks, and {@code -Dimplicit=true} fits preferences.
 */
final class SparkLines {
    private SparkLines() {}

    static void run() {
        SparkSession session = SparkSession.builder()
                .master(System.getProperty("master"))
                .appName("rung-bench")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.network.timeout", "1h") // a busy machine is slow, not broken
                .config("spark.executor.memory", System.getProperty("executor", "4g"))
                .getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        Survivors survivors = new Survivors();
        System.out.printf(
                "%12s %12s %8s %6s %14s %14s %14s %14s%n",
                "lines", "ratings", "wall s", "jobs", "MB with model", "MB at most", "MB of results", "KB a task");
        for (long lines = Long.getLong("least", 1_000_000); lines <= Long.getLong("most", 16_000_000); lines *= 4) {
            fit(session, lines, survivors);
        }
        session.stop();
    }

    private static void fit(SparkSession session, long lines, Survivors survivors) {
        long users = lines * 9 / 10;
        long items = lines - users;
        Dataset<Row> frame = session.range(0, 3 * lines, 1, 4)
                .selectExpr(
                        "cast(pmod(id, " + users + ") as int) as user",
                        "cast(pmod(xxhash64(id, 2), " + items + ") as int) as item",
                        "cast(1 + pmod(xxhash64(id, 3), 5) as float) as rating");
        RankConstrained estimator = new RankConstrained()
                .setRank(2)
                .setMaxIter(1)
                .setRegParam(0.1)
                .setNumBlocks(Integer.getInteger("blocks", 0));
        Results results = new Results();
        session.sparkContext().addSparkListener(results);
        survivors.begin();
        Cpu cpu = new Cpu();
        RankConstrainedModel model =
                estimator.setImplicitPrefs(Boolean.getBoolean("implicit")).fit(frame);
        double elapsed = cpu.elapsed();
        try {
            session.sparkContext().listenerBus().waitUntilEmpty(TimeUnit.MINUTES.toMillis(10));
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
        session.sparkContext().removeSparkListener(results);
        long atMost = survivors.most();
        System.gc();
        long heap = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        System.out.printf(
                Locale.ROOT,
                "%12d %12d %8.1f %6d %14.1f %14.1f %14.3f %14.1f%n",
                lines,
                3 * lines,
                elapsed,
                results.jobs,
                heap / 1e6,
                atMost / 1e6,
                results.bytes / 1e6,
                results.largest / 1e3);
        if (model.userFactors().count() != users) {
            throw new IllegalStateException("the model must have all users");
        }
    }

    /** What tasks send the driver. */
    private static final class Results extends SparkListener {
        private int jobs;
        private long bytes;
        private long largest;

        @Override
        public void onJobStart(SparkListenerJobStart start) {
            jobs++;
        }

        @Override
        public void onTaskEnd(SparkListenerTaskEnd end) {
            if (end.taskMetrics() != null) {
                bytes += end.taskMetrics().resultSize();
                largest = Math.max(largest, end.taskMetrics().resultSize());
            }
        }
    }

    /** The most that this JVM's heap has held right after a collection, young ones among them. */
    private static final class Survivors implements NotificationListener {
        private long most;

        Survivors() {
            for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
                ((NotificationEmitter) collector).addNotificationListener(this, null, null);
            }
        }

        synchronized void begin() {
            System.gc();
            most = 0;
        }

        synchronized long most() {
            return most;
        }

        @Override
        public synchronized void handleNotification(Notification notification, Object handback) {
            if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
                Map<String, MemoryUsage> after = GarbageCollectionNotificationInfo.from(
                                (CompositeData) notification.getUserData())
                        .getGcInfo()
                        .getMemoryUsageAfterGc();
                long used = after.entrySet().stream()
                        .filter(pool -> isHeap(pool.getKey()))
                        .mapToLong(pool -> pool.getValue().getUsed())
                        .sum();
                most = Math.max(most, used);
            }
        }

        private static boolean isHeap(String pool) {
            return pool.contains("Eden")
                    || pool.contains("Survivor")
                    || pool.contains("Old")
                    || pool.contains("Tenured");
        }
    }
}
