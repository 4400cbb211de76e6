package rung.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.cli.Commands;

/** What {@code complete} says of cells: gross errors, how sure it is, neighbors and bounds. */
class CompleteTest {
    @TempDir
    private Path folder;

    /* A hundred rows of rank one with a share in the last column, two wrong cells and some holes. */
    private Path table() throws Exception {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder text = new StringBuilder("name,a,b,c,d,share\n");
        for (int i = 0; i < 100; i++) {
            double u = random.nextGaussian();
            text.append("row").append(i);
            for (int j = 0; j < 4; j++) {
                boolean isWrong = (i == 17 || i == 60) && j == 2;
                double value = isWrong ? 500 : u * (j + 1) + 0.1 * random.nextGaussian();
                text.append(',');
                if ((i + j) % 5 != 0 || isWrong) {
                    text.append(String.format(Locale.ROOT, "%.3f", value));
                }
            }
            text.append(',').append(i % 7 == 0 ? "" : u > 0 ? "1" : "0").append('\n');
        }
        return Files.writeString(folder.resolve("in.csv"), text);
    }

    @Test
    void errorsAndOutliersAreListed() throws Exception {
        Path out = folder.resolve("out.csv");
        Path sure = folder.resolve("sure.tsv");
        Path outliers = folder.resolve("outliers.tsv");
        Commands.Result result = rung(
                "complete",
                table().toString(),
                "-o",
                out.toString(),
                "--errors",
                sure.toString(),
                "--outliers",
                outliers.toString(),
                "--round",
                "--seed",
                "1");
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out()).contains("2 known cells look like errors and were left out of account");
        List<String> wrong = Files.readAllLines(outliers);
        assertThat(wrong.get(0)).isEqualTo("row\tcolumn\tvalue\texpected\tdeviations");
        assertThat(wrong.subList(1, wrong.size()).stream()
                        .map(line -> line.split("\t")[0] + line.split("\t")[1])
                        .toList())
                .containsExactlyInAnyOrder("18c", "61c");
        List<String> lines = Files.readAllLines(sure);
        long holes = Files.readString(folder.resolve("in.csv"))
                .lines()
                .skip(1)
                .mapToLong(line -> List.of(line.split(",", -1)).stream()
                        .filter(String::isEmpty)
                        .count())
                .sum();
        assertThat(lines).hasSize(1 + (int) holes);
        for (String line : lines.subList(1, lines.size())) {
            double[] numbers = List.of(line.split("\t")).stream()
                    .skip(2)
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            assertThat(numbers[1]).as(line).isPositive();
            assertThat(numbers[2]).as(line).isLessThan(numbers[3]);
        }
        for (String line : Files.readAllLines(out).subList(1, 101)) {
            assertThat(line.split(",")[5]).isIn("0", "1", "0.0", "1.0");
        }
        assertThat(Files.readAllLines(out).get(18))
                .as("a known cell stays, even a wrong one")
                .contains("500.000");
    }

    /* Rows in time: the page says that neighbors tell about each other, and the command too. */
    @Test
    void neighborsAreSaidAndReported() throws Exception {
        SplittableRandom random = new SplittableRandom(4);
        StringBuilder text = new StringBuilder("time,a,b,c,d,e,f\n");
        double[] walk = new double[6];
        for (int i = 0; i < 300; i++) {
            text.append(String.format(Locale.ROOT, "2024-05-%02d %02d:00", 1 + i / 24, i % 24));
            for (int j = 0; j < 6; j++) {
                walk[j] = 0.95 * walk[j] + random.nextGaussian();
                text.append(',');
                if (random.nextDouble() < 0.7 && !(i == 100 && j == 2)) {
                    text.append(String.format(Locale.ROOT, "%.3f", walk[j] + 0.1 * random.nextGaussian()));
                } else if (i == 100) {
                    text.append("900");
                }
            }
            text.append('\n');
        }
        Path in = Files.writeString(folder.resolve("times.csv"), text);
        Path page = folder.resolve("page.html");
        Commands.Result result =
                rung("complete", in.toString(), "-o", folder.resolve("o.csv").toString(), "--report", page.toString());
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out()).contains("neighboring rows tell about each other");
        assertThat(Files.readString(page))
                .contains("Neighboring rows tell about each other")
                .contains("Known cells that look like errors")
                .contains("900");
        Commands.Result without =
                rung("complete", in.toString(), "-o", folder.resolve("o2.csv").toString(), "--smooth", "none");
        assertThat(without.out()).doesNotContain("neighboring");
    }

    @Test
    void aSideThatIsNoneIsRefused() throws Exception {
        Commands.Result result = rung(
                "complete", table().toString(), "-o", folder.resolve("o.csv").toString(), "--smooth", "diagonals");
        assertThat(result.status()).isNotZero();
        assertThat(result.err()).contains("--smooth must be rows, columns or none, got diagonals");
        assertThat(folder.resolve("o.csv")).doesNotExist();
    }

    @Test
    void twoOutputsAreTwoFiles() throws Exception {
        String same = folder.resolve("o.csv").toString();
        assertThat(rung("complete", table().toString(), "-o", same, "--errors", same)
                        .err())
                .contains("--errors and --output must be two files");
    }
}
