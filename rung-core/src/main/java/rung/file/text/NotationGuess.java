package rung.file.text;

import java.nio.charset.Charset;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out how a file writes its numbers, by looking at cells that hold a mark among digits: which mark is the decimal one, and what
 * separates thousands.
 *
 * <p>{@code 12,5} can only have a decimal comma, {@code 1.234.567} only points between thousands. {@code 1,234} may be either, and is
 * decided by the other cells of the file.
 */
final class NotationGuess {
    /** The end of a number that has an exponent. */
    private static final Pattern EXPONENT = Pattern.compile("[eE][+-]?\\d+");

    /** A number with thousands separated, and perhaps a decimal mark. */
    private static final Pattern GROUPED =
            Pattern.compile("[+-]?[1-9]\\d{0,2}([.,'\u2019 \u00a0\u202f])\\d{3}(\\1\\d{3})*(?:([.,])\\d*)?");

    /** The least numbers by which their mark is doubted. */
    private static final int FEWEST_DOUBTFUL = 3;

    private int decimalCommas;
    private int decimalPoints;
    private final Map<DigitGrouping, Integer> grouped = new EnumMap<>(DigitGrouping.class);
    private final Map<DigitGrouping, Integer> ambiguous = new EnumMap<>(DigitGrouping.class);

    private Optional<String> example = Optional.empty(); // the first number with one point that may separate thousands

    /** Looks at a cell, which may be a number in parentheses or beside a sign. */
    void note(TextRecords record, int field, Charset charset) {
        byte[] text = record.raw();
        int to = record.end(field);
        int from = record.start(field);
        int begin = from < to && (text[from] == '+' || text[from] == '-') ? from + 1 : from;
        int mark = endOfDigits(text, begin, to);
        boolean hasMark = mark < to && (text[mark] == ',' || text[mark] == '.');
        int end = hasMark ? endOfDigits(text, mark + 1, to) : mark;
        if (end < to) {
            note(record.text(field, charset));
        } else if (hasMark) { // no text and no regular expression, because most cells of most files are such numbers
            boolean mayBeThousands = mayBeThousands(mark - begin, text[begin], end - mark - 1);
            if (mayBeThousands && example.isEmpty() && text[mark] == '.') {
                example = Optional.of(new String(text, from, to - from, charset));
            }
            noteOneMark(text[mark] == ',', mayBeThousands, end - begin - 1);
        }
    }

    /** Looks at the text of a cell. */
    void note(String cellText) {
        boolean mayBeSigned = !cellText.isEmpty() && !isDigit(cellText.charAt(0))
                || !cellText.isEmpty() && !isDigit(cellText.charAt(cellText.length() - 1));
        String text = mayBeSigned
                ? NumberSign.of(cellText).map(NumberSign.Signed::number).orElse(cellText)
                : cellText;
        boolean isEnclosed = text.startsWith("(") && text.endsWith(")");
        String cell = isEnclosed ? text.substring(1, text.length() - 1) : text;
        int begin = !cell.isEmpty() && "+-".indexOf(cell.charAt(0)) >= 0 ? 1 : 0;
        int mark = endOfDigits(cell, begin);
        if (mark == cell.length()) {
            return; // no mark at all
        }
        boolean isComma = cell.charAt(mark) == ',';
        int end = isComma || cell.charAt(mark) == '.' ? endOfDigits(cell, mark + 1) : begin;
        if (end > mark
                && (end == cell.length()
                        || EXPONENT.matcher(cell.substring(end)).matches())) {
            boolean isBare = end == cell.length();
            boolean mayBeThousands = isBare && mayBeThousands(mark - begin, cell.charAt(begin), end - mark - 1);
            if (mayBeThousands && example.isEmpty() && !isComma) {
                example = Optional.of(cell);
            }
            noteOneMark(isComma, mayBeThousands, end - begin - 1);
            return;
        }
        Matcher groups = GROUPED.matcher(cell);
        if (groups.matches() && !groups.group(1).equals(groups.group(3))) {
            grouped.merge(DigitGrouping.of(groups.group(1)), 1, Integer::sum);
            decimalCommas += ",".equals(groups.group(3)) ? 1 : 0;
            decimalPoints += ".".equals(groups.group(3)) ? 1 : 0;
        }
    }

