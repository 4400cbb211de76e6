package rung.cli.separation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static rung.cli.Commands.rung;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.cli.Commands;
import rung.file.table.TableFile;
import rung.linalg.Matrix;

/** {@code rung separate}: M = L + S, whatever M comes in. */
class SeparateTest extends SeparateCase {
    @ParameterizedTest
    @ValueSource(
            strings = {"plain.csv", "named.csv", "named.tsv", "array.mtx", "listed.mtx", "array.npy", "plain.csv.gz"})
    void aMatrixIsTheSumOfItsParts(String name) throws IOException {
        boolean[] isFar = new boolean[ROWS * COLUMNS];
        Matrix m = matrix(isFar);
        Path output = done(write(m, name), "--rank", 1);
        String ending = name.substring(name.indexOf('.')).replace(".gz", "");
        assertThat(names(output))
                .containsExactly(
                        "left.npy", "low" + ending, "mask" + ending, "right.npy", "sparse" + ending, "summary.json");
        Matrix low = read(output.resolve("low" + ending));
        Matrix sparse = read(output.resolve("sparse" + ending));
        Matrix mask = read(output.resolve("mask" + ending));
        Matrix product = product(output);
        double threshold = (double) summary(output).get("threshold");
        for (int k = 0; k < ROWS * COLUMNS; k++) {
            assertThat(low.array()[k] + sparse.array()[k]).isCloseTo(m.array()[k], within(1e-5));
            assertThat(product.array()[k]).isCloseTo(low.array()[k], within(1e-5));
            assertThat(mask.array()[k] == 1).isEqualTo(Math.abs(sparse.array()[k]) > threshold);
            assertThat(mask.array()[k] == 1).isEqualTo(isFar[k]);
        }
    }

    @Test
    void namesStay() throws IOException {
        Path input = write(matrix(new boolean[ROWS * COLUMNS]), "named.csv");
        Path output = done(input, "--rank", 1);
        List<String> before = Files.readAllLines(input);
        List<String> after = Files.readAllLines(output.resolve("low.csv"));
        assertThat(after).hasSameSizeAs(before).first().isEqualTo(before.get(0));
        assertThat(after.get(7)).startsWith("row6,");
    }

    @Test
    void holesStayHolesOfTheSparsePartAndGetNumbersInTheOther() throws IOException {
        Matrix m = matrix(new boolean[ROWS * COLUMNS]);
        m.array()[3 * COLUMNS + 4] = Double.NaN;
        Path output = done(write(m, "plain.csv"), "--rank", 1);
        double found = read(output.resolve("low.csv")).get(3, 4);
        assertThat(found).isCloseTo(4 * 5 / 4.0, within(0.02));
        assertThat(read(output.resolve("sparse.csv")).get(3, 4)).isNaN();
        assertThat(read(output.resolve("mask.csv")).get(3, 4)).isNaN();
    }

    /** What rounding leaves of a matrix that is of low rank is not sparse. */
    @Test
    void aMatrixOfLowRankHasNoSparsePart() throws IOException {
        Matrix m = new Matrix(ROWS, COLUMNS);
        Arrays.fill(m.array(), 3);
        Path output = done(write(m, "plain.csv"), "--rank", 1);
        assertThat((double) summary(output).get("share")).isZero();
    }

    @Test
    void theSummaryIsTheSameInTheFolder() throws IOException {
        Path images = images("input", "png", SeparateTest::level);
        for (Object input : List.of(images, write(matrix(new boolean[ROWS * COLUMNS]), "plain.csv"))) {
            for (String method : List.of("fast-greedy", "fast-local-search", "pca", "median")) {
                Path output = folder.resolve("out");
                Commands.Result result = rung("separate", input, "-o", output, "--method", method, "--json");
                assertThat(result.status()).as(result.err()).isZero();
                assertThat(result.out().strip())
                        .isEqualTo(
                                Files.readString(output.resolve("summary.json")).strip());
                assertThat(facts(result.out())).containsEntry("method", method).containsEntry("stopped", false);
            }
        }
    }

