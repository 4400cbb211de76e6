package rung.file.numpy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import rung.file.AtomicFile;

/**
 * Writes a matrix as a NumPy array of little-endian float32, format version 1.0. For an array whose number of rows is not
 * known beforehand use {@link NumpyRowWriter}.
 */
public final class NumpyWriter {
    /** Gives the rows of a matrix. */
    @FunctionalInterface
    public interface Rows {
        /**
         * Copies a row.
         *
         * @param row the row, from 0
         * @param target receives the numbers; as long as a row
         */
        void copy(int row, float[] target);
    }

    private NumpyWriter() {}

    /**
     * Writes a matrix to a file. The target is replaced as a whole or, if anything fails, not touched; it is gzipped if its
     * name ends in .gz.
     *
     * @param target the file
     * @param rows the number of rows
     * @param columns the number of columns
     * @param values gives the rows
     * @throws IOException if writing fails
     */
    public static void write(Path target, int rows, int columns, Rows values) throws IOException {
        requireSide("rows", rows);
        requireSide("columns", columns);
        AtomicFile.write(target, out -> {
            out.write(NumpyHeader.encoded(rows, columns));
            float[] row = new float[columns];
            byte[] bytes = new byte[Math.multiplyExact(Float.BYTES, columns)];
            FloatBuffer floats =
                    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
            for (int i = 0; i < rows; i++) {
                values.copy(i, row);
                floats.put(0, row);
                out.write(bytes);
            }
        });
    }

    private static void requireSide(String name, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " must be 0 or more, got " + value);
        }
    }
}
