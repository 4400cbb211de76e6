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
     * Writes the next frame under a name, where frames have names: in a folder of images. Elsewhere the name is passed over.
     *
     * @param planar the frame, channel after channel
     * @param name the name, without an ending
     * @throws IOException if writing fails
     */
    default void write(byte[] planar, String name) throws IOException {
        write(planar);
    }

    /**
     * Ends the output and moves it into place; at least one frame must have been written.
     *
     * @throws IOException if writing fails
     */
    void finish() throws IOException;

    @Override
    void close() throws IOException;
}
