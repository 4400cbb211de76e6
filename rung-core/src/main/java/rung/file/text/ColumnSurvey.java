package rung.file.text;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** What the cells of one column hold, gathered row by row. */
final class ColumnSurvey {
    /** A category has at most this many values, each of which is there twice or more on average. */
    private static final int MOST_VALUES = 50;

    /** The least rows of a column whose cells count the rows, if nothing else says that they do. */
    static final int LEAST_COUNTED = 3;

    /** A number of this many digits that begins with a zero is a code; with fewer it may be a month or an hour. */
    private static final int CODE_DIGITS = 4;

    /** The least numbers of a column of ids in any order, and the smallest that an id is. */
    private static final int LEAST_NUMBERED = 10;

    private static final double SMALLEST_ID = 1000;

    /** Whole numbers between these may be years. */
    private static final double FIRST_YEAR = 1500;

    private static final double LAST_YEAR = 2200;

    /** A column of fewer different texts that have a unit holds labels, such as 5 doors. */
    private static final int LEAST_MEASURED = 4;

    /** The most units of numbers; more words behind numbers are streets or the like. */
    private static final int MOST_UNITS = 3;

    /** Days since 1900, as spreadsheets count them, are between these: those of 1954 and 2100. */
    private static final double FIRST_SERIAL = 20_000;

    private static final double LAST_SERIAL = 73_500;

    /** A cell, the line it is in, from 1, and the text it holds. */
    record Cell(int line, String text) {}

    private int numbers; // finite or not
    private int texts;
    private int decorated;
    private int gaps;
    private final GapWords gapWords = new GapWords(); // words in gaps, as far as they may be labels
    private boolean hasHoleWord; // whether any gap has a word in it
    private boolean hasNa; // whether any gap has NA in it
    private Cell firstText;
    private boolean isFirstText; // whether it is in the first cell
    private Cell firstDecorated;
    private NumberSign sign; // beside the first number that has one; null if none has
    private boolean areSignsAlike = true;
    private NumberSign unit; // behind the first text
    private boolean hasUnit = true; // whether all texts are numbers with that unit
    private final Map<String, Integer> values =
            new LinkedHashMap<>(); // different texts and their counts, as long as they are few
    private final RowTime.Dates dates = new RowTime.Dates();

    private boolean areStrings = true; // whether all values are strings of JSON
    private boolean hasStrings; // whether any text is one
    private boolean hasNested; // whether any text is an object or a list of JSON

    private double first = Double.NaN;
    private double last = Double.NaN;
    private boolean isConstant = true;
    private boolean isGrowing = true;
    private boolean isCounting = true;
    private boolean isWhole = true;
    private boolean isPadded; // whether a number has zeros before it: 02139
    private Set<Double> numbered; // all numbers, as long as they are whole and different; null if that is not asked for
    private int decimals; // the most that a number has
    private boolean hasExponent;
    private boolean isEnclosed; // whether a number is in parentheses
    private boolean hasSmallExponent; // whether the first exponent begins with a small letter
    private String firstNumber = ""; // as it is written
    private String separator = ""; // of the thousands of the first number that has one

    /** Begins a column whose numbers may be ids, if they are all different. */
    static ColumnSurvey ofNumbered() {
        ColumnSurvey survey = new ColumnSurvey();
        survey.numbered = new HashSet<>();
        return survey;
    }

    /**
     * Takes a cell.
     *
     * @param value the number that it holds, if it is one
     */
    void take(
            TextRecords record,
            int field,
            NumberNotation.Kind kind,
            double value,
            NumberNotation notation,
            Charset charset) {
        switch (kind) {
            case MISSING -> {
                takeGap(record.isEmpty(field));
                if (!record.isEmpty(field)) {
                    takeHoleWord(record.raw(), record.start(field), record.end(field), notation, charset);
                }
            }
            case NUMBER -> takeNumber(record, field, value, notation);
            case INFINITE -> numbers++;
            case TEXT -> {
                String text = record.text(field, charset);
                takeText(record.line(), text);
                dates.take(text);
                areStrings = areStrings && record.isString(field);
                hasStrings = hasStrings || record.isString(field);
                hasNested = hasNested || record.isNested(field);
            }
        }
    }

