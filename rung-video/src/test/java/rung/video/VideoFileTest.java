package rung.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.file.FormatException;
import rung.video.Frames.Colour;

/** Videos written and read back, whole and damaged. */
class VideoFileTest extends VideoFileCase {
    /** Noise, in sizes with and without a common factor with anything. */
    @ParameterizedTest
    @CsvSource({"1,1", "2,3", "3,500", "4,5", "17,15", "64,48", "160,130"})
    void matroskaKeepsEveryBit(int width, int height) throws IOException {
        for (Colour colour : Colour.values()) {
            SplittableRandom random = new SplittableRandom(width);
            List<byte[]> frames = new ArrayList<>();
            for (int k = 0; k < 4; k++) {
                byte[] frame = new byte[width * height * colour.channels()];
                random.nextBytes(frame);
                frames.add(frame);
            }
            Path video = write("v.mkv", frames, new Size(width, height), colour, 29.97);
            try (FrameSource source = Frames.open(video, colour)) {
                assertThat(new Size(source.width(), source.height())).isEqualTo(new Size(width, height));
                assertThat(source.rate().orElseThrow()).isCloseTo(29.97, within(0.001));
                List<byte[]> read = readAll(source);
                assertThat(read).hasSize(4);
                for (int k = 0; k < 4; k++) {
                    assertThat(read.get(k)).as("%s, frame %d", colour, k).isEqualTo(frames.get(k));
                }
                assertThat(source.warning()).isEmpty();
            }
            Files.delete(video);
        }
    }

