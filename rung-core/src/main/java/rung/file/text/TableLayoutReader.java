package rung.file.text;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import rung.file.FormatException;
import rung.file.TableForm;
import rung.file.input.ColumnFinder;
import rung.file.input.FileFormat;
import rung.file.input.Source;
import rung.file.text.TableLayout.Column;
import rung.file.text.TableLayout.Header;

/**
 * Finds out the layout of a table in text, as far as it is not said. The start of the file tells delimiter and notation; a pass over all
 * of it tells what the columns hold, whether there is a header, and how many rows there are. If that pass finds that the notation is
 * another one, there is a second.
 */
final class TableLayoutReader {
    /** The least rows of a table whose first column, if it counts them, is not taken for data, though it has no name of an id. */
    static final int LEAST_ROWS = 8;

    /** Names of columns of ids, in small letters. */
    private static final Pattern ID_NAME = Pattern.compile(
            "id|ids|index|idx|row|rowid|rownum|row[ _.]?(number|no|nr)|no\\.?|nr\\.?|#|unnamed.*|.*[ _.-]id");

    /** The same, as programmers write them: userId. */
    private static final Pattern ID_NAME_IN_CAMELS = Pattern.compile(".*[a-z]Id");

    /** Names of columns that number those whom the rows are about, if they count on from row to row, in small letters. */
    private static final Pattern PERSON_NAME =
            Pattern.compile("respondent|participant|subject|patient|person|case|customer|member|student|sample|record");

    /** Names of columns of codes in digits, in small letters. */
    private static final Pattern CODE_NAME =
            Pattern.compile("(.*[ _.-])?(zip|zip[ _.-]?codes?|plz|(postal|post)[ _.-]?codes?|postal"
                    + "|(tele)?phone([ _.-]?(number|no))?|isbn|issn|ean|gtin|upc|ssn|sku|barcode)");

    /** Names of columns of times, in small letters. */
    private static final Pattern TIME_NAME = Pattern.compile(
            "(time|date|datum|when|datetime|date[ _-]?time|timestamp|time[ _-]?stamp|epoch|unixtime|year|years)([ _]?\\(.*\\))?");

    /** Names of columns of dates, in small letters. */
    private static final Pattern DATE_NAME =
            Pattern.compile("(.*[ _.-])?(date|day|datum|tag|jour|fecha|yyyymmdd)([ _]?\\(.*\\))?");

    private final Source source;
    private final TableForm form;
    private final Optional<Delimiter> delimiter;
    private final NumberNotation notation;
    private final Optional<String> doubtful; // a number whose point may separate thousands
    private final Preamble preamble;
    private final Function<InputStream, TextRecords> records;
    private final Map<Integer, NumberSign> signs; // by field
    private final int secondHeader; // its line, or 0
    private final TableSurvey survey;

    private TableLayoutReader(
            Source source,
            TableForm form,
            Optional<Delimiter> delimiter,
            NumberNotation notation,
            Optional<String> doubtful,
            Preamble preamble,
            Function<InputStream, TextRecords> records,
            Map<Integer, NumberSign> signs,
            int secondHeader,
            TableSurvey survey) {
        this.source = source;
        this.form = form;
        this.delimiter = delimiter;
        this.notation = notation;
        this.doubtful = doubtful;
        this.preamble = preamble;
        this.records = records;
        this.signs = signs;
        this.secondHeader = secondHeader;
        this.survey = survey;
    }

    static TableLayout of(Source source, TableForm form) throws IOException {
        return (source.format() == FileFormat.JSON_LINES ? ofObjects(source, form) : ofDelimited(source, form))
                .layout();
    }

    private static TableLayoutReader ofObjects(Source source, TableForm form) throws IOException {
        NumberNotation notation = new NumberNotation(true, false, DigitGrouping.NONE, false, holeWords(form));
        List<String> keys = new ArrayList<>();
        TableSurvey survey = source.read(in -> {
            JsonRecords records = new JsonRecords(in, source);
            TableSurvey taken = TableSurvey.ofObjects(records, source, notation);
            keys.addAll(records.keys());
            return taken;
        });
        return new TableLayoutReader(
                source,
                form,
                Optional.empty(),
                notation,
                Optional.empty(),
                Preamble.NONE,
                in -> new JsonRecords(in, source, keys),
                Map.of(),
                0,
                survey);
    }

