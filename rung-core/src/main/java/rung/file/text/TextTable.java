package rung.file.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import rung.file.AtomicFile;
import rung.file.CarriedColumn;
import rung.file.Category;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.TableForm;
import rung.file.input.FileFormat;
import rung.file.input.HoleCount;
import rung.file.input.HoleValues;
import rung.file.input.Source;
import rung.linalg.CellValues;
import rung.linalg.Matrix;

/**
 * A table in text, such as CSV or JSON lines. The file is read twice, first for its {@link TableLayout} and then for the numbers, and
 * once more when the completed table is written.
 */
public final class TextTable implements Table {
    /** Amounts with this many decimals, or more, are filled in with exactly as many. */
    private static final int CENTS = 2;

    /** The most names of columns that a description lists. */
    private static final int MOST_LISTED = 12;

    /** The most labels of a category. */
    private static final int MOST_LABELS = 100;

    private final Source source;
    private final TableLayout layout;
    private final NumberNotation notation;
    private final int[] fields; // for each numeric column the number of its field
    private final Matrix values;
    private final int[] lines; // for each row its line in the file
    private final List<String> labels = new ArrayList<>();
    private final Optional<double[]> times;
    private final boolean isCountDoubtful; // whether nothing was said of a first column that may be data or ids
    private final List<String> declaredHoles;
    private boolean isAnyRowLeft = true; // while the file is read
    private int blanksAtEnd; // blank lines below the last row
    private int holesAtEnd; // blank lines at the end that are rows
    private int timeless; // the number of rows without a time
    private final BitSet holes = new BitSet(); // for each cell, row after row, whether it is one

    private TextTable(Source source, TableLayout layout, TableForm form) {
        this.source = source;
        this.layout = layout;
        this.notation = layout.style().notation();
        this.fields = layout.numbers();
        this.values = new Matrix(layout.rows(), fields.length);
        this.lines = new int[layout.rows()];
        this.declaredHoles = form.holes();
        this.isCountDoubtful = form.numbers().isEmpty() && form.numeric().isEmpty();
        this.times = layout.times() < 0 ? Optional.empty() : Optional.of(new double[layout.rows()]);
    }

    /**
     * Reads a table.
     *
     * @param source the file
     * @param form what is known about its layout
     * @return the table
     * @throws FormatException if the file is no table
     */
    public static TextTable read(Source source, TableForm form) throws IOException {
        TableLayout layout = TableLayoutReader.of(source, form);
        source.requireMemory(layout.rows(), layout.numbers().length);
        TextTable table = new TextTable(source, layout, form);
        source.read(in -> {
            table.forEachRow(in, table::take, table::passOver);
            return null;
        });
        return table;
    }

    /** Takes a record that is a row of the table. */
    @FunctionalInterface
    private interface RowVisitor {
        void visit(int row, TextRecords record) throws IOException;
    }

    /** Takes a record that is the header or a blank line. */
    @FunctionalInterface
    private interface OtherVisitor {
        void visit(TextRecords record) throws IOException;
    }

    /** Whether each line is a cell. */
    private boolean isOneColumn() {
        return layout.style().delimiter().isPresent() && layout.columns().size() == 1;
    }

    private void forEachRow(InputStream in, RowVisitor rows, OtherVisitor others) throws IOException {
        TextRecords records = layout.style().records().apply(in);
        boolean isOneColumn = isOneColumn();
        boolean isBegun = false;
        int row = 0;
        while (records.next()) {
            boolean isHole = isOneColumn && isBegun && row < layout.rows();
            boolean isNothing = isBegun && layout.emptyRows() > 0 && records.isEmpty();
            if (isNothing || records.isBlankLine() && !isHole || records.line() == layout.secondHeader()) {
                others.visit(records);
            } else if (!isBegun && layout.header().isRecord()) {
                others.visit(records);
                isBegun = true;
            } else if (row == layout.rows()
                    || records.count() != layout.columns().size()) {
                throw source.changed();
            } else {
                rows.visit(row++, records);
                isBegun = true;
            }
        }
    }

