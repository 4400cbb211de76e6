package rung.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.file.FormatException;
import rung.video.Frames.Colour;

/** Files that are no videos, or no longer: frames or a sentence, never a crash. */
@Tag("slow")
class DamagedVideoTest extends VideoFileCase {
    @Test
    void whatIsNoVideo() throws IOException {
        refused(Files.write(folder.resolve("empty.avi"), new byte[0]), "is not a video");
        byte[] noise = new byte[5000];
        new SplittableRandom(3).nextBytes(noise);
        refused(Files.write(folder.resolve("noise.avi"), noise), "is not a video");
        refused(
                Files.writeString(folder.resolve("letter.txt"), "Dear all,\n\nthis is a letter.\n".repeat(40)),
                "is not a video");
        refused(Files.write(folder.resolve("sound.wav"), sound()), "has no pictures in it");
        Path playlist =
                Files.writeString(folder.resolve("list.m3u8"), "#EXTM3U\n#EXTINF:1,\nhttp://localhost:1/a.ts\n");
        refused(playlist, "is not a video");
    }

    private static boolean isRefused(Path video) throws IOException {
        try {
            Frames.open(video, Colour.GREY).close();
            return false;
        } catch (FormatException e) {
            assertThat(e).hasMessageStartingWith(video + ": ");
            return true;
        }
    }

    /** Cut anywhere, a video gives the frames before the cut and says so, or is refused by name. */
    @ParameterizedTest
    @ValueSource(strings = {"mkv", "avi"})
    void cutVideos(String ending) throws IOException {
        Path video = scenes("v." + ending, 20);
        byte[] whole = Files.readAllBytes(video);
        List<byte[]> frames;
        try (FrameSource source = Frames.open(video, Colour.COLOUR)) {
            frames = readAll(source);
        }
        Path cut = folder.resolve("cut." + ending);
        int before = 0;
        for (int part = 1; part < 10; part++) {
            Files.write(cut, Arrays.copyOf(whole, whole.length * part / 10));
            if (before == 0 && isRefused(cut)) {
                continue;
            }
            try (FrameSource source = Frames.open(cut, Colour.COLOUR)) {
                List<byte[]> read = readAll(source);
                assertThat(read.size()).isBetween(Math.max(1, before), 20);
                before = read.size();
                for (int k = 0; k < read.size() - 1; k++) {
                    assertThat(read.get(k)).isEqualTo(frames.get(k));
                }
                assertThat(source.warning()).isPresent();
            }
        }
        assertThat(before).isBetween(15, 20);
    }

    @Test
    void aCutAviTellsHowManyFramesAreMissing() throws IOException {
        Path video = scenes("v.avi", 20);
        byte[] whole = Files.readAllBytes(video);
        Files.write(video, Arrays.copyOf(whole, whole.length / 2));
        try (FrameSource source = Frames.open(video, Colour.GREY)) {
            int read = readAll(source).size();
            assertThat(source.warning())
                    .hasValueSatisfying(sentence -> assertThat(sentence)
                            .isEqualTo(video + ": " + read + " frames were read, 1 is damaged"
                                    + " and the file ends early: it should have 20 frames"));
        }
    }

    /** An MP4 has its table of contents at the end; without it nothing can be found. */
    @Test
    void aCutMp4IsRefused() throws IOException {
        Path video = scenes("v.mp4", 20);
        byte[] whole = Files.readAllBytes(video);
        Files.write(video, Arrays.copyOf(whole, whole.length / 2));
        refused(video, "is not a video, or damaged at its start");
    }

    /** Flipped bits: frames or a sentence, never a crash. */
    @ParameterizedTest
    @ValueSource(strings = {"mkv", "avi", "mp4"})
    void flippedBits(String ending) throws IOException {
        Path video = scenes("v." + ending, 8);
        byte[] whole = Files.readAllBytes(video);
        SplittableRandom random = new SplittableRandom(5);
        for (int trial = 0; trial < 30; trial++) {
            byte[] flipped = whole.clone();
            for (int k = 0; k <= trial; k++) {
                flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(video, flipped);
            try (FrameSource source = Frames.open(video, Colour.GREY)) {
                readAll(source);
            } catch (FormatException e) {
                assertThat(e).hasMessageStartingWith(video + ": ");
            }
        }
    }

    /** Damage stays in its frame: every frame of a lossless video stands for itself. */
    @Test
    void damageDoesNotSpread() throws IOException {
        Path video = scenes("v.mkv", 8);
        byte[] whole = Files.readAllBytes(video);
        for (int at = whole.length / 4; at < whole.length * 3 / 4; at += 197) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 1;
            Files.write(video, flipped);
            try (FrameSource source = Frames.open(video, Colour.COLOUR)) {
                List<byte[]> read = readAll(source);
                int same = 0;
                for (int k = 0; k < 8; k++) {
                    byte[] frame = scene(64, 48, 3, k);
                    same += read.stream().anyMatch(other -> Arrays.equals(other, frame)) ? 1 : 0;
                }
                assertThat(same).as("byte %d", at).isGreaterThanOrEqualTo(7);
            }
        }
    }

    /** Two MJPEG streams, one behind the other: the size changes in the middle. */
    @Test
    void framesOfAnotherSizeAreRefused() throws IOException {
        Path video = folder.resolve("v.mjpeg");
        byte[] large = jpeg(32, 16);
        byte[] small = jpeg(16, 16);
        byte[] both = new byte[3 * large.length + small.length];
        for (int k = 0; k < 3; k++) {
            System.arraycopy(large, 0, both, k * large.length, large.length);
        }
        System.arraycopy(small, 0, both, 3 * large.length, small.length);
        Files.write(video, both);
        try (FrameSource source = Frames.open(video, Colour.GREY)) {
            byte[] frame = new byte[source.frameLength()];
            assertThat(source.read(frame)).isTrue();
            assertThatThrownBy(() -> readAll(source))
                    .isInstanceOf(FormatException.class)
                    .hasMessage(video + ": the first frames are 32×16, others are 16×16:"
                            + " the frames of a video must have one size");
        }
    }

    private static byte[] jpeg(int width, int height) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), "jpg", out);
        return out.toByteArray();
    }
}