    private static HoleWords holeWords(TableForm form) {
        return HoleWords.OF_TABLES.keeping(form.keptLabels()).with(form.holes());
    }

    private static TableLayoutReader ofDelimited(Source source, TableForm form) throws IOException {
        byte[] start = source.head(DelimiterGuess.SAMPLE_BYTES);
        TextEncoding.requireText(start, source);
        Optional<Delimiter> said = form.delimiter().map(Delimiter::of);
        Preamble preamble = Preamble.of(start, said, source);
        Optional<Delimiter> known = said.or(preamble::delimiter);
        Delimiter delimiter = known.isPresent() ? known.get() : DelimiterGuess.ofTable(start, preamble, source);
        Function<InputStream, TextRecords> plain = in -> new DelimitedRecords(in, delimiter, preamble, source);
        HoleWords holes = holeWords(form);
        NotationGuess guess = new NotationGuess();
        noteCells(plain.apply(new ByteArrayInputStream(start)), TextEncoding.ofStart(start), guess);
        NumberNotation first = guess.notation(delimiter, form.decimalMark()).withHoles(holes);
        TableSurvey survey = source.read(in -> TableSurvey.ofDelimited(plain.apply(in), source, first, guess));
        survey.noteUnits(guess);
        NumberNotation better = guess.notation(delimiter, form.decimalMark()).withHoles(holes);
        Map<Integer, NumberSign> signs = survey.signs();
        Charset charset = survey.charset();
        Function<InputStream, TextRecords> records =
                signs.isEmpty() ? plain : in -> new SignedRecords(plain.apply(in), signs, charset);
        if (!better.isLike(first) || !signs.isEmpty()) {
            survey = source.read(in -> TableSurvey.ofDelimited(records.apply(in), source, better, new NotationGuess()));
        }
        int second = form.header().orElse(true) ? survey.secondHeader() : 0;
        if (second > 0) {
            survey = source.read(
                    in -> TableSurvey.ofDelimited(records.apply(in), source, better, new NotationGuess(), second));
        }
        Optional<String> doubtful = // where semicolons divide nothing, they tell nothing
                survey.width() == 1 ? Optional.empty() : guess.doubtful(delimiter, form.decimalMark());
        return new TableLayoutReader(
                source, form, Optional.of(delimiter), better, doubtful, preamble, records, signs, second, survey);
    }

    /** Shows the cells of the start of a file to the guess. What is wrong with the file is said later. */
    private static void noteCells(TextRecords records, Charset charset, NotationGuess guess) throws IOException {
        try {
            while (records.next()) {
                for (int k = 0; k < records.count(); k++) {
                    guess.note(records, k, charset);
                }
            }
        } catch (FormatException e) {
            return;
        }
    }

