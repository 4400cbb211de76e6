package rung.file.ratings;

import java.util.List;
import rung.file.text.Delimiter;
import rung.file.text.NumberNotation;

/**
 * How lines are divided into fields: by a delimiter, or as JSON objects by the names of their values.
 *
 * @param delimiter the delimiter; a comma, if lines are JSON
 * @param keys the names of the values that are fields; empty if lines are not JSON
 */
record LineForm(Delimiter delimiter, List<String> keys) {
    /** Lines that a delimiter divides. */
    static LineForm of(Delimiter delimiter) {
        return new LineForm(delimiter, List.of());
    }

    /** Lines that are JSON objects. */
    static LineForm ofObjects(List<String> keys) {
        return new LineForm(Delimiter.COMMA, List.copyOf(keys));
    }

    boolean isJson() {
        return !keys.isEmpty();
    }

    /** Makes what divides lines; each thread needs its own. */
    LineFields fields() {
        return isJson() ? new JsonFields(keys) : new DelimitedFields(delimiter);
    }

    /** Makes what lines are joined by, as {@link TextLines} wants it; null if no field of theirs goes over several lines. */
    LineFields joining() {
        return !isJson() && delimiter.allowsQuotes() ? fields() : null;
    }

    /** How numbers are written. */
    NumberNotation notation() {
        return delimiter.notation();
    }
}
