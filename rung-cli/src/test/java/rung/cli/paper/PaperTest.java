package rung.cli.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static rung.cli.Commands.rung;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.baseline.Biases;
import rung.baseline.FitOptions;
import rung.cli.Commands;
import rung.cli.JsonReader;
import rung.data.Duplicates;
import rung.data.Observations;
import rung.data.Ratings;
import rung.file.ratings.RatingsFile;
import rung.page.PageReader;

/** {@code rung paper}: on the paper's own random matrices, and on made-up ratings and frames in the places of the real ones. */
class PaperTest {
    @TempDir
    private Path folder;

    private Map<?, ?> results(String name) throws IOException {
        return (Map<?, ?>) new JsonReader(Files.readString(folder.resolve(name).resolve("results.json"))).read();
    }

    private static Map<?, ?> experiment(Map<?, ?> results, String name) {
        return (Map<?, ?>) ((Map<?, ?>) results.get("experiments")).get(name);
    }

    @Test
    void aSecondRunGivesTheSameNumbersOnAnyNumberOfThreads() throws Exception {
        Commands.Result first = rung("paper", "figure6", "--quick", "--threads", 1, "-o", folder.resolve("one"));
        Commands.Result second = rung("paper", "figure6", "--quick", "--threads", 3, "-o", folder.resolve("two"));
        assertThat(first.status()).as(first.err()).isZero();
        assertThat(second.status()).as(second.err()).isZero();
        Map<?, ?> numbers = experiment(results("one"), "figure6");
        assertThat(numbers).isEqualTo(experiment(results("two"), "figure6"));
        assertThat(Files.readString(folder.resolve("one/figure6-test.svg")))
                .isEqualTo(Files.readString(folder.resolve("two/figure6-test.svg")));
        List<?> claims = (List<?>) numbers.get("claims");
        assertThat(((Map<?, ?>) claims.get(0)).get("holds")).isEqualTo(true);
        rung("paper", "figure6", "--quick", "--seed", 7, "-o", folder.resolve("three"));
        assertThat(experiment(results("three"), "figure6")).isNotEqualTo(numbers);
    }

    @Test
    void whatIsNotThereIsLeftOutAndSaid() throws Exception {
        Path data = Files.createDirectory(folder.resolve("nothing"));
        Commands.Result result =
                rung("paper", "table2", "figure2", "figure4", "--data", data, "-o", folder.resolve("out"));
        assertThat(result.status()).as("nothing at all was run").isEqualTo(2);
        assertThat(result.err().replaceAll("\\s+", " "))
                .contains("MovieLens 1M was left out: there is no")
                .contains("nothing was run, since " + data
                        + " does not hold the data that figure2, table2, figure4 need");
        assertThat(folder.resolve("out")).as("nothing to keep").doesNotExist();
        Commands.Result some =
                rung("paper", "figure2", "figure6", "--quick", "--data", data, "-o", folder.resolve("some"));
        assertThat(some.status()).as(some.err()).isZero();
        String page = Files.readString(folder.resolve("some/report.html"));
        PageReader.parsed(page); // is XML
        assertThat(page).contains("The video was left out: there is no " + data.resolve("highway/input"));
    }