    /** Takes a cell without a value, which may hold a word for that. */
    void takeGap(boolean isEmpty) {
        gaps++;
        hasHoleWord |= !isEmpty;
    }

    private void takeHoleWord(byte[] text, int from, int to, NumberNotation notation, Charset charset) {
        hasNa |= GapWords.isNa(text, from, to);
        if (numbers == 0 || texts > 0) { // not in columns of numbers
            gapWords.take(
                    new String(text, from, to - from, charset),
                    notation.isLabel(text, from, to),
                    notation.isDeclaredHole(text, from, to));
        }
    }

    /** Takes a number. */
    void takeNumber(TextRecords record, int field, double value, NumberNotation notation) {
        byte[] text = record.raw();
        int from = record.start(field);
        int to = record.end(field);
        numbers++;
        areStrings = areStrings && record.isString(field);
        if (numbers == 1) {
            firstNumber = new String(text, from, to - from, StandardCharsets.UTF_8);
        }
        if (text[from] == '0') {
            isPadded = isPadded || isPadded(text, from, to);
        }
        if (notation.grouping() != DigitGrouping.NONE && separator.isEmpty()) {
            separator = notation.separator(text, from, to);
        }
        takeDecimals(text, from, to, notation);
        if (numbered != null) {
            takeNumbered(value);
        }
        if (dates.mayBeDays()) {
            dates.takeDay(value);
        }
        if (isConstant || isGrowing || isCounting || isWhole) {
            takeValue(value);
        }
    }

    private void takeValue(double value) {
        if (numbers == 1) {
            first = value;
        } else {
            isConstant &= value == first;
            isGrowing &= value > last;
            isCounting &= value == last + step();
        }
        isWhole &= value == Math.rint(value);
        last = value;
    }

    private void takeDecimals(byte[] text, int from, int to, NumberNotation notation) {
        if (NumberNotation.isEnclosed(text, from, to)) {
            isEnclosed = true;
            takeDecimals(text, from + 1, to - 1, notation);
            return;
        }
        int at = to - 1;
        while (at >= from && text[at] >= '0' && text[at] <= '9') {
            at--;
        }
        if (at < from) {
            return;
        }
        if (text[at] != '.' && text[at] != ',') {
            takeExponent(text, from, to);
        } else if (to - 1 - at > decimals && !notation.grouping().isShownAs(text[at])) {
            decimals = to - 1 - at;
        }
    }

    private void takeExponent(byte[] text, int from, int to) {
        for (int k = from; k < to && !hasExponent; k++) {
            hasExponent = text[k] == 'e' || text[k] == 'E';
            hasSmallExponent = text[k] == 'e';
        }
    }

    private void takeNumbered(double value) {
        if (value != Math.rint(value) || value < SMALLEST_ID || !numbered.add(value)) {
            numbered = null;
        }
    }

    private static boolean isPadded(byte[] text, int from, int to) {
        boolean isPadded = to - from >= CODE_DIGITS;
        for (int k = from; k < to && isPadded; k++) {
            isPadded = text[k] >= '0' && text[k] <= '9';
        }
        return isPadded;
    }

    private void takeText(int line, String text) {
        texts++;
        if (firstText == null) {
            firstText = new Cell(line, text);
            isFirstText = numbers + gaps == 0;
        }
        NumberSign.of(text).map(NumberSign.Signed::sign).ifPresent(found -> {
            decorated++;
            firstDecorated = firstDecorated == null ? new Cell(line, text) : firstDecorated;
            sign = sign == null ? found : sign.withMinusInside(sign.isMinusInside() || found.isMinusInside());
            areSignsAlike &= sign.isLike(found);
        });
        if (hasUnit) {
            Optional<NumberSign> found = NumberSign.ofUnit(text).map(NumberSign.Signed::sign);
            hasUnit = found.isPresent() && (unit == null || unit.isLike(found.get()));
            unit = unit == null ? found.orElse(null) : unit;
        }
        gapWords.takeLabel(text);
        if (values.size() <= MOST_VALUES) {
            values.merge(text, 1, Integer::sum);
        }
    }