    /** Matroska does not tell how many frames there are, which is needed to know what masks belong to. */
    @Test
    void masksOfAVideoWithoutACount() throws IOException {
        List<byte[]> frames = List.of(new byte[6], new byte[6], new byte[6], new byte[6]);
        Path video = write("v.mkv", frames, new Size(3, 2), Colour.GREY, 25);
        Path masks = Files.createDirectory(folder.resolve("masks"));
        for (int k = 5; k < 8; k++) {
            Pictures.write(Pictures.grey(3, 2, 0, 0, 0, 0, 0, 0), masks.resolve("gt" + k + ".png"));
        }
        try (FrameSource source = Frames.open(video, Colour.GREY, new Size(6, 4))) {
            assertThat(source.counted()).hasValue(4);
            assertThatThrownBy(() -> GroundTruth.open(masks, source))
                    .isInstanceOf(FormatException.class)
                    .hasMessage(masks + ": no mask has the number of a frame: the masks run from gt5.png to gt7.png,"
                            + " the frames from 1 to 4");
            Pictures.write(Pictures.grey(3, 2, 255, 0, 0, 0, 0, 0), masks.resolve("gt4.png"));
            assertThat(GroundTruth.open(masks, source).frame(0))
                    .hasValueSatisfying(values -> assertThat(values[0]).isEqualTo(GroundTruth.FOREGROUND));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "avi,64,48,1",
        "mp4,64,48,2.5",
        "mov,64,48,2.5",
        "avi,33,21,1.5",
        "mp4,33,21,1.5",
        "mp4,8,6,2",
        "AVI,64,48,1"
    })
    void othersKeepWhatTheEyeSees(String ending, int width, int height, double tolerance) throws IOException {
        for (Colour colour : Colour.values()) {
            List<byte[]> frames = new ArrayList<>();
            for (int time = 0; time < 12; time++) {
                frames.add(scene(width, height, colour.channels(), time));
            }
            Path video = write("v." + ending, frames, new Size(width, height), colour, 12.5);
            try (FrameSource source = Frames.open(video, colour)) {
                assertThat(source.rate().orElseThrow()).isCloseTo(12.5, within(0.001));
                assertThat(source.count()).hasValue(12);
                List<byte[]> read = readAll(source);
                assertThat(read).hasSize(12);
                for (int k = 0; k < 12; k++) {
                    assertThat(difference(read.get(k), frames.get(k)))
                            .as("%s, frame %d", colour, k)
                            .isLessThan(tolerance);
                }
                assertThat(source.warning()).isEmpty();
            }
            Files.delete(video);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mkv", "avi", "mp4"})
    void theSameFramesGiveTheSameFile(String ending) throws IOException {
        Path video = scenes("v." + ending, 5);
        byte[] first = Files.readAllBytes(video);
        assertThat(Files.readAllBytes(scenes("v." + ending, 5))).isEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mkv", "avi", "mp4"})
    void oneFrame(String ending) throws IOException {
        try (FrameSource source = Frames.open(scenes("v." + ending, 1), Colour.COLOUR)) {
            assertThat(readAll(source)).hasSize(1);
            assertThat(source.read(new byte[source.frameLength()])).isFalse();
        }
    }

    @Test
    void whatIsClosedStillTellsButGivesNothing() throws IOException {
        FrameSource source = Frames.open(scenes("v.mp4", 3), Colour.COLOUR);
        source.close();
        source.close();
        assertThat(source.count()).hasValue(3);
        assertThat(source.rate().orElseThrow()).isEqualTo(25);
        assertThat(source.description())
                .isEqualTo(folder.resolve("v.mp4") + " is a video (h264), 64×48, 25 frames per second");
        assertThat(source.warning()).isEmpty();
        assertThatThrownBy(() -> source.read(new byte[64 * 48 * 3])).isInstanceOf(IllegalStateException.class);
        FrameSink sink = Frames.create(folder.resolve("w.mkv"), new Size(4, 4), Colour.GREY, 25, false);
        sink.write(new byte[16]);
        sink.finish();
        assertThatThrownBy(() -> sink.write(new byte[16])).isInstanceOf(IllegalStateException.class);
        sink.close();
        sink.close();
        assertThatThrownBy(sink::finish).isInstanceOf(IllegalStateException.class);
        assertThat(list()).containsExactly("v.mp4", "w.mkv");
    }

    /** Grey is the luminance of the colours, and a size is what images are resized by too. */
    @Test
    void greyAndSizeAsForImages() throws IOException {
        Path video = scenes("v.mkv", 3);
        byte[] colours = scene(64, 48, 3, 0);
        try (FrameSource grey = Frames.open(video, Colour.GREY);
                FrameSource small = Frames.open(video, Colour.GREY, new Size(32, 24))) {
            byte[] frame = new byte[64 * 48];
            byte[] half = new byte[32 * 24];
            assertThat(grey.read(frame)).isTrue();
            assertThat(small.read(half)).isTrue();
            for (int k = 0; k < frame.length; k++) {
                int[] rgb = {colours[k] & 255, colours[3072 + k] & 255, colours[6144 + k] & 255};
                assertThat(frame[k] & 255).isEqualTo((299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2] + 500) / 1000);
            }
            for (int k = 0; k < half.length; k++) {
                int at = k / 32 * 2 * 64 + k % 32 * 2;
                int sum = (frame[at] & 255) + (frame[at + 1] & 255) + (frame[at + 64] & 255) + (frame[at + 65] & 255);
                assertThat(half[k] & 255).isEqualTo((sum + 2) / 4);
            }
        }
    }

    /** Names that a shell, an option, a pattern or a protocol could be made of are names. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-y.mkv",
                "two words.mkv",
                "%03d.avi",
                "concat:a|b.mkv",
                "pipe:1.mp4",
                "$(id);'\".mkv",
                "new\nline.mkv"
            })
    void anyNameIsAName(String name) throws IOException {
        Path video = scenes(name, 2);
        try (FrameSource source = Frames.open(video, Colour.GREY)) {
            assertThat(readAll(source)).hasSize(2);
            assertThat(source.warning()).isEmpty();
        }
    }

    /** Two of three frames, each at its own time: none comes twice, and none is left out. */
    @Test
    void framesAtUnevenTimesAreReadOnce() throws IOException {
        Path even = scenes("even.mkv", 20);
        Path uneven = make("uneven.mkv", "-i", even, "-vf", "select=lt(mod(n\\,3)\\,2)", "-c:v", "ffv1");
        try (FrameSource source = Frames.open(uneven, Colour.COLOUR)) {
            List<byte[]> read = readAll(source);
            assertThat(read).hasSize(14);
            for (int k = 0; k < 14; k++) {
                assertThat(read.get(k)).isEqualTo(scene(64, 48, 3, k / 2 * 3 + k % 2));
            }
            assertThat(source.warning()).isEmpty();
        }
    }

    @Test
    void aCoverIsNoVideo() throws IOException {
        Path video = scenes("v.mp4", 5);
        Path cover = Pictures.write(Pictures.image(32, 32, 1), folder.resolve("cover.png"));
        Path sound = Files.write(folder.resolve("sound.wav"), sound());
        Path covered = make(
                "covered.mp4",
                "-i",
                cover,
                "-i",
                video,
                "-map",
                "0",
                "-map",
                "1",
                "-c",
                "copy",
                "-disposition:v:0",
                "attached_pic");
        try (FrameSource source = Frames.open(covered, Colour.GREY)) {
            assertThat(source.original()).isEqualTo(new Size(64, 48));
            assertThat(readAll(source)).hasSize(5);
        }
        refused(
                make(
                        "song.flac",
                        "-i",
                        sound,
                        "-i",
                        cover,
                        "-map",
                        "0",
                        "-map",
                        "1",
                        "-c:v",
                        "copy",
                        "-disposition:v",
                        "attached_pic"),
                "has no pictures in it");
    }

    @Test
    void whatIsNotFinishedLeavesNothing() throws IOException {
        Path video = Files.writeString(folder.resolve("v.mkv"), "old");
        try (FrameSink sink = Frames.create(video, new Size(4, 4), Colour.GREY, 25, false)) {
            sink.write(new byte[16]);
            assertThatThrownBy(() -> sink.write(new byte[15])).hasMessage("a frame must have 16 bytes, got 15");
        }
        try (FrameSink sink = Frames.create(video, new Size(4, 4), Colour.GREY, 25, false)) {
            assertThatThrownBy(sink::finish).hasMessage(video + ": no frame was written");
        }
        assertThat(list()).containsExactly("v.mkv");
        assertThat(Files.readString(video)).isEqualTo("old");
    }

    @Test
    void outputsThatCannotBe() throws IOException {
        assertThatThrownBy(() -> Frames.create(folder.resolve("v.wmv"), new Size(4, 4), Colour.GREY, 25, false))
                .hasMessage(folder.resolve("v.wmv")
                        + ": a video that is written must end in .mkv (lossless), .avi, .mp4 or .mov");
        Path missing = folder.resolve("none/v.mkv");
        assertThatThrownBy(() -> Frames.create(missing, new Size(4, 4), Colour.GREY, 25, false))
                .isInstanceOf(FormatException.class)
                .hasMessage(missing + ": the folder " + missing.getParent() + " does not exist");
        assertThat(list()).isEmpty();
    }

    /** The file is taken away while it is written. */
    @Test
    void writingThatFails() throws Exception {
        Path video = folder.resolve("v.avi");
        try (FrameSink sink = Frames.create(video, new Size(64, 48), Colour.COLOUR, 25, false)) {
            while (list().isEmpty()) { // until the program has made it
                sink.write(scene(64, 48, 3, 0));
                Thread.sleep(10);
            }
            Files.delete(folder.resolve(list().get(0)));
            assertThatThrownBy(sink::finish).isInstanceOf(IOException.class);
        }
        assertThat(list()).isEmpty();
    }
}