    @Test
    void aFolderOfDataThatIsNotThereIsSaid() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "x");
        for (Path data : List.of(folder.resolve("nowhere"), file)) {
            Commands.Result result = rung("paper", "figure6", "--quick", "--data", data, "-o", folder.resolve("out"));
            assertThat(result.status()).isEqualTo(2);
            assertThat(result.err())
                    .contains(data + (data == file ? ": is a file" : ": does not exist") + "; --data names the folder");
        }
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void whatIsFinishedIsThereWhateverHappensToTheRest() throws Exception {
        Path out = folder.resolve("out");
        Path highway = folder.resolve("data/highway");
        frames(
                Files.createDirectories(highway.resolve("input")),
                Files.createDirectories(highway.resolve("groundtruth")));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "rung.cli.Main",
                        "paper",
                        "figure2",
                        "table1",
                        "--data",
                        folder.resolve("data").toString(),
                        "-o",
                        out.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            while (!Files.exists(out) && process.isAlive()) {
                Thread.sleep(10);
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(experiment(results("out"), "figure2")).isNotNull();
        assertThat(results("out").get("unfinished")).isEqualTo(List.of("table1"));
        assertThat(out.resolve("report.html")).content().contains("Stopped before the end: table1 missing.");
    }

    @Test
    void aTypoIsAnsweredWithTheNames() {
        Commands.Result result = rung("paper", "tabel2", "-o", folder.resolve("out"));
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err())
                .contains("there is no 'tabel2'")
                .contains("table2")
                .contains("figure6");
        assertThat(folder.resolve("out")).doesNotExist();
        assertThat(rung("paper", "figure6").err()).contains("--output");
    }

    @Test
    void ratingsInTheirPlace() throws Exception {
        Path data = Files.createDirectories(folder.resolve("data/ml-100k")).getParent();
        ratings(data.resolve("ml-100k/u.data"));
        Commands.Result result =
                rung("paper", "table2", "table3", "figure4", "--quick", "--data", data, "-o", folder.resolve("out"));
        assertThat(result.status()).as(result.err()).isZero();
        Map<?, ?> results = results("out");
        List<?> rows = (List<?>) experiment(results, "table2").get("rows");
        assertThat(rows).hasSize(10);
        for (Object row : rows) {
            assertThat((Double) ((Map<?, ?>) row).get("ours"))
                    .as(row.toString())
                    .isBetween(0.1, 1.5);
            assertThat((List<?>) ((Map<?, ?>) row).get("values")).hasSize(2);
        }
        assertThat(error(rows, "biases only")).isCloseTo(biases(data.resolve("ml-100k/u.data")), within(1e-12));
        assertThat(error(rows, "Rung, told nothing")).isLessThan(error(rows, "biases only"));
        assertThat(row(rows, "NMF").get("paper")).isEqualTo(0.9659);
        assertThat((Double) row(rows, "NMF").get("difference")).isCloseTo(error(rows, "NMF") - 0.9659, within(1e-12));
        List<?> times = (List<?>) experiment(results, "table3").get("rows");
        assertThat(times).hasSize(10); // two problems
        assertThat((List<?>) experiment(results, "figure4").get("charts")).hasSize(1);
        assertThat(ImageIO.read(folder.resolve("out/figure4.png").toFile()).getWidth())
                .isGreaterThan(600);
    }

    private static Map<?, ?> row(List<?> rows, String method) {
        return rows.stream()
                .map(row -> (Map<?, ?>) row)
                .filter(row -> row.get("method").equals(method))
                .findFirst()
                .orElseThrow();
    }

    private static double error(List<?> rows, String method) {
        return (Double) row(rows, method).get("ours");
    }

    /** The same row by other means. */
    private static double biases(Path file) throws IOException {
        Ratings all = RatingsFile.read(file, Duplicates.LAST);
        double sum = 0;
        for (int seed = 0; seed < 2; seed++) {
            Ratings.Split split = all.split(0.2, seed);
            Observations train = split.train().observations();
            var matrix = Biases.byDefault().fit(train, FitOptions.byDefault()).matrix();
            double squares = 0;
            for (int e = 0; e < split.heldOut().count(); e++) {
                double predicted =
                        matrix.get(split.heldOut().user()[e], split.heldOut().item()[e]);
                double error = Math.max(all.lowest(), Math.min(all.highest(), predicted))
                        - split.heldOut().value()[e];
                squares += error * error;
            }
            sum += Math.sqrt(squares / split.heldOut().count());
        }
        return sum / 2;
    }

    /** Ratings from 1 to 5 with biases and two factors, 120 users and 110 items. */
    private static void ratings(Path file) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        double[] u = random.doubles(3 * 120, -1, 1).toArray();
        double[] v = random.doubles(3 * 110, -1, 1).toArray();
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 120; i++) {
            for (int j = 0; j < 110; j++) {
                double value = 3.4 + 0.5 * u[3 * i] + 0.5 * v[3 * j];
                for (int k = 1; k < 3; k++) {
                    value += 1.2 * u[3 * i + k] * v[3 * j + k];
                }
                long rating = Math.round(Math.max(1, Math.min(5, value + 0.3 * random.nextGaussian())));
                if (random.nextDouble() < 0.3) {
                    lines.append(String.format(Locale.ROOT, "%d\t%d\t%d\t0%n", i + 1, j + 1, rating));
                }
            }
        }
        Files.writeString(file, lines);
    }

    @Test
    void framesInTheirPlace() throws Exception {
        Path highway = folder.resolve("data/highway");
        frames(
                Files.createDirectories(highway.resolve("input")),
                Files.createDirectories(highway.resolve("groundtruth")));
        Commands.Result result =
                rung("paper", "figure2", "--quick", "--data", folder.resolve("data"), "-o", folder.resolve("out"));
        assertThat(result.status()).as(result.err()).isZero();
        List<?> rows = (List<?>) experiment(results("out"), "figure2").get("rows");
        assertThat(rows).hasSize(5);
        assertThat(error(rows, "Rung, told nothing")).isGreaterThan(0.9);
        assertThat(ImageIO.read(folder.resolve("out/figure2-frame.png").toFile())
                        .getWidth())
                .isEqualTo(160);
        assertThat(Files.readString(folder.resolve("out/report.html"))).contains("data:image/png;base64,");
    }

    /** A block crosses a gradient, at each place as far from it. */
    private static void frames(Path input, Path truth) throws IOException {
        for (int t = 0; t < 24; t++) {
            BufferedImage frame = new BufferedImage(80, 60, BufferedImage.TYPE_BYTE_GRAY);
            BufferedImage mask = new BufferedImage(80, 60, BufferedImage.TYPE_BYTE_GRAY);
            for (int y = 0; y < 60; y++) {
                for (int x = 0; x < 80; x++) {
                    boolean moves = y / 12 == 2 && (x - 3 * t) / 9 == 0 && x >= 3 * t;
                    int still = 30 + 2 * x + (x * 7 + y * 13 + t * 29) % 5;
                    int other = still < 110 ? still + 90 : still - 90; // no threshold on the frame itself tells
                    frame.getRaster().setSample(x, y, 0, moves ? other : still);
                    mask.getRaster().setSample(x, y, 0, moves ? 255 : 0);
                }
            }
            ImageIO.write(
                    frame,
                    "png",
                    input.resolve(String.format("in%06d.png", t + 1)).toFile());
            ImageIO.write(
                    mask,
                    "png",
                    truth.resolve(String.format("gt%06d.png", t + 1)).toFile());
        }
    }
}
