package rung.video;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Frames one after the other, all of one size.
 *
 * <p>A frame is planar: all of channel 0 (red, or the luminance) row by row, then green, then blue, unsigned bytes.
 */
public interface FrameSource extends AutoCloseable {
    /** The width of a frame in pixels. */
    int width();

    /** The height of a frame in pixels. */
    int height();

    /** 1 if frames are grey, 3 if they are red, green and blue. */
    int channels();

    /** Frames per second, or NaN where nothing tells. */
    double rate();

    /** How many frames there are, if something tells beforehand; a video's header does not always tell the truth. */
    OptionalInt count();

    /** What this is, in words: "highway.avi is a video (mpeg4), 320×240, 25 frames per second". */
    String description();

    /** Fills in the next frame; false at the end. */
    boolean read(byte[] planar) throws IOException;

    @Override
    void close() throws IOException;

    /** The size of the frames before they were resized. */
    default Size original() {
        return new Size(width(), height());
    }

    /** The number of a frame, counted from 0 here: the last in its file's name, if there is one; 1, 2, … in a video. */
    default OptionalLong number(int frame) {
        return OptionalLong.of(frame + 1L);
    }

    /** What went wrong so far though there are frames, as a sentence: a video that ends early, or has holes. */
    default Optional<String> warning() {
        return Optional.empty();
    }

    /** How many bytes a frame has. */
    default int frameLength() {
        return width() * height() * channels();
    }
}
