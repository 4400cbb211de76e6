package rung.file.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import rung.file.AtomicFile;
import rung.file.CarriedColumn;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.TableForm;
import rung.file.input.Source;
import rung.file.matrixmarket.MatrixMarketTable;
import rung.file.matrixmarket.MatrixMarketWriter;
import rung.file.numpy.NumpyArchive;
import rung.file.numpy.NumpyTable;
import rung.file.numpy.NumpyWriter;
import rung.file.text.DelimitedWriter;
import rung.file.text.TextTable;
import rung.linalg.CellValues;

/**
 * Reads tables from files of any format: delimited text, JSON lines, MatrixMarket and NumPy. Writes matrices as delimited text,
 * MatrixMarket and NumPy.
 */
public final class TableFile {
    private TableFile() {}

    /**
     * Reads a table, which may be gzipped. The format is recognized by the first bytes of the file or, failing that, by the extension
     * of its name; so is everything about the layout of text. {@link Table#description()} says what was recognized.
     *
     * @param file the file
     * @return the table
     * @throws FormatException if the file is not a table; the message names the line and the rule that it breaks
     */
    public static Table read(Path file) throws IOException {
        return read(file, TableForm.recognized());
    }

    /**
     * Reads a table of which something is known.
     *
     * @param file the file
     * @param form what is known about the layout of text; the rest is recognized
     * @return the table
     * @throws FormatException if the file is not a table; the message names the line and the rule that it breaks
     */
    public static Table read(Path file, TableForm form) throws IOException {
        Source source = new Source(file);
        return switch (source.format()) {
            case NUMPY -> NumpyTable.read(source);
            case NUMPY_ARCHIVE -> NumpyArchive.read(source);
            case MATRIX_MARKET -> MatrixMarketTable.read(source);
            case JSON_LINES, DELIMITED -> TextTable.read(source, form);
        };
    }

    /**
     * Says whether a table is text, of which a {@link TableForm} can say more; it is an array otherwise.
     *
     * @param table the table
     * @return true if it is text
     */
    public static boolean isText(Table table) {
        return table instanceof TextTable;
    }

    /**
     * Writes a matrix without names of rows and columns.
     *
     * @param target the file, whose name gives the format
     * @param rows the number of rows
     * @param columns the number of columns
     * @param values gives the numbers
     * @throws IOException if writing fails
     */
    public static void write(Path target, int rows, int columns, CellValues values) throws IOException {
        write(target, rows, columns, values, Optional.empty(), Optional.empty());
    }

    /**
     * Writes a matrix for other programs. The name of the target gives the format: NumPy in single precision for .npy, MatrixMarket for
     * .mtx, text separated by tabs for .tsv and .tab, by commas for anything else; gzipped if .gz follows. The target is replaced as a
     * whole or, if anything fails, not touched.
     *
     * @param target the file, whose name gives the format
     * @param rows the number of rows
     * @param columns the number of columns
     * @param values gives the numbers
     * @param columnNames the header, which only text has; empty for none
     * @param rowLabels the first field of each row, which only text has; empty for none
     * @throws IOException if writing fails
     */
    public static void write(
            Path target,
            int rows,
            int columns,
            CellValues values,
            Optional<List<String>> columnNames,
            Optional<List<String>> rowLabels)
            throws IOException {
        String name = target.toString().toLowerCase(Locale.ROOT);
        name = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        if (name.endsWith(".npy")) {
            NumpyWriter.write(target, rows, columns, (row, line) -> {
                for (int j = 0; j < line.length; j++) {
                    line[j] = (float) values.at(row, j);
                }
            });
        } else if (name.endsWith(".mtx")) {
            AtomicFile.write(target, out -> MatrixMarketWriter.write(out, rows, columns, values));
        } else {
            List<DelimitedWriter.LabelColumn> labels = rowLabels
                    .map(texts -> List.of(new DelimitedWriter.LabelColumn("", texts)))
                    .orElse(List.of());
            writeText(target, rows, columns, values, columnNames, labels);
        }
    }

    /**
     * Writes other numbers in the place of a table's own. Text keeps the form it came in: delimiter, decimal mark, encoding and header; a
     * cell for which there is no number stays as it is. Other tables are written as {@link #write(Path, int, int, CellValues)} does.
     *
     * @param target the file, gzipped if its name ends in .gz
     * @param table the table
     * @param values gives the numbers, NaN where there is none
     * @param carriesText whether the columns that are no data, such as ids, dates and text, stay, too: {@link #leftOut} tells which
     * @throws IOException if writing fails, or the table's file has changed
     */
    public static void writeReplaced(Path target, Table table, CellValues values, boolean carriesText)
            throws IOException {
        if (table instanceof TextTable text) {
            text.writeReplaced(target, values, carriesText);
        } else {
            write(target, table.values().rows(), table.values().columns(), values);
        }
    }

    /**
     * Returns the columns that {@link #writeReplaced} leaves out if it carries no text.
     *
     * @param table the table
     * @return the columns that are no data, but for the labels of the rows and columns that hold nothing
     */
    public static List<CarriedColumn> leftOut(Table table) {
        return table instanceof TextTable text ? text.leftOut() : List.of();
    }

    private static void writeText(
            Path target,
            int rows,
            int columns,
            CellValues values,
            Optional<List<String>> columnNames,
            List<DelimitedWriter.LabelColumn> labels)
            throws IOException {
        String name = target.toString().toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
        boolean hasTabs = name.endsWith(".tsv") || name.endsWith(".tab");
        DelimitedWriter text = new DelimitedWriter(hasTabs ? '\t' : ',', columnNames, labels);
        AtomicFile.write(target, out -> text.write(out, rows, columns, values));
    }
}
