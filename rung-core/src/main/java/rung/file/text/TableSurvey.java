package rung.file.text;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Pattern;
import rung.file.FormatException;
import rung.file.input.Source;

/** What a table in text holds: gathered in one pass over the file, before it is known what its first record and its columns are. */
final class TableSurvey {
    /** The most rows, and the most cells, that the first record is compared with. */
    private static final int SAMPLE_ROWS = 200;

    private static final int SAMPLE_CELLS = 200_000;

    /** The least columns of numbers with a text in a second header, and the least rows below one. */
    private static final int LEAST_UNITS = 2;

    private static final int LEAST_BELOW = 2;

    /** Names of columns of numbers that people, orders and the like go by. */
    private static final Pattern NUMBER_NAME = Pattern.compile(
            "(?!(total|sum|mean|average|avg|max|min)\\b).*[\\p{L}\\d][ _.-]?(no|nr|number|num|nummer)\\.?",
            Pattern.CASE_INSENSITIVE);

    /** The first record, which may be a header. */
    record First(int line, String[] texts, NumberNotation.Kind[] kinds, double[] values) {
        int count() {
            return texts.length;
        }

        boolean isText(int field) {
            return kind(field) == NumberNotation.Kind.TEXT;
        }

        boolean isNumber(int field) {
            return kind(field) == NumberNotation.Kind.NUMBER;
        }

        private NumberNotation.Kind kind(int field) {
            return field >= 0 && field < kinds.length ? kinds[field] : NumberNotation.Kind.MISSING;
        }

        boolean isEmpty(int field) {
            return field >= texts.length || texts[field].isEmpty();
        }

        OptionalDouble value(int field) {
            return isNumber(field) ? OptionalDouble.of(values[field]) : OptionalDouble.empty();
        }
    }

    private final Source source;
    private final NumberNotation notation;
    private final NotationGuess guess;
    private final List<ColumnSurvey> columns = new ArrayList<>();
    private final List<double[]> sample = new ArrayList<>();
    private First first;
    private int rows; // the number of records after the first
    private int emptyRows; // whose fields are all empty; they are not among the rows
    private int blankLines; // since the last record
    private boolean hasBlankHoles; // whether a blank line was a hole
    private int notUtf8; // the first line that is not valid UTF-8, or 0
    private boolean hasOthers; // whether any byte from there on means nothing in windows-1252
    private boolean hasComma; // whether any number has a decimal comma

    private TableSurvey(Source source, NumberNotation notation, NotationGuess guess) {
        this.source = source;
        this.notation = notation;
        this.guess = guess;
    }

    /**
     * Surveys delimited text, whose first record may be a header.
     *
     * @param guess learns from the cells that are no numbers in this notation
     */
    static TableSurvey ofDelimited(TextRecords records, Source source, NumberNotation notation, NotationGuess guess)
            throws IOException {
        return ofDelimited(records, source, notation, guess, 0);
    }

    /** Does the same without a second header in this line. */
    static TableSurvey ofDelimited(
            TextRecords records, Source source, NumberNotation notation, NotationGuess guess, int secondHeader)
            throws IOException {
        TableSurvey survey = new TableSurvey(source, notation, guess);
        while (records.next()) {
            if (records.isBlankLine()) {
                survey.blankLines++;
            } else if (records.line() == secondHeader) {
                survey.requireWidth(records);
            } else if (survey.first == null) {
                survey.takeFirst(records);
            } else {
                survey.requireWidth(records);
                if (survey.width() > 1 && records.isEmpty()) {
                    survey.emptyRows++;
                } else {
                    survey.takeRow(records);
                }
            }
        }
        survey.end();
        return survey;
    }

    /** Surveys JSON lines, whose keys name the columns. */
    static TableSurvey ofObjects(JsonRecords records, Source source, NumberNotation notation) throws IOException {
        TableSurvey survey = new TableSurvey(source, notation, new NotationGuess());
        while (records.next()) {
            if (!records.isBlankLine()) {
                while (survey.columns.size() < records.count()) {
                    ColumnSurvey column = column(records.keys().get(survey.columns.size()));
                    for (int row = 0; row < survey.rows; row++) {
                        column.takeGap(true);
                    }
                    survey.columns.add(column);
                }
                survey.takeRow(records);
            }
        }
        List<String> keys = records.keys();
        NumberNotation.Kind[] kinds = new NumberNotation.Kind[keys.size()];
        Arrays.fill(kinds, NumberNotation.Kind.TEXT);
        survey.first = survey.rows == 0 ? null : new First(1, keys.toArray(new String[0]), kinds, new double[0]);
        survey.end();
        if (keys.isEmpty()) {
            throw source.error("holds objects without any field");
        }
        return survey;
    }

