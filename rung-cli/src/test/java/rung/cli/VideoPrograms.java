package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import rung.video.Frames;

/** What tests of video files need. */
public final class VideoPrograms {
    private VideoPrograms() {}

    /** Skips a test where the programs are absent, unless RUNG_FFMPEG_REQUIRED is true. */
    public static void assumeInstalled() {
        if (Boolean.parseBoolean(System.getenv("RUNG_FFMPEG_REQUIRED"))) {
            assertThat(Frames.hasVideos()).as("the ffmpeg program is here").isTrue();
        }
        assumeTrue(Frames.hasVideos(), "video files are not tested: the ffmpeg program is absent");
    }
}
