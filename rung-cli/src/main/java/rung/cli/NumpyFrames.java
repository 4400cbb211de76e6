package rung.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/** A NumPy array with a row for each frame, in single precision; how many there are is known at the end only. */
final class NumpyFrames implements AutoCloseable {
    private static final int HEADER = 128;
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, HEADER - 10, 0};

    private final Path file;
    private final FileChannel channel;
    private final int columns;
    private int rows;

    NumpyFrames(Path file, int columns) throws IOException {
        this.file = file;
        this.columns = columns;
        channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    void write(float[] frame) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(frame.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(frame);
        put(bytes, HEADER + (long) rows * bytes.remaining());
        rows++;
    }

    private void put(ByteBuffer bytes, long position) throws IOException {
        try {
            for (long at = position; bytes.hasRemaining(); ) {
                at += channel.write(bytes, at);
            }
        } catch (IOException e) {
            throw new IOException(file + ": cannot be written: " + e.getMessage(), e);
        }
    }

    void finish() throws IOException {
        String dictionary = String.format(
                Locale.ROOT, "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }", rows, columns);
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        header.put(MAGIC).put(dictionary.getBytes(StandardCharsets.US_ASCII));
        while (header.remaining() > 1) {
            header.put((byte) ' ');
        }
        put(header.put((byte) '\n').flip(), 0);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