    @Test
    void whatElseIsInTheFolderStays() throws IOException {
        Path images = images("input", "png", SeparateTest::level);
        Path output = Files.createDirectory(folder.resolve("out"));
        Files.writeString(output.resolve("mine.txt"), "mine");
        Files.createDirectories(output.resolve("deep/er"));
        done(images, "--rank", 1);
        Map<String, String> first = contents(output);
        assertThat(first).containsEntry("mine.txt", "mine").hasSize(3 * (FRAMES + 1) + 4);
        done(images, "--rank", 1);
        assertThat(contents(output)).isEqualTo(first);
        assertThat(output.resolve("deep/er")).isDirectory();
        assertThat(names(folder)).containsExactly("input", "out");
    }

    @Test
    void thePageMayGoIntoTheFolder() throws IOException {
        Path page = folder.resolve("out/page.html");
        done(images("input", "png", SeparateTest::level), "--report", page, "--rank", 1);
        assertThat(page).content().contains("Background of rank 1");
        done(write(matrix(new boolean[ROWS * COLUMNS]), "plain.csv"), "--report", page, "--rank", 1);
        assertThat(page).content().contains("A 40×15 matrix M");
        assertThat(names(folder)).containsExactly("input", "out", "plain.csv");
    }

    @Test
    void quietSaysNothing() throws IOException {
        Path images = images("input", "png", SeparateTest::level);
        Commands.Result result = rung("separate", images, "-o", folder.resolve("out"), "-q");
        assertThat(result).isEqualTo(new Commands.Result(0, "", ""));
    }

    @Test
    void inputsAreNotReplaced() throws IOException {
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.move(images("input", "png", SeparateTest::level), data.resolve("background"));
        Files.move(images("truth", "png", SeparateTest::level), data.resolve("mask"));
        Files.move(write(matrix(new boolean[ROWS * COLUMNS]), "low.csv"), data.resolve("low.csv"));
        Map<String, String> before = contents(data);
        Object[][] cases = {
            {"background: would be replaced by a result", data.resolve("background")},
            {"mask: would be replaced by a result", data.resolve("background/../mask")},
            {"low.csv: would be replaced by a result", data.resolve("low.csv")},
        };
        for (Object[] c : cases) {
            refused((String) c[0], c[1], "-o", data);
        }
        Path elsewhere = images("input", "png", SeparateTest::level);
        refused("mask: would be replaced by a result", elsewhere, "--truth", data.resolve("mask"), "-o", data);
        refused("holds more than frames (in", elsewhere, "-o", data);
        refused("the output must be another folder than the input", elsewhere, "-o", elsewhere);
        assertThat(contents(data)).isEqualTo(before);
        assertThat(names(elsewhere)).hasSize(FRAMES);
    }

