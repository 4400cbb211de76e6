package rung.file;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What the columns of a text file hold, and how it is written.
 *
 * @param notUtf8 the first line that is not, or 0
 * @param rows how many records there are below the header
 * @param columns what each field of a record holds
 * @param names the header, one name for each field, or null if there is none
 * @param text the first text in each field, or null
 */
record Layout(
        Delimiter delimiter,
        Charset charset,
        int notUtf8,
        boolean decimalComma,
        int rows,
        Column[] columns,
        String[] names,
        List<Survey.TextCell> text) {
    /** What a field holds; a delimiter at the end of every line is followed by nothing. */
    enum Column {
        NUMBERS,
        LABELS,
        TEXT,
        NOTHING
    }

    boolean hasHeader() {
        return names != null;
    }

    boolean hasLabels() {
        return columns[0] == Column.LABELS;
    }

    /** The fields that hold such a column. */
    int[] fields(Column kind) {
        return IntStream.range(0, columns.length)
                .filter(k -> columns[k] == kind)
                .toArray();
    }

    /** The name of a field, or its number from 1. */
    String name(int field) {
        return isNamed(field) ? shortened(names[field]) : String.valueOf(field + 1);
    }

    /** The name in quotes, or the number without. */
    String quotedName(int field) {
        return isNamed(field) ? "'" + shortened(names[field]) + "'" : String.valueOf(field + 1);
    }

    private boolean isNamed(int field) {
        return hasHeader() && !names[field].isEmpty();
    }

    /** The names of the numeric columns. */
    Optional<List<String>> numberNames() {
        if (!hasHeader()) {
            return Optional.empty();
        }
        List<String> list = new ArrayList<>();
        for (int field : fields(Column.NUMBERS)) {
            list.add(names[field]);
        }
        return Optional.of(List.copyOf(list));
    }

    void requireNumbers(Source source, Table.TextColumns textColumns) throws FormatException {
        int[] carried = fields(Column.TEXT);
        if (carried.length > 0 && textColumns == Table.TextColumns.REFUSE) {
            Survey.TextCell cell = text.get(carried[0]);
            throw source.error(
                    cell.line(),
                    "column " + quotedName(carried[0]) + " holds text ('" + shortened(cell.value())
                            + "'); drop it, or carry text columns through");
        }
        if (fields(Column.NUMBERS).length == 0) {
            throw source.error("holds no column of numbers");
        }
    }

    /** A value as it is shown in a message: on one line, and not all of a long one. */
    static String shortened(String value) {
        String line = value.replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= 40 ? line : line.substring(0, 39) + "…";
    }
}
