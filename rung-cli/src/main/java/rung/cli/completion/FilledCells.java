package rung.cli.completion;

import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import rung.cli.output.FieldLines;
import rung.cli.output.OutputFile;
import rung.completion.Filling;
import rung.completion.GrossError;
import rung.completion.Uncertainty;
import rung.linalg.Matrix;

/** What is filled into the holes of a table, and what is said of it cell by cell. */
final class FilledCells {
    /** The range of sizes of known numbers that are written without an exponent. */
    private static final double SMALLEST_PLAIN = 1e-5;

    private static final double LARGEST_PLAIN = 1e15;

    /** The probability of the intervals that are written. */
    private static final double PROBABILITY = 0.9;

    private final TableData data;
    private final Matrix values;
    private final Filling filling;
    private final Optional<Uncertainty> uncertainty;
    private final boolean[] isRounded;

    /**
     * Prepares cells.
     *
     * @param data the table
     * @param filling what is filled in
     * @param uncertainty how sure that is, if it is known
     * @param round whether columns of whole numbers are filled with whole numbers
     */
    FilledCells(TableData data, Filling filling, Optional<Uncertainty> uncertainty, boolean round) {
        this.data = data;
        this.values = data.values();
        this.filling = filling;
        this.uncertainty = uncertainty;
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
        return rounded(column, filling.at(row, column));
    }

    /** Writes a table drawn from what is possible. */
    void writeDraw(Path file, int number) throws IOException {
        Filling draw = filling.draw(number);
        data.write(file, (i, j) -> rounded(j, draw.at(i, j)));
    }

    private double rounded(int column, double value) {
        return isRounded[column] ? Math.rint(value) + 0.0 : value; // no −0
    }

    /** Writes how sure each filled cell is; if there was too little to find out, only the first line. */
    void writeSureness(OutputFile file, Writer out) throws IOException {
        FieldLines.writeTabs(file, out, lines -> {
            lines.line("row", "column", "value", "standard error", "low", "high");
            for (int i = 0; i < values.rows() && uncertainty.isPresent(); i++) {
                Uncertainty sure = uncertainty.get();
                for (int j = 0; j < values.columns(); j++) {
                    if (data.isHole(i, j)) {
                        Optional<Uncertainty.Interval> interval =
                                data.isCategory(j) ? Optional.empty() : sure.interval(filling, i, j, PROBABILITY);
                        lines.line(
                                String.valueOf(i + 1),
                                data.name(j),
                                data.text(j, at(i, j)),
                                Double.isNaN(sure.standardError(i, j))
                                        ? ""
                                        : FieldLines.number(sure.standardError(i, j)),
                                interval.map(each -> FieldLines.number(each.low()))
                                        .orElse(""),
                                interval.map(each -> FieldLines.number(each.high()))
                                        .orElse(""));
                    }
                }
            }
        });
    }

    /* A known number in the shortest way, with all its digits. */
    private static String asInFile(double value) {
        double size = Math.abs(value);
        if (value == Math.rint(value) && size < LARGEST_PLAIN) {
            return String.valueOf((long) value);
        }
        String text = value == (float) value ? Float.toString((float) value) : Double.toString(value);
        return size > SMALLEST_PLAIN && size < LARGEST_PLAIN ? new BigDecimal(text).toPlainString() : text;
    }

    /** Writes the known cells that were taken for errors. */
    static void writeOutliers(OutputFile file, TableData data, List<GrossError> errors, Writer out) throws IOException {
        FieldLines.writeTabs(file, out, lines -> {
            lines.line("row", "column", "value", "expected", "deviations");
            for (GrossError error : errors) {
                lines.line(
                        String.valueOf(error.row() + 1),
                        data.name(error.column()),
                        asInFile(error.value()),
                        FieldLines.number(error.expected()),
                        String.format(Locale.ROOT, "%.1f", error.deviations()));
            }
        });
    }
}
