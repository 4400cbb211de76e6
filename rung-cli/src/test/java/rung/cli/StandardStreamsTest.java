package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static rung.cli.Commands.piped;
import static rung.cli.Commands.rung;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rung.file.model.ModelFile;

/** Standard input and output of every command: a full disk, a reader that goes away, {@code -} and pipes. */
class StandardStreamsTest extends RatingsCommands {
    private static final String TABLE = "a,b,c\n1.5,2,3\n2,4,\n3,6,9\n4,,12\n5,10,15\n";

    static Stream<List<String>> commands() {
        String m = model.toString();
        return Stream.of(
                List.of("--help"),
                List.of("--version"),
                List.of("train", "--help"),
                List.of("train", train.toString(), "-o", "@new.rung", "--rank", "1"),
                List.of("train", train.toString(), "-o", "-", "--rank", "1"),
                List.of("evaluate", m, test.toString()),
                List.of("evaluate", m, test.toString(), "--json"),
                List.of("evaluate", m, test.toString(), "--lists"),
                List.of("predict", m, test.toString()),
                List.of("predict", m, test.toString(), "-o", "@p.tsv"),
                List.of("predict", m, "--user", "u1", "--item", "m1"),
                List.of("recommend", m, "--user", "u1"),
                List.of("recommend", m, "--user", "u1", "--json"),
                List.of("recommend", m, "--all"),
                List.of("similar", m, "--item", "m1"),
                List.of("fold-in", m, "@mine.csv"),
                List.of("inspect", m),
                List.of("export", m, "--users", "@u.npy"),
                List.of("export", m, "--users", "-"),
                List.of("complete", "@table.csv", "-o", "@done.csv"),
                List.of("complete", "@table.csv", "-o", "-"),
                List.of("complete", "@full.csv", "-o", "@copy.csv"),
                List.of("separate", "@full.csv", "-o", "@parts"),
                List.of("compare", "@noise.csv", "-o", "@shoot", "--quick", "--methods", "mean", "--as", "table"),
                List.of("demo", "--seeds", "1", "-o", "@plot.svg"));
    }

    private Object[] placed(List<String> command) throws IOException {
        Files.writeString(folder.resolve("mine.csv"), "m1,5\nm2,1\n");
        Files.writeString(folder.resolve("table.csv"), TABLE);
        Files.writeString(folder.resolve("full.csv"), "1,2\n2,4\n3,6\n4,8\n");
        Random random = new Random(1);
        StringBuilder noise = new StringBuilder();
        for (int row = 0; row < 20; row++) {
            noise.append(random.nextFloat())
                    .append(',')
                    .append(row % 4 == 0 ? "" : "1.5,")
                    .append("0.5,");
            noise.append(row % 4 == 0 ? "1.5," : "").append(random.nextFloat()).append('\n');
        }
        Files.writeString(folder.resolve("noise.csv"), noise);
        return command.stream()
                .map(word ->
                        word.startsWith("@") ? folder.resolve(word.substring(1)).toString() : word)
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aFullStandardOutputIsAFailureWithASentence(List<String> command) throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full here");
        try (OutputStream full = new FileOutputStream("/dev/full")) {
            Commands.Result result = Commands.into(InputStream.nullInputStream(), full, placed(command));
            assertThat(result.err())
                    .contains("rung: standard output cannot be written: No space left on device")
                    .doesNotContain("should not have happened")
                    .doesNotContain("\tat ");
            assertThat(result.status()).isEqualTo(1);
        }
    }

    @Test
    void aFullFileIsAFailureWithASentence() {
        assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full here");
        Commands.Result result = rung("recommend", model, "--all", "-o", "/dev/full");
        assertThat(result.err()).isEqualTo("rung: /dev/full: cannot be written: No space left on device\n");
        assertThat(result.status()).isEqualTo(1);
    }

