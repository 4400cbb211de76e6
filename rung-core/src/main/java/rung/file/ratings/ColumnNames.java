package rung.file.ratings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import rung.file.FormatException;
import rung.file.Spelling;
import rung.file.input.Source;

/**
 * Finds columns by what people call them: a name in the header, or a number from 1.
 *
 * @param source the file, for messages
 * @param names the names in the header; empty if there is none
 * @param count the number of columns
 */
record ColumnNames(Source source, List<String> names, int count) {
    /** The names in a line. */
    static List<String> of(LineFields fields) {
        List<String> names = new ArrayList<>();
        for (int k = 0; k < fields.count(); k++) {
            names.add(fields.string(k));
        }
        return names;
    }

    /** Returns where a name is, in any capitals if it is not there as it stands; −1 if it is not. */
    static int find(List<String> names, String name) {
        int exact = names.indexOf(name);
        for (int k = 0; k < names.size() && exact < 0; k++) {
            exact = names.get(k).equalsIgnoreCase(name) ? k : -1;
        }
        return exact;
    }

    /** Whether what a column is called may be its number. */
    static boolean isNumber(String column) {
        return column.matches("\\d{1,9}");
    }

    /** Whether any column that is said goes by a name that is there. */
    static boolean hasAny(List<String> names, Columns said) {
        return Stream.of(said.user(), said.item(), said.rating(), said.weight(), said.time())
                .flatMap(Optional::stream)
                .map(String::strip)
                .anyMatch(column -> !isNumber(column) && find(names, column) >= 0);
    }

    /** Returns the field of a column, from 0; −1 if nothing was said about it. */
    int field(Optional<String> said) throws FormatException {
        if (said.isEmpty()) {
            return -1;
        }
        String column = said.get().strip();
        int named = find(names, column);
        if (named >= 0) {
            return named;
        }
        if (isNumber(column)) {
            int number = Integer.parseInt(column);
            if (number >= 1 && number <= count) {
                return number - 1;
            }
            throw source.error("there is no column " + number + "; they are numbered from 1 to " + count);
        }
        if (names.isEmpty()) {
            throw source.error("there is no column '" + Source.shortened(column)
                    + "', since there is no header; columns are numbered from 1 to " + count);
        }
        Optional<String> nearest = Spelling.nearest(names, column, 1);
        throw source.error("there is no column '" + Source.shortened(column) + "'; there are: "
                + String.join(", ", names.stream().map(Source::shortened).toList())
                + nearest.map(name -> "; did you mean '" + Source.shortened(name) + "'?")
                        .orElse(""));
    }
}
