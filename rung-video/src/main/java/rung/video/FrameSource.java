package rung.video;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Frames one after the other, all of one size.
 *
 * <p>A frame is planar: all of channel 0 (red, or the luminance) row by row, then green, then blue, unsigned bytes.
 */
public interface FrameSource extends AutoCloseable {
    /**
     * The width of a frame in pixels.
     *
     * @return the width
     */
    int width();

    /**
     * The height of a frame in pixels.
     *
     * @return the height
     */
    int height();

    /**
     * The number of channels: 1 if frames are grey, 3 if they are red, green and blue.
     *
     * @return 1 or 3
     */
    int channels();

    /**
     * The frames per second.
     *
     * @return the rate; empty if it is not known
     */
    OptionalDouble rate();

    /**
     * The number of frames. A video's header is not always right about it.
     *
     * @return the number; empty if it is not known beforehand
     */
    OptionalInt count();

    /**
     * Counts the frames if the header does not tell how many there are, which reads a video through.
     *
     * @return the number; empty if it cannot be told without reading the frames
     * @throws IOException if the video cannot be read
     */
    default OptionalInt counted() throws IOException {
        return count();
    }

    /**
     * Describes the source in words: "highway.avi is a video (mpeg4), 320×240, 25 frames per second".
     *
     * @return the sentence
     */
    String description();

    /**
     * Reads the next frame.
     *
     * @param planar receives the frame, channel after channel
     * @return false at the end
     * @throws IOException if reading fails
     */
    boolean read(byte[] planar) throws IOException;

    @Override
    void close() throws IOException;

    /**
     * The size of the frames before they were resized.
     *
     * @return the size
     */
    default Size original() {
        return new Size(width(), height());
    }

    /**
     * The number that a frame has for people: the last number in its file's name, or 1, 2, … in a video.
     *
     * @param frame the frame, from 0
     * @return the number; empty if the name has none
     */
    default OptionalLong number(int frame) {
        return OptionalLong.of(frame + 1L);
    }

    /**
     * The name of a frame, without an ending, where frames have names of their own, as images in a folder do.
     *
     * @param frame the frame, from 0
     * @return the name; empty if it has none
     */
    default Optional<String> name(int frame) {
        return Optional.empty();
    }

    /**
     * Says in a sentence what went wrong so far, though there are frames: a video that ends early, or has holes.
     *
     * @return the sentence; empty if nothing went wrong
     */
    default Optional<String> warning() {
        return Optional.empty();
    }

    /**
     * The number of bytes of a frame.
     *
     * @return width × height × channels
     */
    default int frameLength() {
        return width() * height() * channels();
    }
}
