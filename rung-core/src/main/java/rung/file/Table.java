package rung.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import rung.linalg.Matrix;

/**
 * A table of numbers that was read from a file, with holes where a number is missing.
 *
 * <p>{@code rung.file.table.TableFile} reads one from delimited text, MatrixMarket or NumPy, each of them also gzipped. The
 * file must stay as it is until the table has been written: {@link #writeCompleted} copies the observed cells from there.
 */
public interface Table {
    /** Returns the numbers, NaN in each hole. */
    Matrix values();

    /** Returns the names of the numeric columns, in order; empty if the file has no header. */
    Optional<List<String>> columnNames();

    /** Returns the label of each row, in order; empty if the file has no column of labels. */
    Optional<List<String>> rowLabels();

    /** Describes the table in one sentence: format, size, holes, header, label column, text columns carried through. */
    String description();

    /**
     * Returns warnings about how the file was read, one sentence each, which begins with the file's name. Most files give
     * none.
     */
    List<String> notes();

    /** Names the place of a numeric cell in the file, for messages: "in.csv:12, column height". */
    String place(int row, int column);

    /**
     * Writes the table in the format it came in. Observed cells stay exactly as they are, byte for byte in text formats;
     * each hole gets its value from {@code values}. The target is replaced as a whole or, if anything fails, not touched.
     * It is gzipped if its name ends in .gz.
     *
     * @throws FormatException if the file this table was read from has changed or vanished
     */
    void writeCompleted(Path target, CellValues values) throws IOException;

    /** Gives a number for each cell of a table. */
    @FunctionalInterface
    interface CellValues {
        /** Returns the number for a cell, whose row and column are counted from 0. */
        double at(int row, int column);
    }

    /** What a reader does with columns that hold text. */
    enum TextColumns {
        /** Refuse the file. */
        REFUSE,
        /** Leave these columns out of {@link Table#values()}, and copy them through when the table is written. */
        CARRY
    }
}
