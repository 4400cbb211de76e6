package rung.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.video.Frames.Colour;

/** Videos everyone in the field knows. */
class SharedVideoTest {
    @BeforeAll
    static void assumeInstalled() {
        VideoPrograms.assumeInstalled();
    }

    private static Path data(String name) {
        for (String root : new String[] {"..", "../.."}) {
            Path path = Path.of(root, "shared", "data").resolve(name);
            if (Files.exists(path)) {
                return path;
            }
        }
        assumeTrue(false, name + " is absent: it belongs into ../shared/data");
        return null;
    }

    /** The two of MPEG-4 begin with two packets that hold no picture; their headers count them, or some of them. */
    @ParameterizedTest
    @CsvSource({"demo,48,48,51,51", "escalator,160,130,198,200", "highway,320,240,1699,1700"})
    void allFramesAreRead(String name, int width, int height, int frames, int count) throws IOException {
        try (FrameSource source = Frames.open(data("video/" + name + ".avi"), Colour.GREY)) {
            assertThat(new Size(source.width(), source.height())).isEqualTo(new Size(width, height));
            assertThat(source.count()).hasValue(count);
            byte[] frame = new byte[source.frameLength()];
            int read = 0;
            while (source.read(frame)) {
                read++;
            }
            assertThat(read).isEqualTo(frames);
            assertThat(source.warning()).isEmpty();
        }
    }

    /** The video and the images are the same scene, and frame k of the video is image number k: none fits better. */
    @Test
    void framesOfTheVideoAreTheImagesOfTheSameNumber() throws IOException {
        byte[] image = new byte[320 * 240];
        try (FrameSource images = Frames.open(data("highway/input"), Colour.GREY)) {
            assertThat(images.number(0)).hasValue(470);
            images.read(image);
        }
        try (FrameSource video = Frames.open(data("video/highway.avi"), Colour.GREY)) {
            byte[] frame = new byte[320 * 240];
            double best = Double.POSITIVE_INFINITY;
            long number = 0;
            for (int k = 0; k < 480; k++) {
                assertThat(video.read(frame)).isTrue();
                double sum = 0;
                for (int j = 0; j < frame.length; j++) {
                    sum += Math.abs((frame[j] & 255) - (image[j] & 255));
                }
                if (sum < best) {
                    best = sum;
                    number = video.number(k).orElseThrow();
                }
            }
            assertThat(number).isEqualTo(470);
            assertThat(best / frame.length).isLessThan(3);
        }
    }
}