    private TableLayout layout() throws FormatException {
        int width = survey.width();
        TableSurvey.First first = survey.first();
        boolean trailing = width > 1
                && survey.column(width - 1).isEmpty()
                && first.isEmpty(width - 1)
                && survey.rows() + survey.emptyRows() > 0;
        boolean shifted = delimiter.isPresent() && first.count() < width && !trailing;
        Header header = header(shifted);
        if (header.isRecord() && survey.rows() + survey.emptyRows() == 0) {
            throw source.error("has a header but no rows");
        }
        if (header == Header.NONE) {
            survey.mergeFirst();
        }
        List<String> names = header == Header.NONE ? List.of() : names(shifted ? 1 : 0);
        ColumnFinder finder = new ColumnFinder(source, names, width);
        Column[] columns = columns(names, header, shifted, trailing);
        int labels = applyForm(columns, finder);
        if (survey.emptyRows() > 0 && !areLabeled(columns)) {
            survey.takeEmptyRows();
            columns = columns(names, header, shifted, trailing);
            labels = applyForm(columns, finder);
        }
        Column[] found = columns;
        List<Integer> constants = IntStream.range(0, width)
                .filter(k -> found[k] == Column.NUMBERS && survey.column(k).isConstant())
                .boxed()
                .toList();
        TableLayout.Style style = new TableLayout.Style(
                delimiter,
                records,
                survey.charset(),
                survey.notUtf8(),
                notation,
                notation.commaAllowed() && (!notation.pointAllowed() || survey.hasComma()),
                doubtful,
                preamble);
        TableLayout layout = new TableLayout(
                style,
                header,
                secondHeader,
                survey.rows(),
                survey.emptyRows(),
                Arrays.asList(columns),
                names,
                finder.called(),
                survey.rows() >= LEAST_ROWS && survey.column(0).isCountingOn(),
                labels,
                constants,
                IntStream.range(0, width)
                        .map(k -> survey.column(k).gaps())
                        .boxed()
                        .toList(),
                IntStream.range(0, width)
                        .mapToObj(k -> survey.column(k).gapWords())
                        .toList(),
                IntStream.range(0, width)
                        .mapToObj(k -> survey.column(k).units())
                        .toList(),
                IntStream.range(0, width)
                        .mapToObj(k -> survey.column(k).digits(Optional.ofNullable(signs.get(k))))
                        .toList(),
                IntStream.range(0, width)
                        .mapToObj(k -> survey.column(k).dates())
                        .toList(),
                IntStream.range(0, width)
                        .filter(k -> survey.column(k).isFilledByStrings())
                        .boxed()
                        .collect(Collectors.toSet()));
        new NumberColumns(source, form, delimiter, notation, survey, layout).require();
        return layout;
    }

    private Column[] columns(List<String> names, Header header, boolean shifted, boolean trailing) {
        Column[] columns = new Column[survey.width()];
        for (int k = 0; k < columns.length; k++) {
            columns[k] = column(k, k < names.size() ? names.get(k) : "", header, shifted);
        }
        if (trailing) {
            columns[columns.length - 1] = Column.NOTHING;
        }
        keepNumbers(columns);
        return columns;
    }

    /** Whether a column tells what a row is about, so that a row without anything is about nothing. */
    private boolean areLabeled(Column[] columns) {
        return IntStream.range(0, columns.length)
                .filter(k -> !survey.column(k).isVacant())
                .anyMatch(k -> switch (columns[k]) {
                    case LABELS, INDEX, CODES, TIME -> true;
                    case TEXT, IGNORED -> !survey.column(k).hasGaps();
                    case NUMBERS, CATEGORY, NOTHING, EMPTY -> false;
                });
    }

    private Header header(boolean shifted) {
        if (delimiter.isEmpty()) {
            return Header.KEYS;
        }
        int[] numbers = IntStream.range(0, survey.width())
                .filter(k -> survey.first().isNumber(k) && survey.column(k).isNumeric())
                .toArray();
        Header yes = numbers.length > 0 && numbers.length >= survey.width() - 1 ? Header.NUMBERS : Header.FIRST;
        if (form.header().isPresent()) {
            return form.header().get() ? yes : Header.NONE;
        }
        return shifted || isNamed() || hasNames(numbers) || numbers.length == 0 && isAboveLabels() ? yes : Header.NONE;
    }

    /** Whether the first record names columns of labels, of which nothing else is there: most of its texts are no labels below. */
    private boolean isAboveLabels() {
        int[] categories = IntStream.range(0, survey.first().count())
                .filter(k -> isOfLabels(k) && survey.first().isText(k))
                .toArray();
        long others = Arrays.stream(categories)
                .filter(k ->
                        !survey.column(k).texts().containsKey(survey.first().texts()[k]))
                .count();
        return form.mayBeCategoriesAlone()
                && IntStream.range(0, survey.width()).noneMatch(this::isOfNumbers)
                && 2 * others > categories.length;
    }

    private boolean isOfLabels(int field) {
        return !survey.column(field).isNumeric() && survey.column(field).isCategory();
    }

    private boolean isOfNumbers(int field) {
        return survey.column(field).isNumeric() && !survey.column(field).isVacant();
    }

    /** Whether a column that something is said of goes by a name that is in the first record. */
    private boolean isNamed() {
        List<String> texts = List.of(survey.first().texts());
        return form.columns().stream()
                .map(String::strip)
                .anyMatch(column -> !ColumnFinder.isNumber(column) && ColumnFinder.find(texts, column) >= 0);
    }

