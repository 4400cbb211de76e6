package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/**
 * Commands in sentences, tables and indented lines of the documentation are ones that the program has, with options that it knows; those that
 * small files suffice for are run. Blocks of the kind {@code console} are run by a test of the site.
 */
class DocumentedCommandsTest {
    private static final Path ROOT = Path.of("..");

    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern INLINE = Pattern.compile("`(?:\\./)?rung ([^`]+)`");
    private static final Pattern INDENTED = Pattern.compile("(?m)^ {4}(?:\\./|\\S+/bin/)?rung ([a-z].*)$");
    private static final Pattern OPTION = Pattern.compile("(?<=[` ])--[a-z][a-z-]*");
    private static final Pattern BENCH = Pattern.compile("bench\\.jar ([a-z0-9-]+)");

    /** Commands that run until they are ended, or take minutes, or need files that small ones do not stand for. */
    private static final Set<String> NOT_RUN = Set.of("serve", "paper", "demo", "compare", "man");

    private static final Pattern CODE = Pattern.compile("`[^`\n]+`");

    /** Code that has options of other programs. */
    private static final String OF_OTHERS =
            "`(pip|mypy|mvn|java|apt-get|spark-submit) .*|.*--(add-modules|enable-native-access|packages|jars).*";

    @TempDir
    private static Path data;

    /**
     * A command as a page has it.
     *
     * @param page the page's name
     * @param words its arguments
     * @param isWhole whether it stands alone in a line, so that nothing may be missing
     * @param remark what the page says behind it
     */
    private record Documented(String page, List<String> words, boolean isWhole, String remark) {
        static Documented of(Path page, String text, boolean isWhole) {
            String[] parts = text.split(" +# ", 2);
            String command = parts[0].split(" \\| ")[0].strip();
            return new Documented(
                    page.getFileName().toString(),
                    List.of(command.split(" +")),
                    isWhole,
                    parts.length > 1 ? parts[1] : "");
        }

        CommandLine line() {
            return Main.commandLine(
                    InputStream.nullInputStream(), OutputStream.nullOutputStream(), words.toArray(String[]::new));
        }

        /** Whether the program takes it as it stands; it fails if there is a word that the program does not know. */
        boolean isComplete() {
            try {
                line().parseArgs(words.toArray(String[]::new));
                return true;
            } catch (MissingParameterException e) {
                return false;
            } catch (ParameterException e) {
                throw new AssertionError(this + ": " + e.getMessage(), e);
            }
        }

        boolean canRun() {
            return !NOT_RUN.contains(words.get(0))
                    && !words.contains("--device")
                    && !words.contains("highway.avi")
                    && !words.contains("--truth")
                    && isComplete();
        }