    private void passOver(TextRecords record) {
        blanksAtEnd += record.isBlankLine() && !isAnyRowLeft ? 1 : 0;
    }

    private void take(int row, TextRecords record) throws FormatException {
        lines[row] = record.line();
        isAnyRowLeft = row + 1 < lines.length;
        holesAtEnd = isOneColumn() && record.isBlankLine() ? holesAtEnd + 1 : 0;
        if (layout.hasLabels()) {
            labels.add(record.text(layout.labels(), layout.style().charset()));
        }
        if (times.isPresent()) {
            times.get()[row] = time(record, layout.times());
        }
        for (int j = 0; j < fields.length; j++) {
            takeCell(row, j, record);
        }
    }

    private void takeCell(int row, int column, TextRecords record) throws FormatException {
        double value = value(record, fields[column]);
        values.set(row, column, value);
        if (Double.isNaN(value)) {
            holes.set(cell(row, column));
        }
    }

    private int cell(int row, int column) {
        return row * fields.length + column;
    }

    private double value(TextRecords record, int field) throws FormatException {
        if (record.isEmpty(field)) {
            return Double.NaN;
        }
        double usual = notation.usualValue(record.raw(), record.start(field), record.end(field));
        return Double.isNaN(usual) ? unusualValue(record, field) : usual;
    }

    private double unusualValue(TextRecords record, int field) throws FormatException {
        NumberNotation.Kind kind = record.kind(field, notation);
        if (kind == NumberNotation.Kind.MISSING) {
            return Double.NaN;
        }
        double value = kind == NumberNotation.Kind.NUMBER
                ? notation.value(record.raw(), record.start(field), record.end(field))
                : Double.POSITIVE_INFINITY;
        if (Double.isInfinite(value)) {
            throw source.error(
                    record.line(),
                    "the value in column " + layout.numberAndName(field) + " must be finite, got "
                            + Source.shortened(record.text(field, layout.style().charset()))
                            + "; if it stands for a hole, declare it as \""
                            + Source.shortened(record.text(field, layout.style().charset())) + "\"");
        }
        return value;
    }

