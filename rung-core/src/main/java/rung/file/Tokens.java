package rung.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The texts of the observed cells of a table, packed: one array of bytes, and where in it each cell begins. */
final class Tokens {
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private final Source source;
    private final int[] starts; // plus one; 0 where there is no token
    private byte[] bytes = new byte[1024];
    private int length;

    Tokens(int cells, Source source) {
        this.source = source;
        this.starts = new int[cells];
    }

    void put(int cell, String token) throws FormatException {
        byte[] text = token.getBytes(StandardCharsets.ISO_8859_1);
        long needed = (long) length + text.length + 1;
        if (needed > LARGEST) {
            throw source.error("the observed values must take at most " + LARGEST + " bytes as text");
        }
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(LARGEST, 2 * needed));
        }
        System.arraycopy(text, 0, bytes, length, text.length);
        starts[cell] = length + 1;
        length += text.length;
        bytes[length++] = '\n';
    }

    boolean has(int cell) {
        return starts[cell] > 0;
    }

    void write(int cell, OutputStream out) throws IOException {
        int from = starts[cell] - 1;
        int to = from;
        while (bytes[to] != '\n') {
            to++;
        }
        out.write(bytes, from, to - from);
    }
}
