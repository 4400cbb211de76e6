package rung.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes a whole matrix for other programs, in single precision: NumPy if the name ends in .npy, MatrixMarket if in .mtx, else
 * text separated by tabs (.tsv) or commas, with the table's header and labels. The target is replaced as a whole or, if
 * anything fails, not touched.
 */
public final class MatrixFile {
    private static final String MISSING = "NA";

    private MatrixFile() {}

    /** Without names. */
    public static void write(Path target, int rows, int columns, Table.CellValues values) throws IOException {
        write(target, rows, columns, values, Optional.empty(), Optional.empty());
    }

    public static void write(
            Path target,
            int rows,
            int columns,
            Table.CellValues values,
            Optional<List<String>> columnNames,
            Optional<List<String>> rowLabels)
            throws IOException {
        String name = target.toString().toLowerCase(Locale.ROOT);
        name = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        if (name.endsWith(".npy")) {
            FloatExport.numpy(target, rows, columns, (row, line) -> {
                for (int j = 0; j < line.length; j++) {
                    line[j] = (float) values.at(row, j);
                }
            });
        } else if (name.endsWith(".mtx")) {
            AtomicFile.write(target, out -> matrixMarket(out, rows, columns, values));
        } else {
            char delimiter = name.endsWith(".tsv") || name.endsWith(".tab") ? '\t' : ',';
            AtomicFile.write(target, out -> text(out, rows, columns, values, columnNames, rowLabels, delimiter));
        }
    }

    /** Column by column, as the format wants it. */
    private static void matrixMarket(OutputStream out, int rows, int columns, Table.CellValues values)
            throws IOException {
        out.write(ascii("%%MatrixMarket matrix array real general\n" + rows + " " + columns + "\n"));
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < rows; i++) {
                out.write(ascii(values.at(i, j) + "\n"));
            }
        }
    }

    private static void text(
            OutputStream out,
            int rows,
            int columns,
            Table.CellValues values,
            Optional<List<String>> columnNames,
            Optional<List<String>> rowLabels,
            char delimiter)
            throws IOException {
        StringBuilder line = new StringBuilder();
        if (columnNames.isPresent()) {
            line.append(rowLabels.isPresent() ? String.valueOf(delimiter) : "");
            for (int j = 0; j < columns; j++) {
                line.append(j > 0 ? String.valueOf(delimiter) : "")
                        .append(quoted(columnNames.get().get(j), delimiter));
            }
            out.write(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        }
        for (int i = 0; i < rows; i++) {
            line.setLength(0);
            if (rowLabels.isPresent()) {
                line.append(quoted(rowLabels.get().get(i), delimiter)).append(delimiter);
            }
            for (int j = 0; j < columns; j++) {
                double value = values.at(i, j);
                line.append(j > 0 ? String.valueOf(delimiter) : "").append(Double.isNaN(value) ? "" : decimal(value));
            }
            if (line.isEmpty()) {
                line.append(MISSING); // an empty line would be no row
            }
            out.write(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The shortest decimal of the number in single precision, in which dense data is worked on. */
    private static String decimal(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e7
                ? String.valueOf((long) value)
                : String.valueOf((float) value);
    }

    /** A name, in quotes if it would not be read back without them. */
    private static String quoted(String name, char delimiter) {
        boolean isBare = name.chars().noneMatch(c -> c == delimiter || c == '"' || c == '\r' || c == '\n');
        return isBare ? name : '"' + name.replace("\"", "\"\"") + '"';
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
