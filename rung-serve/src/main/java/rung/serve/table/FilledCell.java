package rung.serve.table;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import rung.file.FormatException;

/**
 * A line of the file that {@code rung complete --errors} writes.
 *
 * @param file the file, for messages
 * @param line the number of the line, from 1
 * @param row the row of the table, from 0
 * @param column the name of the column
 * @param value what was filled in, as the file has it
 * @param error the standard error, or the probability that the label is another; NaN: not known
 * @param hasInterval whether there is an interval, as only numbers have
 */
record FilledCell(Path file, int line, int row, String column, String value, float error, boolean hasInterval) {
    private static final int FIELDS = 6;

    static List<FilledCell> read(Path file) throws IOException {
        List<FilledCell> cells = new ArrayList<>();
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (MalformedInputException e) {
            throw wrong(file, 1);
        }
        for (int k = 1; k < lines.size(); k++) {
            cells.add(cell(file, k + 1, lines.get(k).split("\t", -1)));
        }
        return cells;
    }

    private static FilledCell cell(Path file, int line, String[] fields) throws FormatException {
        try {
            int row = Integer.parseInt(fields[0]) - 1;
            if (fields.length == FIELDS && row >= 0) {
                float error = fields[3].isEmpty() ? Float.NaN : Float.parseFloat(fields[3]);
                return new FilledCell(file, line, row, fields[1], fields[2], error, !fields[4].isEmpty());
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw wrong(file, line);
    }

    private static FormatException wrong(Path file, int line) {
        return new FormatException(file + ":" + line
                + ": expected a row of the table, a column, a value, its standard error and an interval, as 'rung complete"
                + " --errors' writes them");
    }

    /** What is wrong with this line of the file. */
    FormatException wrong(String what) {
        return new FormatException(file + ":" + line + ": " + what);
    }
}
