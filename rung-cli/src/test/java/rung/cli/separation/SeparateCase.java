package rung.cli.separation;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.io.TempDir;
import rung.LowRankMatrix;
import rung.cli.Commands;
import rung.cli.JsonReader;
import rung.file.table.TableFile;
import rung.linalg.Matrix;

/** What the tests of {@code rung separate} share: made-up matrices and frames, and readers of what is written. */
abstract class SeparateCase {
    static final int ROWS = 40;

    static final int COLUMNS = 15;

    static final int WIDTH = 24;

    static final int HEIGHT = 20;

    static final int FRAMES = 12;

    static final int SIDE = 6; // of the square that moves

    @TempDir
    Path folder;

    /** Rank one, a little noise, and some entries that are far off, which the second result tells. */
    static Matrix matrix(boolean[] isFar) {
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

    Path write(Matrix m, String name) throws IOException {
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
    static Matrix product(Path output) throws IOException {
        return LowRankMatrix.of(read(output.resolve("left.npy")), read(output.resolve("right.npy")))
                .toDense();
    }

    static Matrix read(Path file) throws IOException {
        return TableFile.read(file).values();
    }

    /** A slope that brightens from frame to frame, a little noise, and a bright square that moves. */
    static int level(int x, int y, int k) {
        int noise = (x * 7 + y * 13 + k * 29 + x * y * k) % 3;
        return isSquare(x, y, k) ? 240 : (int) ((40 + 3 * x + 2 * y) * (1 + 0.01 * k)) + noise;
    }

    static boolean isSquare(int x, int y, int k) {
        return x / SIDE == k % 4 && y / SIDE == k / 4; // nowhere twice
    }

    interface Levels {
        int at(int x, int y, int k);
    }

    Path images(String name, String ending, Levels levels) throws IOException {
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

    static int pixel(Path image, int p) throws IOException {
        BufferedImage read = ImageIO.read(image.toFile());
        return read.getRaster().getSample(p % WIDTH, p / WIDTH, 0);
    }

    /** All pixels of a folder of images that the command has written, frame after frame. */
    static int[] pixels(Path images) throws IOException {
        int[] all = new int[FRAMES * WIDTH * HEIGHT];
        for (int k = 0; k < FRAMES; k++) {
            Path named = images.resolve("in" + (k + 1) + ".png"); // as the input is
            Path numbered = images.resolve(String.format("%06d.png", k + 1));
            BufferedImage image = ImageIO.read((Files.exists(named) ? named : numbered).toFile());
            int[] frame = image.getRaster().getSamples(0, 0, WIDTH, HEIGHT, 0, (int[]) null);
            System.arraycopy(frame, 0, all, k * frame.length, frame.length);
        }
        return all;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> facts(String json) {
        return (Map<String, Object>) new JsonReader(json).read();
    }

    static Map<String, Object> summary(Path output) throws IOException {
        return facts(Files.readString(output.resolve("summary.json")));
    }

    Path done(Object... arguments) {
        Path output = folder.resolve("out");
        Object[] all = Stream.concat(
                        Stream.concat(Stream.of("separate"), Arrays.stream(arguments)), Stream.of("-o", output))
                .toArray();
        Commands.Result result = rung(all);
        assertThat(result.status()).as(result.err()).isZero();
        return output;
    }

    /** What is in a folder and below, with the bytes; the summary has times. */
    static Map<String, String> contents(Path output) throws IOException {
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

    List<String> names(Path where) throws IOException {
        try (Stream<Path> files = Files.list(where)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    void refused(String sentence, Object... arguments) {
        Commands.Result result = rung(
                Stream.concat(Stream.of("separate"), Arrays.stream(arguments)).toArray());
        assertThat(result.err()).as("%s", Arrays.toString(arguments)).contains(sentence);
        assertThat(result.err().lines().filter(line -> line.startsWith("rung: ")))
                .hasSize(1);
        assertThat(result.status()).as(result.err()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
    }
}
