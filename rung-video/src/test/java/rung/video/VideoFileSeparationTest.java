package rung.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.separation.Separation;
import rung.video.Frames.Colour;

/** A video in any form, separated, and its parts as videos again. */
class VideoFileSeparationTest {
    @BeforeAll
    static void assumeInstalled() {
        VideoPrograms.assumeInstalled();
    }

    private static final int FRAMES = 12;
    private static final int SIDE = 12;

    @TempDir
    Path folder;

    /** A slope, and a bright square that moves and is nowhere twice. */
    private static byte[] scene(Size size, int k) {
        byte[] frame = new byte[size.width() * size.height()];
        for (int p = 0; p < frame.length; p++) {
            int x = p % size.width();
            int y = p / size.width();
            frame[p] = (byte) (isSquare(x, y, k) ? 230 : 40 + x + y);
        }
        return frame;
    }

    private static boolean isSquare(int x, int y, int k) {
        return x / SIDE == k % 4 && y / SIDE == k / 4;
    }

    private Path video(String name, Size size, int frames) throws IOException {
        Path video = folder.resolve(name);
        if (name.startsWith("raw")) {
            return Files.write(video, raw(size, frames));
        }
        try (FrameSink sink = Frames.create(video, size, Colour.GREY, 25, false)) {
            for (int k = 0; k < frames; k++) {
                sink.write(scene(size, k));
            }
            sink.finish();
        }
        return video;
    }

    /** An AVI of uncompressed blue, green and red, the last row first, written by the book; FFmpeg has no part in it. */
    private static byte[] raw(Size size, int frames) {
        int stride = (3 * size.width() + 3) / 4 * 4;
        int image = stride * size.height();
        ByteBuffer header = chunk("strf", 40);
        header.putInt(40).putInt(size.width()).putInt(size.height());
        header.putShort((short) 1)
                .putShort((short) 24)
                .putInt(0)
                .putInt(image)
                .putLong(0)
                .putLong(0);
        ByteBuffer stream = chunk("strh", 56);
        stream.put(ascii("vids")).put(ascii("DIB ")).putInt(0).putInt(0).putInt(0);
        stream.putInt(1)
                .putInt(25)
                .putInt(0)
                .putInt(frames)
                .putInt(image)
                .putInt(-1)
                .putInt(0)
                .putLong(0);
        ByteBuffer main = chunk("avih", 56);
        main.putInt(40_000)
                .putInt(25 * image)
                .putInt(0)
                .putInt(0)
                .putInt(frames)
                .putInt(0)
                .putInt(1)
                .putInt(image);
        main.putInt(size.width()).putInt(size.height());
        ByteBuffer streams = list("LIST", "strl", stream, header);
        ByteBuffer headers = list("LIST", "hdrl", main, streams);
        ByteBuffer[] pictures = new ByteBuffer[frames];
        for (int k = 0; k < frames; k++) {
            byte[] scene = scene(size, k);
            pictures[k] = chunk("00db", image);
            for (int y = size.height() - 1; y >= 0; y--) {
                for (int x = 0; x < size.width(); x++) {
                    byte grey = scene[y * size.width() + x];
                    pictures[k].put(grey).put(grey).put(grey);
                }
                pictures[k].position(pictures[k].position() + stride - 3 * size.width());
            }
        }
        return list("RIFF", "AVI ", headers, list("LIST", "movi", pictures)).array();
    }

    /** A chunk with room for so many bytes, positioned at the first of them. */
    private static ByteBuffer chunk(String name, int length) {
        ByteBuffer chunk = ByteBuffer.allocate(8 + length).order(ByteOrder.LITTLE_ENDIAN);
        return chunk.put(ascii(name)).putInt(length);
    }

    private static ByteBuffer list(String kind, String name, ByteBuffer... parts) {
        ByteBuffer list = chunk(
                kind, 4 + Arrays.stream(parts).mapToInt(ByteBuffer::capacity).sum());
        list.put(ascii(name));
        for (ByteBuffer part : parts) {
            list.put(part.array());
        }
        return list;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static int level(byte value) {
        return value & 255;
    }

    /** Uncompressed, lossless, MJPEG, H.264, and MPEG-4 part 2, which is what .mp4 gets in odd sizes; the loss is no foreground. */
    @ParameterizedTest
    @CsvSource({
        "raw.avi,50,40,0",
        "in.mkv,50,40,0",
        "in.avi,50,40,6",
        "in.mp4,50,40,30",
        "in.mov,50,40,30",
        "in.mp4,49,37,30"
    })
    void theSquareIsTheForeground(String name, int width, int height, double loss) throws IOException {
        Size size = new Size(width, height);
        Path video = video(name, size, FRAMES);
        List<SeparatedFrames.Frame> frames = new ArrayList<>();
        try (FrameSource source = Frames.open(video, Colour.GREY);
                FrameSink mask = Frames.create(folder.resolve("mask.mkv"), size, Colour.GREY, 25, false)) {
            VideoSeparation.Summary summary = VideoSeparation.by(
                            Separation.byDefault().withRank(1))
                    .withThreshold(60)
                    .withCleaning(false)
                    .separate(source, (k, frame) -> {
                        frames.add(frame);
                        mask.write(frame.maskPixels());
                    });
            mask.finish();
            assertThat(summary.frames()).isEqualTo(FRAMES);
        }
        try (FrameSource masks = Frames.open(folder.resolve("mask.mkv"), Colour.GREY)) {
            byte[] mask = new byte[masks.frameLength()];
            for (int k = 0; k < FRAMES; k++) {
                assertThat(masks.read(mask)).isTrue();
                check(frames.get(k), mask, size, k, loss);
            }
            assertThat(masks.read(mask)).isFalse();
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder(name, "mask.mkv");
        }
    }

    private static void check(SeparatedFrames.Frame frame, byte[] mask, Size size, int k, double loss) {
        int wrong = 0;
        byte[] scene = scene(size, k);
        byte[] background = frame.background();
        for (int p = 0; p < mask.length; p++) {
            double sum = frame.low()[p] + frame.sparse()[p];
            assertThat(sum).isCloseTo(level(frame.original()[p]), within(1e-3));
            assertThat(level(background[p])).isEqualTo(Math.max(0, Math.min(255, Math.round(frame.low()[p]))));
            assertThat(level(mask[p])).isEqualTo(Math.abs(frame.sparse()[p]) > 60 ? 255 : 0);
            boolean isForeground = isSquare(p % size.width(), p / size.width(), k);
            wrong += isForeground == (mask[p] != 0) ? 0 : 1;
            if (loss == 0) {
                assertThat(level(frame.original()[p])).isEqualTo(level(scene[p]));
            }
        }
        assertThat(wrong).as("frame %s", k).isLessThanOrEqualTo((int) loss);
    }

    /** What a cut video still has is separated, and the loss is told. */
    @Test
    void aCutVideoIsSeparatedAsFarAsItGoes() throws IOException {
        Path whole = video("whole.avi", new Size(200, 160), FRAMES);
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(folder.resolve("cut.avi"), Arrays.copyOf(bytes, bytes.length * 3 / 4));
        try (FrameSource source = Frames.open(cut, Colour.GREY)) {
            int[] count = new int[1];
            VideoSeparation.Summary summary =
                    VideoSeparation.by(Separation.byDefault().withRank(1)).separate(source, (k, frame) -> count[0]++);
            assertThat(summary.frames()).isEqualTo(count[0]).isBetween(1, FRAMES - 1);
            assertThat(source.warning()).isPresent();
        }
    }
}