    /**
     * Whether the first record names the columns: it has text above columns of numbers or dates, more often than numbers; or it has
     * nothing above a column of labels, ids or dates without gaps; or its numbers are no row of data.
     */
    private boolean hasNames(int[] numbers) {
        TableSurvey.First first = survey.first();
        int texts = 0;
        for (int k = 0; k < first.count(); k++) {
            ColumnSurvey below = survey.column(k);
            boolean isText = first.isText(k) && !ColumnSurvey.isDecorated(first.texts()[k]);
            if (isText && below.isDates() && !RowTime.isDate(first.texts()[k])) {
                return true;
            }
            texts += isText && below.isNumeric() ? 1 : 0;
        }
        if (texts > 0 && texts >= numbers.length || areCountedInParentheses(numbers)) {
            return true;
        }
        if (survey.width() > 1 && survey.rows() > 0) {
            ColumnSurvey corner = survey.column(0);
            boolean isKey = !corner.isNumeric() || corner.isDates() || corner.isCount() || corner.isEpoch();
            if (isKey && !corner.hasGaps() && first.isEmpty(0)) {
                return true;
            }
            if (!corner.isNumeric() && first.isText(0) && hasYears()) {
                return true;
            }
        }
        int[] data = Arrays.stream(numbers)
                .filter(k -> k > 0 || !survey.column(0).isCount())
                .toArray();
        return survey.isHeaderOfNumbers(data);
    }

    /** Whether the first record names the columns of numbers by (1), (2) and so on. */
    private boolean areCountedInParentheses(int[] numbers) {
        return numbers.length > 1
                && IntStream.range(0, numbers.length)
                        .allMatch(k -> survey.first().texts()[numbers[k]].equals("(" + (k + 1) + ")"));
    }

    /** Whether the first record names the columns of numbers by three or more years in equal steps. */
    private boolean hasYears() {
        TableSurvey.First first = survey.first();
        int[] years = IntStream.range(0, first.count())
                .filter(k -> !survey.column(k).hasText() && !first.isEmpty(k))
                .map(k -> first.texts()[k].matches("(18|19|20)\\d\\d") ? Integer.parseInt(first.texts()[k]) : 0)
                .toArray();
        int step = years.length < 3 ? 0 : years[1] - years[0];
        return step != 0
                && IntStream.range(1, years.length)
                        .allMatch(k -> years[k] - years[k - 1] == step && years[k] > 0 && years[k - 1] > 0);
    }

    private static boolean isOfPersons(String name) {
        return PERSON_NAME.matcher(name).matches();
    }

    private Column column(int field, String name, Header header, boolean shifted) {
        ColumnSurvey column = survey.column(field);
        String plain = name.strip().toLowerCase(Locale.ROOT);
        boolean isId = !plain.isEmpty() && ID_NAME.matcher(plain).matches()
                || ID_NAME_IN_CAMELS.matcher(name).matches();
        if (survey.width() == 1) {
            return column.isNumeric() ? Column.NUMBERS : Column.TEXT;
        }
        if (column.isVacant()) {
            return Column.EMPTY;
        }
        if (column.isDates() && !(column.dates().areMonths() && column.isCategory())) {
            return Column.TIME;
        }
        if (!column.isNumeric()) {
            boolean isAlone = form.mayBeCategoriesAlone()
                    && IntStream.range(0, survey.width()).noneMatch(this::isOfNumbers);
            boolean mayBeCategory = field > 0 || (column.hasGaps() || isAlone) && !isId; // rows have names, if any have
            return mayBeCategory && column.isCategory() ? Column.CATEGORY : field == 0 ? Column.LABELS : Column.TEXT;
        }
        if (column.isEpoch()
                || column.isDays(DATE_NAME.matcher(plain).matches())
                || (column.isGrowing() || column.isSerialDays())
                        && TIME_NAME.matcher(plain).matches()) {
            return Column.TIME;
        }
        boolean isUnnamed = header != Header.NONE
                && field == 0
                && plain.isEmpty()
                && !survey.first().isEmpty(1);
        if (isId && column.isWhole()
                || column.isNumbered()
                || field == 0
                        && (column.isCount() || column.isNumberedOn() || column.isCountingOn() && isOfPersons(plain))
                        && (survey.rows() >= LEAST_ROWS || plain.isEmpty() && header != Header.NONE)
                || field == 0 && shifted
                || isUnnamed && !column.hasGaps() && !column.hasText() && !column.isVacant()) {
            return Column.INDEX;
        }
        return column.isCode() || column.isWhole() && CODE_NAME.matcher(plain).matches()
                ? Column.CODES
                : Column.NUMBERS;
    }

