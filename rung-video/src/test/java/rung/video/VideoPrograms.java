package rung.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What tests of video files need. */
final class VideoPrograms {
    /** The environment variable by which it is an error that they cannot run. */
    private static final String REQUIRED = "RUNG_FFMPEG_REQUIRED";

    private VideoPrograms() {}

    /** Skips the tests where the programs are absent. */
    static void assumeInstalled() {
        if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
            assertThat(Frames.hasVideos())
                    .as("%s is set, and ffmpeg is absent", REQUIRED)
                    .isTrue();
        }
        assumeTrue(
                Frames.hasVideos(),
                () -> "video files are not tested, the ffmpeg program is absent: " + Ffmpeg.installation());
    }
}
