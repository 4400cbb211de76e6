package rung.file.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import rung.file.FormatException;
import rung.file.input.Source;

/**
 * Finds out the layout of a table in delimited text, by reading all of it once: which columns hold numbers, whether there is
 * a header, how many rows there are.
 */
final class TableLayoutReader {
    private final Source source;
    private final Delimiter delimiter;
    private final NumberNotation notation;
    private int notUtf8; // the first line that is not valid UTF-8, or 0
    private boolean decimalComma;

    private int rows; // the number of records after the first
    private int width; // their number of fields
    private First first;
    private TextCell[] text; // the first text in each column, below the first record
    private boolean[] empty; // whether the column is empty below the first record
    private boolean[] gaps; // whether the column misses a value below the first record

    /** The first record, which may be a header. */
    record First(int line, String[] fields, NumberNotation.Kind[] kinds) {
        int count() {
            return fields.length;
        }

        boolean isText(int field) {
            return field >= 0 && field < fields.length && kinds[field] == NumberNotation.Kind.TEXT;
        }

        boolean isEmpty(int field) {
            return field >= fields.length || fields[field].isEmpty();
        }
    }

    /** A cell that holds text, and the line it is in, from 1. */
    record TextCell(int line, String value) {}

    private TableLayoutReader(Source source, Delimiter delimiter) {
        this.source = source;
        this.delimiter = delimiter;
        this.notation = delimiter.notation();
    }

    static TableLayout of(Source source) throws IOException {
        TableLayoutReader reader = new TableLayoutReader(source, DelimiterGuess.ofTable(source));
        return source.read(reader::read);
    }

    private TableLayout read(InputStream in) throws IOException {
        DelimitedRecords records = new DelimitedRecords(in, delimiter.symbol(), source);
        while (records.next()) {
            if (!records.isBlankLine()) {
                checkCharset(records);
                if (first == null) {
                    readFirst(records);
                } else {
                    readRow(records);
                }
            }
        }
        if (first == null) {
            throw source.error("is empty");
        }
        return layout();
    }

    private void checkCharset(DelimitedRecords records) {
        if (notUtf8 == 0 && !TextEncoding.isUtf8(records.raw(), 0, records.length())) {
            notUtf8 = records.line();
        }
    }

    private Charset charset() {
        return notUtf8 == 0 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
    }

    private void readFirst(DelimitedRecords records) {
        width = records.count();
        String[] fields = new String[width];
        NumberNotation.Kind[] kinds = new NumberNotation.Kind[width];
        for (int k = 0; k < width; k++) {
            fields[k] = records.text(k, charset());
            kinds[k] = records.kind(k, notation);
            noteComma(records, k, kinds[k]);
        }
        first = new First(records.line(), fields, kinds);
        prepare();
    }

    private void prepare() {
        text = new TextCell[width];
        empty = new boolean[width];
        gaps = new boolean[width];
        Arrays.fill(empty, true);
    }

    private void readRow(DelimitedRecords records) throws FormatException {
        if (rows == 0 && records.count() == first.count() + 1 && isAllText()) {
            width = records.count();
            prepare();
        }
        if (records.count() != width) {
            throw source.error(
                    records.line(),
                    "expected " + width + (width == 1 ? " field" : " fields") + ", found " + records.count());
        }
        rows++;
        for (int k = 0; k < width; k++) {
            NumberNotation.Kind kind = records.kind(k, notation);
            empty[k] &= records.isEmpty(k);
            gaps[k] |= kind == NumberNotation.Kind.MISSING;
            noteComma(records, k, kind);
            if (kind == NumberNotation.Kind.TEXT && text[k] == null) {
                text[k] = new TextCell(records.line(), records.text(k, charset()));
            }
        }
    }

    /** Whether the first record is all text: then it is a header that may lack a name for the column of labels. */
    private boolean isAllText() {
        return Arrays.stream(first.kinds).allMatch(kind -> kind == NumberNotation.Kind.TEXT);
    }

    private void noteComma(DelimitedRecords records, int field, NumberNotation.Kind kind) {
        if (notation.commaAllowed() && !decimalComma && kind == NumberNotation.Kind.NUMBER) {
            for (int k = records.start(field); k < records.end(field); k++) {
                decimalComma |= records.raw()[k] == ',';
            }
        }
    }

    private TableLayout layout() throws FormatException {
        boolean trailing = width > 1 && empty[width - 1] && first.isEmpty(width - 1) && rows > 0;
        boolean shifted = first.count() < width && !trailing;
        boolean header = shifted || hasHeader();
        if (header && rows == 0) {
            throw source.error("has a header but no rows");
        }
        if (!header) {
            mergeFirst();
        }
        TableLayout.Column[] columns = new TableLayout.Column[width];
        for (int k = 0; k < width; k++) {
            columns[k] = text[k] == null ? TableLayout.Column.NUMBERS : TableLayout.Column.TEXT;
        }
        if (trailing) {
            columns[width - 1] = TableLayout.Column.NOTHING;
        }
        if (width > 1 && (shifted || text[0] != null || header && isIndex())) {
            columns[0] = TableLayout.Column.LABELS;
        }
        String[] names = header ? names(shifted ? 1 : 0) : null;
        return new TableLayout(
                delimiter,
                charset(),
                notUtf8,
                decimalComma,
                header ? rows : rows + 1,
                columns,
                names,
                Arrays.asList(text));
    }

    /**
     * Whether the first record is a header: it has text above a column of numbers; or above a column of labels it has nothing,
     * or has text while the other names are years.
     */
    private boolean hasHeader() {
        for (int k = 0; k < first.count(); k++) {
            if (first.isText(k) && text[k] == null) {
                return true;
            }
        }
        return width > 1 && text[0] != null && (first.isEmpty(0) && !gaps[0] || first.isText(0) && hasYears());
    }

    /** Whether the first record names the columns of numbers by three or more years in equal steps. */
    private boolean hasYears() {
        int[] years = IntStream.range(0, first.count())
                .filter(k -> text[k] == null && !first.isEmpty(k))
                .map(k -> first.fields[k].matches("(18|19|20)\\d\\d") ? Integer.parseInt(first.fields[k]) : 0)
                .toArray();
        int step = years.length < 3 ? 0 : years[1] - years[0];
        return step != 0
                && IntStream.range(1, years.length)
                        .allMatch(k -> years[k] - years[k - 1] == step && years[k] > 0 && years[k - 1] > 0);
    }

    /** Whether the first column holds row numbers as pandas writes them: it has no name, unlike the second, and no holes. */
    private boolean isIndex() {
        return first.isEmpty(0) && !first.isEmpty(1) && !gaps[0];
    }

    private void mergeFirst() {
        for (int k = 0; k < width; k++) {
            if (first.isText(k)) {
                text[k] = new TextCell(first.line, first.fields[k]);
            }
        }
    }

    private String[] names(int shift) {
        String[] names = new String[width];
        for (int k = 0; k < width; k++) {
            int field = k - shift;
            names[k] = field < 0 || field >= first.count() ? "" : first.fields[field];
        }
        return names;
    }
}
