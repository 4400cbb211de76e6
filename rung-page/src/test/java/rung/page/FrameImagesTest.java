package rung.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** Pictures of frames: the right ones, like what they show, and not too heavy together. */
class FrameImagesTest {
    private static byte[] bytes(String uri) {
        return Base64.getDecoder().decode(uri.substring(uri.indexOf(',') + 1));
    }

    private static BufferedImage decoded(String uri) throws Exception {
        return ImageIO.read(new ByteArrayInputStream(bytes(uri)));
    }

    private static FrameImages.Video video(FrameImages.Kind kind, IntFunction<byte[]> frames) {
        return new FrameImages.Video("v", "a video", kind, frames);
    }

    private static byte[] noise(int seed, int size) {
        byte[] noise = new byte[size];
        SplittableRandom random = new SplittableRandom(seed);
        for (int k = 0; k < size; k++) {
            noise[k] = (byte) random.nextInt(256);
        }
        return noise;
    }

    /** Red rises to the right, green downward, blue is flat. */
    private static byte[] slopes(int width, int height) {
        byte[] planes = new byte[3 * width * height];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                planes[y * width + x] = (byte) (255 * x / width);
                planes[(height + y) * width + x] = (byte) (255 * y / height);
                planes[(2 * height + y) * width + x] = 90;
            }
        }
        return planes;
    }

    private static long weight(FrameImages.Chosen chosen) {
        return chosen.strips().stream()
                .flatMap(strip -> strip.frames().stream())
                .mapToLong(String::length)
                .sum();
    }

    @Test
    void planesAreRedGreenAndBlue() throws Exception {
        int width = 64;
        int height = 48;
        byte[] planes = slopes(width, height);
        FrameImages.Chosen chosen = new FrameImages(width, height, 1)
                .choose(List.of(
                        video(FrameImages.Kind.COLOR, k -> planes),
                        video(FrameImages.Kind.GREY, k -> Arrays.copyOf(planes, width * height))));
        BufferedImage color = decoded(chosen.strips().get(0).frames().get(0));
        BufferedImage grey = decoded(chosen.strips().get(1).frames().get(0));
        assertThat(grey.getRaster().getNumBands()).isEqualTo(1);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                for (int p = 0; p < 3; p++) {
                    int expected = planes[(p * height + y) * width + x] & 0xff;
                    assertThat(color.getRGB(x, y) >> 16 - 8 * p & 0xff).isCloseTo(expected, within(12));
                }
                assertThat(grey.getRaster().getSample(x, y, 0)).isCloseTo(planes[y * width + x] & 0xff, within(6));
            }
        }
    }

    @Test
    void aMaskIsExactAndHasOneBit() throws Exception {
        for (int width : new int[] {1, 7, 8, 9, 17, 64}) {
            int height = 5;
            byte[] plane = noise(width, width * height);
            for (int k = 0; k < plane.length; k += 2) {
                plane[k] = 0;
            }
            String uri = new FrameImages(width, height, 1)
                    .choose(List.of(video(FrameImages.Kind.MASK, k -> plane)))
                    .strips()
                    .get(0)
                    .frames()
                    .get(0);
            assertThat(uri).startsWith("data:image/png;base64,");
            assertThat(Arrays.copyOfRange(bytes(uri), 24, 26))
                    .as("bits and kind of color, the ninth and tenth byte of the header")
                    .containsExactly(1, 3);
            BufferedImage image = decoded(uri);
            for (int k = 0; k < plane.length; k++) {
                assertThat(image.getRGB(k % width, k / width)).isEqualTo(plane[k] == 0 ? 0 : 0xffffffff);
            }
        }
    }

    @Test
    void largeFramesAreShrunkByTheirMeans() throws Exception {
        int width = 960;
        int height = 600;
        byte[] mask = noise(1, width * height);
        byte[] grey = new byte[width * height];
        for (int k = 0; k < mask.length; k++) {
            mask[k] = (byte) Math.max(0, mask[k]);
            grey[k] = (byte) ((k % width + k / width) % 2 == 0 ? 40 : 160);
        }
        FrameImages.Chosen chosen = new FrameImages(width, height, 1)
                .choose(List.of(video(FrameImages.Kind.MASK, k -> mask), video(FrameImages.Kind.GREY, k -> grey)));
        assertThat(chosen.width()).isEqualTo(FrameImages.LONGEST);
        assertThat(chosen.height()).isEqualTo(300);
        assertThat(chosen.note()).contains("960×600 to 480×300");
        BufferedImage small = decoded(chosen.strips().get(0).frames().get(0));
        BufferedImage flat = decoded(chosen.strips().get(1).frames().get(0));
        for (int y = 0; y < 300; y++) {
            for (int x = 0; x < 480; x++) {
                int corner = 2 * y * width + 2 * x;
                long set = Arrays.stream(new int[] {corner, corner + 1, corner + width, corner + width + 1})
                        .filter(k -> mask[k] != 0)
                        .count();
                assertThat(small.getRGB(x, y) != 0).isEqualTo(set >= 2);
                assertThat(flat.getRaster().getSample(x, y, 0)).isCloseTo(100, within(2));
            }
        }
        FrameImages.Chosen tall =
                new FrameImages(3, 4800, 1).choose(List.of(video(FrameImages.Kind.GREY, k -> new byte[3 * 4800])));
        assertThat(List.of(tall.width(), tall.height())).isEqualTo(List.of(1, 480));
    }

    @Test
    void aBudgetIsKeptByShowingFewerFramesTheSameOfEach() throws Exception {
        int frames = 120;
        FrameImages.Video first = video(FrameImages.Kind.GREY, k -> {
            byte[] frame = noise(k, 64 * 64);
            Arrays.fill(frame, 0, 32 * 64, (byte) (2 * k));
            return frame;
        });
        FrameImages.Video second = video(FrameImages.Kind.MASK, k -> noise(-k, 64 * 64));
        int before = 0;
        for (long budget : new long[] {10_000_000, 200_000, 100_000, 50_000}) {
            FrameImages.Chosen chosen =
                    new FrameImages(64, 64, frames, budget, FrameImages.QUALITY).choose(List.of(first, second));
            assertThat(weight(chosen)).isLessThanOrEqualTo(budget);
            assertThat(chosen.every()).isGreaterThan(before);
            before = chosen.every();
            Player player = chosen.player(24, k -> "number " + k, 7);
            assertThat(player.start()).isEqualTo(7 / chosen.every());
            assertThat(player.rate()).isCloseTo(24.0 / chosen.every(), within(1e-12));
            assertThat(chosen.note().contains("one frame in " + chosen.every())).isEqualTo(chosen.every() > 1);
            assertThat(player.labels()).hasSize((frames + chosen.every() - 1) / chosen.every());
            for (int s = 0; s < player.labels().size(); s++) {
                int k = s * chosen.every();
                assertThat(player.labels().get(s)).isEqualTo("number " + k);
                BufferedImage image = decoded(player.strips().get(0).frames().get(s));
                assertThat(image.getRaster().getSample(image.getWidth() / 2, image.getHeight() / 4, 0))
                        .isCloseTo(2 * k, within(6));
            }
            assertThat(budget > 3L * weight(chosen) && chosen.every() > 1)
                    .as("not much is wasted")
                    .isFalse();
        }
    }

    @Test
    void aBudgetIsKeptThoughSomeFramesAreMuchLighter() {
        for (int every = 1; every <= 40; every++) {
            int lighter = every;
            FrameImages.Video video = video(
                    FrameImages.Kind.GREY,
                    k -> k % lighter == 0 && lighter > 1 ? new byte[32 * 32] : noise(k, 32 * 32));
            FrameImages.Chosen chosen =
                    new FrameImages(32, 32, 120, 60_000, FrameImages.QUALITY).choose(List.of(video));
            assertThat(weight(chosen)).isLessThanOrEqualTo(60_000);
        }
    }

    @Test
    void fewLargeFramesBecomeSmallerRatherThanFewer() {
        FrameImages.Video video = video(FrameImages.Kind.COLOR, k -> noise(k, 3 * 320 * 240));
        FrameImages.Chosen chosen =
                new FrameImages(320, 240, 30, 1_000_000, FrameImages.QUALITY).choose(List.of(video));
        assertThat(weight(chosen)).isLessThanOrEqualTo(1_000_000);
        assertThat(chosen.width()).isLessThan(320);
        assertThat(chosen.strips().get(0).frames().size()).isGreaterThanOrEqualTo(10);
    }

    @Test
    void whatCannotBeShownIsSaid() {
        FrameImages.Video video = video(FrameImages.Kind.COLOR, k -> new byte[k == 0 ? 192 : 64]);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FrameImages(8, 8, 2).choose(List.of(video)))
                .withMessage("frame 1 of 'v' must have 3×8×8 bytes, got 64");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FrameImages(8, 8, 1, 100, 0.8f).choose(List.of(video)))
                .withMessageContaining("the budget must be at least");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FrameImages(8, 0, 1))
                .withMessageContaining("got 1 of 8×0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FrameImages(8, 8, 1, 100, Float.NaN))
                .withMessageContaining("quality");
    }
}
