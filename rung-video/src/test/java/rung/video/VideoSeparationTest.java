package rung.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Listener;
import rung.separation.Method;
import rung.separation.Separation;

/** Videos that are made for the purpose, and one that everyone knows. */
class VideoSeparationTest {
    private static final int WIDTH = 48;
    private static final int HEIGHT = 36;
    private static final int SQUARE = 8;

    @TempDir
    Path folder;

    /** Frames in memory. */
    private static final class Memory implements FrameSource {
        private final int channels;
        private final boolean isCounted;
        private final List<byte[]> frames;
        private int next;

        Memory(int channels, boolean isCounted, List<byte[]> frames) {
            this.channels = channels;
            this.isCounted = isCounted;
            this.frames = frames;
        }

        @Override
        public int width() {
            return WIDTH;
        }

        @Override
        public int height() {
            return HEIGHT;
        }

        @Override
        public int channels() {
            return channels;
        }

        @Override
        public OptionalDouble rate() {
            return OptionalDouble.empty();
        }

        @Override
        public OptionalInt count() {
            return isCounted ? OptionalInt.of(frames.size()) : OptionalInt.empty();
        }

        @Override
        public String description() {
            return "frames in memory";
        }

        @Override
        public boolean read(byte[] planar) {
            if (next == frames.size()) {
                return false;
            }
            System.arraycopy(frames.get(next++), 0, planar, 0, planar.length);
            return true;
        }

        @Override
        public void close() {}
    }

    /** All that comes out. */
    private static final class Kept implements VideoSeparation.Output {
        private final List<SeparatedFrames.Frame> frames = new ArrayList<>();
        private final List<Integer> firsts = new ArrayList<>();

        @Override
        public void begin(SeparatedFrames window) {
            assertThat(window.first()).isEqualTo(frames.size());
            firsts.add(window.first());
        }

        @Override
        public void accept(int number, SeparatedFrames.Frame frame) {
            assertThat(number).isEqualTo(frames.size());
            frames.add(frame);
        }
    }

    private static boolean isSquare(int pixel, int frame) {
        int left = frame * 3 % (WIDTH + SQUARE) - SQUARE;
        int top = 5 + frame * 7 % (HEIGHT - SQUARE - 5);
        int x = pixel % WIDTH;
        int y = pixel / WIDTH;
        return x >= left && x < left + SQUARE && y >= top && y < top + SQUARE;
    }

    /** A square that moves over a gradient that brightens and darkens, with a little noise. */
    private static List<byte[]> square(int frames, int channels) {
        SplittableRandom random = new SplittableRandom(3);
        List<byte[]> all = new ArrayList<>();
        int pixels = WIDTH * HEIGHT;
        for (int k = 0; k < frames; k++) {
            byte[] frame = new byte[pixels * channels];
            double light = 1 + 0.2 * Math.sin(0.7 * k);
            for (int i = 0; i < frame.length; i++) {
                int x = i % pixels % WIDTH;
                int y = i % pixels / WIDTH;
                double level = light * (40 + x + 0.7 * y + 10 * (i / pixels)) + random.nextGaussian();
                boolean isSquare = isSquare(i % pixels, k) && i / pixels == Math.min(1, channels - 1); // green
                frame[i] = (byte) Math.round(isSquare ? level + 60 : level);
            }
            all.add(frame);
        }
        return all;
    }

    private static Score score(List<boolean[]> masks) {
        Score score = Score.NONE;
        for (int k = 0; k < masks.size(); k++) {
            byte[] truth = new byte[WIDTH * HEIGHT];
            for (int i = 0; i < truth.length; i++) {
                truth[i] = isSquare(i, k) ? GroundTruth.FOREGROUND : GroundTruth.BACKGROUND;
            }
            score = score.plus(Score.of(masks.get(k), truth));
        }
        return score;
    }

