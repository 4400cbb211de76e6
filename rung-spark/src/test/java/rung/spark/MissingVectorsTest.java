package rung.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a driver says if the vector module is missing, in a JVM of its own: that of other tests has the module, or has said it before. That nothing
 * is said where the module is there, {@link ClusterTest} knows.
 */
@Tag("slow")
class MissingVectorsTest {
    private static final String MODULE = "--add-modules=jdk.incubator.vector";

    /** Fits twice. */
    public static void main(String[] arguments) {
        LocalSpark.session().sparkContext().setLogLevel("WARN");
        Dataset<Row> few = LocalSpark.session()
                .range(6)
                .selectExpr("id % 3 as user", "id % 2 as item", "cast(id as float) as rating");
        for (int fit = 0; fit < 2; fit++) {
            RankConstrainedModel model =
                    new RankConstrained().setRank(1).setMaxIter(0).fit(few);
            System.out.println("users: " + model.userFactors().count());
        }
        LocalSpark.stop();
    }

    @Test
    void areToldOnceWithWhatToDo() throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Arrays.stream(JavaModuleOptions.defaultModuleOptions().split(" "))
                .filter(option -> !option.equals(MODULE))
                .forEach(command::add);
        command.addAll(
                List.of("-Xmx500m", "-cp", System.getProperty("java.class.path"), MissingVectorsTest.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said;
        try (InputStream output = process.getInputStream()) {
            said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said.lines().filter(line -> line.equals("users: 3")))
                .as(said)
                .hasSize(2);
        assertThat(said.lines().filter(line -> line.contains("executors run without the module")))
                .as(said)
                .hasSize(1)
                .allMatch(line -> line.contains(" WARN ") && line.endsWith("to " + MODULE));
    }
}
