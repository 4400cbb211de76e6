package rung.spark;

import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** The session that the tests of one JVM share. */
public final class LocalSpark {
    private static SparkSession session;

    private LocalSpark() {}

    static synchronized SparkSession session() {
        if (session == null) {
            session = SparkSession.builder()
                    .master("local[2]")
                    .appName("rung-spark tests")
                    .config("spark.ui.enabled", false)
                    .config("spark.sql.shuffle.partitions", 2)
                    .config("spark.driver.host", "127.0.0.1")
                    .config("spark.driver.bindAddress", "127.0.0.1")
                    .config("spark.sql.warehouse.dir", "target/warehouse")
                    .getOrCreate();
        }
        return session;
    }

    /** Makes room for a session of another kind: a JVM has one context at a time. */
    static synchronized void stop() {
        if (session != null) {
            session.stop();
            session = null;
        }
    }

    public static JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(session().sparkContext());
    }
}
