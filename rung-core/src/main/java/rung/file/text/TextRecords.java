package rung.file.text;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.Arrays;

/**
 * Reads text record by record. After {@link #next} this object holds one record: its bytes, line ending included, and for each field
 * the bounds of its token, which is the field without surrounding blanks and quotes.
 */
abstract class TextRecords {
    private byte[] filled = new byte[256]; // the record that was written last, with some fields filled
    private int filledLength;
    private int taken; // the bytes of the record up to here are in it

    /** Reads one more record, if there is one. */
    abstract boolean next() throws IOException;

    /** The bytes of the record, line ending included: the array itself, of which {@link #length()} bytes count. */
    abstract byte[] raw();

    /** The length of the record in bytes. */
    abstract int length();

    /** The length of the byte order mark that the record begins with, in bytes: 3 or 0. */
    int byteOrderMark() {
        byte[] raw = raw();
        boolean isMarked = line() == 1 && length() >= 3 && raw[0] == (byte) 0xef && raw[1] == (byte) 0xbb;
        return isMarked && raw[2] == (byte) 0xbf ? 3 : 0;
    }

    /** The line the record begins in, from 1. */
    abstract int line();

    /** How many fields the record has. */
    abstract int count();

    /** Whether the record is a line with nothing but blanks. */
    abstract boolean isBlankLine();

    /** Where the token of a field begins in {@link #raw}. */
    abstract int start(int field);

    /** Where the token of a field ends in {@link #raw}. */
    abstract int end(int field);

    /** The text that the token of a field means. */
    abstract String text(int field, Charset charset);

    /** The bytes that {@link #write} replaces to fill a field begin here. */
    int replacedFrom(int field) {
        return start(field);
    }

    /** The bytes that {@link #write} replaces to fill a field end here. */
    int replacedTo(int field) {
        return end(field);
    }

    /** What {@link #write} puts there for a number. */
    String replacement(int field, String number) {
        return number;
    }

    /** A text as this kind of record would hold it in place of a field. */
    abstract String quoted(int field, String text);

    /** Whether a field is a string of JSON: only there quotes tell texts from other values. */
    boolean isString(int field) {
        return false;
    }

    /** Whether a field is an object or a list of JSON. */
    boolean isNested(int field) {
        return false;
    }

    /** Whether the token of a field is empty, or the null of JSON, which is no word. */
    boolean isEmpty(int field) {
        return start(field) == end(field);
    }

    /** Whether the tokens of all fields are empty. */
    boolean isEmpty() {
        int field = 0;
        while (field < count() && isEmpty(field)) {
            field++;
        }
        return field == count();
    }

    /** What the token of a field stands for. */
    NumberNotation.Kind kind(int field, NumberNotation notation) {
        return notation.kind(raw(), start(field), end(field));
    }

    /** Whether a field of a column of labels holds none. */
    boolean isUnlabeled(int field, NumberNotation notation) {
        return kind(field, notation) == NumberNotation.Kind.MISSING
                && (isEmpty(field) || !notation.isLabel(raw(), start(field), end(field)));
    }

    /**
     * Writes the record as it is, except that some fields are filled.
     *
     * @param numbers for each of these fields, what it is filled with
     */
    void write(OutputStream out, Charset charset, int[] fields, String[] numbers) throws IOException {
        int[] inOrder = fields.clone();
        for (int k = 1; k < inOrder.length; k++) {
            insert(inOrder, k);
        }
        filledLength = 0;
        taken = 0;
        for (int field : inOrder) {
            fill(field, replacement(field, numbers[field]).getBytes(charset));
        }
        append(raw(), taken, length());
        out.write(filled, 0, filledLength);
    }

    /** Moves a field to where it comes in the record among those before it, which nearly always is where it is. */
    private void insert(int[] inOrder, int k) {
        int field = inOrder[k];
        int at = k;
        for (; at > 0 && replacedFrom(inOrder[at - 1]) > replacedFrom(field); at--) {
            inOrder[at] = inOrder[at - 1];
        }
        inOrder[at] = field;
    }

    private void fill(int field, byte[] number) {
        append(raw(), taken, replacedFrom(field));
        append(number, 0, number.length);
        taken = replacedTo(field);
    }

    private void append(byte[] bytes, int from, int to) {
        int more = to - from;
        if (filledLength + more > filled.length) {
            filled = Arrays.copyOf(filled, 2 * (filledLength + more));
        }
        System.arraycopy(bytes, from, filled, filledLength, more);
        filledLength += more;
    }
}
