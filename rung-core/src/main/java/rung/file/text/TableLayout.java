package rung.file.text;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.input.Source;

/**
 * The layout of a table in delimited text: how the file is written, and what each of its columns holds.
 *
 * @param charset the encoding of names and labels
 * @param notUtf8 the first line that is not valid UTF-8, counted from 1, or 0
 * @param decimalComma whether numbers have a comma for a decimal point
 * @param rows the number of records below the header
 * @param columns what each field of a record holds
 * @param names the header, one name for each field, or null if there is none
 * @param text for each field the first cell that holds text, or null
 */
record TableLayout(
        Delimiter delimiter,
        Charset charset,
        int notUtf8,
        boolean decimalComma,
        int rows,
        Column[] columns,
        String[] names,
        List<TableLayoutReader.TextCell> text) {
    /** What a column of the file holds. */
    enum Column {
        /** Numbers and holes. */
        NUMBERS,
        /** Names of the rows: the first column, if it holds text. */
        LABELS,
        /** Text in any other column. */
        TEXT,
        /** Nothing: what follows a delimiter that ends every line. */
        NOTHING
    }

    boolean hasHeader() {
        return names != null;
    }

    boolean hasLabels() {
        return columns[0] == Column.LABELS;
    }

    /** The numbers of the fields, from 0, whose column is of this kind. */
    int[] fields(Column kind) {
        return IntStream.range(0, columns.length)
                .filter(k -> columns[k] == kind)
                .toArray();
    }

    /** The name of a field, or its number from 1. */
    String name(int field) {
        return isNamed(field) ? Source.shortened(names[field]) : String.valueOf(field + 1);
    }

    /** The name in quotes, or the number without. */
    String quotedName(int field) {
        return isNamed(field) ? "'" + Source.shortened(names[field]) + "'" : String.valueOf(field + 1);
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

    /** Fails if there is no column of numbers, or a column of text that should be refused. */
    void requireNumbers(Source source, Table.TextColumns textColumns) throws FormatException {
        int[] carried = fields(Column.TEXT);
        if (carried.length > 0 && textColumns == Table.TextColumns.REFUSE) {
            TableLayoutReader.TextCell cell = text.get(carried[0]);
            throw source.error(
                    cell.line(),
                    "column " + quotedName(carried[0]) + " holds text ('" + Source.shortened(cell.value())
                            + "'); drop it, or carry text columns through");
        }
        if (fields(Column.NUMBERS).length == 0) {
            throw source.error("holds no column of numbers");
        }
    }
}