    /** Whether a text is a number with a percent sign or a sign of money. */
    static boolean isDecorated(String text) {
        return NumberSign.of(text).isPresent();
    }

    /** Takes the first record as well, which turned out not to be a header. */
    void takeFirst(int line, String text, NumberNotation.Kind kind, OptionalDouble value, NumberNotation notation) {
        areStrings = false; // JSON lines have no such record
        switch (kind) {
            case MISSING -> {
                takeGap(text.isEmpty());
                if (!text.isEmpty()) {
                    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                    takeHoleWord(bytes, 0, bytes.length, notation, StandardCharsets.UTF_8);
                }
            }
            case INFINITE -> numbers++;
            case NUMBER -> {
                double number = value.orElse(Double.NaN);
                if (numbers > 0) {
                    isConstant &= number == first;
                    isGrowing &= number < first;
                    isCounting &= number == first - step();
                }
                isWhole &= number == Math.rint(number);
                if (numbered != null) {
                    takeNumbered(number);
                }
                dates.takeDay(number);
                isPadded |= text.length() >= CODE_DIGITS && text.matches("0\\d+");
                byte[] bytes = text.strip().getBytes(StandardCharsets.UTF_8);
                takeDecimals(bytes, 0, bytes.length, notation);
                numbers++;
                first = number;
                firstNumber = text;
            }
            case TEXT -> {
                takeText(line, text);
                dates.takeFirst(text);
                firstText = new Cell(line, text);
                firstDecorated = isDecorated(text) ? firstText : firstDecorated;
            }
        }
    }

    /**
     * The sign or the unit that stands beside every number of the column; empty if there is none, or not beside every one, or if the texts may be
     * dates or, being few, labels.
     */
    Optional<NumberSign> sign() {
        boolean isMeasured = hasUnit && values.size() >= LEAST_MEASURED && !dates.areDates();
        if (isMeasured && numbers == 0 && decorated == 0) {
            return Optional.ofNullable(unit);
        }
        return Optional.ofNullable(sign).filter(each -> areSignsAlike && numbers == 0 && decorated == texts);
    }

    /** The units behind the numbers of a column of text, which are more than one, or not behind all; none if it holds other texts, too. */
    List<String> units() {
        List<Optional<NumberSign.Signed>> signed =
                values.keySet().stream().map(NumberSign::ofUnit).toList();
        List<String> units = signed.stream()
                .flatMap(Optional::stream)
                .map(each -> each.sign().symbol())
                .distinct()
                .toList();
        boolean isMeasured = signed.size() >= LEAST_MEASURED && signed.stream().allMatch(Optional::isPresent);
        return isMeasured && !isNumeric() && units.size() <= MOST_UNITS ? units : List.of();
    }

    /** Whether the column holds numbers: most of its cells are, or would be without a sign, or all are holes. */
    boolean isNumeric() {
        return texts == 0 || 2 * (numbers + decorated) > numbers + texts;
    }

    /** Whether no cell has a value. */
    boolean isVacant() {
        return numbers + texts == 0;
    }

    /** Whether all cells are empty. */
    boolean isEmpty() {
        return isVacant() && !hasHoleWord;
    }

    boolean hasGaps() {
        return gaps() > 0;
    }

    /** The number of cells without a value. */
    int gaps() {
        return isNumeric() ? gaps : gaps - gapWords.countOfLabels();
    }

    /** The words that stand for holes among numbers. */
    GapWords gapWords() {
        return gapWords;
    }

    /** Whether NA marks holes here, and cannot be a code among others. */
    boolean isNaHole() {
        return hasNa && (isNumeric() || !gapWords.areOfCodes());
    }

    boolean hasText() {
        return texts > 0;
    }

    /** The cell that is wrong in a column of numbers: the first with a sign of percent or money, or else the first text. */
    Cell wrongCell() {
        return firstDecorated == null ? firstText : firstDecorated;
    }

    /** Whether the first cell holds a text that no other cell holds. */
    boolean isFirstAlone() {
        return isFirstText && values.getOrDefault(firstText.text(), 0) == 1;
    }

    /** The first text; null if there is none. */
    Cell firstText() {
        return firstText;
    }

