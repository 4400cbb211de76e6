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
    /** Numbers with a decimal point or a decimal comma: a comma that divides fields is none of a number, unless it stands in quotes. */
    private static final NumberNotation NOTATION = new NumberNotation(true);

    /** The shortest number with a separator of thousands, such as 1,234, and the digits after its comma. */
    private static final int SHORTEST_GROUPED = 5;

    private static final int GROUP = 3;

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
        return NOTATION;
    }

    /**
     * Whether the comma of a number may separate thousands, as in 1,234: then nobody knows what it is. Where semicolons divide fields, a comma
     * is a decimal comma.
     */
    boolean isDoubtful(byte[] text, int from, int to) {
        if (to - from < SHORTEST_GROUPED || text[to - 1 - GROUP] != ',' || delimiter == Delimiter.SEMICOLON) {
            return false;
        }
        int first = text[from] == '-' || text[from] == '+' ? from + 1 : from;
        int digits = to - 1 - GROUP - first; // before the comma
        return digits >= 1 && digits <= GROUP && text[first] != '0';
    }
}
