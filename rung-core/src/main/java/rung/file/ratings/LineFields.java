package rung.file.ratings;

import java.util.Arrays;
import rung.file.text.NumberNotation;
import rung.file.text.TextEncoding;

/** Splits a line of text into its fields, as bytes: each without surrounding blanks and quotes. */
abstract class LineFields {
    private byte[] text;
    private int lineEnd;
    private int count;
    private int[] starts = new int[16];
    private int[] ends = new int[16];
    private boolean[] escaped = new boolean[16];
    private String fault;
    private boolean isMarked; // whether the line begins with #
    private boolean isRemark; // whether a blank follows that

    /** Splits the line from {@code from} to before {@code to}, which excludes the line ending. The fields refer to these bytes. */
    final void split(byte[] bytes, int from, int to) {
        text = bytes;
        lineEnd = to;
        count = 0;
        fault = null;
        isMarked = from < to && bytes[from] == '#';
        isRemark = isMarked && (from + 1 == to || isBlank(bytes[from + 1]));
        divide(bytes, from, to);
    }

    /** Adds the fields of a line. */
    abstract void divide(byte[] bytes, int from, int to);

    /** The bytes of a field whose text is not what stands there. */
    abstract byte[] unescaped(byte[] bytes, int field);

    /** Adds a field. Blanks around it are left out. */
    final void add(int from, int to, boolean isEscaped) {
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
        escaped[count] = isEscaped;
        count++;
    }

    /** Says that the line is wrong. */
    final void fail(String sentence) {
        fault = sentence;
    }

    /** What is wrong with the line as such, or null: then its fields are of no use. */
    final String fault() {
        return fault;
    }

    /** Whether the line begins with #, as comments do. */
    final boolean isMarked() {
        return isMarked;
    }

    /**
     * Whether the line is a comment: it begins with #, and a blank follows or it does not have the fields of the others. So #7,Alien,5 is
     * no comment but what user #7 rated.
     *
     * @param fits whether it has the fields of the others
     */
    final boolean isComment(boolean fits) {
        return isMarked && (isRemark || !fits || fault != null);
    }

    /** Where a quote opens that does not close before the line's end, or −1. The field may go on in the next line. */
    int open() {
        return -1;
    }

    /** Whether a byte is a space, a tab or a carriage return. */
    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }

    /** The number of fields. */
    int count() {
        return count;
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

    /** Whether a field can be the name of a user or an item. */
    boolean isName(int field) {
        return starts[field] < ends[field];
    }

    /** What is wrong with a field that is no name, or has no value, after the words "the user": "is empty". */
    String nothing(int field) {
        return "is empty";
    }

    /** Whether the text of a field is not what stands there: it has doubled quotes, or escapes of JSON. */
    boolean isEscaped(int field) {
        return escaped[field];
    }

    /** A copy of the text of a field. */
    final byte[] unescaped(int field) {
        return escaped[field] ? unescaped(text, field) : Arrays.copyOfRange(text, starts[field], ends[field]);
    }

    /** The text of a field: in UTF-8 or, if it is not valid, in ISO-8859-1. */
    String string(int field) {
        return TextEncoding.decoded(unescaped(field));
    }

    /** Whether a field stands in quotes. */
    final boolean isQuoted(int field) {
        return starts[field] > 0 && text[starts[field] - 1] == '"';
    }

    /** The number of fields, without empty ones at the end. */
    final int filled() {
        int filled = count;
        while (filled > 0 && isEmpty(filled - 1)) {
            filled--;
        }
        return filled;
    }

    /** The text from the beginning of a field to the end of the last one that is not empty, with the delimiters between. */
    final String rest(int field) {
        int filled = filled();
        int end = filled == count ? lineEnd : ends[filled - 1];
        return TextEncoding.decoded(Arrays.copyOfRange(text, starts[field], end))
                .strip();
    }

    /** What a field stands for: a number, a hole or text. */
    NumberNotation.Kind kind(int field, NumberNotation notation) {
        return notation.kind(text, starts[field], ends[field]);
    }

    /** The rating of a field that says it in words or signs, as {@link RatingWords} reads them; not a number if it says something else. */
    float answer(int field) {
        int length = ends[field] - starts[field];
        return length < 2 || length > RatingWords.LONGEST ? Float.NaN : RatingWords.value(string(field));
    }
}