    /** Whether the texts are dates, all of them. */
    boolean isDates() {
        return texts > 0 && numbers == 0 && dates.areDates();
    }

    /** The texts, if they are dates. */
    RowTime.Dates dates() {
        return dates;
    }

    /** The different texts in the order in which they were met, and how often each was; the first of them, if they are many. */
    Map<String, Integer> texts() {
        return values;
    }

    /** Whether a value that fills a hole is a string of JSON: among numbers if all of them are strings, among labels if any is. */
    boolean isFilledByStrings() {
        return isNumeric() ? areStrings && !isVacant() : hasStrings;
    }

    /** Whether the texts are few ones, again and again. */
    boolean isCategory() {
        if (hasNested) {
            return false;
        }
        int different = values.size() + gapWords.labels().size();
        return different <= MOST_VALUES && 2 * different <= texts + gapWords.countOfLabels();
    }

    /** Whether the column counts the rows, from 0 or 1; also in parentheses. */
    boolean isCount() {
        return isCounting && numbers >= LEAST_COUNTED && isComplete() && (first == 0 || first == step());
    }

    /** Whether the numbers count on by 1 from row to row, without gaps, wherever they begin. */
    boolean isCountingOn() {
        return isCounting && !isEnclosed && isWhole && numbers >= LEAST_COUNTED && isComplete();
    }

    /** Whether the column counts on from a number that nobody begins to count or to measure at, 1000 or more, and that is no year. */
    boolean isNumberedOn() {
        return isCountingOn() && first >= SMALLEST_ID && (first < FIRST_YEAR || last() > LAST_YEAR);
    }

    private double last() {
        return first + numbers - 1;
    }

    /** The step from one number to the next in a column that counts: in parentheses (1), (2), (3) are below 0. */
    private int step() {
        return isEnclosed ? -1 : 1;
    }

    /** Whether every number is larger than the one above, and there are no gaps. */
    boolean isGrowing() {
        return isGrowing && numbers >= 2 && isComplete();
    }

    /** Whether there are whole numbers alone, and perhaps gaps. */
    boolean isWhole() {
        return isWhole && numbers > 0 && texts == 0;
    }

    /** Whether the numbers are whole, all different and have equally many digits, four or more: then they may be ids. */
    boolean isNumbered() {
        return numbered != null
                && texts == 0
                && numbered.size() >= LEAST_NUMBERED
                && numbered.stream()
                                .mapToInt(value -> (int) Math.log10(value))
                                .distinct()
                                .count()
                        == 1;
    }

    /** Whether the whole numbers are codes: some are written with zeros before them. */
    boolean isCode() {
        return isPadded && isWhole();
    }

    /** Whether the numbers are seconds, milliseconds or so since 1970. */
    boolean isEpoch() {
        return isGrowing()
                && isWhole()
                && RowTime.unitsPerSecond(first) > 0
                && RowTime.unitsPerSecond(first) == RowTime.unitsPerSecond(last);
    }

    /**
     * Whether the numbers are dates such as 20240229, perhaps with gaps: they ascend, or the column is named so.
     *
     * @param isNamed whether the name of the column is that of dates
     */
    boolean isDays(boolean isNamed) {
        return dates.areDays() && isWhole() && (isNamed || isGrowing);
    }

    /** Whether the numbers ascend and may be days as spreadsheets count them, perhaps with gaps. */
    boolean isSerialDays() {
        return isGrowing && numbers >= 2 && isWhole() && first >= FIRST_SERIAL && last < LAST_SERIAL;
    }

    private boolean isComplete() {
        return gaps == 0 && texts == 0;
    }

    /**
     * How the numbers are written.
     *
     * @param beside the sign that stands beside all of them, if there is one
     */
    TableLayout.Digits digits(Optional<NumberSign> beside) {
        return new TableLayout.Digits(
                separator,
                hasExponent || numbers == 0 ? -1 : decimals,
                isEnclosed,
                hasSmallExponent,
                isConstant() ? firstNumber : "",
                beside);
    }

    /** Whether all numbers, two or more, are the same. */
    boolean isConstant() {
        return isConstant && numbers >= 2 && texts == 0;
    }

    /** The first number. */
    double first() {
        return first;
    }
}
