package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;

/** Results on a terminal fit into its lines; elsewhere each record stays one line. */
class ResultWidthTest extends RatingsCommands {
    @AfterEach
    void forget() {
        System.clearProperty(Terminal.COLUMNS);
        System.clearProperty(Terminal.OUTPUT_PROPERTY);
        System.clearProperty(Terminal.PROPERTY);
    }

    private static void onTerminal(int columns) {
        System.setProperty(Terminal.COLUMNS, String.valueOf(columns));
        System.setProperty(Terminal.OUTPUT_PROPERTY, "true");
    }

    private Path table() throws Exception {
        SplittableRandom random = new SplittableRandom(2);
        StringBuilder text = new StringBuilder("a,b,c,d,e\n");
        for (int i = 0; i < 40; i++) {
            double level = random.nextDouble();
            for (int j = 0; j < 5; j++) {
                boolean isKnown = (i + j) % 6 != 0;
                text.append(isKnown ? String.format(Locale.ROOT, "%.3f", (j + 1) * level + 0.01 * i) : "");
                text.append(j < 4 ? "," : "\n");
            }
        }
        return Files.writeString(folder.resolve("t.csv"), text);
    }

    /* What each command prints; names of files, which cannot be broken, aside. */
    private Stream<String> lines(Object... words) {
        Commands.Result result = rung(words);
        assertThat(result.status()).as(result.err()).isZero();
        return result.out().lines().map(line -> line.replace(folder.toString(), "…"));
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 200})
    void resultsFit(int columns) throws Exception {
        onTerminal(columns);
        Path out = folder.resolve("o");
        Path table = table();
        assertThat(Stream.of(
                                lines("doctor"),
                                lines("train", train, "-o", out, "--rank", 1, "--test", test),
                                lines("evaluate", model, test),
                                lines("evaluate", model, test, "--lists"),
                                lines("complete", table, "-o", out, "--report", folder.resolve("p.html")),
                                lines("separate", table, "-o", folder.resolve("parts")),
                                lines(
                                        "compare",
                                        table,
                                        "-o",
                                        folder.resolve("c"),
                                        "--methods",
                                        "mean,rung",
                                        "--splits",
                                        1),
                                lines("inspect", model))
                        .flatMap(each -> each)
                        .filter(line -> line.strip().contains(" ")))
                .allSatisfy(line -> assertThat(Words.width(line)).as(line).isLessThanOrEqualTo(columns));
    }

    @ParameterizedTest
    @CsvSource({"50, true", "200, false"})
    void columnsThatDoNotFitAreNamed(int columns, boolean areMissing) throws Exception {
        onTerminal(columns);
        String all = lines("compare", table(), "-o", folder.resolve("c"), "--methods", "mean,rung", "--splits", 1)
                .collect(Collectors.joining(" "));
        assertThat(all.contains("not shown at this width: ")).as(all).isEqualTo(areMissing);
        assertThat(all).contains("Memory");
    }

    /* A fault in an option, and one in a file: they are found in different places. */
    @Test
    void whatWentWrongFits() throws Exception {
        Path percent = Files.writeString(folder.resolve("p.csv"), "a,b\n1,20 %\n2,30 %\n3,\n4,50 %\n");
        fits("compare", table(), "-o", folder.resolve("c"), "--methods", "foo");
        fits("complete", percent, "-o", folder.resolve("o.csv"));
    }

    private static void fits(Object... words) {
        System.clearProperty(Terminal.PROPERTY);
        String line = rung(words).err().lines().findFirst().orElseThrow();
        System.setProperty(Terminal.COLUMNS, "60");
        System.setProperty(Terminal.PROPERTY, "true");
        String wrapped = rung(words).err();
        assertThat(line).startsWith("rung: ").hasSizeGreaterThan(60);
        assertThat(wrapped.lines()).allSatisfy(each -> assertThat(each).hasSizeLessThanOrEqualTo(60));
        assertThat(wrapped.replaceAll("\\s*\\R\\s*", " ")).startsWith(line);
    }

    /* The figures of lists are the same, whichever way the table lies. */
    @Test
    void aTableThatIsTooWideIsTurned() {
        String[] wide = rung("evaluate", model, test, "--lists").out().split("\\R");
        onTerminal(60);
        String[] narrow = rung("evaluate", model, test, "--lists").out().split("\\R");
        assertThat(wide[1].strip().split("  +"))
                .containsExactly("recall", "nDCG", "MAP", "hit rate", "coverage", "novelty");
        assertThat(narrow[1].strip().split("  +")).containsExactly("this model", "most popular", "random");
        for (int maker = 1; maker <= 3; maker++) {
            String[] row = wide[1 + maker].split("  +");
            for (int figure = 1; figure <= 6; figure++) {
                assertThat(narrow[1 + figure].split("  +")[maker]).isEqualTo(row[figure]);
            }
        }
    }

    @Test
    void elsewhereARecordIsALine() {
        System.setProperty(Terminal.COLUMNS, "60");
        assertThat(lines("doctor"))
                .as("one line for each thing")
                .allMatch(line -> line.matches("\\S.{15} (ok|could be better|MISSING) +\\S.*"))
                .anyMatch(line -> line.length() > 60);
        assertThat(lines("train", train, "-o", folder.resolve("o"), "--rank", 1, "--test", test))
                .noneMatch(line -> line.startsWith("  ") && !line.startsWith("  on "));
    }
}
