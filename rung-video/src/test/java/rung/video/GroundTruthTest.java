package rung.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.file.FormatException;

/** Masks: what their grey values mean and which frame they belong to. */
class GroundTruthTest {
    @TempDir
    Path folder;

    private Path input;
    private Path masks;

    @BeforeEach
    void makeFolders() throws IOException {
        input = Files.createDirectory(folder.resolve("input"));
        masks = Files.createDirectory(folder.resolve("groundtruth"));
    }

    private void frame(String name) throws IOException {
        Pictures.write(Pictures.grey(3, 2, 0, 0, 0, 0, 0, 0), input.resolve(name));
    }

    private void mask(String name, int... values) throws IOException {
        Pictures.write(Pictures.grey(3, 2, values), masks.resolve(name));
    }

    private void mask(String name, int value) throws IOException {
        mask(name, value, value, value, value, value, value);
    }

    private FrameSource frames() throws IOException {
        return Frames.open(input, Frames.Colour.GREY);
    }

    private GroundTruth truth() throws IOException {
        return GroundTruth.open(masks, frames());
    }

    private static void fails(ThrowingCallable opening, String sentence) {
        assertThatThrownBy(opening).isInstanceOf(FormatException.class).hasMessage(sentence);
    }

    @Test
    void whatGreyValuesMean() throws IOException {
        frame("in1.png");
        mask("gt1.png", 0, 50, 85, 170, 255, 0);
        assertThat(truth().frame(0))
                .hasValueSatisfying(truth -> assertThat(truth).containsExactly(0, 0, 2, 2, 1, 0));
        mask("gt1.png", 0, 50, 85, 170, 128, 0);
        fails(
                () -> truth().frame(0),
                masks.resolve("gt1.png") + ": the pixel in column 2 of row 2 must be 0, 50, 85, 170 or 255, is 128");
    }

    @Test
    void numbersMatchAndFramesWithoutAMaskAreNotScored() throws IOException {
        for (int k = 8; k <= 12; k++) {
            frame("in0000" + k + ".png");
        }
        mask("gt9.png", 255);
        mask("gt11.png", 0);
        mask("gt700.png", 0);
        GroundTruth truth = truth();
        assertThat(truth.count()).isEqualTo(2);
        assertThat(truth.frame(0)).isEmpty();
        assertThat(truth.frame(1))
                .hasValueSatisfying(values -> assertThat(values).containsOnly(1));
        assertThat(truth.frame(2)).isEmpty();
        assertThat(truth.frame(3))
                .hasValueSatisfying(values -> assertThat(values).containsOnly(0));
        assertThat(truth.frame(4)).isEmpty();
    }

    @Test
    void noNumberMatches() throws IOException {
        frame("in1.png");
        frame("in2.png");
        mask("gt3.png", 0);
        mask("gt10.png", 0);
        fails(
                this::truth,
                masks + ": no mask has the number of a frame: the masks run from gt3.png to gt10.png,"
                        + " the frames from 1 to 2");
    }

    @Test
    void masksNumberedOtherwiseThanAsManyFramesAreInTheirOrder() throws IOException {
        for (int k = 1; k <= 3; k++) {
            frame("in" + k + ".png");
            mask("gt" + (k - 1) + ".png", k == 1 ? 255 : 0);
        }
        GroundTruth truth = truth();
        assertThat(truth.count()).isEqualTo(3);
        assertThat(truth.frame(0))
                .hasValueSatisfying(values -> assertThat(values).containsOnly(1));
        assertThat(truth.note())
                .hasValue(
                        "the masks gt0.png to gt2.png are taken in their order, one for each of the 3 frames, which have"
                                + " other numbers");
        Files.delete(masks.resolve("gt1.png"));
        mask("gt3.png", 0); // a gap: the numbers count
        assertThat(truth().frame(0)).isEmpty();
        assertThat(truth().note()).isEmpty();
    }

    @Test
    void withoutNumbersTheOrderCounts() throws IOException {
        frame("a.png");
        frame("b.png");
        mask("x1.png", 255);
        fails(
                this::truth,
                masks + ": without distinct numbers in all names there must be a mask for each frame,"
                        + " but there are 1 masks and 2 frames");
        mask("x2.png", 0);
        assertThat(truth().frame(0))
                .hasValueSatisfying(values -> assertThat(values).containsOnly(1));
        assertThat(truth().frame(1))
                .hasValueSatisfying(values -> assertThat(values).containsOnly(0));
        assertThat(truth().count()).isEqualTo(2);
    }

