package rung.file.ratings;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import rung.file.input.Source;

/** Deals out a stream in blocks of whole lines to any number of threads, each of which brings its own buffer. */
final class TextBlocks {
    /** Large enough that dealing out costs nothing, small enough that a block stays in the cache of its thread. */
    static final int SIZE = 1 << 19;

    private static final int LONGEST_LINE = 1 << 26;

    /** A buffer and the piece of text in it. */
    static final class Block {
        private byte[] bytes = new byte[0];
        private int length;
        private int index;

        byte[] bytes() {
            return bytes;
        }

        int length() {
            return length;
        }

        /** How many blocks came before it. */
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
    private byte[] rest = new byte[0]; // the beginning of the line that the last block would have cut
    private int index;
    private boolean ended;

    TextBlocks(InputStream in, int size, Source source) {
        this.in = in;
        this.size = size;
        this.source = source;
    }

    /** Puts the next block into a buffer, if there is one. */
    synchronized boolean next(Block block) throws IOException {
        if (ended) {
            return false;
        }
        ended = true; // should reading fail, nobody goes on
        block.reserve(rest.length + size);
        System.arraycopy(rest, 0, block.bytes, 0, rest.length);
        int length = rest.length;
        int cut = 0;
        boolean more = true;
        while (more && cut == 0) {
            block.reserve(length + size);
            int read = in.readNBytes(block.bytes, length, size);
            more = read == size;
            cut = afterLastLine(block.bytes, length, length + read);
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

    private static int afterLastLine(byte[] bytes, int from, int to) {
        int at = to;
        while (at > from && bytes[at - 1] != '\n') {
            at--;
        }
        return at == from ? 0 : at;
    }
}
