package rung.file.matrixmarket;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import rung.file.FormatException;
import rung.file.input.Source;

/** The texts of the observed cells of a table, packed into one array of bytes. Cells are numbered row by row, from 0. */
final class CellTexts {
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private final Source source;
    private final int[] starts; // for each cell where its text begins, plus one; 0 where it has none
    private byte[] bytes = new byte[1024];
    private int length;

    CellTexts(int cells, Source source) {
        this.source = source;
        this.starts = new int[cells];
    }

    /** Keeps the text of a cell. */
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

    /** Whether a cell has a text. */
    boolean has(int cell) {
        return starts[cell] > 0;
    }

    /** Writes the text of a cell. */
    void write(int cell, OutputStream out) throws IOException {
        int from = starts[cell] - 1;
        int to = from;
        while (bytes[to] != '\n') {
            to++;
        }
        out.write(bytes, from, to - from);
    }
}
