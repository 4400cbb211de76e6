package rung.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.FloatBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes a matrix of floats for other programs. The target is replaced as a whole or, if anything fails, not touched; it
 * is gzipped if its name ends in .gz.
 */
final class FloatExport {
    private static final int ALIGNMENT = 64;
    /** What stands before NumPy's dictionary: the magic, the version and the length. */
    private static final int BEFORE_DICTIONARY = 10;

    /** The rows of a matrix. */
    @FunctionalInterface
    interface Rows {
        /** Copies a row. */
        void copy(int row, float[] target);
    }

    private FloatExport() {}

    /** The rows of a matrix that is stored row by row in what remains of a buffer. */
    static Rows rows(FloatBuffer buffer) {
        FloatBuffer values = buffer.slice();
        return (row, target) -> {
            long at = (long) row * target.length;
            if (at + target.length > values.limit()) {
                throw new IllegalArgumentException("there must be at least " + (at + target.length) + " values for "
                        + (row + 1) + " rows of " + target.length + ", got " + values.limit());
            }
            values.get((int) at, target);
        };
    }

    /** Writes a NumPy array of little-endian float32, format version 1.0. */
    static void numpy(Path target, int rows, int columns, Rows values) throws IOException {
        requireSide("rows", rows);
        requireSide("columns", columns);
        AtomicFile.write(target, out -> {
            out.write(numpyHeader(rows, columns));
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

    /** The dictionary ends in spaces and a line feed, so that the data begins at a multiple of 64. */
    private static byte[] numpyHeader(int rows, int columns) {
        String dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + rows + ", " + columns + "), }";
        int length = (BEFORE_DICTIONARY + dictionary.length() + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
        ByteBuffer header = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        header.put(NumpyHeader.MAGIC.getBytes(StandardCharsets.ISO_8859_1));
        header.put((byte) 1).put((byte) 0).putShort((short) (length - BEFORE_DICTIONARY));
        header.put(dictionary.getBytes(StandardCharsets.US_ASCII));
        while (header.remaining() > 1) {
            header.put((byte) ' ');
        }
        return header.put((byte) '\n').array();
    }

    /**
     * Writes UTF-8 text by RFC 4180, but with lines that end in a line feed alone. The numbers are such that they are
     * read back as the same floats.
     *
     * @param names the header: the name of the label column, then those of the columns
     * @param labels the first field of each row
     */
    static void csv(Path target, List<String> names, List<String> labels, Rows values) throws IOException {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("names must begin with that of the label column, got none");
        }
        AtomicFile.write(target, out -> {
            CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
            StringBuilder line = new StringBuilder();
            for (String name : names) {
                line.append(line.isEmpty() ? "" : ",").append(quoted(name));
            }
            write(line, encoder, out, target + ": a name in the header");
            float[] row = new float[names.size() - 1];
            int i = 0;
            for (String label : labels) {
                values.copy(i, row);
                line.append(quoted(label));
                for (float value : row) {
                    line.append(',').append(value);
                }
                i++;
                write(line, encoder, out, target + ": the label of row " + i);
            }
        });
    }

    /** A field, in quotes if it would not be read back without them. */
    private static String quoted(String field) {
        boolean bare = !field.isEmpty()
                && field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n')
                && field.strip().equals(field);
        return bare ? field : '"' + field.replace("\"", "\"\"") + '"';
    }

    private static void write(StringBuilder line, CharsetEncoder encoder, OutputStream out, String what)
            throws IOException {
        line.append('\n');
        try {
            ByteBuffer bytes = encoder.encode(CharBuffer.wrap(line));
            out.write(bytes.array(), 0, bytes.limit());
        } catch (CharacterCodingException e) {
            throw new FormatException(what + " is not Unicode text", e);
        }
        line.setLength(0);
    }
}
