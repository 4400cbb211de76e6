package rung.file.ratings;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import rung.file.text.Delimiter;
import rung.file.text.NumberNotation;
import rung.file.text.TextEncoding;

/**
 * Splits a line of text into its fields, as bytes: each without surrounding blanks and quotes.
 *
 * <p>Unlike the records of a table, a line of ratings ends at the line's end even inside quotes, so that lines can be dealt out
 * to threads. A field that begins with a quote and does not end with one is taken as it
 * stands, and {@link #isBroken()} is true.
 */
final class LineFields {
    private final byte symbol;
    private final boolean doubled; // whether two symbols separate fields
    private final boolean runs; // whether any number of them does
    private final boolean quotes; // whether fields may be in quotes

    private byte[] text;
    private int count;
    private int[] starts = new int[16];
    private int[] ends = new int[16];
    private boolean[] escaped = new boolean[16];
    private boolean broken;

    /** Splits by a delimiter. */
    LineFields(Delimiter delimiter) {
        this.symbol = delimiter.symbol();
        this.doubled = delimiter.width() == 2;
        this.runs = delimiter == Delimiter.SPACES;
        this.quotes = delimiter.allowsQuotes();
    }

    /** Splits the line from {@code from} to before {@code to}, which excludes the line ending. The fields refer to these bytes. */
    void split(byte[] bytes, int from, int to) {
        text = bytes;
        count = 0;
        broken = false;
        int at = runs ? afterRun(from, to) : from;
        do {
            at = field(at, to);
        } while (at >= 0);
    }

    /** Takes the field that begins at {@code from}; returns where the next one begins, or −1. */
    private int field(int from, int to) {
        int start = afterBlanks(from, to);
        if (quotes && start < to && text[start] == '"') {
            int close = closing(start, to);
            int end = close < 0 ? to : afterBlanks(close + 1, to);
            if (close >= 0 && (end == to || text[end] == symbol)) {
                add(start + 1, close, true);
                return next(end, to);
            }
            broken = true;
        }
        int end = start;
        while (end < to && (text[end] != symbol || doubled && !isDoubled(end, to))) {
            end++;
        }
        add(start, end, false);
        return next(end, to);
    }

    private boolean isDoubled(int at, int to) {
        return at + 1 < to && text[at + 1] == symbol;
    }

    private int next(int end, int to) {
        if (runs) {
            int next = afterRun(end, to);
            return next == to ? -1 : next;
        }
        return end == to ? -1 : end + (doubled ? 2 : 1);
    }

    private int afterRun(int from, int to) {
        int at = from;
        while (at < to && text[at] == symbol) {
            at++;
        }
        return at;
    }

    private int afterBlanks(int from, int to) {
        int at = from;
        while (at < to && isBlank(text[at]) && text[at] != symbol) {
            at++;
        }
        return at;
    }

    /** Where the quote that opens at {@code open} closes, or −1. Two quotes inside stand for one. */
    private int closing(int open, int to) {
        int at = open + 1;
        while (at < to) {
            if (text[at] != '"') {
                at++;
            } else if (at + 1 < to && text[at + 1] == '"') {
                at += 2;
            } else {
                return at;
            }
        }
        return -1;
    }

    private void add(int from, int to, boolean quoted) {
        int start = from;
        int end = to;
        while (start < end && isBlank(text[start])) {
            start++;
        }
        while (end > start && isBlank(text[end - 1])) {
            end--;
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
            escaped = Arrays.copyOf(escaped, 2 * count);
        }
        starts[count] = start;
        ends[count] = end;
        escaped[count] = quoted && hasQuote(start, end);
        count++;
    }

    private boolean hasQuote(int from, int to) {
        for (int k = from; k < to; k++) {
            if (text[k] == '"') {
                return true;
            }
        }
        return false;
    }

    /** Whether a byte is a space, a tab or a carriage return. */
    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }

    /** The number of fields. */
    int count() {
        return count;
    }

    /** Whether a field begins with a quote and does not end with one. */
    boolean isBroken() {
        return broken;
    }

    /** Where a field begins, in the bytes that were split. */
    int start(int field) {
        return starts[field];
    }

    /** Where a field ends. */
    int end(int field) {
        return ends[field];
    }

    /** Whether a field is empty. */
    boolean isEmpty(int field) {
        return starts[field] == ends[field];
    }

    /** Whether a field holds doubled quotes that stand for single ones. */
    boolean isEscaped(int field) {
        return escaped[field];
    }

    /** A copy of a field, with doubled quotes made single. */
    byte[] unescaped(int field) {
        byte[] raw = Arrays.copyOfRange(text, starts[field], ends[field]);
        return escaped[field]
                ? new String(raw, StandardCharsets.ISO_8859_1)
                        .replace("\"\"", "\"")
                        .getBytes(StandardCharsets.ISO_8859_1)
                : raw;
    }

    /** A field as a string, with doubled quotes made single: in UTF-8 or, if it is not valid, in ISO-8859-1. */
    String string(int field) {
        return TextEncoding.decoded(unescaped(field));
    }

    /** What a field stands for: a number, a hole or text. */
    NumberNotation.Kind kind(int field, NumberNotation notation) {
        return notation.kind(text, starts[field], ends[field]);
    }

    /** The rating of a field that says yes or true, or no or false: 1 or 0; not a number if it says something else. */
    float answer(int field) {
        int length = ends[field] - starts[field];
        if (length < 2 || length > 5) {
            return Float.NaN;
        }
        return switch (string(field).toLowerCase(Locale.ROOT)) {
            case "yes", "true" -> 1;
            case "no", "false" -> 0;
            default -> Float.NaN;
        };
    }
}