        @Override
        public String toString() {
            return page + ": rung " + String.join(" ", words);
        }
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of("README.md", "python/README.md", "examples/README.md")
                                    .map(ROOT::resolve),
                            docs.filter(page -> page.toString().endsWith(".md")).sorted())
                    .toList();
        }
    }

    private static String text(Path page) throws IOException {
        return FENCED.matcher(Files.readString(page)).replaceAll("");
    }

    private static List<Documented> commands() throws IOException {
        List<Documented> found = new ArrayList<>();
        for (Path page : pages()) {
            String text = text(page);
            INDENTED.matcher(text).results().forEach(match -> found.add(Documented.of(page, match.group(1), true)));
            INLINE.matcher(text).results().forEach(match -> found.add(Documented.of(page, match.group(1), false)));
        }
        return found;
    }

    private static List<Documented> commandsToRun() throws IOException {
        return commands().stream().filter(Documented::canRun).toList();
    }

    private static Set<String> options(CommandLine line) {
        Set<String> names = new TreeSet<>(Set.of("--help", "--version"));
        line.getCommandSpec().options().forEach(option -> {
            names.addAll(List.of(option.names()));
            if (option.negatable()) {
                names.add(option.longestName().replaceFirst("--", "--no-"));
            }
        });
        line.getSubcommands().values().forEach(command -> names.addAll(options(command)));
        return names;
    }

    @Test
    void thereAreMany() throws IOException {
        assertThat(commands()).hasSizeGreaterThan(50);
        assertThat(commandsToRun()).hasSizeGreaterThan(20);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theProgramKnowsThem(Documented command) {
        boolean isComplete = command.isComplete();
        if (command.isWhole) {
            assertThat(isComplete).as("nothing is missing in %s", command).isTrue();
        }
        OPTION.matcher(" " + command.remark)
                .results()
                .forEach(option -> assertThat(options(command.line())).contains(option.group()));
    }

    @Test
    void optionsInSentencesAreThoseOfACommand() throws IOException {
        Set<String> known = options(Main.commandLine(
                InputStream.nullInputStream(), OutputStream.nullOutputStream(), "help")); // knows all others
        for (Path page : pages()) {
            List<String> codes = CODE.matcher(text(page))
                    .results()
                    .map(MatchResult::group)
                    .filter(code -> !code.matches(OF_OTHERS))
                    .toList();
            for (String code : codes) {
                OPTION.matcher(code)
                        .results()
                        .forEach(option ->
                                assertThat(known).as("%s of %s", code, page).contains(option.group()));
            }
        }
    }

    @Test
    void benchmarksAreThere() throws IOException {
        String bench = Files.readString(ROOT.resolve("rung-bench/src/main/java/rung/bench/Bench.java"));
        for (Path page : pages()) {
            BENCH.matcher(Files.readString(page))
                    .results()
                    .forEach(match -> assertThat(bench)
                            .as("%s in %s", match.group(), page)
                            .contains("\"" + match.group(1) + "\""));
        }
    }

    @BeforeAll
    static void writeData() throws IOException {
        Random random = new Random(1);
        List<String> ratings = new ArrayList<>();
        for (int user = 1; user <= 60; user++) {
            for (int item = 1; item <= 40; item++) {
                if (random.nextInt(3) == 0 || item == 1) {
                    ratings.add(
                            user + "," + (item == 2 ? 318 : item) + "," + (1 + (user * item + random.nextInt(2)) % 5));
                }
            }
        }
        String spaced = String.join("\n", ratings).replace(',', ' ') + "\n";
        Files.write(data.resolve("ratings.csv"), ratings);
        Files.write(data.resolve("test.csv"), ratings.subList(0, 50));
        Files.writeString(data.resolve("ratings.txt"), spaced);
        Files.writeString(data.resolve("test.txt"), spaced);
        Files.writeString(data.resolve("choices.txt"), spaced.replaceAll("(?m) \\d$", ""));
        Files.writeString(data.resolve("pairs.csv"), "1,318\n2,3\n");
        Files.writeString(data.resolve("mine.csv"), "318,5\n1,2\n3,4\n");
        Files.writeString(data.resolve("new-ratings.csv"), "user,item,rating,timestamp\nann,318,5,1763424000\n");
        Files.writeString(data.resolve("movies.csv"), "item,title\n1,One (1991)\n318,Two (1992)\n3,Three (1993)\n");
        StringBuilder table = new StringBuilder("a,b,c,d,e,f\n");
        for (int row = 1; row <= 30; row++) {
            for (int column = 1; column <= 6; column++) {
                table.append(random.nextInt(8) == 0 ? "" : row * column + random.nextInt(2))
                        .append(column < 6 ? "," : "\n");
            }
        }
        for (String name : List.of("in.csv", "x.csv", "people.csv", "new.csv", "yours.csv")) {
            Files.writeString(data.resolve(name), table);
        }
        Files.write(data.resolve("d.npy"), array(random));
        runs("train", "ratings.csv", "-o", "movies.rung", "--rank", "2");
    }

    /** A NumPy file of a 30×6 table of rank one, some cells of which are far off. */
    private static byte[] array(Random random) {
        String facts = "{'descr': '<f8', 'fortran_order': False, 'shape': (30, 6), }";
        String header = facts + " ".repeat(117 - facts.length()) + "\n"; // 128 bytes with the ten before it
        ByteBuffer bytes = ByteBuffer.allocate(10 + header.length() + 8 * 180).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
        bytes.put((byte) 1).put((byte) 0).putShort((short) header.length());
        bytes.put(header.getBytes(StandardCharsets.US_ASCII));
        for (int k = 0; k < 180; k++) {
            bytes.putDouble((1 + k / 6) * (1 + k % 6) + (random.nextInt(20) == 0 ? 100 : 0));
        }
        return bytes.array();
    }

    /** Runs a command whose files are in the folder of data. */
    private static void runs(String... words) {
        Object[] args = new Object[words.length];
        for (int k = 0; k < args.length; k++) {
            boolean isFile = words[k].matches("[a-z-]+\\.[a-z]+") || k > 0 && words[k - 1].equals("-o");
            args[k] = isFile ? data.resolve(words[k]) : words[k];
        }
        Commands.Result result = rung(args);
        assertThat(result.status())
                .as("rung %s: %s", Arrays.stream(words).collect(Collectors.joining(" ")), result.err())
                .isZero();
    }

    @ParameterizedTest
    @MethodSource("commandsToRun")
    void theyRun(Documented command) {
        runs(command.words.toArray(String[]::new));
    }
}
