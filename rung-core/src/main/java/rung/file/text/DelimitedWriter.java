package rung.file.text;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import rung.linalg.CellValues;

/**
 * Writes a matrix as delimited UTF-8 text, one row in each line, with NaN as an empty field.
 *
 * @param delimiter the character between fields
 * @param columnNames the header, one name for each column; empty for no header
 * @param labels the first columns, which are text; none for numbers alone
 */
public record DelimitedWriter(char delimiter, Optional<List<String>> columnNames, List<LabelColumn> labels) {
    /**
     * A column of text.
     *
     * @param name its name in the header
     * @param texts the text of each row
     */
    public record LabelColumn(String name, List<String> texts) {}

    /** Stands for the hole of a table with one column and no labels, where an empty line would be no row. */
    private static final String MISSING = "NA";

    /**
     * Writes a matrix of a given size to a stream, which stays open.
     *
     * @param out the stream
     * @param rows the number of rows
     * @param columns the number of columns
     * @param values gives the numbers
     * @throws IOException if writing fails
     */
    public void write(OutputStream out, int rows, int columns, CellValues values) throws IOException {
        StringBuilder line = new StringBuilder();
        if (columnNames.isPresent()) {
            labels.forEach(label -> line.append(quoted(label.name, delimiter)).append(delimiter));
            for (int j = 0; j < columns; j++) {
                line.append(j > 0 ? String.valueOf(delimiter) : "")
                        .append(quoted(columnNames.get().get(j), delimiter));
            }
            end(line, out);
        }
        for (int i = 0; i < rows; i++) {
            for (LabelColumn label : labels) {
                line.append(quoted(label.texts.get(i), delimiter)).append(delimiter);
            }
            for (int j = 0; j < columns; j++) {
                double value = values.at(i, j);
                line.append(j > 0 ? String.valueOf(delimiter) : "").append(Double.isNaN(value) ? "" : decimal(value));
            }
            if (line.isEmpty()) {
                line.append(MISSING);
            }
            end(line, out);
        }
    }

    /** Writes a line and clears it. */
    private static void end(StringBuilder line, OutputStream out) throws IOException {
        out.write(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        line.setLength(0);
    }

    /** The shortest decimal that gives the same float: dense data is worked on in single precision. */
    private static String decimal(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e7
                ? String.valueOf((long) value)
                : String.valueOf((float) value);
    }

    /** A name, in quotes if it would not be read back without them. */
    static String quoted(String name, char delimiter) {
        boolean isBare = name.chars().noneMatch(c -> c == delimiter || c == '"' || c == '\r' || c == '\n');
        return isBare ? name : '"' + name.replace("\"", "\"\"") + '"';
    }
}