    /** Ends the survey: tells the columns of codes if NA is a hole elsewhere. */
    private void end() throws FormatException {
        if (first == null) {
            throw source.error("is empty");
        }
        for (; hasBlankHoles && blankLines > 0; blankLines--) { // as blank lines are holes, those at the end are
            columns.get(0).takeGap(true);
            rows++;
        }
        if (columns.stream().anyMatch(ColumnSurvey::isNaHole)) {
            columns.forEach(column -> column.gapWords().noteNaElsewhere());
        }
    }

    private void takeFirst(TextRecords record) {
        checkCharset(record);
        int width = record.count();
        First taken = new First(record.line(), new String[width], new NumberNotation.Kind[width], new double[width]);
        for (int k = 0; k < width; k++) {
            taken.texts[k] = record.text(k, charset());
            taken.kinds[k] = kind(record, k);
            taken.values[k] = value(record, k, taken.kinds[k]);
        }
        first = taken;
        setWidth(width);
        blankLines = 0;
    }

    private void setWidth(int width) {
        columns.clear();
        for (int k = 0; k < width; k++) {
            int name = k - width + first.count(); // a header may lack the name of the first column
            columns.add(column(name < 0 ? "" : first.texts[name]));
        }
    }

    /** Begins a column, whose numbers may be ids if its name says so. */
    private static ColumnSurvey column(String name) {
        return NUMBER_NAME.matcher(name).matches() ? ColumnSurvey.ofNumbered() : new ColumnSurvey();
    }

    private void requireWidth(TextRecords record) throws FormatException {
        if (rows == 0 && record.count() == first.count() + 1 && isAllText()) {
            setWidth(record.count());
        }
        int width = columns.size();
        if (record.count() != width) {
            throw source.error(
                    record.line(),
                    "expected " + width + (width == 1 ? " field" : " fields") + ", found " + record.count()
                            + advice(record));
        }
    }

    /**
     * What may be wrong with a record that has more or fewer fields than the first: another delimiter is as often in both, or one is in a
     * field without quotes.
     */
    private String advice(TextRecords record) {
        String line = new String(record.raw(), 0, record.length(), charset()).strip();
        String header = String.join("", first.texts).strip();
        for (Delimiter other : Delimiter.values()) {
            long inHeader =
                    header.chars().filter(each -> each == other.symbol()).count();
            long inLine = line.chars().filter(each -> each == other.symbol()).count();
            if (other != Delimiter.COLONS && inHeader > 0 && inHeader == inLine) {
                return "; if it is " + other.description() + " text, declare that";
            }
        }
        return record.count() < columns.size()
                ? ""
                : "; a field that holds the delimiter, such as a number with a decimal comma, needs quotes";
    }

    /** Whether the first record is all text: then it is a header that may lack a name for the column of labels. */
    private boolean isAllText() {
        return Arrays.stream(first.kinds).allMatch(kind -> kind == NumberNotation.Kind.TEXT);
    }

