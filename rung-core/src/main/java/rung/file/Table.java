package rung.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import rung.linalg.Matrix;

/**
 * A table read from a file: numbers, some of them missing.
 *
 * <p>Delimited text, MatrixMarket and NumPy files are read, each of them also gzipped. The file must stay as it is until
 * the table has been written: its observed cells are copied from there.
 */
public sealed interface Table permits DelimitedTable, MatrixMarketTable, NumpyTable {
    /** The numbers, NaN where one is missing. */
    Matrix values();

    /** The names of the numeric columns. */
    Optional<List<String>> columnNames();

    Optional<List<String>> rowLabels();

    /** One sentence: format, size, holes, header, label column, carried columns. */
    String description();

    /** What a reader should know but may not expect, one sentence each, with the file's name; usually there is none. */
    List<String> notes();

    /** The place of a numeric cell in the file, for messages: "in.csv:12, column height". */
    String place(int row, int column);

    /**
     * Writes the table in the form it came in. Observed cells stay exactly as they are, byte for byte in text formats;
     * holes get values. The target is replaced as a whole or, if anything fails, not touched. If its name ends in .gz it
     * is gzipped.
     *
     * @throws FormatException if the file this table was read from has changed or vanished
     */
    void writeCompleted(Path target, CellValues values) throws IOException;

    /** The values of the holes. */
    @FunctionalInterface
    interface CellValues {
        double at(int row, int column);
    }

    /** What to do with columns that hold text. */
    enum TextColumns {
        /** Refuse the file. */
        REFUSE,
        /** Leave them out of the values and copy them through. */
        CARRY
    }

    /** Reads a table in the format that the first bytes of the file tell, or else the extension of its name. */
    static Table read(Path file, TextColumns textColumns) throws IOException {
        Source source = new Source(file);
        return switch (source.format()) {
            case NUMPY -> NumpyTable.read(source);
            case MATRIX_MARKET -> MatrixMarketTable.read(source);
            case DELIMITED -> DelimitedTable.read(source, textColumns);
        };
    }
}