    /**
     * Takes columns that hold nothing for data, if there is no other; and if there are none, those that look like ids, codes or times. Beside
     * categories, where these are enough, only times are more telling than nothing.
     */
    private void keepNumbers(Column[] columns) {
        boolean isOfCategories =
                form.mayBeCategoriesAlone() && Arrays.asList(columns).contains(Column.CATEGORY);
        if (!isOfCategories) {
            keepNumbers(columns, List.of(Column.EMPTY));
        }
        keepNumbers(columns, isOfCategories ? List.of(Column.TIME) : List.of(Column.INDEX, Column.CODES, Column.TIME));
    }

    private void keepNumbers(Column[] columns, List<Column> alike) {
        if (Arrays.stream(columns).noneMatch(column -> column == Column.NUMBERS)) {
            for (int k = 0; k < columns.length; k++) {
                boolean isNumeric =
                        survey.column(k).isNumeric() && !survey.column(k).isDates();
                columns[k] = isNumeric && alike.contains(columns[k]) ? Column.NUMBERS : columns[k];
            }
        }
    }

    /** Changes the columns of which something is said, and returns the column that names the rows, or −1. */
    private int applyForm(Column[] columns, ColumnFinder finder) throws FormatException {
        if (finder.names().isEmpty()) {
            applyPlaces(columns);
        } else {
            applyNames(columns, finder.called());
        }
        for (String column : form.numbers()) {
            columns[finder.field(column)] = Column.NUMBERS;
        }
        for (String column : form.ignored()) {
            columns[finder.field(column)] = Column.IGNORED;
        }
        if (form.labels().isPresent()) {
            int field = finder.field(form.labels().get());
            columns[field] = Column.LABELS;
            return field;
        }
        return switch (columns[0]) {
            case NUMBERS, CATEGORY, NOTHING, EMPTY, IGNORED -> -1;
            case LABELS, INDEX, CODES, TIME, TEXT -> 0;
        };
    }

    /** Changes the columns that are known by their names; one without a name of its own is known by its place. */
    private void applyNames(Column[] columns, List<String> names) {
        for (int k = 0; k < columns.length; k++) {
            String name = names.get(k);
            columns[k] = form.categories().contains(name)
                    ? Column.CATEGORY
                    : form.numeric().contains(name) ? Column.NUMBERS : columns[k];
            columns[k] = form.leftOut().contains(name) && columns[k] == Column.NUMBERS ? Column.IGNORED : columns[k];
        }
    }

    /**
     * Changes the columns of a file without a header, which are known by their places. These are true only of a file that has all columns
     * that are known. One that has the columns of numbers alone needs no places.
     */
    private void applyPlaces(Column[] columns) {
        int data = form.numeric().size() + form.categories().size();
        int all = data + form.leftOut().size();
        Column last = columns[columns.length - 1];
        boolean isTrailing = last == Column.NOTHING || last == Column.EMPTY;
        int width = isTrailing && columns.length != all && columns.length != data ? columns.length - 1 : columns.length;
        boolean isNumbersAlone = width == data && form.categories().isEmpty();
        for (int k = 0; k < width && (width == all || isNumbersAlone); k++) {
            String place = String.valueOf(k + 1);
            if (width == all && form.leftOut().contains(place)) {
                columns[k] = columns[k] == Column.NUMBERS ? Column.IGNORED : columns[k];
            } else {
                columns[k] = form.categories().contains(place) ? Column.CATEGORY : Column.NUMBERS;
            }
        }
    }

    private List<String> names(int shift) {
        TableSurvey.First first = survey.first();
        List<String> names = new ArrayList<>();
        for (int k = 0; k < survey.width(); k++) {
            int field = k - shift;
            names.add(field < 0 || field >= first.count() ? "" : first.texts()[field]);
        }
        return names;
    }
}
