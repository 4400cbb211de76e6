package rung.file.numpy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes a NumPy array of little-endian float32 row by row, when the number of rows is known only at the end. Room for the
 * header is left at the start of the file, and {@link #finish} fills it.
 */
public final class NumpyRowWriter implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;
    private final int columns;
    private int rows;

    /**
     * Creates a file.
     *
     * @param file where the array goes; there must be no such file yet
     * @param columns the length of each row
     * @throws IOException if the file exists or cannot be created
     */
    public NumpyRowWriter(Path file, int columns) throws IOException {
        this.file = file;
        this.columns = columns;
        channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /**
     * Appends a row.
     *
     * @param row the numbers, as many as there are columns
     * @throws IOException if writing fails
     */
    public void write(float[] row) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(row.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(row);
        put(bytes, NumpyHeader.ENCODED_LENGTH + (long) rows * bytes.remaining());
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

    /**
     * Writes the header, after the last row; without it the file is no NumPy array.
     *
     * @throws IOException if writing fails
     */
    public void finish() throws IOException {
        put(ByteBuffer.wrap(NumpyHeader.encoded(rows, columns)), 0);
    }

    /** Closes the file. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
