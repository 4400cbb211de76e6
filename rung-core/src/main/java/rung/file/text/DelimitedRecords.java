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

    /** Where in a field the reader is. */
    private enum State {
        /** Before its first character that is not blank. */
        START,
        /** In a field without quotes. */
        PLAIN,
        /** Inside quotes. */
        QUOTED,
        /** After a quote inside quotes, which either closes or is the first of two that stand for one. */
        QUOTE,
        /** After the closing quote and a blank. */
        CLOSED
    }

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
    private int line;
    private int[] starts = new int[16];
    private int[] ends = new int[16];
    private boolean[] quotes = new boolean[16];
    private int count;

    private State state;
    private int fieldStart;
    private int quoteStart;
    private int quoteEnd;

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
        begin();
        skipByteOrderMark();
        for (int b = read(); b >= 0; b = read()) {
            append((byte) b);
            if (b == '\n') {
                nextLine++;
                if (state != State.QUOTED) {
                    finish(length > 1 && raw[length - 2] == '\r' ? length - 2 : length - 1);
                    return true;
                }
            } else if (line <= preamble) {
                fieldStart = length; // blank, whatever it holds
            } else {
                advance((byte) b);
                takePlain();
            }
        }
        if (state == State.QUOTED) {
            throw source.error(line, "the quote that opens in this row is never closed");
        }
        boolean any = length > 0;
        if (any) {
            finish(length);
        }
        return any;
    }

    private void begin() {
        state = State.START;
        fieldStart = length;
        quoteStart = -1;
    }

    private void skipByteOrderMark() throws IOException {
        if (line == 1
                && fill()
                && limit >= 3
                && buffer[0] == (byte) 0xef
                && buffer[1] == (byte) 0xbb
                && buffer[2] == (byte) 0xbf) {
            for (int k = 0; k < 3; k++) {
                append((byte) read());
            }
            begin();
        }
    }

    private void advance(byte b) throws FormatException {
        if (state == State.QUOTED) {
            if (b == '"') {
                state = State.QUOTE;
                quoteEnd = length - 1;
            }
        } else if (b == delimiter) {
            endField(length - 1);
        } else if (b == '"' && state == State.START) {
            state = State.QUOTED;
            quoteStart = length;
        } else if (b == '"' && state == State.QUOTE) {
            state = State.QUOTED;
        } else if (isBlank(b)) {
            state = state == State.QUOTE ? State.CLOSED : state;
        } else if (state == State.QUOTE || state == State.CLOSED) {
            throw source.error(
                    nextLine,
                    "expected a delimiter after the closing quote, found '"
                            + Source.shortened(String.valueOf((char) (b & 0xff))) + "'");
        } else {
            state = State.PLAIN;
        }
    }

    /** Copies the rest of a field without quotes, as far as the buffer holds it, at once: this is what makes reading fast. */
    private void takePlain() throws FormatException {
        int from = position;
        while (state == State.PLAIN && position < limit && buffer[position] != delimiter && buffer[position] != '\n') {
            position++;
        }
        reserve(position - from);
        System.arraycopy(buffer, from, raw, length, position - from);
        length += position - from;
    }

    private void endField(int end) {
        if (delimiter != SPACES || state != State.START) {
            addField(end);
        }
        begin();
    }

    private void finish(int end) {
        if (delimiter != SPACES || state != State.START || count == 0) {
            addField(end);
        }
    }

    private void addField(int fieldEnd) {
        boolean quoted = quoteStart >= 0;
        int to = quoted ? quoteEnd : fieldEnd;
        int from = quoted ? quoteStart : Math.min(fieldStart, to);
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
        quotes[count] = quoted;
        count++;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }

    private void append(byte b) throws FormatException {
        reserve(1);
        raw[length++] = b;
    }

    private void reserve(int more) throws FormatException {
        if (length + more > raw.length) {
            if (length + more > LONGEST) {
                throw source.error(line, "the row is longer than " + LONGEST + " bytes");
            }
            raw = Arrays.copyOf(raw, 2 * (length + more));
        }
    }

    private int read() throws IOException {
        return fill() ? buffer[position++] & 0xff : -1;
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
        boolean isBare = !quotes[field] && !number.startsWith("\"");
        return delimiter == ',' && isBare && number.indexOf(',') >= 0 ? '"' + number + '"' : number;
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
