package rung.file.input;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Text whose lines end with a carriage return alone, as on old Macs. It is read as if they ended with a line feed, so that readers need to
 * know of that only, and written back as it was.
 */
final class Returns {
    private Returns() {}

    /** Whether the start of a text has carriage returns, before its last byte, and no line feed. */
    static boolean endLines(byte[] start) {
        boolean isReturned = false; // and the text goes on
        for (int k = 0; k < start.length; k++) {
            if (start[k] == '\n') {
                return false;
            }
            isReturned |= k > 0 && start[k - 1] == '\r';
        }
        return isReturned;
    }

    /** Returns the same text with line feeds. If it has a line feed, reading fails. */
    static InputStream decoded(InputStream in, Source source) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] target, int from, int length) throws IOException {
                int count = super.read(target, from, length);
                for (int k = from; k < from + count; k++) {
                    if (target[k] == '\n') {
                        throw source.error(
                                "has lines that end with a carriage return alone, and others that do not; save it"
                                        + " with line ends of one kind, such as by tr '\\r' '\\n'");
                    }
                    target[k] = target[k] == '\r' ? (byte) '\n' : target[k];
                }
                return count;
            }

            @Override
            public boolean markSupported() {
                return false;
            }
        };
    }

    /** Returns a stream that takes text with line feeds and writes it with carriage returns. */
    static OutputStream encoded(OutputStream out) {
        return new FilterOutputStream(out) {
            @Override
            public void write(int b) throws IOException {
                out.write(b == '\n' ? '\r' : b);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                byte[] written = new byte[length];
                for (int k = 0; k < length; k++) {
                    written[k] = bytes[from + k] == '\n' ? (byte) '\r' : bytes[from + k];
                }
                out.write(written, 0, length);
            }
        };
    }
}
