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
    /**
     * Returns the numbers, NaN in each hole.
     *
     * @return a matrix with a row for each row of the table and a column for each numeric column
     */
    Matrix values();

    /**
     * Returns the names of the numeric columns, in order; empty if the file has no header.
     *
     * @return one name for each numeric column
     */
    Optional<List<String>> columnNames();

    /**
     * Returns the label of each row, in order; empty if the file has no column of labels.
     *
     * @return one label for each row
     */
    Optional<List<String>> rowLabels();

    /**
     * Describes the table in one sentence: format, size, holes, header, label column, text columns carried through.
     *
     * @return the sentence, without a full stop
     */
    String description();

    /**
     * Returns warnings about how the file was read, one sentence each, which begins with the file's name. Most files give
     * none.
     *
     * @return the warnings
     */
    List<String> notes();

    /**
     * Names the place of a numeric cell in the file, for messages: "in.csv:12, column height".
     *
     * @param row the row, from 0
     * @param column the numeric column, from 0
     * @return the name of the place
     */
    String place(int row, int column);

    /**
     * Writes the table in the format it came in. Observed cells stay exactly as they are, byte for byte in text formats;
     * each hole gets its value from {@code values}. The target is replaced as a whole or, if anything fails, not touched.
     * It is gzipped if its name ends in .gz.
     *
     * @param target the file to write
     * @param values gives the numbers for the holes
     * @throws FormatException if the file this table was read from has changed or vanished
     */
    void writeCompleted(Path target, CellValues values) throws IOException;

    /** Gives a number for each cell of a table. */
    @FunctionalInterface
    interface CellValues {
        /**
         * Gives the number for a cell.
         *
         * @param row the row, from 0
         * @param column the numeric column, from 0
         * @return the number
         */
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