    private static Score score(Kept kept) {
        return score(kept.frames.stream().map(SeparatedFrames.Frame::mask).toList());
    }

    private static VideoSeparation byDefault() {
        return VideoSeparation.by(Separation.byDefault());
    }

    private static void same(Kept one, Kept other) {
        assertThat(other.frames).hasSameSizeAs(one.frames);
        for (int k = 0; k < one.frames.size(); k++) {
            assertThat(other.frames.get(k).original())
                    .containsExactly(one.frames.get(k).original());
            assertThat(other.frames.get(k).low())
                    .containsExactly(one.frames.get(k).low());
            assertThat(other.frames.get(k).sparse())
                    .containsExactly(one.frames.get(k).sparse());
            assertThat(other.frames.get(k).mask())
                    .containsExactly(one.frames.get(k).mask());
        }
    }

    @ParameterizedTest
    @CsvSource({"1, true", "1, false", "3, true"})
    void aSquareThatMovesIsTheForeground(int channels, boolean isCleaned) throws IOException {
        List<byte[]> frames = square(60, channels);
        Kept kept = new Kept();
        VideoSeparation.Summary summary =
                byDefault().withCleaning(isCleaned).separate(new Memory(channels, true, frames), kept);
        assertThat(score(kept).f().orElseThrow()).isGreaterThan(0.9);
        assertThat(summary.frames()).isEqualTo(60);
        assertThat(summary.windows()).hasSize(1);
        assertThat(summary.stopped()).isFalse();
        assertThat(summary.scores()).isEmpty();
        assertThat(summary.first().low().rank()).isEqualTo(1);
        assertThat(summary.threshold())
                .isEqualTo((isCleaned ? VideoSeparation.CLEANED_THRESHOLD : VideoSeparation.THRESHOLD)
                        * summary.first().scale());
        assertThat(Arrays.stream(summary.magnitudes()).sum()).isEqualTo(60L * WIDTH * HEIGHT);
        assertThat(summary.shares()).hasSize(60);
        for (int k = 0; k < 60; k++) {
            SeparatedFrames.Frame frame = kept.frames.get(k);
            assertThat(frame.original()).containsExactly(frames.get(k));
            int foreground = 0;
            byte[] expected = new byte[WIDTH * HEIGHT];
            for (int i = 0; i < expected.length; i++) {
                foreground += frame.mask()[i] ? 1 : 0;
                expected[i] = (byte) (frame.mask()[i] ? 255 : 0);
            }
            assertThat(frame.maskPixels()).containsExactly(expected);
            assertThat(summary.shares()[k]).isEqualTo(foreground / (double) (WIDTH * HEIGHT));
            byte[] background = frame.background();
            byte[] absolute = frame.foreground();
            for (int i = k; i < frame.low().length; i += 37) {
                int level = frames.get(k)[i] & 0xff;
                assertThat(Math.abs(frame.low()[i] + frame.sparse()[i] - level)).isLessThan(1e-3f);
                assertThat(background[i] & 0xff).isEqualTo(Math.round(frame.low()[i]));
                assertThat(absolute[i] & 0xff).isEqualTo(Math.round(Math.abs(frame.sparse()[i])));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 41, 1000})
    void aWindowAsLongAsTheVideoIsNone(int window) throws IOException {
        List<byte[]> frames = square(40, 1);
        Kept whole = new Kept();
        Kept windowed = new Kept();
        byDefault().separate(new Memory(1, true, frames), whole);
        VideoSeparation.Summary summary =
                byDefault().withWindow(window).separate(new Memory(1, true, frames), windowed);
        assertThat(summary.windows()).hasSize(1);
        same(whole, windowed);
    }

    /** Thirds, a last window of one frame, and a source that does not tell its length. */
    @ParameterizedTest
    @CsvSource({"90, 30, true", "61, 30, true", "61, 30, false", "65, 20, false"})
    void windowsCoverAllFramesInOrder(int count, int window, boolean isCounted) throws IOException {
        List<byte[]> frames = square(count, 1);
        Kept kept = new Kept();
        VideoSeparation.Summary summary =
                byDefault().withWindow(window).separate(new Memory(1, isCounted, frames), kept);
        assertThat(summary.frames()).isEqualTo(count);
        assertThat(kept.frames).hasSize(count);
        assertThat(summary.windows()).hasSize((count + window - 1) / window);
        assertThat(kept.firsts)
                .containsExactlyElementsOf(IntStream.range(0, summary.windows().size())
                        .mapToObj(k -> k * window)
                        .toList());
        for (int k = 0; k < count; k++) {
            assertThat(kept.frames.get(k).original()).containsExactly(frames.get(k));
        }
        int last = summary.windows().size() - 1;
        for (int k = 0; k <= last; k++) {
            Separation.Separated one = summary.windows().get(k);
            boolean isKept = k == 0 || k == last; // memory does not grow with the windows
            assertThat(one.low().rank())
                    .isEqualTo(isKept ? summary.first().low().rank() : 0);
            assertThat(one.evidence().isEmpty()).isEqualTo(k != last);
            assertThat(one.delta()).isEqualTo(summary.first().delta());
        }
        assertThat(summary.shares()).hasSize(count);
        assertThat(score(kept).f().orElseThrow()).isGreaterThan(0.85);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aRegionLeavesTheOthersAlone(int channels) throws IOException {
        List<byte[]> frames = square(40, channels);
        boolean[] region = new boolean[WIDTH * HEIGHT];
        for (int i = 0; i < region.length; i++) {
            region[i] = i % WIDTH < 30;
        }
        Kept kept = new Kept();
        VideoSeparation.Summary summary =
                byDefault().withRegion(region).separate(new Memory(channels, true, frames), kept);
        assertThat(summary.first().low().rows()).isEqualTo(30 * HEIGHT * channels);
        int found = 0;
        for (int k = 0; k < 40; k++) {
            SeparatedFrames.Frame frame = kept.frames.get(k);
            for (int i = 0; i < frame.low().length; i++) {
                int pixel = i % region.length;
                if (region[pixel]) {
                    assertThat(frame.original()[i]).isEqualTo(frames.get(k)[i]);
                } else {
                    assertThat(frame.low()[i]).isZero();
                    assertThat(frame.sparse()[i]).isZero();
                    assertThat(frame.magnitudes()[pixel]).isZero();
                }
                found += region[pixel] && frame.mask()[pixel] ? 1 : 0;
            }
        }
        assertThat(found).isGreaterThan(500);
        assertThatThrownBy(
                        () -> byDefault().withRegion(new boolean[7]).separate(new Memory(1, true, frames), new Kept()))
                .hasMessage("the region must have 1728 pixels like the frames, got 7");
        assertThatThrownBy(() -> byDefault()
                        .withRegion(new boolean[WIDTH * HEIGHT])
                        .separate(new Memory(1, true, frames), new Kept()))
                .hasMessage("the region must have at least one pixel, got none");
    }

    @Test
    void oneFrameIsAllBackground() throws IOException {
        for (Method method : Method.values()) {
            Kept kept = new Kept();
            VideoSeparation.by(Separation.byDefault().withMethod(method))
                    .separate(new Memory(1, true, square(1, 1)), kept);
            assertThat(kept.frames).hasSize(1);
            for (boolean isForeground : kept.frames.get(0).mask()) {
                assertThat(isForeground).as("%s", method).isFalse();
            }
        }
    }

    /** Nothing but rounding is left of it, and rounding is no foreground. */
    @Test
    void aPictureThatStandsStillHasNoForeground() throws IOException {
        byte[] frame = square(1, 1).get(0);
        List<byte[]> frames = new ArrayList<>();
        for (int k = 0; k < 30; k++) {
            frames.add(frame);
        }
        Kept kept = new Kept();
        VideoSeparation.Summary summary = byDefault().separate(new Memory(1, true, frames), kept);
        assertThat(summary.threshold()).isEqualTo(1);
        assertThat(summary.shares()).containsOnly(0);
        for (SeparatedFrames.Frame one : kept.frames) {
            assertThat(one.background()).containsExactly(frame);
        }
    }

    @Test
    void noFrameIsRefused() {
        assertThatThrownBy(() -> byDefault().separate(new Memory(1, false, List.of()), new Kept()))
                .hasMessage("frames in memory: there is no frame in it");
        assertThatThrownBy(() -> byDefault().withWindow(1)).hasMessage("window must be at least 2 frames, got 1");
        assertThatThrownBy(() -> byDefault().withThreshold(-1)).hasMessage("threshold must not be negative, got -1.0");
    }

    @Test
    void aThresholdThatIsGivenIsUsed() throws IOException {
        Kept kept = new Kept();
        VideoSeparation.Summary summary =
                byDefault().withThreshold(25.5).withCleaning(false).separate(new Memory(1, true, square(30, 1)), kept);
        assertThat(summary.threshold()).isEqualTo(25.5);
        for (SeparatedFrames.Frame frame : kept.frames) {
            for (int i = 0; i < frame.mask().length; i++) {
                assertThat(frame.mask()[i]).isEqualTo(Math.abs(frame.sparse()[i]) > 25.5);
            }
        }
    }

    @Test
    void itIsStoppedBetweenWindows() throws IOException {
        Kept kept = new Kept();
        Separation impatient = Separation.byDefault().withListener(Listener.Progress::stop);
        VideoSeparation.Summary summary =
                VideoSeparation.by(impatient).withWindow(20).separate(new Memory(1, true, square(60, 1)), kept);
        assertThat(summary.stopped()).isTrue();
        assertThat(kept.frames).hasSize(20);
    }

    /** The frames as images, and masks of them: what is scored is what the masks say, within the region. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFolderIsTheSameAsMemory(boolean isCut) throws IOException {
        List<byte[]> frames = square(30, 1);
        Path images = Files.createDirectory(folder.resolve("input"));
        Path masks = Files.createDirectory(folder.resolve("truth"));
        for (int k = 0; k < 30; k++) {
            int[] grey = new int[WIDTH * HEIGHT];
            int[] mask = new int[WIDTH * HEIGHT];
            for (int i = 0; i < grey.length; i++) {
                grey[i] = frames.get(k)[i] & 0xff;
                mask[i] = isSquare(i, k) ? 255 : 0;
            }
            Pictures.write(Pictures.grey(WIDTH, HEIGHT, grey), images.resolve(String.format("in%03d.png", k + 1)));
            if (k % 2 == 0) {
                Pictures.write(Pictures.grey(WIDTH, HEIGHT, mask), masks.resolve(String.format("gt%03d.png", k + 1)));
            }
        }
        boolean[] region = new boolean[WIDTH * HEIGHT];
        for (int i = 0; i < region.length; i++) {
            region[i] = !isCut || i % WIDTH < 24;
        }
        VideoSeparation separation = byDefault().withRegion(region);
        Kept memory = new Kept();
        Kept files = new Kept();
        separation.separate(new Memory(1, false, frames), memory);
        VideoSeparation.Scores scores;
        try (FrameSource source = Frames.open(images, Frames.Colour.GREY)) {
            assertThat(separation.memory(source)).isEqualTo(30L * WIDTH * HEIGHT);
            assertThat(separation.withWindow(10).memory(source)).isEqualTo(10L * WIDTH * HEIGHT);
            scores = separation
                    .separate(source, GroundTruth.open(masks, source), files)
                    .scores()
                    .orElseThrow();
        }
        same(memory, files);
        assertThat(scores.frames()).isEqualTo(15);
        Score expected = Score.NONE;
        for (int k = 0; k < 30; k += 2) {
            byte[] truth = new byte[region.length];
            for (int i = 0; i < truth.length; i++) {
                truth[i] = !region[i]
                        ? GroundTruth.NOT_SCORED
                        : isSquare(i, k) ? GroundTruth.FOREGROUND : GroundTruth.BACKGROUND;
            }
            expected = expected.plus(Score.of(files.frames.get(k).mask(), truth));
        }
        assertThat(scores.cleaned()).isEqualTo(expected);
        assertThat(scores.best().score().f().orElseThrow()).isGreaterThan(0.95);
        assertThat(scores.plain().f().orElseThrow())
                .isGreaterThan(0.9)
                .isLessThanOrEqualTo(scores.best().score().f().orElseThrow() + 1e-3);
    }

    @Test
    void aRegionIsWhatIsNotBlack() throws IOException {
        List<byte[]> frames = square(2, 1);
        int[] levels = new int[WIDTH * HEIGHT];
        for (int i = 0; i < levels.length; i++) {
            levels[i] = i % WIDTH >= 24 ? 255 : i % WIDTH == 3 ? 1 : 0;
        }
        Path image = Pictures.write(Pictures.grey(WIDTH, HEIGHT, levels), folder.resolve("region.png"));
        boolean[] region = Frames.region(image, new Memory(1, true, frames));
        for (int i = 0; i < levels.length; i++) {
            assertThat(region[i]).isEqualTo(levels[i] != 0);
        }
        boolean[] half =
                Frames.region(image, new Resized(new Memory(1, true, frames), new Size(WIDTH / 2, HEIGHT / 2)));
        assertThat(half).hasSize(WIDTH * HEIGHT / 4);
        for (int i = 0; i < half.length; i++) {
            assertThat(half[i]).as("pixel %d", i).isEqualTo(i % (WIDTH / 2) >= 12);
        }
        BufferedImage small = Pictures.grey(1, 1, 255);
        Path wrong = Pictures.write(small, folder.resolve("wrong.png"));
        assertThatThrownBy(() -> Frames.region(wrong, new Memory(1, true, frames)))
                .hasMessageContaining("wrong.png");
        assertThatThrownBy(() -> Frames.region(folder.resolve("none.png"), new Memory(1, true, frames)))
                .hasMessageEndingWith("none.png: there is no such file; a region is an image");
    }

    private static Path highway() {
        for (String root : new String[] {"..", "../.."}) {
            Path data = Path.of(root, "shared", "data", "highway");
            if (Files.isDirectory(data)) {
                return data;
            }
        }
        assumeTrue(false, "highway is absent: it belongs into ../shared/data");
        return null;
    }

    /** CDnet 2014, baseline/highway, frames 470 to 769. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"FAST_GREEDY, 0.885, 0.92", "MEDIAN, 0.87, 0.88"})
    void carsOnTheHighway(Method method, double best, double cleaned) throws IOException {
        Path data = highway();
        try (FrameSource source = Frames.open(data.resolve("input"), Frames.Colour.GREY, new Size(160, 120))) {
            VideoSeparation.Scores scores = VideoSeparation.by(
                            Separation.byDefault().withMethod(method))
                    .separate(source, GroundTruth.open(data.resolve("groundtruth"), source), (k, frame) -> {})
                    .scores()
                    .orElseThrow();
            assertThat(scores.frames()).isEqualTo(300);
            assertThat(scores.best().score().f().orElseThrow())
                    .as("the best threshold")
                    .isGreaterThanOrEqualTo(best);
            assertThat(scores.cleaned().f().orElseThrow()).as("cleaned").isGreaterThanOrEqualTo(cleaned);
            if (method == Method.FAST_GREEDY) { // for whose residuals the threshold is
                assertThat(scores.plain().f().orElseThrow())
                        .isGreaterThan(scores.best().score().f().orElseThrow() - 0.02);
            }
        }
    }
}
