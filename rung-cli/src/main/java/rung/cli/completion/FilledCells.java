package rung.cli.completion;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.IntFunction;
import rung.cli.output.TabSeparated;
import rung.completion.Completion;
import rung.completion.GrossError;
import rung.completion.Uncertainty;
import rung.linalg.Matrix;

/** What is filled into the holes of a table, and what is said of it cell by cell. */
final class FilledCells {
    /** The probability of the intervals that are written. */
    private static final double PROBABILITY = 0.9;

    private final Matrix values;
    private final Completion.Completed completed;
    private final boolean[] isRounded;
    private final IntFunction<String> columnNames;

    /**
     * Prepares cells.
     *
     * @param values the table, with NaN for holes
     * @param round whether columns of whole numbers are filled with whole numbers
     */
    FilledCells(Matrix values, Completion.Completed completed, boolean round, IntFunction<String> columnNames) {
        this.values = values;
        this.completed = completed;
        this.columnNames = columnNames;
        this.isRounded = new boolean[values.columns()];
        for (int j = 0; j < isRounded.length && round; j++) {
            isRounded[j] = isWhole(j);
        }
    }

    private boolean isWhole(int column) {
        for (int i = 0; i < values.rows(); i++) {
            double value = values.get(i, column);
            if (value != Math.rint(value) && !Double.isNaN(value)) {
                return false;
            }
        }
        return true;
    }

    double at(int row, int column) {
        double value = completed.fill(row, column);
        return isRounded[column] ? Math.rint(value) + 0.0 : value; // no −0
    }

    /** Writes how sure each filled cell is; if there was too little to find out, only the first line. */
    void writeSureness(Path file) throws IOException {
        TabSeparated.write(file, Writer.nullWriter(), lines -> {
            lines.line("row", "column", "value", "standard error", "low", "high");
            for (int i = 0; i < values.rows() && completed.uncertainty().isPresent(); i++) {
                Uncertainty sure = completed.uncertainty().get();
                for (int j = 0; j < values.columns(); j++) {
                    if (Double.isNaN(values.get(i, j))) {
                        double half = sure.halfWidth(i, j, PROBABILITY);
                        double value = completed.fill(i, j);
                        lines.line(
                                String.valueOf(i + 1),
                                columnNames.apply(j),
                                TabSeparated.number(at(i, j)),
                                TabSeparated.number(sure.standardError(i, j)),
                                TabSeparated.number(value - half),
                                TabSeparated.number(value + half));
                    }
                }
            }
        });
    }

    /** Writes the known cells that were taken for errors. */
    void writeOutliers(Path file) throws IOException {
        TabSeparated.write(file, Writer.nullWriter(), lines -> {
            lines.line("row", "column", "value", "expected", "deviations");
            for (GrossError error : completed.grossErrors()) {
                lines.line(
                        String.valueOf(error.row() + 1),
                        columnNames.apply(error.column()),
                        TabSeparated.number(error.value()),
                        TabSeparated.number(error.expected()),
                        String.format(Locale.ROOT, "%.1f", error.deviations()));
            }
        });
    }
}
