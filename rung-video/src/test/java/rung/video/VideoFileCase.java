package rung.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import rung.file.FormatException;
import rung.video.Frames.Colour;

/** What the tests of video files share: made-up scenes, written and read. */
abstract class VideoFileCase {
    @BeforeAll
    static void assumeInstalled() {
        VideoPrograms.assumeInstalled();
    }

    @TempDir
    Path folder;

    /** A slope with a disc that moves: smooth enough for codecs that lose what the eye does not see. */
    static byte[] scene(int width, int height, int channels, int time) {
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

    Path write(String name, List<byte[]> frames, Size size, Colour colour, double rate) throws IOException {
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

    Path scenes(String name, int count) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        for (int time = 0; time < count; time++) {
            frames.add(scene(64, 48, 3, time));
        }
        return write(name, frames, new Size(64, 48), Colour.COLOUR, 25);
    }

    List<String> list() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    static List<byte[]> readAll(FrameSource source) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        byte[] frame = new byte[source.frameLength()];
        while (source.read(frame)) {
            frames.add(frame.clone());
        }
        return frames;
    }

    static double difference(byte[] one, byte[] other) {
        double sum = 0;
        for (int k = 0; k < one.length; k++) {
            sum += Math.abs((one[k] & 255) - (other[k] & 255));
        }
        return sum / one.length;
    }

    /** Makes a video of others by the program itself. */
    Path make(String name, Object... arguments) throws IOException {
        Path video = folder.resolve(name);
        List<String> all = new ArrayList<>(List.of("-nostdin", "-v", "error"));
        Arrays.stream(arguments).map(Object::toString).forEach(all::add);
        all.add(Ffmpeg.url(video));
        Program.Answer answer = Program.ask(Ffmpeg.find(video, "writing").ffmpeg(), all);
        assertThat(answer.status()).as("%s", answer.messages()).isZero();
        return video;
    }

    static void refused(Path video, String words) {
        assertThatThrownBy(() -> Frames.open(video, Colour.GREY))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith(video + ": ")
                .hasMessageContaining(words);
    }

    /** A second of silence. */
    static byte[] sound() {
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
}