    /** The time in a cell: in seconds since 1970 if it is a date or an epoch. */
    private double time(TextRecords record, int field) {
        if (record.kind(field, notation) == NumberNotation.Kind.NUMBER) {
            return layout.dates()
                    .get(field)
                    .secondsOf(notation.value(record.raw(), record.start(field), record.end(field)));
        }
        double time = RowTime.seconds(
                        record.text(field, layout.style().charset()),
                        layout.dates().get(field).order())
                .orElse(Double.NaN);
        timeless += Double.isNaN(time) ? 1 : 0;
        return time;
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
    public int position(int column) {
        return fields[column];
    }

    @Override
    public String name(int column) {
        return layout.called().get(fields[column]);
    }

    @Override
    public Optional<String> sign(int column) {
        return layout.digits().get(fields[column]).sign().map(NumberSign::symbol);
    }

    @Override
    public int find(String column) throws FormatException {
        return layout.finder(source).field(column);
    }

    @Override
    public Optional<List<String>> rowLabels() {
        return layout.hasLabels() ? Optional.of(List.copyOf(labels)) : Optional.empty();
    }

    @Override
    public List<CarriedColumn> carriedColumns() {
        return layout.carried();
    }

    @Override
    public List<String> texts(CarriedColumn column) throws IOException {
        if (!layout.carried().contains(column)) {
            throw new IllegalArgumentException("the column must be one of this table, got " + column);
        }
        return source.read(in -> {
            List<String> texts = new ArrayList<>(layout.rows());
            forEachRow(
                    in,
                    (row, record) -> texts.add(
                            record.text(column.position(), layout.style().charset())),
                    record -> {});
            return texts;
        });
    }

    @Override
    public Category category(CarriedColumn column) throws IOException {
        List<String> cells = new ArrayList<>(layout.rows());
        TreeSet<String> labels = new TreeSet<>();
        if (!layout.carried().contains(column)) {
            throw new IllegalArgumentException("the column must be one of this table, got " + column);
        }
        source.read(in -> {
            forEachRow(
                    in,
                    (row, record) -> {
                        boolean isHole = isUnlabeled(record, column.position());
                        String text = isHole
                                ? ""
                                : record.text(column.position(), layout.style().charset());
                        cells.add(text);
                        if (!isHole) {
                            labels.add(text);
                        }
                        if (labels.size() > MOST_LABELS) {
                            throw source.error(
                                    record.line(),
                                    "column " + layout.numberAndName(column.position()) + " must have at most "
                                            + MOST_LABELS + " different values to be a category");
                        }
                    },
                    record -> {});
            return null;
        });
        return new Category(column, List.copyOf(labels), cells);
    }

    /** Whether a field of a column of labels holds none. */
    private boolean isUnlabeled(TextRecords record, int field) {
        return record.isUnlabeled(field, notation)
                && (record.isEmpty(field) || !layout.words().get(field).isGuessed(record.text(field, charset())));
    }

    private Charset charset() {
        return layout.style().charset();
    }

    @Override
    public Optional<double[]> rowTimes() {
        return timeless > 0 ? Optional.empty() : times.map(double[]::clone);
    }

    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (layout.style().notUtf8() > 0) {
            notes.add(source.notUtf8(layout.style().notUtf8(), layout.style().charset()));
        }
        notes.addAll(layout.finder(source).notes());
        layout.style()
                .doubtful()
                .filter(example -> mayBeThousands())
                .ifPresent(example -> notes.add(source.name()
                        + ": numbers such as " + example
                        + " are read with a decimal point, but nothing tells that it does not"
                        + " separate thousands; if it does, declare a decimal comma"));
        notation.unmetHoles(declaredHoles)
                .forEach(word -> notes.add(
                        source.name() + ": no cell holds '" + Source.shortened(word) + "', which was declared a hole"));
        if (isOneColumn() && blanksAtEnd + holesAtEnd > 0) {
            int count = blanksAtEnd + holesAtEnd;
            notes.add(source.name() + ": "
                    + (count == 1 ? "the empty line at the end is" : "the " + count + " empty lines at the end are")
                    + (holesAtEnd > 0
                            ? " taken for " + (count == 1 ? "a hole" : "holes") + ", as those above are"
                            : " not taken for " + (count == 1 ? "a hole" : "holes") + "; NA would be one"));
        }
        if (layout.emptyRows() > 0) {
            notes.add(source.name() + ": "
                    + (layout.emptyRows() == 1
                            ? "1 row holds nothing, not even a label: it stays blank and takes no part"
                            : layout.emptyRows()
                                    + " rows hold nothing, not even a label: they stay blank and take no part"));
        }
        layout.carried().stream()
                .filter(column ->
                        column.kind() == CarriedColumn.Kind.TEXT || column.kind() == CarriedColumn.Kind.LABELS)
                .filter(column -> column.empty() > 0)
                .filter(column -> !layout.units().get(column.position()).isEmpty())
                .forEach(
                        column -> notes.add(
                                source.name() + ": column " + layout.numberAndName(column.position())
                                        + " looks like numbers with "
                                        + layout.units().get(column.position()).stream()
                                                .map(unit -> "'" + unit + "'")
                                                .collect(Collectors.joining(", "))
                                        + " behind them and is copied as text; write all in one unit, as numbers alone, to have it filled"));
        int field = layout.times();
        if (field >= 0 && layout.dates().get(field).isAmbiguous()) {
            notes.add(source.name() + ": the dates in column " + layout.numberAndName(field) + " are read as "
                    + layout.dates().get(field).order().words() + ", but nothing in them tells which comes first");
        }
        if (countsRows()) {
            notes.add(source.name() + ": column " + layout.numberAndName(0)
                    + " counts the rows and is taken for data, as the table is small; if it names the rows, declare it"
                    + " as their labels");
        }
        if (isCountDoubtful && layout.isFirstCountingOn() && fields.length > 1 && fields[0] == 0) {
            notes.add(source.name() + ": column " + layout.numberAndName(0)
                    + " goes up by 1 from row to row and is taken for data; if it names the rows, declare it as their"
                    + " labels");
        }
        return List.copyOf(notes);
    }

