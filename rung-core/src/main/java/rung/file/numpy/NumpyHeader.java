package rung.file.numpy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rung.file.FormatException;
import rung.file.input.FileFormat;
import rung.file.input.Source;

/**
 * The header of a NumPy file with a matrix: a Python dictionary with type, order and shape of the array. Format versions 1, 2
 * and 3 are read, version 1 is written.
 *
 * @param bytes the header as it stands in the file, from the first byte to the data
 * @param type the type of the elements
 * @param columnwise whether elements are stored column by column, which NumPy calls Fortran order, and not row by row
 */
record NumpyHeader(byte[] bytes, NumpyType type, boolean columnwise, int rows, int columns) {
    /** The length of a header that is written: the dictionary of a float matrix fits, and data begins at a multiple of 64. */
    static final int ENCODED_LENGTH = 128;

    /** The characters that every NumPy file begins with. */
    private static final String MAGIC = FileFormat.NUMPY.signature();

    /** The bytes before the dictionary in format version 1: the magic, two for the version, two for the length. */
    private static final int BEFORE_DICTIONARY = MAGIC.length() + 4;

    /** The most bytes of a dictionary that is read. */
    private static final int LONGEST = 1 << 16;

    private static final Pattern TYPE = Pattern.compile("['\"]descr['\"]\\s*:\\s*['\"]([^'\"]*)['\"]");
    private static final Pattern ORDER = Pattern.compile("['\"]fortran_order['\"]\\s*:\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("['\"]shape['\"]\\s*:\\s*\\(([^)]*)\\)");

    /** The bytes of the header for a matrix of little-endian float32, stored row by row, in format version 1.0. */
    static byte[] encoded(int rows, int columns) {
        String dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + rows + ", " + columns + "), }";
        ByteBuffer header = ByteBuffer.allocate(ENCODED_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        header.put(MAGIC.getBytes(StandardCharsets.ISO_8859_1));
        header.put((byte) 1).put((byte) 0).putShort((short) (ENCODED_LENGTH - BEFORE_DICTIONARY));
        header.put(dictionary.getBytes(StandardCharsets.US_ASCII));
        while (header.remaining() > 1) { // spaces and a line feed fill it
            header.put((byte) ' ');
        }
        return header.put((byte) '\n').array();
    }

    /** Reads a header from the start of a file. */
    static NumpyHeader read(InputStream in, Source source) throws IOException {
        byte[] start = in.readNBytes(8);
        if (start.length < 8 || !new String(start, 0, 6, StandardCharsets.ISO_8859_1).equals(MAGIC)) {
            throw source.error("is not a NumPy file, it must begin with \\x93NUMPY");
        }
        int version = start[6];
        if (version < 1 || version > 3) {
            throw source.error("the version of a NumPy file must be 1, 2 or 3, got " + version);
        }
        byte[] size = exactly(in, version == 1 ? 2 : 4, source);
        ByteBuffer number = ByteBuffer.wrap(size).order(ByteOrder.LITTLE_ENDIAN);
        long length = version == 1 ? number.getShort() & 0xffffL : number.getInt() & 0xffffffffL;
        if (length > LONGEST) {
            throw source.error("the header must take at most " + LONGEST + " bytes, got " + length);
        }
        byte[] text = exactly(in, (int) length, source);
        byte[] whole = Arrays.copyOf(start, start.length + size.length + text.length);
        System.arraycopy(size, 0, whole, start.length, size.length);
        System.arraycopy(text, 0, whole, start.length + size.length, text.length);
        return parse(new String(text, StandardCharsets.UTF_8), whole, source);
    }

    private static byte[] exactly(InputStream in, int length, Source source) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw source.error("the file ends inside its header");
        }
        return bytes;
    }

    private static NumpyHeader parse(String text, byte[] whole, Source source) throws FormatException {
        if (text.matches("(?s).*['\"]descr['\"]\\s*:\\s*\\[.*")) {
            throw source.error("holds records with named fields, only plain arrays of numbers are read");
        }
        NumpyType type = NumpyType.of(find(TYPE, "descr", text, source), source);
        boolean columnwise = find(ORDER, "fortran_order", text, source).equals("True");
        String shape = find(SHAPE, "shape", text, source).strip();
        String[] sides = shape.isEmpty() ? new String[0] : shape.split(",");
        if (sides.length != 2) {
            throw source.error("the array must have 2 dimensions, got " + sides.length);
        }
        int rows = side(sides[0], source);
        int columns = side(sides[1], source);
        source.requireMemory(rows, columns);
        return new NumpyHeader(whole, type, columnwise, rows, columns);
    }

    private static String find(Pattern pattern, String key, String text, Source source) throws FormatException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw source.error("the header does not say '" + key + "'");
        }
        return matcher.group(1);
    }

    private static int side(String text, Source source) throws FormatException {
        try {
            int side = Integer.parseInt(text.strip());
            if (side >= 1) {
                return side;
            }
        } catch (NumberFormatException e) {
            // falls through to the same sentence
        }
        throw source.error("a side of the array must be between 1 and " + Integer.MAX_VALUE + ", got '"
                + Source.shortened(text.strip()) + "'");
    }

    /** The number of bytes of data that follow the header. */
    long dataBytes() {
        return (long) rows * columns * type.size();
    }

    /** The row of the k-th element in the file. */
    int row(int k) {
        return columnwise ? k % rows : k / columns;
    }

    /** The column of the k-th element in the file. */
    int column(int k) {
        return columnwise ? k / rows : k % columns;
    }
}
