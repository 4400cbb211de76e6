package rung.cli.separation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static rung.cli.Commands.rung;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.cli.Commands;
import rung.cli.VideoPrograms;
import rung.linalg.Matrix;
import rung.page.FrameImages;
import rung.video.FrameSource;
import rung.video.Frames;

/** {@code rung separate} of images and videos: every frame is the sum of its parts. */
class SeparateFramesTest extends SeparateCase {
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
        assertThat(names(output.resolve("mask"))).hasSize(FRAMES + 1).contains(".rung-frames", "in1.png");
    }

    @Test
    void theTruthScoresTheSquare() throws IOException {
        Path images = images("input", "png", SeparateTest::level);
        Path truth = images("truth", "png", (x, y, k) -> isSquare(x, y, k) ? 255 : 0);
        Path output = folder.resolve("out");
        Commands.Result result = rung("separate", images, "-o", output, "--truth", truth, "--rank", 1);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out()).contains("best single threshold       F 1.0000  precision 1.0000  recall 1.0000");
        Map<String, Object> facts = summary(output);
        assertThat(facts).containsEntry("scoredFrames", (double) FRAMES);
        assertThat(((Map<?, ?>) facts.get("best")).get("f")).isEqualTo(1.0);
        assertThat(facts.get("f"))
                .as("that of the mask that was written")
                .isEqualTo(((Map<?, ?>) facts.get("cleanedMask")).get("f"));
        Path raw = folder.resolve("raw");
        assertThat(rung("separate", images, "-o", raw, "--truth", truth, "--rank", 1, "--raw-mask")
                        .status())
                .isZero();
        assertThat(summary(raw).get("f"))
                .isEqualTo(((Map<?, ?>) summary(raw).get("mask")).get("f"))
                .isNotEqualTo(facts.get("f"));
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
        try (FrameSource source = Frames.open(video, Frames.Colour.GREY)) {
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
