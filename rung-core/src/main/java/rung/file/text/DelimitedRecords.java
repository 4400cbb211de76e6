package rung.file.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import rung.file.FormatException;
import rung.file.input.Source;

/**
 * Reads delimited text record by record, as bytes: RFC 4180 with blanks allowed around quotes.
 *
 * <p>A line of the {@link Preamble} is a record with one blank field, as an empty line is. The token of a blank field is empty and lies at the field's end. A quoted field may hold line ends, so a record may span lines. Delimiters, quotes and line ends are ASCII, so that UTF-8
 * and ISO-8859-1 are read alike.
 */
final class DelimitedRecords extends TextRecords {
    /** The delimiter that means one space or several. */
    static final byte SPACES = ' ';

    /** The most bytes of a record: an unclosed quote must not fill the memory. */
    private static final int LONGEST = 1 << 26;

    private final InputStream in;
    private final byte delimiter;
    private final int preamble; // the number of lines before the first record
    private final Source source;
    private final byte[] buffer = new byte[1 << 14];
    private int position;
    private int limit;
    private int nextLine = 1;

    private byte[] raw = new byte[256];
    private int length;
    private int end; // of the record, without its line end
    private int line;
    private int[] starts = new int[16];
    private int[] ends = new int[16];
    private boolean[] quotes = new boolean[16];
    private int count;

    DelimitedRecords(InputStream in, Delimiter delimiter, Preamble preamble, Source source) {
        this.in = in;
        this.delimiter = delimiter.symbol();
        this.preamble = preamble.lines();
        this.source = source;
    }

    @Override
    boolean next() throws IOException {
        length = 0;
        count = 0;
        line = nextLine;
        if (!readLine()) {
            return false;
        }
        if (line <= preamble) {
            addField(end, end, false); // blank, whatever it holds
        } else {
            takeFields(byteOrderMark());
        }
        nextLine++;
        return true;
    }

    /** Appends the next line to the record, if there is one. */
    private boolean readLine() throws IOException {
        int before = length;
        boolean isWhole = false;
        while (!isWhole && fill()) {
            int to = lineEnd(buffer, position, limit);
            isWhole = to < limit;
            append(isWhole ? to + 1 : to);
        }
        end = isWhole ? length - 1 : length;
        end -= isWhole && end > 0 && raw[end - 1] == '\r' ? 1 : 0;
        return length > before;
    }

    private static int lineEnd(byte[] text, int from, int to) {
        int at = from;
        while (at < to && text[at] != '\n') {
            at++;
        }
        return at;
    }

    /** Copies the buffer up to a place. */
    private void append(int to) throws FormatException {
        int more = to - position;
        if (length + more > raw.length) {
            if (length + more > LONGEST) {
                throw source.error(line, "the row is longer than " + LONGEST + " bytes");
            }
            raw = Arrays.copyOf(raw, 2 * (length + more));
        }
        System.arraycopy(buffer, position, raw, length, more);
        length += more;
        position = to;
    }

    private void takeFields(int from) throws IOException {
        int at = takeField(from);
        while (at < end) {
            at = takeField(at + 1);
        }
    }

    /** Takes the field that begins here, and returns where it ends: at a delimiter or at the end of the record. */
    private int takeField(int from) throws IOException {
        int start = afterBlanks(from);
        if (start < end && raw[start] == '"') {
            return takeQuoted(start + 1);
        }
        int to = fieldEnd(raw, start, end, delimiter);
        if (delimiter != SPACES || start < to || to == end && count == 0) {
            addField(start, to, false);
        }
        return to;
    }

    private static int fieldEnd(byte[] text, int from, int to, byte delimiter) {
        int at = from;
        while (at < to && text[at] != delimiter) {
            at++;
        }
        return at;
    }

    /** Takes the field whose quotes open before this place; it may go on in the lines below. */
    private int takeQuoted(int from) throws IOException {
        int close = closingQuote(from);
        int at = afterBlanks(close + 1);
        if (at < end && raw[at] != delimiter) {
            throw source.error(
                    nextLine,
                    "expected a delimiter after the closing quote, found '"
                            + Source.shortened(String.valueOf((char) (raw[at] & 0xff))) + "'");
        }
        addField(from, close, true);
        return at;
    }

    /** Where the quote is that closes a field; two quotes stand for one in it. */
    private int closingQuote(int from) throws IOException {
        for (int at = from; ; at++) {
            if (at == length) {
                if (!readLine()) {
                    throw source.error(line, "the quote that opens in this row is never closed");
                }
                nextLine++;
            }
            if (raw[at] == '"') {
                if (at + 1 == length || raw[at + 1] != '"') {
                    return at;
                }
                at++;
            }
        }
    }

    private int afterBlanks(int from) {
        int at = from;
        while (at < end && isBlank(raw[at]) && raw[at] != delimiter) {
            at++;
        }
        return at;
    }

    private void addField(int fieldFrom, int fieldTo, boolean isQuoted) {
        int from = fieldFrom;
        int to = fieldTo;
        while (from < to && isBlank(raw[from])) {
            from++;
        }
        while (to > from && isBlank(raw[to - 1])) {
            to--;
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
            quotes = Arrays.copyOf(quotes, 2 * count);
        }
        starts[count] = from;
        ends[count] = to;
        quotes[count] = isQuoted;
        count++;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }

    private boolean fill() throws IOException {
        if (position == limit) {
            position = 0;
            limit = Math.max(0, in.readNBytes(buffer, 0, buffer.length));
        }
        return limit > 0;
    }

    @Override
    byte[] raw() {
        return raw;
    }

    @Override
    int length() {
        return length;
    }

    @Override
    int line() {
        return line;
    }

    @Override
    int count() {
        return count;
    }

    @Override
    boolean isBlankLine() {
        return count == 1 && isEmpty(0);
    }

    @Override
    int start(int field) {
        return starts[field];
    }

    @Override
    int end(int field) {
        return ends[field];
    }

    @Override
    String replacement(int field, String number) {
        if (delimiter != ',' || number.indexOf(',') < 0) {
            return number;
        }
        return quotes[field] || number.startsWith("\"") ? number : '"' + number + '"';
    }

    @Override
    String quoted(int field, String text) {
        return quotes[field] ? text.replace("\"", "\"\"") : DelimitedWriter.quoted(text, (char) delimiter);
    }

    @Override
    String text(int field, Charset charset) {
        String text = new String(raw, starts[field], ends[field] - starts[field], charset);
        return quotes[field] ? text.replace("\"\"", "\"") : text;
    }
}
