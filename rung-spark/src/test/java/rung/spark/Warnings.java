package rung.spark;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** Collects what this module, RDDs and frames warn of on the driver while it is open. The rest of Spark warns of slow machines, too. */
final class Warnings implements AutoCloseable {
    private static final List<String> SOURCES =
            List.of("rung.", "org.apache.spark.rdd.", "org.apache.spark.sql.", "org.apache.spark.ml.");

    private final SparkSession session;
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Warnings(SparkSession session) {
        this.session = session;
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8)); // where log4j2.properties sends the log
        session.sparkContext().setLogLevel("WARN");
    }

    List<String> all() {
        return bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> SOURCES.stream().anyMatch(source -> line.contains(" WARN " + source)))
                .toList();
    }

    @Override
    public void close() {
        session.sparkContext().setLogLevel("ERROR");
        System.setErr(before);
    }
}
