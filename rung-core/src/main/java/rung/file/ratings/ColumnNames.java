package rung.file.ratings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import rung.file.FormatException;
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
        String nearest = names.stream()
                .min(Comparator.comparingInt(name -> distance(name, column)))
                .orElseThrow();
        boolean isNear = distance(nearest, column) <= Math.max(1, column.length() / 3);
        throw source.error("there is no column '" + Source.shortened(column) + "'; there are: "
                + String.join(", ", names.stream().map(Source::shortened).toList())
                + (isNear ? "; did you mean '" + Source.shortened(nearest) + "'?" : ""));
    }

    /** How many letters have to be added, dropped or changed to make one word of the other, whatever its capitals. */
    private static int distance(String word, String other) {
        String a = word.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[] last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] next = new int[b.length() + 1];
            next[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(changed, 1 + Math.min(last[j], next[j - 1]));
            }
            last = next;
        }
        return last[b.length()];
    }
}