    @Test
    void whatWasWrittenBeforeAFailureIsSaid() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full here");
        Path table = Files.writeString(folder.resolve("in.csv"), "a,b,c\n1,2,3\n2,4,\n3,6,9\n4,8,12\n5,,15\n");
        Path out = folder.resolve("out.csv");
        Commands.Result result = rung("complete", table, "-o", out, "--numbers", "a", "--errors", "/dev/full");
        assertThat(result.err())
                .contains("rung: /dev/full: cannot be written: No space left on device; " + out
                        + " was written before\n");
        assertThat(result.status()).isEqualTo(1);
        assertThat(out).exists();
        Path users = folder.resolve("users.csv");
        assertThat(rung("export", model, "--users", users, "--items", folder.resolve("no/such/items.csv"))
                        .err())
                .doesNotContain("was written before");
        assertThat(users).doesNotExist();
    }

    @Test
    void aReaderThatGoesAwayEndsTheCommandInSilence() {
        OutputStream pipe = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        Commands.Result result = Commands.into(InputStream.nullInputStream(), pipe, "recommend", model, "--all");
        assertThat(result.status()).isEqualTo(141);
        assertThat(result.err()).isEmpty();
    }

    @Test
    void aDashReadsStandardInputInEveryCommand() throws Exception {
        byte[] ratings = Files.readAllBytes(train);
        Path again = folder.resolve("again.rung");
        assertThat(piped(ratings, "train", "-", "-o", again, "--max-rank", 4).status())
                .isZero();
        assertThat(ModelFile.read(again).factors())
                .usingRecursiveComparison()
                .isEqualTo(ModelFile.read(model).factors());
        byte[] held = Files.readAllBytes(test);
        assertThat(piped(held, "predict", model, "-").out())
                .isEqualTo(rung("predict", model, test).out());
        assertThat(piped(held, "evaluate", model, "-").out())
                .isEqualTo(rung("evaluate", model, test).out());
        byte[] trained = Files.readAllBytes(model);
        assertThat(piped(trained, "recommend", "-", "--user", "u1").out())
                .isEqualTo(rung("recommend", model, "--user", "u1").out());
        assertThat(piped(trained, "inspect", "-").out()).contains("standard input, ");
        byte[] names = Files.readAllBytes(titles);
        assertThat(piped(names, "similar", model, "--item", "m1", "--titles", "-")
                        .out())
                .isEqualTo(rung("similar", model, "--item", "m1", "--titles", titles)
                        .out());
        byte[] mine = "m1,5\nm2,1\n".getBytes(StandardCharsets.UTF_8);
        assertThat(piped(mine, "fold-in", model, "-").out().lines()).hasSize(10);
        assertThat(piped(
                                "m3\n".getBytes(StandardCharsets.UTF_8),
                                "recommend",
                                model,
                                "--user",
                                "u1",
                                "--only-items",
                                "-",
                                "--with-seen")
                        .out())
                .contains("m3");
        assertThat(piped(TABLE.getBytes(StandardCharsets.UTF_8), "separate", "-", "-o", folder.resolve("parts"))
                        .status())
                .isZero();
        assertThat(folder.resolve("parts/low.csv")).content().startsWith("a,b,c");
    }

    @Test
    void aDashWritesNothingButTheResult() throws Exception {
        Commands.Result table = piped(TABLE.getBytes(StandardCharsets.UTF_8), "complete", "-", "-o", "-");
        assertThat(table.status()).isZero();
        assertThat(table.out()).startsWith("a,b,c\n1.5,2,3\n2,4,").hasLineCount(6);
        assertThat(table.err()).contains("2 holes of 15 cells filled");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Commands.into(InputStream.nullInputStream(), out, "train", train, "-o", "-", "--max-rank", 4);
        Path sent = Files.write(folder.resolve("sent.rung"), out.toByteArray());
        assertThat(ModelFile.read(sent).factors())
                .usingRecursiveComparison()
                .isEqualTo(ModelFile.read(model).factors());
        assertThat(rung("predict", model, test, "-o", "-").out())
                .isEqualTo(rung("predict", model, test).out());
        assertThat(rung("predict", model, test, "-o", "/dev/stdout").out())
                .isEqualTo(rung("predict", model, test).out());
        assertThat(rung("export", model, "--items", "-").out().lines()).hasSizeBetween(ITEMS, ITEMS + 1);
        assertThat(rung("train", train, "-o", folder.resolve("m.rung"), "--rank", 1, "--report", "-")
                        .out())
                .startsWith("<!DOCTYPE html>")
                .endsWith("</html>\n");
    }

    @Test
    void standardInputIsReadForOneFileOnly() {
        Commands.Result twice = piped(new byte[0], "predict", "-", "-");
        assertThat(twice.status()).isEqualTo(2);
        assertThat(twice.err()).contains("standard input, which can be read for one file only");
        Commands.Result both = rung("complete", "-", "-o", "-", "--report", "-");
        assertThat(both.status()).isEqualTo(2);
        assertThat(both.err()).contains("--report and --output must be two files, got - for both");
    }

    @Test
    void messagesNameStandardInput() {
        Commands.Result bad = piped("a,b,1\na,c\n".getBytes(StandardCharsets.UTF_8), "train", "-", "-o", "m.rung");
        assertThat(bad.status()).isEqualTo(2);
        assertThat(bad.err()).startsWith("rung: standard input:2: expected 3 fields, found 2");
    }

    /** The way of {@code <(…)} and of mkfifo: each pipe can be read once only. */
    @Test
    void namedPipesAreReadAndWritten() throws Exception {
        Path in = pipe("pairs.tsv");
        Path out = pipe("out.tsv");
        Process feed = new ProcessBuilder("cp", test.toString(), in.toString()).start();
        Process drain = new ProcessBuilder("cat", out.toString()).start();
        Commands.Result predicted = rung("predict", model, in, "-o", out);
        assertThat(predicted.status()).isZero();
        String text = new String(drain.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(text).isEqualTo(rung("predict", model, test).out());
        assertThat(feed.waitFor()).isZero();
        assertThat(rung("predict", model, test, "-o", "/dev/null").out()).contains("/dev/null");
    }

    private Path pipe(String name) throws Exception {
        Path pipe = folder.resolve(name);
        try {
            assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        } catch (IOException e) {
            assumeTrue(false, "there is no mkfifo here");
        }
        return pipe;
    }
}
