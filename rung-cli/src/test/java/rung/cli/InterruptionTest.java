package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.file.ModelFile;
import rung.ratings.Model;

/** Ctrl-C in a JVM of its own: the training ends, and the best model so far is there. */
class InterruptionTest {
    @TempDir
    private Path folder;

    private Path ratings() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            for (int j = 0; j < 300; j++) {
                text.append(i)
                        .append(',')
                        .append(j)
                        .append(',')
                        .append(random.nextInt(1, 6))
                        .append('\n');
            }
        }
        return Files.writeString(folder.resolve("ratings.csv"), text);
    }

    /** Whether this JVM, and so its children, cannot be interrupted: a shell starts what is in the background so. */
    private static boolean ignoresInterrupts() throws Exception {
        Path status = Path.of("/proc/self/status");
        assumeTrue(Files.exists(status), "there is no " + status + " to tell which signals are ignored");
        String mask = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> line.substring("SigIgn:".length()).strip())
                .collect(Collectors.joining());
        return (Long.parseUnsignedLong(mask, 16) & 1L << 1) != 0;
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    @Tag("slow")
    void theBestModelSoFarIsKept(String signal, int status) throws Exception {
        assumeFalse(signal.equals("INT") && ignoresInterrupts(), "SIGINT is ignored in the background");
        Path model = folder.resolve("model.rung");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "rung.cli.Main",
                        "train",
                        ratings().toString(),
                        "-o",
                        model.toString(),
                        "--rank",
                        "250")
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        List<String> err = new ArrayList<>();
        try (BufferedReader reader = process.errorReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                err.add(line);
                if (line.startsWith("ratings.csv: 500 users")) {
                    Thread.sleep(500); // the training begins
                    String number = String.valueOf(process.pid());
                    assertThat(new ProcessBuilder("kill", "-" + signal, number)
                                    .start()
                                    .waitFor())
                            .isZero();
                }
            }
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as("%s", err).isEqualTo(status);
        Model kept = ModelFile.read(model);
        int rank = kept.factors().rank();
        assertThat(rank).isBetween(1, 249);
        assertThat(err)
                .contains("rung: stopping after this step; the best model so far will be kept")
                .contains("rung: stopped early: " + model + " holds the best model so far, of rank " + rank);
        assertThat(Files.readString(folder.resolve("out")))
                .contains(String.format(Locale.ROOT, "rank %d, held-out RMSE not measured", rank));
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("ratings.csv", "model.rung", "out");
        }
    }
}
