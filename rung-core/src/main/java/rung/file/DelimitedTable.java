package rung.file;

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
import rung.linalg.Matrix;

/** Delimited text. It is read twice, to find out what it holds and to take the numbers, and once more when written. */
final class DelimitedTable implements Table {
    private final Source source;
    private final Layout layout;
    private final Notation notation;
    private final int[] fields; // of the numeric columns
    private final Matrix values;
    private final int[] lines; // of the rows in the file
    private final List<String> labels = new ArrayList<>();
    private int holes;

    private DelimitedTable(Source source, Layout layout) {
        this.source = source;
        this.layout = layout;
        this.notation = layout.delimiter().notation();
        this.fields = layout.fields(Layout.Column.NUMBERS);
        this.values = new Matrix(layout.rows(), fields.length);
        this.lines = new int[layout.rows()];
    }

    static DelimitedTable read(Source source, TextColumns textColumns) throws IOException {
        Layout layout = Survey.of(source);
        layout.requireNumbers(source, textColumns);
        source.requireMemory(layout.rows(), layout.fields(Layout.Column.NUMBERS).length);
        DelimitedTable table = new DelimitedTable(source, layout);
        source.read(in -> {
            table.forEachRow(in, table::take, record -> {});
            return null;
        });
        return table;
    }

    /** What is done with a row. */
    @FunctionalInterface
    private interface RowVisitor {
        void visit(int row, Records record) throws IOException;
    }

    /** What is done with a header or a blank line. */
    @FunctionalInterface
    private interface OtherVisitor {
        void visit(Records record) throws IOException;
    }

    private void forEachRow(InputStream in, RowVisitor rows, OtherVisitor others) throws IOException {
        Records records = new Records(in, layout.delimiter().symbol(), source);
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

    private void take(int row, Records record) throws FormatException {
        lines[row] = record.line();
        if (layout.hasLabels()) {
            labels.add(record.text(0, layout.charset()));
        }
        for (int j = 0; j < fields.length; j++) {
            values.set(row, j, value(record, fields[j]));
        }
    }

    private double value(Records record, int field) throws FormatException {
        Notation.Kind kind = record.kind(field, notation);
        if (kind == Notation.Kind.MISSING) {
            holes++;
            return Double.NaN;
        }
        double value = kind == Notation.Kind.NUMBER
                ? Notation.value(record.raw(), record.start(field), record.end(field))
                : Double.POSITIVE_INFINITY;
        if (Double.isInfinite(value)) {
            throw source.error(
                    record.line(),
                    "the value in column " + layout.quotedName(field) + " must be finite, got "
                            + Layout.shortened(record.text(field, layout.charset())));
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
        int[] carried = layout.fields(Layout.Column.TEXT);
        return source.name() + " is " + layout.delimiter().description() + " text"
                + (layout.hasHeader() ? " with a header, " : " without a header, ")
                + new Holes(values.rows(), values.columns(), holes)
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
        Filling filling = new Filling(this, values);
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

    private void write(int row, Records record, Filling filling, OutputStream out) throws IOException {
        int written = 0;
        for (int j = 0; j < fields.length; j++) {
            if (record.kind(fields[j], notation) == Notation.Kind.MISSING) {
                double value = filling.at(row, j);
                out.write(record.raw(), written, record.start(fields[j]) - written);
                out.write(Notation.written(value, layout.decimalComma()).getBytes(StandardCharsets.US_ASCII));
                written = record.end(fields[j]);
            }
        }
        out.write(record.raw(), written, record.length() - written);
    }
}
