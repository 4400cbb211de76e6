package rung.file.ratings;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import rung.file.input.Source;
import rung.file.text.Delimiter;

/**
 * The log of a server, which appends ratings to a file, a line each. Such a file ends within a line if the machine lost its power while the
 * line was written, or if it is being written now. Nobody was told that such a rating is kept. What is there of the line may look like
 * another rating, 4 for 4.5, so the line is passed over.
 *
 * <p>Files that others write may lack the last line ending, too. So a line counts as unfinished only if the file begins as a log does and the
 * line lacks fields, ends within quotes, or has a shorter time than the line before it.
 */
final class LogFile {
    /** The most bytes at the end of a log in which its last two lines are looked for. */
    private static final int TAIL = 1 << 16;

    private static final byte[] HEADER = (RatingsFile.LOG_HEADER + "\n").getBytes(StandardCharsets.UTF_8);

    private static final int FIELDS = RatingsFile.LOG_HEADER.split(",").length;

    private LogFile() {}

    /** Opens a file of ratings. If it is a log whose last line is unfinished, it ends before that line. */
    static Source open(Path path, String contents) throws IOException {
        Source source = new Source(path, contents);
        if (!is(source)) {
            return source;
        }
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = file.size();
            long from = Math.max(0, size - TAIL);
            ByteBuffer tail = ByteBuffer.allocate((int) (size - from));
            while (tail.hasRemaining() && file.read(tail, from + tail.position()) > 0) {
                // until all is read
            }
            byte[] bytes = Arrays.copyOf(tail.array(), tail.position());
            int last = unfinished(bytes, from == 0 ? 0 : lineEnd(bytes));
            return last > 0 ? source.endingAt(from + last) : source;
        }
    }

    /** Whether a file begins as a log does. */
    static boolean is(Source source) throws IOException {
        return !source.isZipped() && Arrays.equals(source.head(HEADER.length), HEADER);
    }

    /** Whether a log has no ratings yet. */
    static boolean isNew(Source log) throws IOException {
        return log.size() == HEADER.length;
    }

    /** Where the line after the first one begins: the first may lack its start. */
    private static int lineEnd(byte[] bytes) {
        int at = 0;
        while (at < bytes.length && bytes[at] != '\n') {
            at++;
        }
        return Math.min(bytes.length, at + 1);
    }

    /** Where the last rating begins if it is unfinished, or −1. A name in quotes may go over several lines. */
    private static int unfinished(byte[] bytes, int from) {
        int before = -1;
        int end = -1;
        int last = from;
        boolean isQuoted = false;
        for (int k = from; k < bytes.length; k++) {
            isQuoted ^= bytes[k] == '"';
            if (bytes[k] == '\n' && !isQuoted) {
                before = k > last ? last : before;
                end = k > last ? k : end;
                last = k + 1;
            }
        }
        return before >= 0 && last < bytes.length && isUnfinished(bytes, before, end, last) ? last : -1;
    }

    private static boolean isUnfinished(byte[] bytes, int before, int end, int last) {
        LineFields fields = LineForm.of(Delimiter.COMMA).fields();
        fields.split(bytes, before, end);
        if (fields.count() != FIELDS) {
            return false; // no server wrote that
        }
        int time = fields.string(FIELDS - 1).length();
        fields.split(bytes, last, bytes.length);
        return fields.fault() != null
                || fields.count() < FIELDS
                || fields.string(FIELDS - 1).length() < time;
    }
}
