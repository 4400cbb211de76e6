package rung.video;

import java.io.IOException;

/** Takes frames, planar as in {@link FrameSource}; what is closed without being finished leaves nothing behind. */
public interface FrameSink extends AutoCloseable {
    /**
     * Writes the next frame, its channels one after another.
     *
     * @param planar the frame, channel after channel
     * @throws IOException if writing fails
     */
    void write(byte[] planar) throws IOException;

    /**
     * Ends the output and moves it into place; at least one frame must have been written.
     *
     * @throws IOException if writing fails
     */
    void finish() throws IOException;

    @Override
    void close() throws IOException;
}
