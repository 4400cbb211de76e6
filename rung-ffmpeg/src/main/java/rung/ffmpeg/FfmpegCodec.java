package rung.ffmpeg;

import static org.bytedeco.ffmpeg.global.avutil.AV_LOG_QUIET;
import static org.bytedeco.ffmpeg.global.avutil.av_log_set_level;

import java.io.IOException;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;
import rung.file.FormatException;
import rung.video.FrameSink;
import rung.video.FrameSource;
import rung.video.Frames;
import rung.video.VideoCodec;

/** Videos by way of FFmpeg. */
public final class FfmpegCodec implements VideoCodec {
    public FfmpegCodec() {}

    @Override
    public FrameSource open(Path video, Frames.Colour colour) throws IOException {
        load(video);
        return VideoReader.open(video, colour);
    }

    @Override
    public FrameSink create(Path video, int width, int height, int channels, double rate) throws IOException {
        load(video);
        return VideoWriter.create(video, width, height, channels, rate);
    }

    /** Loads the libraries, if need be, and forbids them to print. */
    private static void load(Path video) throws FormatException {
        try {
            av_log_set_level(AV_LOG_QUIET);
        } catch (LinkageError e) {
            throw new FormatException(
                    video + ": FFmpeg's libraries for " + Loader.Detector.getPlatform() + " cannot be loaded: "
                            + (e.getMessage() == null ? e : e.getMessage()),
                    e);
        }
    }
}