    @Test
    void badInputIsASentenceAndNothingIsWritten() throws IOException {
        Path lines = Files.writeString(folder.resolve("t.jsonl"), "{\"a\":1}\n");
        Commands.Result other = rung("separate", lines, "-o", folder.resolve("none"));
        assertThat(other.status()).isEqualTo(2);
        assertThat(other.err())
                .isEqualTo("rung: " + lines + ": cannot be separated; expected a video, a folder of images, or a matrix"
                        + " in .csv, .tsv, .tab, .txt, .mtx or .npy\n");
        Path images = images("input", "png", SeparateTest::level);
        Path table = write(matrix(new boolean[ROWS * COLUMNS]), "plain.csv");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Path mixed = images("mixed", "png", SeparateTest::level);
        ImageIO.write(
                new BufferedImage(3, 2, BufferedImage.TYPE_BYTE_GRAY),
                "png",
                mixed.resolve("in2.png").toFile());
        Path damaged = images("damaged", "png", SeparateTest::level);
        byte[] bytes = Files.readAllBytes(damaged.resolve("in3.png"));
        bytes[bytes.length / 2] ^= 1;
        Files.write(damaged.resolve("in3.png"), bytes);
        Path none = Files.writeString(folder.resolve("none.csv"), "");
        Path missing = Files.writeString(folder.resolve("missing.csv"), "NA,NA\nNA,NA\n");
        Path word = Files.writeString(folder.resolve("word.csv"), "1,2\n3,cat\n5,6\n");
        Path infinite = folder.resolve("infinite.npy");
        TableFile.write(infinite, 2, 2, (i, j) -> 1 / (double) (i * j));
        Path out = folder.resolve("out");
        List<String> before = names(folder);
        Object[][] cases = {
            {"absent: does not exist", folder.resolve("absent"), "-o", out},
            {"empty: has no images in it", empty, "-o", out},
            {"in2.png: must be 24×20, the size of in1.png, is 3×2", mixed, "-o", out},
            {"in3.png: is damaged", damaged, "-o", out},
            {"in1.png: is a single image; give the folder", images.resolve("in1.png"), "-o", out},
            {"none.csv: is empty", none, "-o", out},
            {"missing.csv: all of its 2×2 entries are missing", missing, "-o", out},
            {"word.csv:2: the value in column 2 must be a number, got 'cat'", word, "-o", out},
            {"infinite.npy[0, 0]: the value must be finite", infinite, "-o", out},
            {"missing required option: '--output=OUTDIR'", images},
            {"plain.csv: is a file, the output needs a folder", images, "-o", table},
            {"does not exist", images, "-o", folder.resolve("no/where")},
            {"-: the output must be a folder", images, "-o", "-"},
            {"there is no '--rnk' here", images, "-o", out, "--rnk", 1},
            {"--rank must be at least 1, got 0", images, "-o", out, "--rank", 0},
            {"--rank must be between 1 and 12 (12 frames), got 13", images, "-o", out, "--rank", 13},
            {"--rank must be between 1 and 4 (4 frames), got 5", images, "-o", out, "--rank", 5, "--window", 4},
            {"--rank must be between 1 and 15 (the smaller side", table, "-o", out, "--rank", 16},
            {"--rank does not go with --method pcp", images, "-o", out, "--rank", 1, "--method", "pcp"},
            {"--delta must be a positive number, got -1", images, "-o", out, "--delta", -1},
            {"--delta belongs to Huber's loss", images, "-o", out, "--delta", 1, "--method", "median"},
            {"must be one of fast-greedy, ", images, "-o", out, "--method", "best"},
            {"must be one of mkv, mp4, avi, frames, npy, got 'gif'", images, "-o", out, "--as", "gif"},
            {"--size: the sides of a frame must be between 1 and 16384", images, "-o", out, "--size", "0x5"},
            {"--size: a size must be width and height, such as", images, "-o", out, "--size", "160"},
            {"--size is for frames, but ", table, "-o", out, "--size", "4x4"},
            {"--window must be at least 2 frames, got 1", images, "-o", out, "--window", 1},
            {"--threshold must be a number of 0 or more", images, "-o", out, "--threshold", "NaN"},
            {"--threads must be at least 1, got 0", images, "-o", out, "--threads", 0},
            {"empty: has no images in it", images, "-o", out, "--truth", empty},
            {"absent: does not exist", images, "-o", out, "--truth", folder.resolve("absent")},
            {
                "absent: there is no such file; a region is an image",
                images,
                "-o",
                out,
                "--region",
                folder.resolve("absent")
            },
            {"in2.png: must be 24×20, the size of the frames", images, "-o", out, "--region", mixed.resolve("in2.png")},
            {"does not exist", images, "-o", out, "--report", folder.resolve("no/page.html")},
            {"the page needs a name of its own", images, "-o", out, "--report", out},
            {"a result is called summary.json", images, "-o", out, "--report", out.resolve("summary.json")},
        };
        for (Object[] c : cases) {
            refused((String) c[0], Arrays.copyOfRange(c, 1, c.length));
            assertThat(names(folder)).as("%s", Arrays.toString(c)).isEqualTo(before);
        }
    }
}
