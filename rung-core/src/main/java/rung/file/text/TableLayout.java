package rung.file.text;

import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import rung.file.CarriedColumn;
import rung.file.input.ColumnFinder;
import rung.file.input.Source;

/**
 * The layout of a table in text: how the file is written, and what each of its columns holds.
 *
 * @param style how the file is written
 * @param header what names the columns
 * @param secondHeader the line of a record below the header that is no row either, such as one of units, counted from 1, or 0
 * @param rows the number of records that are rows
 * @param emptyRows the number of records that are none, as all their fields are empty, that of the label included
 * @param columns what each field of a record holds
 * @param names one name for each field, empty where it has none; no names at all if nothing names the columns
 * @param called what tells each field from all others: its name or, if it has none or shares it, its number from 1
 * @param isFirstCountingOn whether the numbers of the first field go up by 1 from row to row, in a table of some size
 * @param labels the field that names the rows, or −1
 * @param constants the fields of numbers that are all the same
 * @param empty for each field the number of rows in which it holds nothing
 * @param words for each field the words that stand for holes among numbers, of which some may be labels
 * @param units for each field of text the units behind its numbers, if it is numbers with different units, or not all with one
 * @param digits for each field how its numbers are written
 * @param dates for each field the dates that it holds, if it holds any
 * @param strings the fields of JSON lines whose holes are filled by strings
 */
record TableLayout(
        Style style,
        Header header,
        int secondHeader,
        int rows,
        int emptyRows,
        List<Column> columns,
        List<String> names,
        List<String> called,
        boolean isFirstCountingOn,
        int labels,
        List<Integer> constants,
        List<Integer> empty,
        List<GapWords> words,
        List<List<String>> units,
        List<Digits> digits,
        List<RowTime.Dates> dates,
        Set<Integer> strings) {
    /**
     * How a file is written.
     *
     * @param delimiter the delimiter; empty for JSON lines
     * @param records reads the records of the file
     * @param charset the encoding of names and labels
     * @param notUtf8 the first line that is not valid UTF-8, counted from 1, or 0
     * @param notation how numbers are written
     * @param decimalComma whether numbers that fill holes get a decimal comma
     * @param doubtful a number whose decimal point may separate thousands as well, if all that have one are such
     * @param preamble what stands before the first record
     */
    record Style(
            Optional<Delimiter> delimiter,
            Function<InputStream, TextRecords> records,
            Charset charset,
            int notUtf8,
            NumberNotation notation,
            boolean decimalComma,
            Optional<String> doubtful,
            Preamble preamble) {
        /** An example of how numbers are written, if that is not the usual way: "1.234,5". */
        Optional<String> example() {
            String grouping = notation.grouping().shown();
            return grouping.isEmpty() && !decimalComma
                    ? Optional.empty()
                    : Optional.of("1" + grouping + "234" + (decimalComma ? "," : ".") + "5");
        }
    }

    /**
     * How the numbers of a column are written.
     *
     * @param separator what separates their thousands, or an empty text
     * @param decimals the most decimals that one has; −1 if some have an exponent or there are none, so that
     *     the number of decimals says nothing
     * @param areEnclosed whether those below 0 are in parentheses
     * @param haveSmallExponents whether an exponent begins with a small letter: 4e+16
     * @param constant how the number is written that all of them are, without a sign; empty if they differ
     * @param sign what stands beside each of them, if anything does
     */
    record Digits(
            String separator,
            int decimals,
            boolean areEnclosed,
            boolean haveSmallExponents,
            String constant,
            Optional<NumberSign> sign) {}

    /** What names the columns. */
    enum Header {
        /** Nothing. */
        NONE(" without a header"),
        /** The first record. */
        FIRST(" with a header"),
        /** The first record, which holds numbers. */
        NUMBERS(" with a header of numbers"),
        /** The keys of the objects. */
        KEYS("");

        private final String words;

        Header(String words) {
            this.words = words;
        }

        /** The words for a description. */
        String words() {
            return words;
        }

        /** Whether the first record is none of the rows. */
        boolean isRecord() {
            return this == FIRST || this == NUMBERS;
        }
    }

    /** What a column of the file holds. */
    enum Column {
        /** Numbers and holes. */
        NUMBERS,
        /** Nothing: what follows a delimiter that ends every line. */
        NOTHING,
        /** Names of the rows. */
        LABELS,
        /** Row numbers or other ids. */
        INDEX,
        /** Codes in digits, such as postal codes. */
        CODES,
        /** Dates or times. */
        TIME,
        /** Few texts, again and again. */
        CATEGORY,
        /** Any other text. */
        TEXT,
        /** No value in any cell. */
        EMPTY,
        /** What was said to be no data. */
        IGNORED;

        private boolean isCarried() {
            return this != NUMBERS && this != NOTHING;
        }
    }

    TableLayout {
        columns = List.copyOf(columns);
        names = List.copyOf(names);
        called = List.copyOf(called);
        constants = List.copyOf(constants);
        empty = List.copyOf(empty);
        words = List.copyOf(words);
        units = List.copyOf(units);
        digits = List.copyOf(digits);
        dates = List.copyOf(dates);
        strings = Set.copyOf(strings);
    }

    boolean hasLabels() {
        return labels >= 0;
    }

    /** The numbers of the fields, from 0, that hold numbers. */
    int[] numbers() {
        return IntStream.range(0, columns.size())
                .filter(k -> columns.get(k) == Column.NUMBERS)
                .toArray();
    }

    /** The columns that are not data. */
    List<CarriedColumn> carried() {
        List<CarriedColumn> list = new ArrayList<>();
        for (int k = 0; k < columns.size(); k++) {
            if (columns.get(k).isCarried()) {
                list.add(new CarriedColumn(
                        k,
                        called.get(k),
                        CarriedColumn.Kind.valueOf(columns.get(k).name()),
                        empty.get(k)));
            }
        }
        return List.copyOf(list);
    }

    /** The first field that holds times, or −1. */
    int times() {
        return columns.indexOf(Column.TIME);
    }

    /** What tells a field from all others, short enough for a sentence. */
    String name(int field) {
        return Source.shortened(called.get(field));
    }

    /** Finds columns by what people call them. */
    ColumnFinder finder(Source source) {
        return new ColumnFinder(source, names, columns.size());
    }

    /** The number of a field and its name: "3 ('height')". */
    String numberAndName(int field) {
        return (field + 1) + (isNamed(field) ? " ('" + Source.shortened(names.get(field)) + "')" : "");
    }

    private boolean isNamed(int field) {
        return field < names.size() && !names.get(field).isEmpty();
    }

    /** The names of the numeric columns. */
    Optional<List<String>> numberNames() {
        return header == Header.NONE
                ? Optional.empty()
                : Optional.of(Arrays.stream(numbers()).mapToObj(names::get).toList());
    }
}