    /** Whether every number that is not whole has a size from 1 to 1000, and so may be one of thousands with a point in it. */
    private boolean mayBeThousands() {
        boolean isAnyBroken = false;
        for (int i = 0; i < values.rows(); i++) {
            for (int j = 0; j < fields.length; j++) {
                double value = Math.abs(values.get(i, j));
                boolean isBroken = value != Math.rint(value) && !Double.isNaN(value);
                if (isBroken && (value < 1 || value > 1000)) {
                    return false;
                }
                isAnyBroken |= isBroken;
            }
        }
        return isAnyBroken;
    }

    /** Whether the first column of the file is data, though it may as well be the numbers of the rows. */
    private boolean countsRows() {
        boolean isCount = fields.length > 1 && fields[0] == 0 && values.rows() >= ColumnSurvey.LEAST_COUNTED;
        for (int i = 0; i < values.rows() && isCount; i++) {
            isCount = values.get(i, 0) == values.get(0, 0) + i && values.get(0, 0) <= 1 && values.get(0, 0) >= 0;
        }
        return isCount && values.rows() < TableLayoutReader.LEAST_ROWS;
    }

    @Override
    public String description() {
        String form = layout.style()
                .delimiter()
                .map(each -> layout.columns().size() == 1 ? "text of one column" : each.description() + " text")
                .orElse("JSON lines");
        String categories = list(layout.carried().stream()
                .filter(column -> column.kind() == CarriedColumn.Kind.CATEGORY)
                .map(column -> Source.shortened(column.name()) + words(column).among())
                .toList());
        String names = list(layout.carried().stream()
                .filter(column -> column.kind() != CarriedColumn.Kind.CATEGORY)
                .map(column -> Source.shortened(column.name()) + " ("
                        + column.kind().words() + words(column).guesses() + empty(column) + ")")
                .toList());
        String constant = list(layout.constants().stream().map(layout::name).toList());
        return source.name() + " is "
                + source.encoding().map(each -> each + " ").orElse("") + form
                + layout.header().words() + (layout.secondHeader() > 0 ? " of two lines" : "")
                + layout.style().preamble().words() + ", "
                + (fields.length == 0
                        ? values.rows() + (values.rows() == 1 ? " row" : " rows") + " without a column of numbers"
                        : new HoleCount(values.rows(), fields.length, holes.cardinality())
                                + (categories.isEmpty() ? "" : " in the columns of numbers"))
                + layout.style().example().map(each -> "; numbers like " + each).orElse("")
                + (signs().isEmpty() ? "" : "; with a sign or unit: " + signs())
                + (areEnclosed() ? "; numbers in parentheses are below 0" : "")
                + (categories.isEmpty() ? "" : "; categories: " + categories)
                + (names.isEmpty() ? "" : "; carried through: " + names)
                + (constant.isEmpty() ? "" : "; constant: " + constant)
                + GapWords.advice(
                        layout.carried().stream()
                                .filter(column -> column.kind() == CarriedColumn.Kind.CATEGORY)
                                .map(this::words)
                                .toList(),
                        layout.carried().stream().map(this::words).toList());
    }

    /* The columns of numbers with a sign: "price (€), share (%)". */
    private String signs() {
        return list(Arrays.stream(fields)
                .boxed()
                .flatMap(field -> layout.digits().get(field).sign().stream()
                        .map(sign -> layout.name(field) + " (" + sign.symbol() + ")"))
                .toList());
    }

    /** Whether any number is in parentheses, which then are its sign. */
    private boolean areEnclosed() {
        return Arrays.stream(fields)
                .anyMatch(field -> layout.digits().get(field).areEnclosed());
    }

    private GapWords words(CarriedColumn column) {
        return layout.words().get(column.position());
    }

    private static String empty(CarriedColumn column) {
        return switch (column.kind() == CarriedColumn.Kind.EMPTY ? 0 : column.empty()) {
            case 0 -> "";
            case 1 -> ", 1 stays empty";
            default -> ", " + column.empty() + " stay empty";
        };
    }

