package rung.cli.separation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static rung.cli.Commands.rung;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.LowRankMatrix;
import rung.cli.Commands;
import rung.cli.JsonReader;
import rung.cli.VideoPrograms;
import rung.file.Table;
import rung.file.table.TableFile;
import rung.linalg.Matrix;
import rung.page.FrameImages;
import rung.video.FrameSource;
import rung.video.Frames;

/** {@code rung separate}: M = L + S, whatever M comes in. */
class SeparateTest {
    private static final int ROWS = 40;
    private static final int COLUMNS = 15;
    private static final int WIDTH = 24;
    private static final int HEIGHT = 20;
    private static final int FRAMES = 12;
    private static final int SIDE = 6; // of the square that moves

    @TempDir
    private Path folder;

    /** Rank one, a little noise, and some entries that are far off, which the second result tells. */
    private static Matrix matrix(boolean[] isFar) {
        SplittableRandom random = new SplittableRandom(1);
        Matrix m = new Matrix(ROWS, COLUMNS);
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                int at = i * COLUMNS + j;
                isFar[at] = random.nextInt(12) == 0;
                double noise = 0.01 * (random.nextDouble() - 0.5);
                m.array()[at] = (float) ((1 + i % 7) * (1 + j % 5) / 4.0 + noise + (isFar[at] ? 9 : 0));
            }
        }
        return m;
    }

    private Path write(Matrix m, String name) throws IOException {
        Path file = folder.resolve(name);
        if (name.startsWith("named")) {
            List<String> names = Stream.iterate(0, j -> j + 1)
                    .limit(COLUMNS)
                    .map(j -> "day, " + j)
                    .toList();
            List<String> labels = Stream.iterate(0, i -> i + 1)
                    .limit(ROWS)
                    .map(i -> "row" + i)
                    .toList();
            TableFile.write(file, ROWS, COLUMNS, m::get, Optional.of(names), Optional.of(labels));
        } else if (name.startsWith("listed")) {
            StringBuilder text = new StringBuilder("%%MatrixMarket matrix coordinate real general\n");
            text.append(ROWS + " " + COLUMNS + " " + ROWS * COLUMNS + "\n");
            for (int k = 0; k < ROWS * COLUMNS; k++) {
                text.append(k / COLUMNS + 1).append(' ').append(k % COLUMNS + 1).append(' ');
                text.append(m.array()[k]).append('\n');
            }
            Files.writeString(file, text);
        } else {
            TableFile.write(file, ROWS, COLUMNS, m::get);
        }
        return file;
    }

    /** left·rightᵀ. */
    private static Matrix product(Path output) throws IOException {
        return LowRankMatrix.of(read(output.resolve("left.npy")), read(output.resolve("right.npy")))
                .toDense();
    }

    private static Matrix read(Path file) throws IOException {
        return TableFile.read(file, Table.TextColumns.REFUSE).values();
    }

    /** A slope that brightens from frame to frame, a little noise, and a bright square that moves. */
    private static int level(int x, int y, int k) {
        int noise = (x * 7 + y * 13 + k * 29 + x * y * k) % 3;
        return isSquare(x, y, k) ? 240 : (int) ((40 + 3 * x + 2 * y) * (1 + 0.01 * k)) + noise;
    }

    private static boolean isSquare(int x, int y, int k) {
        return x / SIDE == k % 4 && y / SIDE == k / 4; // nowhere twice
    }

    private interface Levels {
        int at(int x, int y, int k);
    }

    private Path images(String name, String ending, Levels levels) throws IOException {
        Path images = Files.createDirectory(folder.resolve(name));
        for (int k = 0; k < FRAMES; k++) {
            BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_BYTE_GRAY);
            for (int p = 0; p < WIDTH * HEIGHT; p++) {
                image.getRaster().setSample(p % WIDTH, p / WIDTH, 0, levels.at(p % WIDTH, p / WIDTH, k));
            }
            assertThat(ImageIO.write(
                            image,
                            ending,
                            images.resolve("in" + (k + 1) + "." + ending).toFile()))
                    .isTrue();
        }
        return images;
    }

    private static int pixel(Path image, int p) throws IOException {
        BufferedImage read = ImageIO.read(image.toFile());
        return read.getRaster().getSample(p % WIDTH, p / WIDTH, 0);
    }

    /** All pixels of a folder of images that the command has written, frame after frame. */
    private static int[] pixels(Path images) throws IOException {
        int[] all = new int[FRAMES * WIDTH * HEIGHT];
        for (int k = 0; k < FRAMES; k++) {
            BufferedImage image = ImageIO.read(
                    images.resolve(String.format("%06d.png", k + 1)).toFile());
            int[] frame = image.getRaster().getSamples(0, 0, WIDTH, HEIGHT, 0, (int[]) null);
            System.arraycopy(frame, 0, all, k * frame.length, frame.length);
        }
        return all;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> facts(String json) {
        return (Map<String, Object>) new JsonReader(json).read();
    }

    private static Map<String, Object> summary(Path output) throws IOException {
        return facts(Files.readString(output.resolve("summary.json")));
    }

    private Path done(Object... arguments) {
        Path output = folder.resolve("out");
        Object[] all = Stream.concat(
                        Stream.concat(Stream.of("separate"), Arrays.stream(arguments)), Stream.of("-o", output))
                .toArray();
        Commands.Result result = rung(all);
        assertThat(result.status()).as(result.err()).isZero();
        return output;
    }

    /** What is in a folder and below, with the bytes; the summary has times. */
    private static Map<String, String> contents(Path output) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(output)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(
                        output.relativize(file).toString(),
                        file.endsWith("summary.json")
                                ? ""
                                : new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }

    private List<String> names(Path where) throws IOException {
        try (Stream<Path> files = Files.list(where)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

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

    @ParameterizedTest
    @ValueSource(strings = {"png", "bmp", "jpg"})
    void imagesAreTheProductOfTheFactorsAndTheRest(String ending) throws IOException {
        Path images = images("input", ending, SeparateTest::level);
        Path output = done(images, "--raw-mask", "--rank", 1);
        assertThat(names(output))
                .containsExactly("background", "foreground", "left.npy", "mask", "right.npy", "summary.json");
        Matrix low = product(output);
        int[] background = pixels(output.resolve("background"));
        int[] foreground = pixels(output.resolve("foreground"));
        int[] mask = pixels(output.resolve("mask"));
        double threshold = (double) summary(output).get("threshold");
        for (int k = 0; k < FRAMES; k++) {
            for (int p = 0; p < WIDTH * HEIGHT; p++) {
                int at = k * WIDTH * HEIGHT + p;
                double size = Math.abs(pixel(images.resolve("in" + (k + 1) + "." + ending), p) - low.get(p, k));
                assertThat((double) background[at]).isCloseTo(low.get(p, k), within(0.501));
                assertThat((double) foreground[at]).isCloseTo(size, within(0.501));
                assertThat(mask[at]).isEqualTo(size > threshold ? 255 : 0);
                if (!ending.equals("jpg")) {
                    assertThat(mask[at] == 255).isEqualTo(isSquare(p % WIDTH, p / WIDTH, k));
                }
            }
        }
    }

    @Test
    void arraysOfFramesAddUp() throws IOException {
        Path output = done(images("input", "png", SeparateTest::level), "--as", "npy", "--rank", 1);
        Matrix low = read(output.resolve("background.npy"));
        Matrix sparse = read(output.resolve("foreground.npy"));
        Matrix mask = read(output.resolve("mask.npy"));
        assertThat(low.rows()).isEqualTo(FRAMES);
        for (int at = 0; at < low.array().length; at++) {
            int k = at / (WIDTH * HEIGHT);
            int p = at % (WIDTH * HEIGHT);
            assertThat(low.array()[at] + sparse.array()[at]).isCloseTo(level(p % WIDTH, p / WIDTH, k), within(1e-4));
            assertThat(mask.array()[at]).isIn(0.0, 1.0);
        }
    }

    @Test
    void colorsHaveTheirOwnFrames() throws IOException {
        Path output = done(images("input", "png", SeparateTest::level), "--color", "--as", "npy", "--rank", 1);
        assertThat(summary(output)).containsEntry("channels", 3.0);
        assertThat(read(output.resolve("background.npy")).columns()).isEqualTo(3 * WIDTH * HEIGHT);
        assertThat(read(output.resolve("mask.npy")).columns()).isEqualTo(WIDTH * HEIGHT);
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
    void neitherThreadsNorALongWindowMatter() throws IOException {
        Path images = images("input", "png", SeparateTest::level);
        Map<String, String> one = contents(done(images, "--rank", 2, "--threads", 1));
        assertThat(contents(done(images, "--rank", 2, "--threads", 3))).isEqualTo(one);
        assertThat(contents(done(images, "--rank", 2, "--window", FRAMES))).isEqualTo(one);
        assertThat(contents(done(images, "--rank", 2, "--window", 10 * FRAMES))).isEqualTo(one);
    }

    @Test
    void shortWindowsCoverAllFrames() throws IOException {
        Path output = done(images("input", "png", SeparateTest::level), "--window", 5, "--rank", 1);
        assertThat(summary(output)).containsEntry("windows", 3.0).containsEntry("frames", (double) FRAMES);
        assertThat(names(output.resolve("mask"))).hasSize(FRAMES);
    }

    @Test
    void theTruthScoresTheSquare() throws IOException {
        Path images = images("input", "png", SeparateTest::level);
        Path truth = images("truth", "png", (x, y, k) -> isSquare(x, y, k) ? 255 : 0);
        Path output = folder.resolve("out");
        Commands.Result result = rung("separate", images, "-o", output, "--truth", truth, "--rank", 1);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out()).contains("best single threshold       F 1.0000  precision 1.0000  recall 1.0000");
        assertThat(summary(output)).containsEntry("f", 1.0).containsEntry("scoredFrames", (double) FRAMES);
    }

    @Test
    void nothingIsFoundOutsideTheRegion() throws IOException {
        Path images = images("input", "png", SeparateTest::level);
        Path region = images("region", "png", (x, y, k) -> y < 10 ? 255 : 0).resolve("in1.png");
        Path output = done(images, "--region", region, "--rank", 1);
        Matrix low = product(output);
        int[] background = pixels(output.resolve("background"));
        int[] mask = pixels(output.resolve("mask"));
        for (int at = 0; at < background.length; at++) {
            int p = at % (WIDTH * HEIGHT);
            assertThat((double) background[at]).isCloseTo(low.get(p, at / (WIDTH * HEIGHT)), within(0.501));
            if (p / WIDTH >= 10) {
                assertThat(background[at] + mask[at]).isZero();
            }
        }
        assertThat(Arrays.stream(mask).sum()).isPositive();
    }

    @Test
    void whatElseIsInTheFolderStays() throws IOException {
        Path images = images("input", "png", SeparateTest::level);
        Path output = Files.createDirectory(folder.resolve("out"));
        Files.writeString(output.resolve("mine.txt"), "mine");
        Files.createDirectories(output.resolve("deep/er"));
        done(images, "--rank", 1);
        Map<String, String> first = contents(output);
        assertThat(first).containsEntry("mine.txt", "mine").hasSize(3 * FRAMES + 4);
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

    private void refused(String sentence, Object... arguments) {
        Commands.Result result = rung(
                Stream.concat(Stream.of("separate"), Arrays.stream(arguments)).toArray());
        assertThat(result.err()).as("%s", Arrays.toString(arguments)).contains(sentence);
        assertThat(result.err().lines().filter(line -> line.startsWith("rung: ")))
                .hasSize(1);
        assertThat(result.status()).as(result.err()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void badInputIsASentenceAndNothingIsWritten() throws IOException {
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
        Path word = Files.writeString(folder.resolve("word.csv"), "1,2\n3,cat\n");
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
            {"word.csv:2: column 2 holds text ('cat')", word, "-o", out},
            {"infinite.npy[0, 0]: the value must be finite", infinite, "-o", out},
            {"Missing required option: '--output=OUTDIR'", images},
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

    /** Where the program is absent, videos are refused in a sentence, and folders of images go on. */
    @Test
    void videosNeedFfmpeg() throws IOException {
        Path video = Files.writeString(folder.resolve("video.avi"), "RIFF");
        Path images = images("input", "png", SeparateTest::level);
        System.setProperty("rung.ffmpeg", folder.toString());
        try {
            String rest = " videos needs the ffmpeg program, which was not found in " + folder
                    + " (RUNG_FFMPEG); install it with: ";
            refused("video.avi: reading" + rest, video, "-o", folder.resolve("out"));
            refused("background.mkv: writing" + rest, images, "-o", folder.resolve("out"), "--as", "mkv");
            assertThat(names(folder)).containsExactly("input", "video.avi");
            assertThat(names(done(images))).contains("background");
        } finally {
            System.clearProperty("rung.ffmpeg");
        }
    }

    /** Images as a video, its parts as videos: the lossless ones are the images that are written else. */
    @Test
    void theFormOfTheResultsDoesNotChangeThem() throws IOException {
        VideoPrograms.assumeInstalled();
        Path images = images("input", "png", SeparateTest::level);
        int[] expected = pixels(done(images).resolve("background"));
        Path video = done(images, "--as", "mkv").resolve("background.mkv");
        try (FrameSource source = Frames.open(video, Frames.Colour.GREY, null)) {
            byte[] frame = new byte[WIDTH * HEIGHT];
            for (int k = 0; k < FRAMES; k++) {
                assertThat(source.read(frame)).isTrue();
                for (int p = 0; p < frame.length; p++) {
                    assertThat(frame[p] & 255).isEqualTo(expected[k * frame.length + p]);
                }
            }
            assertThat(source.read(frame)).isFalse();
        }
        Path again = folder.resolve("again");
        assertThat(rung("separate", video, "-o", again, "--as", "mp4").status()).isZero();
        assertThat(names(again))
                .containsExactly(
                        "background.mp4", "foreground.mp4", "left.npy", "mask.mp4", "right.npy", "summary.json");
    }

    @Test
    void frameCountsAreWhole() {
        List<Integer> every = new ArrayList<>();
        for (int frames : new int[] {1, 2, 7, 8}) {
            FrameImages images = new FrameImages(2, 2, frames, 1_000_000, 0.9f);
            every.add(images.choose(List.of(new FrameImages.Video("a", "b", FrameImages.Kind.GREY, k -> new byte[4])))
                    .strips()
                    .get(0)
                    .frames()
                    .size());
        }
        assertThat(every).containsExactly(1, 2, 7, 8);
    }
}