    private void takeRow(TextRecords record) {
        checkCharset(record);
        for (; columns.size() == 1 && blankLines > 0; blankLines--) { // a blank line is a hole in a table of one column
            columns.get(0).takeGap(true);
            rows++;
            hasBlankHoles = true;
        }
        rows++;
        double[] numbers = new double[columns.size()];
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = takeCell(record, k);
        }
        if (isSampled()) {
            sample.add(numbers);
        }
    }

    /** Takes a cell and returns the number that it holds, NaN if it holds none. */
    private double takeCell(TextRecords record, int field) {
        int from = record.start(field);
        int to = record.end(field);
        if (from == to) {
            columns.get(field).takeGap(true);
            return Double.NaN;
        }
        double usual = notation.usualValue(record.raw(), from, to);
        if (Double.isNaN(usual)) {
            return takeUnusual(record, field);
        }
        noteComma(record, field);
        columns.get(field).takeNumber(record, field, usual, notation);
        return usual;
    }

    private double takeUnusual(TextRecords record, int field) {
        NumberNotation.Kind kind = kind(record, field);
        double value = value(record, field, kind);
        columns.get(field).take(record, field, kind, value, notation, charset());
        return value;
    }

    private double value(TextRecords record, int field, NumberNotation.Kind kind) {
        return kind == NumberNotation.Kind.NUMBER
                ? notation.value(record.raw(), record.start(field), record.end(field))
                : Double.NaN;
    }

    private boolean isSampled() {
        return sample.size() < SAMPLE_ROWS && (sample.size() + 1L) * columns.size() <= SAMPLE_CELLS
                || sample.size() < 4;
    }

    private NumberNotation.Kind kind(TextRecords record, int field) {
        NumberNotation.Kind kind = record.kind(field, notation);
        if (kind == NumberNotation.Kind.NUMBER) {
            noteComma(record, field);
        } else if (kind == NumberNotation.Kind.TEXT && isLikeNumber(record, field)) {
            guess.note(record, field, charset());
        }
        return kind;
    }

    private void noteComma(TextRecords record, int field) {
        hasComma = hasComma || notation.commaAllowed() && hasComma(record, field);
    }

    private static boolean hasComma(TextRecords record, int field) {
        for (int k = record.start(field); k < record.end(field); k++) {
            if (record.raw()[k] == ',') {
                return true;
            }
        }
        return false;
    }

    private static boolean isLikeNumber(TextRecords record, int field) {
        byte last = record.raw()[record.end(field) - 1];
        return last >= '0' && last <= '9' || last == ')';
    }

    private void checkCharset(TextRecords record) {
        if (notUtf8 == 0 && !TextEncoding.isUtf8(record.raw(), 0, record.length())) {
            notUtf8 = record.line();
        }
        hasOthers |= notUtf8 > 0 && !hasOthers && TextEncoding.hasOthers(record.raw(), 0, record.length());
    }

    /** The encoding of names and labels, as far as it has shown. */
    Charset charset() {
        return notUtf8 == 0 ? StandardCharsets.UTF_8 : TextEncoding.ofTable(hasOthers);
    }

    First first() {
        return first;
    }

    /** The number of rows below the first record. */
    int rows() {
        return rows;
    }

    /** The number of records without anything in any field, which are not among the rows. */
    int emptyRows() {
        return emptyRows;
    }

    /** Takes the records without anything for rows of gaps. */
    void takeEmptyRows() {
        rows += emptyRows;
        for (; emptyRows > 0; emptyRows--) {
            columns.forEach(column -> column.takeGap(true));
        }
    }

    int width() {
        return columns.size();
    }

    ColumnSurvey column(int field) {
        return columns.get(field);
    }

    /** The first line that is not valid UTF-8, or 0. */
    int notUtf8() {
        return notUtf8;
    }

    /** Shows the numbers with units to the guess, which knows of numbers with signs already. */
    void noteUnits(NotationGuess to) {
        signs().forEach((field, sign) -> columns.get(field).texts().keySet().stream()
                .filter(text -> NumberSign.of(text).isEmpty())
                .forEach(text -> sign.numberIn(text).ifPresent(to::note)));
    }

    /** The signs that stand beside all numbers of a column, by field. */
    Map<Integer, NumberSign> signs() {
        Map<Integer, NumberSign> signs = new TreeMap<>();
        for (int k = 0; k < columns.size(); k++) {
            int field = k;
            columns.get(k).sign().ifPresent(sign -> signs.put(field, sign));
        }
        return signs;
    }

    boolean hasComma() {
        return hasComma;
    }

    /**
     * Returns the line of the first row if it is a second header, such as one of units, or 0: it has texts that are not met again, and no number, in
     * columns of numbers that have names.
     */
    int secondHeader() {
        int line = 0;
        int texts = 0;
        int others = 0;
        for (int k = 0; k < columns.size() && !sample.isEmpty(); k++) {
            ColumnSurvey column = columns.get(k);
            if (column.isNumeric() && !column.isVacant()) {
                boolean isNamed = first.isText(k) && !ColumnSurvey.isDecorated(first.texts[k]);
                if (!isNamed || !Double.isNaN(sample.get(0)[k])) {
                    return 0;
                }
                boolean isText = column.isFirstAlone()
                        && (texts == 0 || column.firstText().line() == line);
                line = isText ? column.firstText().line() : line;
                texts += isText ? 1 : 0;
                others += isText ? 0 : 1;
            }
        }
        return rows > LEAST_BELOW && texts >= LEAST_UNITS && texts >= others ? line : 0;
    }

    /** Counts the first record as a row, because it is no header. */
    void mergeFirst() {
        rows++;
        for (int k = 0; k < columns.size(); k++) {
            int field = k;
            boolean isThere = k < first.count();
            String text = isThere ? first.texts[k] : "";
            if (isThere && first.kinds[k] == NumberNotation.Kind.NUMBER) {
                text = NumberSign.of(text)
                        .or(() -> NumberSign.ofUnit(first.texts[field]))
                        .map(NumberSign.Signed::number)
                        .orElse(text);
            }
            columns.get(k)
                    .takeFirst(
                            first.line,
                            text,
                            isThere ? first.kinds[k] : NumberNotation.Kind.MISSING,
                            first.value(k),
                            notation);
        }
    }

    /** Whether the first record, by its numbers in some columns, is a header. */
    boolean isHeaderOfNumbers(int[] fields) {
        double[] row = Arrays.stream(fields)
                .mapToDouble(k -> first.value(k).orElse(Double.NaN))
                .toArray();
        List<double[]> others = sample.stream()
                .map(numbers ->
                        Arrays.stream(fields).mapToDouble(k -> numbers[k]).toArray())
                .toList();
        return new FirstRow(row, others).isHeader();
    }
}