    /**
     * Whether a mark may separate thousands.
     *
     * @param before the number of digits before it
     * @param first the first of these digits
     * @param after the number of digits after it
     */
    private static boolean mayBeThousands(int before, int first, int after) {
        return before > 0 && before <= 3 && first != '0' && after == 3;
    }

    /** Notes a number with one point or comma. */
    private void noteOneMark(boolean isComma, boolean mayBeThousands, int digits) {
        if (mayBeThousands) {
            ambiguous.merge(isComma ? DigitGrouping.COMMA : DigitGrouping.POINT, 1, Integer::sum);
        } else if (digits > 0) {
            decimalCommas += isComma ? 1 : 0;
            decimalPoints += isComma ? 0 : 1;
        }
    }

    private static int endOfDigits(byte[] text, int from, int to) {
        int at = from;
        while (at < to && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int endOfDigits(String cell, int from) {
        int at = from;
        while (at < cell.length() && cell.charAt(at) >= '0' && cell.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    private int grouped(DigitGrouping grouping) {
        return grouped.getOrDefault(grouping, 0);
    }

    private boolean isSeen(DigitGrouping grouping) {
        return grouped(grouping) + ambiguous.getOrDefault(grouping, 0) > 0;
    }

    /** Returns the notation that fits the cells best, with a given decimal mark if one is said. */
    NumberNotation notation(Delimiter delimiter, Optional<Character> decimalMark) {
        if (decimalMark.isPresent()) {
            return decimalMark.get() == ',' ? commas(delimiter) : points(delimiter);
        }
        int forComma = decimalCommas + grouped(DigitGrouping.POINT);
        int forPoint = decimalPoints + grouped(DigitGrouping.COMMA);
        if (delimiter == Delimiter.SEMICOLON) {
            boolean isMixed =
                    forComma > 0 && forPoint > 0 && grouped(DigitGrouping.POINT) + grouped(DigitGrouping.COMMA) == 0;
            if (isMixed || forComma + forPoint == 0) {
                return new NumberNotation(true, true, others(delimiter), true, HoleWords.OF_TABLES);
            }
        }
        return forComma > forPoint ? commas(delimiter) : points(delimiter);
    }

    /**
     * A number such as 1.168, if all numbers with a mark are like it, in a file that semicolons divide: such files mostly come from where
     * the point separates thousands.
     */
    Optional<String> doubtful(Delimiter delimiter, Optional<Character> decimalMark) {
        boolean isClear = decimalCommas + decimalPoints > 0
                || !grouped.isEmpty()
                || ambiguous.containsKey(DigitGrouping.COMMA)
                || ambiguous.getOrDefault(DigitGrouping.POINT, 0) < FEWEST_DOUBTFUL;
        return isClear || decimalMark.isPresent() || delimiter != Delimiter.SEMICOLON ? Optional.empty() : example;
    }

    private NumberNotation commas(Delimiter delimiter) {
        DigitGrouping grouping = isSeen(DigitGrouping.POINT) ? DigitGrouping.POINT : others(delimiter);
        return new NumberNotation(false, true, grouping, true, HoleWords.OF_TABLES);
    }

    private NumberNotation points(Delimiter delimiter) {
        DigitGrouping grouping = isSeen(DigitGrouping.COMMA) ? DigitGrouping.COMMA : others(delimiter);
        return new NumberNotation(true, false, grouping, true, HoleWords.OF_TABLES);
    }

    /** The separator that is neither point nor comma. */
    private DigitGrouping others(Delimiter delimiter) {
        if (isSeen(DigitGrouping.APOSTROPHE)) {
            return DigitGrouping.APOSTROPHE;
        }
        return isSeen(DigitGrouping.SPACE) && delimiter != Delimiter.SPACES ? DigitGrouping.SPACE : DigitGrouping.NONE;
    }
}