    private static String list(List<String> names) {
        return names.stream().limit(MOST_LISTED).collect(Collectors.joining(", "))
                + (names.size() > MOST_LISTED ? " and " + (names.size() - MOST_LISTED) + " more" : "");
    }

    @Override
    public String place(int row, int column) {
        return source.name() + ":" + lines[row] + ", column " + layout.name(fields[column]);
    }

    @Override
    public void requireTarget(Path target) throws FormatException {
        (layout.style().delimiter().isPresent() ? FileFormat.DELIMITED : FileFormat.JSON_LINES)
                .requireTarget(source, target);
    }

    @Override
    public void writeCompleted(Path target, CellValues values) throws IOException {
        writeCompleted(target, values, Map.of());
    }

    @Override
    public void writeCompleted(Path target, CellValues values, Map<CarriedColumn, IntFunction<String>> labels)
            throws IOException {
        HoleValues filling = new HoleValues(this, values);
        write(
                target,
                otherDelimiter(target),
                Set.of(),
                (row, record, writer) -> writeFilled(row, record, filling, labels, writer));
    }

    /**
     * Writes other numbers in the place of this table's own, in the form of its file: with its delimiter, its decimal mark, its encoding
     * and its header. A cell for which there is no number stays as it is. The target is replaced as a whole or, if anything fails, not
     * touched.
     *
     * @param target the file to write
     * @param values gives the numbers, NaN where there is none
     * @param carriesText whether columns that are no data stay; of these, the labels always do
     * @throws FormatException if the file this table was read from has changed or vanished
     */
    public void writeReplaced(Path target, CellValues values, boolean carriesText) throws IOException {
        Set<Integer> omitted = carriesText
                ? Set.of()
                : leftOut().stream().map(CarriedColumn::position).collect(Collectors.toSet());
        write(target, Optional.empty(), omitted, (row, record, writer) -> writeReplaced(row, record, values, writer));
    }

    /**
     * Returns the columns that {@link #writeReplaced} leaves out unless it carries text: those that are no data, but for the labels of the
     * rows and columns that hold nothing.
     *
     * @return the columns; none for JSON lines, which keep all
     */
    public List<CarriedColumn> leftOut() {
        return layout.carried().stream()
                .filter(column -> layout.style().delimiter().isPresent())
                .filter(column -> column.position() != layout.labels())
                .filter(column -> column.kind() != CarriedColumn.Kind.EMPTY)
                .toList();
    }

    /** Writes a record that is a row of the table. */
    @FunctionalInterface
    private interface RowWriting {
        void write(int row, TextRecords record, RowWriter writer) throws IOException;
    }

    /** Writes the file again, with another delimiter if there is one, and without some columns. */
    private void write(Path target, Optional<Delimiter> other, Set<Integer> omitted, RowWriting rows)
            throws IOException {
        Charset charset = layout.style().charset();
        AtomicFile.write(target, out -> {
            try (OutputStream encoded = source.encoded(out)) {
                source.read(in -> {
                    RowWriter writer = other.isPresent() || !omitted.isEmpty()
                            ? new RedelimitedWriter(
                                    encoded,
                                    other.or(layout.style()::delimiter).orElseThrow(),
                                    charset,
                                    layout.columns().size(),
                                    omitted)
                            : new CopyingWriter(encoded, charset);
                    forEachRow(in, (row, record) -> rows.write(row, record, writer), writer::copy);
                    return null;
                });
            }
        });
    }

    /** The delimiter that the name of the target asks for, if it is not the one of this table. */
    private Optional<Delimiter> otherDelimiter(Path target) {
        if (layout.style().delimiter().isEmpty()) {
            return Optional.empty();
        }
        String name = plainName(target.toString());
        boolean isTabbed = name.endsWith(".tsv") || name.endsWith(".tab");
        boolean isComma = name.endsWith(".csv") && !plainName(source.name()).endsWith(".csv");
        Optional<Delimiter> asked =
                isTabbed ? Optional.of(Delimiter.TAB) : isComma ? Optional.of(Delimiter.COMMA) : Optional.empty();
        return asked.filter(delimiter -> delimiter != layout.style().delimiter().get());
    }

