package rung.file.matrixmarket;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import rung.linalg.CellValues;

/** Writes a matrix as a MatrixMarket array: all its values in text, column by column, one in each line. */
public final class MatrixMarketWriter {
    /** The first line of every file that is written. */
    static final String BANNER = "%%MatrixMarket matrix array real general\n";

    private MatrixMarketWriter() {}

    /**
     * Writes a matrix of a given size to a stream, which stays open.
     *
     * @param out the stream
     * @param rows the number of rows
     * @param columns the number of columns
     * @param values gives the numbers
     * @throws IOException if writing fails
     */
    public static void write(OutputStream out, int rows, int columns, CellValues values) throws IOException {
        out.write(ascii(BANNER + rows + " " + columns + "\n"));
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < rows; i++) {
                out.write(ascii(values.at(i, j) + "\n"));
            }
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
