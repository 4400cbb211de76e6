package rung.file.ratings;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import rung.file.input.Source;

/** Divides a stream into blocks of whole lines, and deals them out to any number of threads. Each thread brings its own buffer. */
final class TextBlocks {
    /** The usual size of a block in bytes: large enough that dealing out costs nothing, small enough to stay in a core's cache. */
    static final int SIZE = 1 << 19;

    /** The most bytes of a line. */
    private static final int LONGEST_LINE = 1 << 26;

    /** A buffer, and the block of text that it holds. */
    static final class Block {
        private byte[] bytes = new byte[0];
        private int length;
        private int index;

        /** The buffer itself, of which {@link #length()} bytes count. */
        byte[] bytes() {
            return bytes;
        }

        /** The length of the block in bytes. */
        int length() {
            return length;
        }

        /** The number of the block in the stream, from 0. */
        int index() {
            return index;
        }

        private void reserve(int capacity) {
            if (bytes.length < capacity) {
                bytes = Arrays.copyOf(bytes, Math.max(capacity, 2 * bytes.length));
            }
        }
    }

    private final InputStream in;
    private final int size;
    private final Source source;
    private final LineFields joining; // null if lines are not joined
    private byte[] rest = new byte[0]; // the beginning of the line that the last block would have cut in two
    private int index;
    private boolean ended;

    /** Divides a stream into blocks of about {@code size} bytes; {@code source} is named in messages. */
    TextBlocks(InputStream in, int size, Source source) {
        this(in, size, source, null);
    }

    /**
     * Divides a stream into blocks of about {@code size} bytes.
     *
     * @param source is named in messages
     * @param joining what lines are joined by, as in {@link TextLines}: a block then ends where a line does that is none but the last of
     *     those that are joined; null if lines are not joined
     */
    TextBlocks(InputStream in, int size, Source source, LineFields joining) {
        this.joining = joining;
        this.in = in;
        this.size = size;
        this.source = source;
    }

    /** Reads the next block into a buffer; returns false if there is none. */
    synchronized boolean next(Block block) throws IOException {
        if (ended) {
            return false;
        }
        ended = true; // so that no thread goes on if reading fails
        block.reserve(rest.length + size);
        System.arraycopy(rest, 0, block.bytes, 0, rest.length);
        int length = rest.length;
        int cut = 0;
        boolean more = true;
        while (more && cut == 0) {
            block.reserve(length + size);
            int read = in.readNBytes(block.bytes, length, size);
            more = read == size;
            cut = afterLastLine(block.bytes, joining == null ? length : 0, length + read);
            cut = joining == null || !more ? cut : afterLastJoined(block.bytes, cut);
            length += read;
            if (length > LONGEST_LINE && cut == 0) {
                throw source.error("has a line longer than " + LONGEST_LINE + " bytes");
            }
        }
        block.length = more ? cut : length;
        block.index = index++;
        rest = Arrays.copyOfRange(block.bytes, block.length, length);
        ended = !more;
        return block.length > 0;
    }

    /** Where the first line begins that may go on after the piece of text; the end of this if there is none. */
    private int afterLastJoined(byte[] bytes, int to) {
        TextLines lines = new TextLines(bytes, 0, to, joining);
        while (lines.next()) {
            if (lines.isUnfinished()) {
                return lines.start();
            }
        }
        return to;
    }

    private static int afterLastLine(byte[] bytes, int from, int to) {
        int at = to;
        while (at > from && bytes[at - 1] != '\n') {
            at--;
        }
        return at == from ? 0 : at;
    }
}
