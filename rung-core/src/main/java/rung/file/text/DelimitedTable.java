package rung.file.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import rung.file.AtomicFile;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.input.FiniteValues;
import rung.file.input.HoleCount;
import rung.file.input.Source;
import rung.linalg.Matrix;

/**
 * A table in delimited text, such as CSV. The file is read twice, first for its {@link TableLayout} and then for the numbers,
 * and once more when the completed table is written.
 */
public final class DelimitedTable implements Table {
    private final Source source;
    private final TableLayout layout;
    private final NumberNotation notation;
    private final int[] fields; // for each numeric column the number of its field
    private final Matrix values;
    private final int[] lines; // for each row its line in the file
    private final List<String> labels = new ArrayList<>();
    private int holes;

    private DelimitedTable(Source source, TableLayout layout) {
        this.source = source;
        this.layout = layout;
        this.notation = layout.delimiter().notation();
        this.fields = layout.fields(TableLayout.Column.NUMBERS);
        this.values = new Matrix(layout.rows(), fields.length);
        this.lines = new int[layout.rows()];
    }

    /**
     * Reads a table.
     *
     * @param source the file
     * @param textColumns what to do with columns of text
     * @return the table
     * @throws FormatException if the file is no table, or holds text columns that should be refused
     */
    public static DelimitedTable read(Source source, TextColumns textColumns) throws IOException {
        TableLayout layout = TableLayoutReader.of(source);
        layout.requireNumbers(source, textColumns);
        source.requireMemory(layout.rows(), layout.fields(TableLayout.Column.NUMBERS).length);
        DelimitedTable table = new DelimitedTable(source, layout);
        source.read(in -> {
            table.forEachRow(in, table::take, record -> {});
            return null;
        });
        return table;
    }

    /** Takes a record that is a row of the table. */
    @FunctionalInterface
    private interface RowVisitor {
        void visit(int row, DelimitedRecords record) throws IOException;
    }

    /** Takes a record that is the header or a blank line. */
    @FunctionalInterface
    private interface OtherVisitor {
        void visit(DelimitedRecords record) throws IOException;
    }

    private void forEachRow(InputStream in, RowVisitor rows, OtherVisitor others) throws IOException {
        DelimitedRecords records = new DelimitedRecords(in, layout.delimiter().symbol(), source);
        boolean headerAhead = layout.hasHeader();
        int row = 0;
        while (records.next()) {
            if (records.isBlankLine()) {
                others.visit(records);
            } else if (headerAhead) {
                others.visit(records);
                headerAhead = false;
            } else if (row == layout.rows() || records.count() != layout.columns().length) {
                throw source.changed();
            } else {
                rows.visit(row++, records);
            }
        }
    }

    private void take(int row, DelimitedRecords record) throws FormatException {
        lines[row] = record.line();
        if (layout.hasLabels()) {
            labels.add(record.text(0, layout.charset()));
        }
        for (int j = 0; j < fields.length; j++) {
            values.set(row, j, value(record, fields[j]));
        }
    }

    private double value(DelimitedRecords record, int field) throws FormatException {
        NumberNotation.Kind kind = record.kind(field, notation);
        if (kind == NumberNotation.Kind.MISSING) {
            holes++;
            return Double.NaN;
        }
        double value = kind == NumberNotation.Kind.NUMBER
                ? NumberNotation.value(record.raw(), record.start(field), record.end(field))
                : Double.POSITIVE_INFINITY;
        if (Double.isInfinite(value)) {
            throw source.error(
                    record.line(),
                    "the value in column " + layout.quotedName(field) + " must be finite, got "
                            + Source.shortened(record.text(field, layout.charset())));
        }
        return value;
    }

    @Override
    public Matrix values() {
        return values;
    }

    @Override
    public Optional<List<String>> columnNames() {
        return layout.numberNames();
    }

    @Override
    public Optional<List<String>> rowLabels() {
        return layout.hasLabels() ? Optional.of(List.copyOf(labels)) : Optional.empty();
    }

    @Override
    public List<String> notes() {
        return layout.notUtf8() == 0 ? List.of() : List.of(source.notUtf8(layout.notUtf8()));
    }

    @Override
    public String description() {
        int[] carried = layout.fields(TableLayout.Column.TEXT);
        return source.name() + " is " + layout.delimiter().description() + " text"
                + (layout.hasHeader() ? " with a header, " : " without a header, ")
                + new HoleCount(values.rows(), values.columns(), holes)
                + (layout.hasLabels() ? ", labels in column " + layout.quotedName(0) : "")
                + (carried.length == 0 ? "" : ", text carried through in " + list(carried));
    }

    private String list(int[] carried) {
        return (carried.length == 1 ? "column " : "columns ")
                + Arrays.stream(carried).mapToObj(layout::quotedName).collect(Collectors.joining(", "));
    }

    @Override
    public String place(int row, int column) {
        return source.name() + ":" + lines[row] + ", column " + layout.name(fields[column]);
    }

    @Override
    public void writeCompleted(Path target, CellValues values) throws IOException {
        FiniteValues filling = new FiniteValues(this, values);
        AtomicFile.write(
                target,
                out -> source.read(in -> {
                    forEachRow(
                            in,
                            (row, record) -> write(row, record, filling, out),
                            record -> out.write(record.raw(), 0, record.length()));
                    return null;
                }));
    }

    private void write(int row, DelimitedRecords record, FiniteValues filling, OutputStream out) throws IOException {
        int written = 0;
        for (int j = 0; j < fields.length; j++) {
            if (record.kind(fields[j], notation) == NumberNotation.Kind.MISSING) {
                double value = filling.at(row, j);
                out.write(record.raw(), written, record.start(fields[j]) - written);
                out.write(NumberNotation.written(value, layout.decimalComma()).getBytes(StandardCharsets.US_ASCII));
                written = record.end(fields[j]);
            }
        }
        out.write(record.raw(), written, record.length() - written);
    }
}