    private static String plainName(String name) {
        return name.toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
    }

    /** A number as the others of its column are written, with all its digits. */
    private String written(double value, int field) {
        TableLayout.Digits digits = layout.digits().get(field);
        return signed(NumberNotation.written(value, layout.style().decimalComma(), digits.separator()), digits);
    }

    /** The number that fills a hole; null if the hole stays. */
    private String filled(int row, int column, HoleValues filling) {
        double value = filling.at(row, column);
        return Double.isNaN(value) ? null : inJson(filled(value, fields[column]), fields[column]);
    }

    /** A number that fills a hole: with about as many decimals as the others of its column have. */
    private String filled(double value, int field) {
        TableLayout.Digits digits = layout.digits().get(field);
        if (isConstant(value, digits)) {
            return beside(digits.constant(), digits);
        }
        if (digits.sign().isPresent() && digits.decimals() >= CENTS) {
            boolean isComma = layout.style().decimalComma();
            return signed(NumberNotation.rounded(value, isComma, digits.separator(), digits.decimals()), digits);
        }
        String number =
                NumberNotation.written(value, layout.style().decimalComma(), digits.separator(), digits.decimals());
        return signed(digits.haveSmallExponents() ? number.replace('E', 'e') : number, digits);
    }

    private boolean isConstant(double value, TableLayout.Digits digits) {
        if (digits.constant().isEmpty()) {
            return false;
        }
        byte[] constant = digits.constant().getBytes(StandardCharsets.UTF_8);
        return value == notation.value(constant, 0, constant.length);
    }

    /** A number with its signs as the others of its column have them: "(107)" for "-107", "5 €" for "5". */
    private static String signed(String number, TableLayout.Digits digits) {
        boolean isEnclosed = digits.areEnclosed() && number.startsWith("-");
        return beside(isEnclosed ? "(" + number.substring(1) + ")" : number, digits);
    }

    private static String beside(String number, TableLayout.Digits digits) {
        return digits.sign().map(sign -> sign.with(number)).orElse(number);
    }

    /* Whether labels that fill holes are no strings: in JSON lines, true and false. */
    private boolean isBare(int field) {
        return layout.style().delimiter().isEmpty() && !layout.strings().contains(field);
    }

    /* A number as its column has it: in JSON lines in quotes, if all others are. */
    private String inJson(String number, int field) {
        return layout.strings().contains(field) ? JsonObject.quoted(number) : number;
    }

    private void writeReplaced(int row, TextRecords record, CellValues values, RowWriter writer) throws IOException {
        String[] numbers = new String[layout.columns().size()];
        int[] replaced = new int[fields.length];
        int count = 0;
        for (int j = 0; j < fields.length; j++) {
            double value = values.at(row, j);
            if (!Double.isNaN(value)) {
                numbers[fields[j]] = inJson(written(value, fields[j]), fields[j]);
                replaced[count++] = fields[j];
            }
        }
        writer.write(record, Arrays.copyOf(replaced, count), numbers);
    }

    private void writeFilled(
            int row,
            TextRecords record,
            HoleValues filling,
            Map<CarriedColumn, IntFunction<String>> labels,
            RowWriter writer)
            throws IOException {
        String[] numbers = new String[layout.columns().size()];
        int[] filled = new int[fields.length + labels.size()];
        int count = 0;
        int end = cell(row + 1, 0);
        for (int cell = holes.nextSetBit(cell(row, 0)); cell >= 0 && cell < end; cell = holes.nextSetBit(cell + 1)) {
            int field = fields[cell - cell(row, 0)];
            numbers[field] = filled(row, cell - cell(row, 0), filling);
            if (numbers[field] != null) {
                filled[count++] = field;
            }
        }
        for (Map.Entry<CarriedColumn, IntFunction<String>> each : labels.entrySet()) {
            int field = each.getKey().position();
            if (isUnlabeled(record, field)) {
                String label = each.getValue().apply(row);
                numbers[field] = isBare(field) ? label : writer.text(record, field, label);
                filled[count++] = field;
            }
        }
        writer.write(record, Arrays.copyOf(filled, count), numbers);
    }
}
