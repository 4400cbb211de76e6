import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import rung.linalg.Matrix;
import rung.linalg.Svd;

/** Every example runs, and prints what it claims. */
class ExamplesTest {
    private final Locale before = Locale.getDefault();

    @BeforeEach
    void writeNumbersWithPoints() {
        Locale.setDefault(Locale.ROOT);
    }

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(before);
    }

    private interface Program {
        void run() throws Exception;
    }

    private static List<String> output(Program program) throws Exception {
        PrintStream console = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            program.run();
        } finally {
            System.setOut(console);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static double number(String line, String word) {
        String rest = line.substring(line.indexOf(word) + word.length()).strip();
        return Double.parseDouble(rest.split("[ ,]")[0]);
    }

    @Test
    void aTableIsCompleted() throws Exception {
        List<String> lines = output(() -> CompleteTable.main(new String[0]));
        assertThat(number(lines.get(0), "cell (7, 0):")).isBetween(11.9, 12.1);
        assertThat(lines.get(1)).startsWith("rank ");
    }

    @Test
    void usersGetWhatTheyLike() throws Exception {
        List<String> lines = output(() -> TrainAndRecommend.main(new String[0]));
        assertThat(lines).hasSize(7);
        for (String line : lines.subList(0, 5)) {
            assertThat(line).matches("film\\d*[02468] [45]\\.\\d\\d");
        }
        assertThat(number(lines.get(5), "film1")).isLessThan(2);
        assertThat(lines.get(6)).matches("like film8: \\[ScoredItem\\[item=film\\d*[02468], .*");
    }

    @Test
    void aNewcomerGetsWhatSheLikes() throws Exception {
        List<String> lines = output(() -> WelcomeNewcomer.main(new String[0]));
        assertThat(lines.get(0)).matches("for Ann: \\[Recommendation\\[item=film\\d*[13579], .*");
        assertThat(number(lines.get(1), "film11")).isGreaterThan(number(lines.get(1), "film12") + 1);
    }

    @Test
    void theOutlierIsFound() throws Exception {
        assertThat(output(() -> SeparateMatrix.main(new String[0]))).containsExactly("rank 2, outlier 50.0");
    }

    @Test
    void oneWrongEntryDoesNotImpressHuber() throws Exception {
        List<String> lines = output(() -> BuiltInLoss.main(new String[0]));
        assertThat(number(lines.get(0), "hole")).isBetween(2.9, 3.1);
        assertThat(number(lines.get(0), "99:")).isBetween(24.0, 26.0);
    }

    @Test
    void aLossOfOnesOwnIsMinimized() throws Exception {
        assertThat(number(output(() -> OwnLoss.main(new String[0])).get(0), "60:"))
                .isBetween(11.5, 12.5);
    }

    @Test
    void aFunctionOfOnesOwnIsMinimized() throws Exception {
        Svd svd = Svd.of(Matrix.gaussian(30, 20, new SplittableRandom(1)));
        double rest = Arrays.stream(svd.sigma()).skip(5).map(s -> s * s / 2).sum(); // Eckart and Young
        List<String> lines = output(() -> OwnFunction.main(new String[0]));
        assertThat(number(lines.get(0), "R")).isBetween(rest - 1e-4, rest + 1e-2);
        assertThat(lines.get(0)).endsWith("at rank 5");
    }

    @Test
    void theTrueRankIsChosenOnThePath() throws Exception {
        List<String> lines = output(() -> RankPath.main(new String[0]));
        assertThat(lines.get(0)).startsWith("rank 1: R ");
        assertThat(lines.get(lines.size() - 1)).isEqualTo("chosen: rank 3");
    }

    @Test
    void theCertificateIsTight() throws Exception {
        List<String> lines = output(() -> CertifiedSolution.main(new String[0]));
        assertThat(number(lines.get(0), "at most")).isBetween(0.0, 0.05 * number(lines.get(0), "R"));
    }

    @Test
    void methodsAreRanked() throws Exception {
        List<String> lines = output(() -> CompareMethods.main(new String[0]));
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).startsWith("Rung's default");
        assertThat(lines.get(2)).startsWith("Column means");
    }

    @Test
    void filesAreReadAndWritten() throws Exception {
        List<String> lines = output(() -> ReadAndWriteFiles.main(new String[0]));
        assertThat(lines).hasSize(8).startsWith("a,b,c", "1,2,3").endsWith("true");
        assertThat(Double.parseDouble(lines.get(2).split(",")[1])).isBetween(3.5, 4.5);
        assertThat(Double.parseDouble(lines.get(4).split(",")[2])).isBetween(11.0, 13.0);
    }

    @Test
    @Tag("slow")
    void sparkRecommends() throws Exception {
        List<String> lines = output(() -> SparkRecommender.main(new String[0]));
        String row =
                lines.stream().filter(line -> line.startsWith("|4")).findFirst().orElseThrow();
        assertThat(row).matches("\\|4 +\\|\\[\\{\\d*[02468], .*\\}, \\{\\d*[02468], .*\\}, \\{\\d*[02468], .*\\}\\].*");
    }

    /** The list in the README of this folder is complete. */
    @Test
    void everyProgramIsListed() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        try (var files = Files.list(Path.of("."))) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".java")))
                    .isNotEmpty()
                    .allMatch(name -> readme.contains("`" + name.replace(".java", "") + "`"));
        }
    }
}
