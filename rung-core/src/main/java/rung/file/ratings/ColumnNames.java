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
 */
record ColumnNames(Source source, List<String> names, int count, boolean areKeys) {
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

    /** Returns the field of a column, from 0; −1 if nothing was said about it. */
    int field(Optional<String> said) throws FormatException {
        return said.isEmpty() ? -1 : new ColumnFinder(source, names, count).field(said.get());
    }
}
