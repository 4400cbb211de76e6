package rung.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Arrays;

/**
 * Reads delimited text record by record, as bytes: RFC 4180 with blanks allowed around quotes.
 *
 * <p>A record knows its bytes with the line ending, and for each field the bounds of its token: what is left without
 * surrounding blanks and quotes. The token of a blank field is empty and stands at the field's end. Delimiters, quotes
 * and line ends are ASCII, so that UTF-8 and ISO-8859-1 are read alike.
 */
final class Records {
    /** Stands for runs of spaces. */
    static final byte SPACES = ' ';

    private static final int LONGEST = 1 << 26;

    private enum State {
        START,
        PLAIN,
        QUOTED,
        QUOTE,
        CLOSED
    }

    private final InputStream in;
    private final byte delimiter;
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

    Records(InputStream in, byte delimiter, Source source) {
        this.in = in;
        this.delimiter = delimiter;
        this.source = source;
    }

    /** Reads one more record, if there is one. */
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
                            + Layout.shortened(String.valueOf((char) (b & 0xff))) + "'");
        } else {
            state = State.PLAIN;
        }
    }

    /** Takes the rest of a field without quotes, as far as it is in the buffer, at one go. */
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
        int from = quoted ? quoteStart : fieldStart;
        int to = quoted ? quoteEnd : fieldEnd;
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

    /** The bytes of the record, line ending included: the array itself, of which {@link #length()} bytes count. */
    byte[] raw() {
        return raw;
    }

    int length() {
        return length;
    }

    /** The line the record begins in, from 1. */
    int line() {
        return line;
    }

    /** How many fields the record has. */
    int count() {
        return count;
    }

    boolean isBlankLine() {
        return count == 1 && isEmpty(0);
    }

    boolean isEmpty(int field) {
        return starts[field] == ends[field];
    }

    int start(int field) {
        return starts[field];
    }

    int end(int field) {
        return ends[field];
    }

    Notation.Kind kind(int field, Notation notation) {
        return notation.kind(raw, starts[field], ends[field]);
    }

    /** The token with doubled quotes made single. */
    String text(int field, Charset charset) {
        String text = new String(raw, starts[field], ends[field] - starts[field], charset);
        return quotes[field] ? text.replace("\"\"", "\"") : text;
    }
}