    /** Frames without end, as a video that does not tell its length. */
    private record Clip(int width, int height) implements FrameSource {
        @Override
        public int channels() {
            return 1;
        }

        @Override
        public OptionalDouble rate() {
            return OptionalDouble.of(25);
        }

        @Override
        public OptionalInt count() {
            return OptionalInt.empty();
        }

        @Override
        public String description() {
            return "black";
        }

        @Override
        public boolean read(byte[] planar) {
            return true;
        }

        @Override
        public void close() {}
    }

    @Test
    void aVideoCountsFromOne() throws IOException {
        mask("gt2.png", 255);
        FrameSource video = new Clip(3, 2);
        GroundTruth truth = GroundTruth.open(masks, video);
        assertThat(truth.frame(0)).isEmpty();
        assertThat(truth.frame(1)).isPresent();
        assertThat(truth.note()).isEmpty();
    }

    @Test
    void aMaskNumberedZeroIsThatOfTheFirstFrameOfAVideo() throws IOException {
        mask("gt0.png", 255);
        mask("gt2.png", 0);
        GroundTruth truth = GroundTruth.open(masks, new Clip(3, 2));
        assertThat(truth.frame(0)).isPresent();
        assertThat(truth.frame(1)).isEmpty();
        assertThat(truth.frame(2)).isPresent();
        assertThat(truth.note())
                .hasValue("the masks gt0.png to gt2.png count frames from 0: the first is that of frame 1");
    }

    @Test
    void masksOfResizedFramesAreResizedToTheNearest() throws IOException {
        frame("in1.png");
        mask("gt1.png", 0, 255, 170, 0, 0, 255);
        try (FrameSource frames = Frames.open(input, Frames.Colour.GREY, new Size(9, 4))) {
            byte[] truth = GroundTruth.open(masks, frames).frame(0).orElseThrow();
            byte[] small = {0, 1, 2, 0, 0, 1};
            for (int k = 0; k < 36; k++) {
                assertThat(truth[k]).isEqualTo(small[k / 9 / 2 * 3 + k % 9 / 3]);
            }
        }
        // the middle of the only pixel is on the line between both rows: the first counts
        try (FrameSource frames = Frames.open(input, Frames.Colour.GREY, new Size(1, 1))) {
            assertThat(GroundTruth.open(masks, frames).frame(0).orElseThrow()).containsExactly(1); // column 2, row 1
        }
    }

    @Test
    void masksOfAnotherSize() throws IOException {
        frame("in1.png");
        Path mask = Pictures.write(Pictures.grey(1, 1, 0), masks.resolve("gt1.png"));
        fails(() -> truth().frame(0), mask + ": must be 3×2, the size of the frames, is 1×1");
    }

    @Test
    void foldersThatAreNone() throws IOException {
        frame("in1.png");
        fails(
                this::truth,
                masks
                        + ": has no images in it, which are files that end in .bmp, .gif, .jpeg, .jpg, .png, .tif, .tiff or .wbmp");
        Path none = folder.resolve("none");
        fails(() -> GroundTruth.open(none, frames()), none + ": does not exist; the masks are images in a folder");
    }

    /** The shares of pixels lie where the scene has them: cars on some of the road, most of it empty. */
    @Test
    void highway() throws IOException {
        for (String root : new String[] {"..", "../.."}) {
            Path scene = Path.of(root, "shared", "data", "highway");
            if (Files.exists(scene)) {
                try (FrameSource frames = Frames.open(scene.resolve("input"), Frames.Colour.GREY)) {
                    GroundTruth truth = GroundTruth.open(scene.resolve("groundtruth"), frames);
                    assertThat(truth.count()).isEqualTo(300);
                    long[] counts = new long[3];
                    for (int k = 0; k < 300; k += 10) {
                        for (byte value : truth.frame(k).orElseThrow()) {
                            counts[value]++;
                        }
                    }
                    assertThat(counts[GroundTruth.BACKGROUND]).isGreaterThan(5 * counts[GroundTruth.FOREGROUND]);
                    assertThat(counts[GroundTruth.FOREGROUND]).isPositive();
                }
                return;
            }
        }
        assumeTrue(false, "highway is absent: it belongs into ../shared/data");
    }
}
