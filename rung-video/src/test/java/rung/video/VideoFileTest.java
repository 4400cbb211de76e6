package rung.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.file.FormatException;
import rung.video.Frames.Colour;

/** Videos written and read back, whole and damaged. */
class VideoFileTest {
    @BeforeAll
    static void assumeInstalled() {
        VideoPrograms.assumeInstalled();
    }

    @TempDir
    Path folder;

    /** A slope with a disc that moves: smooth enough for codecs that lose what the eye does not see. */
    private static byte[] scene(int width, int height, int channels, int time) {
        byte[] frame = new byte[width * height * channels];
        for (int k = 0; k < frame.length; k++) {
            int channel = k / (width * height);
            int x = k % width;
            int y = k / width % height;
            double distance = Math.hypot(x - width / 2.0 - time, y - height / 2.0);
            double disc = 60 / (1 + Math.exp(distance - height / 4.0));
            frame[k] = (byte) (40 + 80.0 * x / width + 30 * channel + disc + 10.0 * y / height);
        }
        return frame;
    }

    private Path write(String name, List<byte[]> frames, Size size, Colour colour, double rate) throws IOException {
        Path video = folder.resolve(name);
        try (FrameSink sink = Frames.create(video, size, colour, rate, false)) {
            for (byte[] frame : frames) {
                sink.write(frame);
            }
            sink.finish();
        }
        assertThat(list()).containsExactly(name);
        return video;
    }

    private Path scenes(String name, int count) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        for (int time = 0; time < count; time++) {
            frames.add(scene(64, 48, 3, time));
        }
        return write(name, frames, new Size(64, 48), Colour.COLOUR, 25);
    }

    private List<String> list() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static List<byte[]> readAll(FrameSource source) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        byte[] frame = new byte[source.frameLength()];
        while (source.read(frame)) {
            frames.add(frame.clone());
        }
        return frames;
    }

    private static double difference(byte[] one, byte[] other) {
        double sum = 0;
        for (int k = 0; k < one.length; k++) {
            sum += Math.abs((one[k] & 255) - (other[k] & 255));
        }
        return sum / one.length;
    }

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
            try (FrameSource source = Frames.open(video, colour, null)) {
                assertThat(new Size(source.width(), source.height())).isEqualTo(new Size(width, height));
                assertThat(source.rate()).isCloseTo(29.97, within(0.001));
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
            try (FrameSource source = Frames.open(video, colour, null)) {
                assertThat(source.rate()).isCloseTo(12.5, within(0.001));
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
        try (FrameSource source = Frames.open(scenes("v." + ending, 1), Colour.COLOUR, null)) {
            assertThat(readAll(source)).hasSize(1);
            assertThat(source.read(new byte[source.frameLength()])).isFalse();
        }
    }

    @Test
    void whatIsClosedStillTellsButGivesNothing() throws IOException {
        FrameSource source = Frames.open(scenes("v.mp4", 3), Colour.COLOUR, null);
        source.close();
        source.close();
        assertThat(source.count()).hasValue(3);
        assertThat(source.rate()).isEqualTo(25);
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
        try (FrameSource grey = Frames.open(video, Colour.GREY, null);
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
        try (FrameSource source = Frames.open(video, Colour.GREY, null)) {
            assertThat(readAll(source)).hasSize(2);
            assertThat(source.warning()).isEmpty();
        }
    }

    /** Makes a video of others by the program itself. */
    private Path make(String name, Object... arguments) throws IOException {
        Path video = folder.resolve(name);
        List<String> all = new ArrayList<>(List.of("-nostdin", "-v", "error"));
        Arrays.stream(arguments).map(Object::toString).forEach(all::add);
        all.add(Ffmpeg.url(video));
        Program.Answer answer = Program.ask(Ffmpeg.find(video, "writing").ffmpeg(), all);
        assertThat(answer.status()).as("%s", answer.messages()).isZero();
        return video;
    }

    /** Two of three frames, each at its own time: none comes twice, and none is left out. */
    @Test
    void framesAtUnevenTimesAreReadOnce() throws IOException {
        Path even = scenes("even.mkv", 20);
        Path uneven = make("uneven.mkv", "-i", even, "-vf", "select=lt(mod(n\\,3)\\,2)", "-c:v", "ffv1");
        try (FrameSource source = Frames.open(uneven, Colour.COLOUR, null)) {
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
        try (FrameSource source = Frames.open(covered, Colour.GREY, null)) {
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

    private static void refused(Path video, String words) {
        assertThatThrownBy(() -> Frames.open(video, Colour.GREY, null))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith(video + ": ")
                .hasMessageContaining(words);
    }

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

    /** A second of silence. */
    private static byte[] sound() {
        byte[] data = new byte[44 + 16000];
        byte[] header = ("RIFF\0\0\0\0WAVEfmt \20\0\0\0\1\0\1\0\100\37\0\0\200\76\0\0\2\0\20\0data")
                .getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(header, 0, data, 0, header.length);
        data[4] = (byte) (data.length - 8);
        data[5] = (byte) (data.length - 8 >> 8);
        data[40] = (byte) 16000;
        data[41] = (byte) (16000 >> 8);
        return data;
    }

    private static boolean isRefused(Path video) throws IOException {
        try {
            Frames.open(video, Colour.GREY, null).close();
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
        try (FrameSource source = Frames.open(video, Colour.COLOUR, null)) {
            frames = readAll(source);
        }
        Path cut = folder.resolve("cut." + ending);
        int before = 0;
        for (int part = 1; part < 10; part++) {
            Files.write(cut, Arrays.copyOf(whole, whole.length * part / 10));
            if (before == 0 && isRefused(cut)) {
                continue;
            }
            try (FrameSource source = Frames.open(cut, Colour.COLOUR, null)) {
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
        try (FrameSource source = Frames.open(video, Colour.GREY, null)) {
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
            try (FrameSource source = Frames.open(video, Colour.GREY, null)) {
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
            try (FrameSource source = Frames.open(video, Colour.COLOUR, null)) {
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
        try (FrameSource source = Frames.open(video, Colour.GREY, null)) {
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
