package rung.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import rung.linalg.CellValues;
import rung.linalg.Matrix;

/**
 * A table of numbers that was read from a file, with holes where a number is missing.
 *
 * <p>{@code rung.file.table.TableFile} reads one from delimited text, JSON lines, MatrixMarket or NumPy, most of them also gzipped. The
 * file must stay as it is until the table has been written: {@link #writeCompleted} copies the observed cells from there, and {@link
 * #texts} reads the columns that are not data.
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
     * Returns the position of a numeric column among all columns of the file.
     *
     * @param column the numeric column, from 0
     * @return its position, from 0
     */
    default int position(int column) {
        return column;
    }

    /**
     * Returns what tells a numeric column from all columns of the file: its name in the header or, if it has none or shares it with
     * another, its number in the file, from 1.
     *
     * @param column the numeric column, from 0
     * @return the name or the number
     */
    default String name(int column) {
        return String.valueOf(position(column) + 1);
    }

    /**
     * Returns the sign of money or percent, or the unit, that stands beside all numbers of a column, such as {@code %}.
     *
     * @param column the numeric column, from 0
     * @return the sign or unit; empty if there is none
     */
    default Optional<String> sign(int column) {
        return Optional.empty();
    }

    /**
     * Finds a column of the file by what people call it.
     *
     * @param column its name in the header, or its number in the file, from 1
     * @return its position among all columns of the file, from 0
     * @throws FormatException if there is no such column, or if several have this name
     */
    int find(String column) throws FormatException;

    /**
     * Returns the label of each row, in order: the text of the column of labels or, failing that, of the first column if it is not
     * data; empty if there is neither.
     *
     * @return one label for each row
     */
    Optional<List<String>> rowLabels();

    /**
     * Returns the columns that are not data, in the order of the file: labels, ids, times, categories and other text.
     *
     * @return the columns; none if all columns are data
     */
    default List<CarriedColumn> carriedColumns() {
        return List.of();
    }

    /**
     * Reads the text of a column that is not data. It is not kept in memory: each call reads the file.
     *
     * @param column one of {@link #carriedColumns()}
     * @return one text for each row, empty where the cell is
     * @throws FormatException if the file this table was read from has changed or vanished
     * @throws IllegalArgumentException if the column is none of this table
     */
    default List<String> texts(CarriedColumn column) throws IOException {
        throw new IllegalArgumentException("the column must be one of this table, got " + column);
    }

    /**
     * Reads a column of text as labels with numbers. It is not kept in memory: each call reads the file.
     *
     * @param column one of {@link #carriedColumns()}
     * @return the labels and the number of each row's label
     * @throws FormatException if the column has too many different values, or if the file has changed or vanished
     * @throws IllegalArgumentException if the column is none of this table
     */
    default Category category(CarriedColumn column) throws IOException {
        throw new IllegalArgumentException("the column must be one of this table, got " + column);
    }

    /**
     * Returns the time of each row, if the table has a column of dates or times without a gap: in seconds since 1970, UTC, for dates and
     * epochs, in the unit of the column otherwise. Rows need not be in the order of their times.
     *
     * @return one time for each row, in an array of the caller's own; empty if there is no such column
     */
    default Optional<double[]> rowTimes() {
        return Optional.empty();
    }

    /**
     * Describes the table in one sentence: format, size, holes, header, how numbers are written, columns carried through, constant
     * columns.
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
     * each hole gets its value from {@code values}, and stays where that is NaN. The target is replaced as a whole or, if anything fails, not touched.
     * It is gzipped if its name ends in .gz. Delimited text gets tabs if the target ends in .tsv or .tab, and commas if it ends in .csv
     * and the file this table was read from does not; else it keeps its delimiter.
     *
     * @param target the file to write
     * @param values gives the numbers for the holes, NaN where one stays
     * @throws FormatException if the file this table was read from has changed or vanished
     */
    void writeCompleted(Path target, CellValues values) throws IOException;

    /**
     * Writes the table as {@link #writeCompleted(Path, CellValues)} does, and fills holes in columns of text too.
     *
     * @param target the file to write
     * @param values gives the numbers for the holes, NaN where one stays
     * @param labels for some of {@link #carriedColumns()}, gives the text for the hole in a row
     * @throws FormatException if the file this table was read from has changed or vanished
     */
    default void writeCompleted(Path target, CellValues values, Map<CarriedColumn, IntFunction<String>> labels)
            throws IOException {
        if (!labels.isEmpty()) {
            throw new IllegalArgumentException("there must be no labels for a table without columns of text");
        }
        writeCompleted(target, values);
    }

    /**
     * Checks that the name of a target does not promise another format than the one this table is written in.
     *
     * @param target the file that is to be written
     * @throws FormatException if it does
     */
    void requireTarget(Path target) throws FormatException;
}
