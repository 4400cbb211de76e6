package rung.file.ratings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import rung.file.FormatException;
import rung.file.input.ColumnFinder;
import rung.file.input.Source;

/**
 * Finds columns by what people call them: a name in the header, or a number from 1.
 *
 * @param source the file, for messages
 * @param names the names in the header; empty if there is none
 * @param count the number of columns
 * @param areKeys whether the names are those of fields of JSON objects, and not of a header
 * @param line the first line of the file, as messages show it
 */
record ColumnNames(Source source, List<String> names, int count, boolean areKeys, String line) {
    /** The names in a line. */
    static List<String> of(LineFields fields) {
        List<String> names = new ArrayList<>();
        for (int k = 0; k < fields.count(); k++) {
            names.add(k == 0 ? fields.string(k).replaceFirst("^#\\s*", "") : fields.string(k)); // some headers begin so
        }
        return names;
    }

    /** Whether any column that is said goes by a name that is there. */
    static boolean hasAny(List<String> names, Columns said) {
        return Stream.of(said.user(), said.item(), said.rating(), said.weight(), said.time())
                .flatMap(Optional::stream)
                .map(String::strip)
                .anyMatch(column -> !ColumnFinder.isNumber(column) && ColumnFinder.find(names, column) >= 0);
    }

    /** The beginning of the sentence about a header that was recognized by what stands below it. */
    String takenForHeader() {
        return "the first line, '" + line + "', is taken for a header, and it does not name ";
    }

    /** A column by its number from 1 and, if there is a header, its name. */
    String numbered(int field) {
        if (areKeys) {
            return "'" + names.get(field) + "'";
        }
        return (field + 1) + (field < names.size() ? " (" + names.get(field) + ")" : "");
    }

    /**
     * The sentence that user and item are not named, one of them or both.
     *
     * @param user the field that is taken for the user, or −1 if it is known
     * @param item the field that is taken for the item, or −1 if it is known
     */
    String assumed(int user, int item) {
        boolean areBoth = user >= 0 && item >= 0;
        return (areKeys ? "no field is named as " : takenForHeader())
                + (areBoth ? "the user and the item: " : user >= 0 ? "the user: " : "the item: ")
                + (areKeys ? "" : areBoth ? "columns " : "column ")
                + (areBoth ? numbered(user) + " and " + numbered(item) : numbered(Math.max(user, item)))
                + (areBoth ? " are taken for them" : " is taken for it");
    }

    /** Returns the field of a column, from 0; −1 if nothing was said about it. */
    int field(Optional<String> said) throws FormatException {
        return said.isEmpty() ? -1 : new ColumnFinder(source, names, count).field(said.get());
    }
}
