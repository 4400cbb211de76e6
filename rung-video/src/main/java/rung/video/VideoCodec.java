package rung.video;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import rung.file.FormatException;

/** Reads and writes video files; found where the class path has one. */
public interface VideoCodec {
    /** The frames of a video, as large as they are. */
    FrameSource open(Path video, Frames.Colour colour) throws IOException;

    /** A video of the form that the ending of its name tells; a rate of NaN is left to the codec. */
    FrameSink create(Path video, int width, int height, int channels, double rate) throws IOException;

    /** The codec, if there is one. */
    static Optional<VideoCodec> find() {
        return ServiceLoader.load(VideoCodec.class).findFirst();
    }

    /** What to say where there is none. */
    static FormatException missing(Path video, String instead) {
        return new FormatException(video + ": this is a video, and the decoder is not here; build it with"
                + " 'mvn -q -DskipTests -pl rung-ffmpeg -am package', or " + instead);
    }
}
