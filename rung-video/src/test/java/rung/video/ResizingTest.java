package rung.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Area averaging against its definition and its invariances. */
class ResizingTest {
    private static final int[] SIDES = {1, 2, 3, 7, 8, 9, 15, 16, 17};

    private static byte[] resized(byte[] frame, Size from, Size to, int channels) {
        byte[] result = new byte[to.width() * to.height() * channels];
        new Resizing(from, to).apply(frame, result, channels);
        return result;
    }

    /** The integral over the box, by enlarging both grids to a common one: each source pixel W·H times, each box w·h. */
    private static double mean(byte[] frame, Size from, Size to, int x, int y) {
        double sum = 0;
        for (int v = y * from.height(); v < (y + 1) * from.height(); v++) {
            for (int u = x * from.width(); u < (x + 1) * from.width(); u++) {
                sum += frame[v / to.height() * from.width() + u / to.width()] & 255;
            }
        }
        return sum / (from.width() * from.height());
    }

    @Test
    void eachPixelIsTheMeanOfWhatItCovers() {
        SplittableRandom random = new SplittableRandom(1);
        for (int trial = 0; trial < 200; trial++) {
            Size from = new Size(SIDES[random.nextInt(SIDES.length)], SIDES[random.nextInt(SIDES.length)]);
            Size to = new Size(SIDES[random.nextInt(SIDES.length)], SIDES[random.nextInt(SIDES.length)]);
            byte[] frame = Pictures.noise(from.width() * from.height(), trial);
            byte[] result = resized(frame, from, to, 1);
            for (int k = 0; k < result.length; k++) {
                double mean = mean(frame, from, to, k % to.width(), k / to.width());
                assertThat(result[k] & 255).as("trial %d", trial).isEqualTo((int) Math.floor(mean + 0.5));
            }
        }
    }

    @Test
    void theMeanOfAllStays() {
        Size from = new Size(97, 41);
        Size to = new Size(31, 60);
        byte[] frame = Pictures.noise(97 * 41, 3);
        assertThat(average(resized(frame, from, to, 1))).isCloseTo(average(frame), within(0.05));
    }

    private static double average(byte[] frame) {
        double sum = 0;
        for (byte value : frame) {
            sum += value & 255;
        }
        return sum / frame.length;
    }

    @Test
    void enlargingRepeatsAndShrinkingUndoesIt() {
        Size small = new Size(5, 4);
        Size large = new Size(15, 8);
        byte[] frame = Pictures.noise(3 * 20, 4);
        byte[] enlarged = resized(frame, small, large, 3);
        for (int k = 0; k < 120; k++) {
            assertThat(enlarged[k]).isEqualTo(frame[k / 15 / 2 * 5 + k % 15 / 3]);
        }
        assertThat(resized(enlarged, large, small, 3)).isEqualTo(frame);
    }

    @Test
    void aPlainFrameStaysPlainAndOneSizeIsNothing() {
        byte[] plain = new byte[12 * 7];
        Arrays.fill(plain, (byte) 255);
        byte[] result = resized(plain, new Size(12, 7), new Size(5, 11), 1);
        assertThat(result).containsOnly((byte) 255);
        byte[] noise = Pictures.noise(12 * 7, 5);
        assertThat(resized(noise, new Size(12, 7), new Size(12, 7), 1)).isEqualTo(noise);
    }

    @Test
    void framesAreResizedOnTheWay(@TempDir Path folder) throws IOException {
        Pictures.write(Pictures.image(8, 6, 1), folder.resolve("a7.png"));
        byte[] whole = Pictures.readAll(folder, Frames.Colour.COLOUR).get(0);
        try (FrameSource source = Frames.open(folder, Frames.Colour.COLOUR, Size.parse("5x4"))) {
            assertThat(new Size(source.width(), source.height())).isEqualTo(new Size(5, 4));
            assertThat(source.original()).isEqualTo(new Size(8, 6));
            assertThat(source.number(0)).hasValue(7);
            assertThat(source.description()).endsWith("8×6, resized to 5×4");
            List<byte[]> frames = Pictures.readAll(source);
            assertThat(frames).hasSize(1);
            assertThat(frames.get(0)).isEqualTo(resized(whole, new Size(8, 6), new Size(5, 4), 3));
        }
    }

    @Test
    void sizesAsTheyAreWritten() {
        assertThat(Size.parse(" 160X120 ")).isEqualTo(Size.parse("160 × 120")).isEqualTo(new Size(160, 120));
        assertThatThrownBy(() -> Size.parse("160"))
                .hasMessage("a size must be width and height, such as 160x120, got '160'");
        assertThatThrownBy(() -> Size.parse("0x5"))
                .hasMessage("the sides of a frame must be between 1 and 16384 pixels, got 0×5");
    }
}
