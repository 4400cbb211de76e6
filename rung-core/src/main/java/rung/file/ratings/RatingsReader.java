package rung.file.ratings;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rung.data.DuplicateException;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.file.FormatException;
import rung.file.input.Source;
import rung.file.text.TextEncoding;
import rung.linalg.Workers;

/**
 * Reads a file of ratings on several threads, with a result that does not depend on their number.
 *
 * <p>Each thread takes blocks of lines in ascending order and numbers the names it meets; {@link RatingsAssembly} puts the
 * ratings together.
 */
final class RatingsReader {
    /** The most bytes of memory that a rating takes while it is read. */
    private static final int BYTES_PER_RATING = 24;

    /** The most ratings: the longest array. */
    private static final int MOST_RATINGS = Integer.MAX_VALUE - 8;

    /** A load, in multiplications, for which {@link Workers} starts a thread of its own. */
    private static final long WORTH_A_THREAD = 1 << 20;

    private final Source source;
    private final Workers workers;
    private final int blockSize;
    private final RatingsFormat format;

    /* Shared by the threads, under the lock of this reader. */
    private final List<RatingsPart> parts = new ArrayList<>(); // by block
    private long total;
    private boolean stopped;
    private IOException failure;

    private boolean isLatin1;

    RatingsReader(Source source, int threads, int blockSize) throws IOException {
        this.source = source;
        this.workers = new Workers(threads);
        this.blockSize = blockSize;
        TextSample sample = TextSample.of(source);
        this.format = RatingsFormat.of(source, sample);
        requireMemory((long) (source.size() / sample.bytesPerLine()));
    }

    private void requireMemory(long ratings) throws FormatException {
        requireMemory(ratings, Runtime.getRuntime().maxMemory());
    }

    /** Fails if {@code ratings} ratings do not fit into {@code limit} bytes of memory. */
    void requireMemory(long ratings, long limit) throws FormatException {
        if (ratings > MOST_RATINGS) {
            throw source.error("about " + ratings + " ratings are more than the " + MOST_RATINGS + " that can be read");
        }
        if (ratings * BYTES_PER_RATING > limit) {
            throw source.error(String.format(
                    Locale.ROOT,
                    "about %.1f million ratings need %.0f MB of memory, got %.0f MB (java -Xmx raises it)",
                    ratings / 1e6,
                    ratings * BYTES_PER_RATING / 1e6,
                    limit / 1e6));
        }
    }

    /** Reads all ratings. */
    Ratings read(Duplicates policy) throws IOException {
        source.read(this::readParts);
        try {
            RatingsAssembly assembly = new RatingsAssembly(parts, workers);
            Ratings ratings = assembly.ratings(policy);
            isLatin1 = assembly.isLatin1();
            return ratings;
        } catch (DuplicateException e) {
            throw repeated(e);
        }
    }

    /** What was assumed about the file, after {@link #read}: the notes of {@link RatingsFile.Reading}. */
    List<String> notes() throws IOException {
        List<String> notes = new ArrayList<>();
        if (!format.assumed().isEmpty()) {
            notes.add(source.name() + ": " + format.assumed());
        }
        if (isLatin1) {
            notes.add(source.notUtf8(source.read(this::firstNotUtf8)));
        }
        return List.copyOf(notes);
    }

    /** Finds the first line that is not UTF-8, by reading the file again. */
    private long firstNotUtf8(InputStream in) throws IOException {
        TextBlocks blocks = new TextBlocks(in, blockSize, source);
        TextBlocks.Block block = new TextBlocks.Block();
        long before = 0;
        while (blocks.next(block)) {
            TextLines lines = new TextLines(block.bytes(), 0, block.length());
            while (lines.next()) {
                if (!TextEncoding.isUtf8(block.bytes(), lines.start(), lines.end())) {
                    return before + lines.number();
                }
            }
            before += lines.number();
        }
        throw source.changed();
    }

    private Void readParts(InputStream in) throws IOException {
        in.skipNBytes(format.start());
        TextBlocks blocks = new TextBlocks(in, blockSize, source);
        workers.run(workers.threads(), k -> k * WORTH_A_THREAD, (from, to) -> work(blocks));
        long line = format.before();
        for (RatingsPart part : parts) {
            if (part == null) {
                break; // its thread failed
            }
            line += part.lines;
            if (part.fault != null) {
                throw source.error(line, part.fault);
            }
        }
        if (failure != null) {
            throw failure;
        }
        if (total == 0) {
            throw source.error("holds no ratings");
        }
        return null;
    }

    /**
     * Parses blocks until there are no more, or one has a fault. Blocks that other threads have taken by then are parsed to their ends:
     * they may come earlier in the file, and then their faults are reported first.
     */
    private void work(TextBlocks blocks) {
        TextBlocks.Block block = new TextBlocks.Block();
        RatingsParser parser = new RatingsParser(format);
        try {
            while (!isStopped() && blocks.next(block)) {
                add(block.index(), parser.parse(block));
            }
        } catch (IOException e) {
            stop(e);
        } catch (IllegalArgumentException e) {
            stop(source.error(e.getMessage())); // the names are too many
        }
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    private synchronized void stop(IOException e) {
        failure = e;
        stopped = true;
    }

    private synchronized void add(int index, RatingsPart part) throws FormatException {
        while (parts.size() <= index) {
            parts.add(null);
        }
        parts.set(index, part);
        total += part.count;
        stopped |= part.fault != null;
        requireMemory(total);
    }

    private FormatException repeated(DuplicateException e) throws IOException {
        long[] lines = source.read(in -> linesOf(in, e.first(), e.second()));
        return source.error(
                lines[1],
                "user '" + Source.shortened(e.user()) + "' has rated item '" + Source.shortened(e.item()) + "' in line "
                        + lines[0] + " already");
    }

    /** Finds the lines of two ratings by reading the file again: to remember the lines of all would take too much memory. */
    private long[] linesOf(InputStream in, int first, int second) throws IOException {
        in.skipNBytes(format.start());
        TextBlocks blocks = new TextBlocks(in, blockSize, source);
        TextBlocks.Block block = new TextBlocks.Block();
        long[] found = new long[2];
        long before = format.before();
        int entry = 0;
        while (entry <= second && blocks.next(block)) {
            TextLines lines = new TextLines(block.bytes(), 0, block.length());
            while (lines.next()) {
                if (entry == first) {
                    found[0] = before + lines.number();
                } else if (entry == second) {
                    found[1] = before + lines.number();
                }
                entry++;
            }
            before += lines.number();
        }
        return found;
    }
}
