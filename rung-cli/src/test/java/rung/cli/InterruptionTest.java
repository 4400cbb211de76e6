package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.cli.terminal.Interruption;
import rung.cli.terminal.Terminal;
import rung.file.model.ModelFile;
import rung.file.table.TableFile;
import rung.ratings.Model;
import rung.video.FrameSink;
import rung.video.FrameSource;
import rung.video.Frames;
import rung.video.Size;

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

    /** Signals, by their numbers. */
    private static final List<String> SIGNALS = List.of(
            "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE",
            "ALRM", "TERM");

    /** Skips the test if this JVM, and so its children, ignores a signal: a shell starts what is in the background so, and nohup. */
    private static void assumeHeeds(String signal) throws Exception {
        Path status = Path.of("/proc/self/status");
        assumeTrue(Files.exists(status), "there is no " + status + " to tell which signals are ignored");
        String mask = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> line.substring("SigIgn:".length()).strip())
                .collect(Collectors.joining());
        boolean isIgnored = (Long.parseUnsignedLong(mask, 16) >> SIGNALS.indexOf(signal) - 1 & 1) != 0;
        assumeFalse(isIgnored, "SIG" + signal + " is ignored here");
    }

    private static void kill(Process process, String signal) throws Exception {
        String number = String.valueOf(process.pid());
        assertThat(new ProcessBuilder("kill", "-" + signal, number).start().waitFor())
                .isZero();
    }

    private Process train(Path ratings, Path model) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "rung.cli.Main",
                        "train",
                        ratings.toString(),
                        "-o",
                        model.toString(),
                        "--rank",
                        "250",
                        "--only",
                        "ratings")
                .redirectOutput(folder.resolve("out").toFile())
                .start();
    }

    private void assertNothingBut(String... names) throws Exception {
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder(names);
        }
    }

    /** Waits until a process has opened a file. */
    private static void awaitOpen(Process process, Path file) throws Exception {
        Path open = Path.of("/proc", String.valueOf(process.pid()), "fd");
        while (process.isAlive()) {
            try (var descriptors = Files.list(open)) {
                if (descriptors.anyMatch(descriptor -> isLink(descriptor, file))) {
                    return;
                }
            }
            Thread.sleep(1);
        }
    }

    private static boolean isLink(Path descriptor, Path file) {
        try {
            return Files.readSymbolicLink(descriptor).equals(file);
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    /** So many ratings that they take a while to read. */
    @Test
    @Tag("slow")
    void beforeTheFirstStepItIsSaidThatThereIsNoModel() throws Exception {
        assumeHeeds("INT");
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < 4_000_000; k++) {
            text.append("user").append(k).append(",item").append(k).append(",3\n");
        }
        Path ratings = Files.writeString(folder.resolve("ratings.csv"), text);
        Process process = train(ratings, folder.resolve("model.rung"));
        List<String> err;
        try (BufferedReader reader = process.errorReader()) {
            awaitOpen(process, ratings.toRealPath());
            kill(process, "INT");
            err = reader.lines().toList();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as("%s", err).isEqualTo(130);
        assertThat(err)
                .last()
                .isEqualTo("rung: stopped while the ratings were read, before the first step: no model was written");
        assertNothingBut("ratings.csv", "out");
    }

    /** The frames are written after the request, and nothing is left beside them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("slow")
    void aSeparationKeepsWhatItHasUnlessItIsEndedTwice(boolean isTwice) throws Exception {
        assumeHeeds("INT");
        SplittableRandom random = new SplittableRandom(1);
        Path input = folder.resolve("matrix.npy");
        TableFile.write(input, 20_000, 300, (i, j) -> random.nextDouble());
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-D" + Terminal.PROPERTY + "=true",
                        "rung.cli.Main",
                        "separate",
                        input.toString(),
                        "-o",
                        folder.resolve("results").toString())
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        StringBuilder err = new StringBuilder();
        try (BufferedReader reader = process.errorReader()) {
            awaitWords(reader, err, "rank 2");
            kill(process, "INT");
            if (isTwice) {
                awaitWords(reader, err, "end now");
                kill(process, "INT");
            }
            reader.lines().forEach(err::append);
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as("%s", err).isEqualTo(130);
        assertThat(err).contains("what was found so far will be written").doesNotContain("failed");
        if (isTwice) {
            assertNothingBut("matrix.npy", "out");
            return;
        }
        assertNothingBut("matrix.npy", "out", "results");
        assertThat(folder.resolve("results/summary.json")).content().contains("\"stopped\": true");
        assertThat(Files.size(folder.resolve("results/low.npy"))).isEqualTo(Files.size(input));
    }

    /** Ctrl-C in a terminal reaches every process of the group: the encoders must go on, and all frames are written. */
    @Test
    @Tag("slow")
    void aVideoThatIsBeingWrittenIsWrittenToItsEnd() throws Exception {
        assumeHeeds("INT");
        VideoPrograms.assumeInstalled();
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setsid")), "there is no setsid to make a group of processes");
        int frames = 300;
        Path input = folder.resolve("clip.mkv");
        SplittableRandom random = new SplittableRandom(1);
        byte[] frame = new byte[160 * 120];
        try (FrameSink sink = Frames.create(input, new Size(160, 120), Frames.Colour.GREY, 25, false)) {
            for (int k = 0; k < frames; k++) {
                random.nextBytes(frame);
                sink.write(frame);
            }
            sink.finish();
        }
        Process process = new ProcessBuilder(
                        "/usr/bin/setsid",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "rung.cli.Main",
                        "separate",
                        input.toString(),
                        "--rank",
                        "1",
                        "-o",
                        folder.resolve("results").toString())
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        StringBuilder err = new StringBuilder();
        try (BufferedReader reader = process.errorReader()) {
            awaitWords(reader, err, "frames 1 to 300 separated");
            while (process.isAlive() && process.children().count() < 3) {
                Thread.sleep(1);
            }
            assertThat(new ProcessBuilder("kill", "-INT", "--", "-" + process.pid())
                            .start()
                            .waitFor())
                    .isZero();
            reader.lines().forEach(err::append);
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as("%s", err).isEqualTo(130);
        assertThat(err).contains("what was found so far will be written").doesNotContain("failed");
        assertNothingBut("clip.mkv", "out", "results");
        for (String part : List.of("background", "foreground", "mask")) {
            try (FrameSource source = Frames.open(folder.resolve("results/" + part + ".mkv"), Frames.Colour.GREY)) {
                int read = 0;
                while (source.read(frame)) {
                    read++;
                }
                assertThat(read).as(part).isEqualTo(frames);
                assertThat(source.warning()).isEmpty();
            }
        }
    }

    /** A table that takes long is completed by what was found until then. */
    @Test
    @Tag("slow")
    void aCompletionKeepsWhatItHas() throws Exception {
        assumeHeeds("INT");
        StringBuilder text = new StringBuilder();
        Random random = new Random(3);
        for (int i = 0; i < 3_000; i++) {
            for (int j = 0; j < 300; j++) {
                String value = String.format(Locale.ROOT, "%.3f", random.nextGaussian() + i % 7 * (j % 5));
                text.append(j == 0 ? "" : ",").append(random.nextInt(10) == 0 ? "" : value);
            }
            text.append('\n');
        }
        Path table = Files.writeString(folder.resolve("table.csv"), text);
        Path output = folder.resolve("completed.csv");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Drung.terminal=true",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "rung.cli.Main",
                        "complete",
                        table.toString(),
                        "-o",
                        output.toString())
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        StringBuilder err = new StringBuilder();
        try (BufferedReader reader = process.errorReader()) {
            awaitWords(reader, err, ": rank 1");
            kill(process, "INT");
            reader.lines().forEach(err::append);
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as("%s", err).isEqualTo(130);
        assertThat(err)
                .contains("stopping after this step; the table will be completed", "stopped early")
                .doesNotContain("failed");
        assertNothingBut("table.csv", "out", "completed.csv");
        assertThat(Files.readAllLines(output)).hasSize(3_000).allMatch(line -> !line.contains(",,"));
    }

    /** What is finished of a comparison is written, marked as partial. */
    @Test
    @Tag("slow")
    void aComparisonKeepsWhatIsFinished() throws Exception {
        assumeHeeds("INT");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "rung.cli.Main",
                        "compare",
                        ratings().toString(),
                        "-o",
                        folder.resolve("results").toString(),
                        "--methods",
                        "mean,als",
                        "--max-rank",
                        "200",
                        "--trials",
                        "50")
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        StringBuilder err = new StringBuilder();
        try (BufferedReader reader = process.errorReader()) {
            awaitWords(reader, err, "split 1, Global mean");
            kill(process, "INT");
            reader.lines().forEach(err::append);
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as("%s", err).isEqualTo(130);
        assertThat(err).contains("what is finished will be written").doesNotContain("failed");
        assertNothingBut("ratings.csv", "out", "results");
        assertThat(folder.resolve("results/comparison.json")).content().contains("\"partial\": true");
        assertThat(Files.readString(folder.resolve("out")))
                .contains("Stopped early, during the first of 3 splits: methods may be missing.", "not finished");
    }

    private static void awaitWords(BufferedReader reader, StringBuilder read, String words) throws IOException {
        for (int c = reader.read(); c >= 0; c = reader.read()) {
            read.append((char) c);
            if (read.indexOf(words) >= 0) {
                return;
            }
        }
    }

    /** Work that does not heed a request until its input ends; with an argument it is being written down. */
    static final class Work {
        private Work() {}

        public static void main(String[] arguments) throws Exception {
            try (Interruption interruption = new Interruption(
                    how -> {
                        System.out.println("requested" + how);
                        return true;
                    },
                    why -> System.out.println(why))) {
                if (arguments.length > 0) {
                    interruption.beginWriting();
                }
                System.out.println("begun");
                System.in.read();
                System.out.println("done");
            }
        }
    }

    /** Has nothing to wait for when Ctrl-C comes, but takes its time to end. */
    static final class Nothing {
        private Nothing() {}

        public static void main(String[] arguments) throws Exception {
            Interruption interruption = new Interruption(
                    how -> {
                        System.out.println("stopped");
                        return false;
                    },
                    why -> System.out.println(why));
            interruption.cleanUpBy(() -> {
                try {
                    System.in.read();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            System.out.println("begun");
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    @Test
    @Tag("slow")
    void thatNothingIsWrittenIsSaidOnce() throws Exception {
        assumeHeeds("INT");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Nothing.class.getName())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader reader = process.inputReader()) {
            assertThat(reader.readLine()).isEqualTo("begun");
            kill(process, "INT");
            assertThat(reader.readLine()).isEqualTo("stopped");
            kill(process, "INT");
            assertThat(process.waitFor(1, TimeUnit.SECONDS)).isFalse();
            process.getOutputStream().close();
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(reader.readLine()).isNull();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).isEqualTo(130);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("slow")
    void aSecondCtrlCEndsAtOnceUnlessTheWorkIsBeingWritten(boolean isWriting) throws Exception {
        assumeHeeds("INT");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Work.class.getName()));
        if (isWriting) {
            command.add("writing");
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader reader = process.inputReader()) {
            assertThat(reader.readLine()).isEqualTo("begun");
            kill(process, "INT");
            assertThat(reader.readLine()).isEqualTo("requested (Ctrl-C again: end now)");
            kill(process, "INT");
            if (isWriting) {
                assertThat(process.waitFor(1, TimeUnit.SECONDS)).isFalse();
                process.getOutputStream().close();
            }
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(reader.readLine()).isEqualTo(isWriting ? "done" : "ended at once");
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).isEqualTo(130);
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "HUP, 129"})
    @Tag("slow")
    void aSignalThatNobodyTypedIsNamed(String signal, int status) throws Exception {
        assumeHeeds(signal);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Work.class.getName())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader reader = process.inputReader()) {
            assertThat(reader.readLine()).isEqualTo("begun");
            kill(process, signal);
            assertThat(reader.readLine()).isEqualTo("requested (asked to end by SIG" + signal + ")");
            process.getOutputStream().close();
            assertThat(reader.readLine()).isEqualTo("done");
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"INT, 130, Ctrl-C again: end now", "TERM, 143, asked to end by SIGTERM"})
    @Tag("slow")
    void theBestModelSoFarIsKept(String signal, int status, String how) throws Exception {
        assumeHeeds(signal);
        Path model = folder.resolve("model.rung");
        Process process = train(ratings(), model);
        List<String> err = new ArrayList<>();
        try (BufferedReader reader = process.errorReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                err.add(line);
                if (line.contains("ratings.csv: 500 users")) {
                    Thread.sleep(500); // the training begins
                    kill(process, signal);
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
                .contains("rung: stopping after this step; the best model so far will be kept (" + how + ")")
                .contains("rung: stopped early: " + model
                        + " holds the best model so far, which predicts ratings by rank " + rank);
        assertThat(Files.readString(folder.resolve("out")))
                .contains(String.format(Locale.ROOT, "ratings: rank %d, held-out RMSE not measured", rank));
        assertNothingBut("ratings.csv", "model.rung", "out");
    }
}
