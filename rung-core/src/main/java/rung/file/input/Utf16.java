package rung.file.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Text in UTF-16, as spreadsheets on Windows write it. It is read as if it were UTF-8, so that readers need to know of one encoding
 * only, and written back in its own. A byte order mark is a character like any other here: it stays.
 */
final class Utf16 {
    private static final int BUFFER = 1 << 13;

    /** The least part of characters, among the first ones, that are ASCII in text without a byte order mark. */
    private static final double LEAST_ASCII = 0.5;

    private Utf16() {}

    /** Returns which of the two byte orders the first bytes of a file are in; empty if they are not UTF-16. */
    static Optional<Charset> of(byte[] start) {
        int first = start.length < 2 ? 0 : (start[0] & 0xff) << 8 | start[1] & 0xff;
        if (first == 0xfeff) {
            return Optional.of(StandardCharsets.UTF_16BE);
        }
        if (first == 0xfffe) {
            return Optional.of(StandardCharsets.UTF_16LE);
        }
        int bigEndian = ascii(start, 0);
        int littleEndian = ascii(start, 1);
        if (Math.max(bigEndian, littleEndian) < Math.max(1, LEAST_ASCII * (start.length / 2))) {
            return Optional.empty();
        }
        return Optional.of(bigEndian > littleEndian ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE);
    }

    /** Counts the ASCII characters, whose high byte is the first or the second; 0 if there are any that text does not hold. */
    private static int ascii(byte[] start, int high) {
        int count = 0;
        for (int k = 0; k + 1 < start.length; k += 2) {
            byte low = start[k + 1 - high];
            if (start[k + high] == 0) {
                if (low >= 0 && low < ' ' && low != '\n' && low != '\r' && low != '\t') {
                    return 0;
                }
                count += low > 0 ? 1 : 0;
            }
        }
        return count;
    }

    /** Returns the same text in UTF-8. Bytes that are no text in this encoding give a {@link java.nio.charset.CharacterCodingException}. */
    static InputStream decoded(InputStream in, Charset charset) {
        Reader reader = new InputStreamReader(
                in,
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
        return new InputStream() {
            private final char[] chars = new char[BUFFER + 1];
            private ByteBuffer bytes = ByteBuffer.allocate(0);

            @Override
            public int read() throws IOException {
                return fill() ? bytes.get() & 0xff : -1;
            }

            @Override
            public int read(byte[] target, int from, int length) throws IOException {
                if (length == 0) {
                    return 0;
                }
                if (!fill()) {
                    return -1;
                }
                int count = Math.min(length, bytes.remaining());
                bytes.get(target, from, count);
                return count;
            }

            private boolean fill() throws IOException {
                while (!bytes.hasRemaining()) {
                    int count = reader.read(chars, 0, BUFFER);
                    if (count < 0) {
                        return false;
                    }
                    if (count > 0 && Character.isHighSurrogate(chars[count - 1])) {
                        count += Math.max(0, reader.read(chars, count, 1)); // both halves of a character together
                    }
                    bytes = StandardCharsets.UTF_8.encode(CharBuffer.wrap(chars, 0, count));
                }
                return true;
            }

            @Override
            public void close() throws IOException {
                reader.close();
            }
        };
    }

    /** Returns a stream that takes UTF-8 and writes UTF-16; {@link OutputStream#flush} does not reach the target until it is closed. */
    static OutputStream encoded(OutputStream out, Charset charset) {
        return new OutputStream() {
            private final byte[] bytes = new byte[BUFFER];
            private int length;

            @Override
            public void write(int b) throws IOException {
                boolean isStart = (b & 0xc0) != 0x80; // a character may end before this byte
                if (length == bytes.length || isStart && length > BUFFER / 2) {
                    flushBytes();
                }
                bytes[length++] = (byte) b;
            }

            private void flushBytes() throws IOException {
                out.write(new String(bytes, 0, length, StandardCharsets.UTF_8).getBytes(charset));
                length = 0;
            }

            @Override
            public void close() throws IOException {
                flushBytes();
            }
        };
    }
}
