package rung.file.ratings;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.file.FormatException;
import rung.file.input.Source;
import rung.file.text.TextEncoding;
import rung.linalg.Workers;

/**
 * Reads a file of ratings on several threads, with a result that does not depend on their number.
 *
 * <p>Each thread takes blocks of lines in ascending order and numbers the names it meets; {@link RatingsAssembly} puts the
 * entries together.
 */
final class RatingsReader {
    /** The most bytes of memory that a rating takes while it is read. */
    private static final int BYTES_PER_RATING = 24;

    /** The most ratings: the longest array. */
    private static final int MOST_RATINGS = Integer.MAX_VALUE - 8;

    /** A load, in multiplications, for which {@link Workers} starts a thread of its own. */
    private static final long WORTH_A_THREAD = 1 << 20;

    /** The most ratings that are named because they are far from all others. */
    private static final int MOST_NAMED = 3;

    /** The most lines that are listed if lines are skipped. */
    static final int MOST_LISTED = 5;

    static final String NOTHING = "holds no ratings";
    static final String ONLY_ZEROS = "holds nothing but weights of 0";

    private final Source source;
    private final Workers workers;
    private final int blockSize;
    private final Columns columns;
    private final RatingsFormat format;

    /* Shared by the threads, under the lock of this reader. */
    private final List<RatingsPart> parts = new ArrayList<>(); // by block
    private long total;
    private boolean stopped;
    private IOException failure;

    private boolean joins; // whether fields that go over several lines are read, which takes more time
    private boolean hasComments;
    private boolean isLatin1;
    private long dropped; // lines of weight 0
    private float only =
            Float.NaN; // the one rating that all lines have; NaN if they differ, or if it is kept as a rating

    private Optional<String> scale = Optional.empty(); // what is to be said of it

    private Optional<FarRatings> far =
            Optional.empty(); // the ratings that are skipped because they are far from all others
    private Optional<String> noteOfFar = Optional.empty(); // what is to be said of them if they stay

    private final boolean skipsBad;
    private boolean hasTimes;
    private long skipped; // lines with a fault
    private final List<String> listed = new ArrayList<>(); // the first of them

    RatingsReader(Source source, Columns columns, int threads, int blockSize) throws IOException {
        this(source, columns, threads, blockSize, false, false);
    }

    /**
     * Recognizes the form of a file.
     *
     * @param skipsBad whether lines with a fault are skipped and counted; otherwise they end the reading
     * @param hasTimes whether times are read
     */
    RatingsReader(Source source, Columns columns, int threads, int blockSize, boolean skipsBad, boolean hasTimes)
            throws IOException {
        this.skipsBad = skipsBad;
        this.hasTimes = hasTimes;
        this.columns = columns;
        this.source = source;
        this.workers = new Workers(threads);
        this.blockSize = blockSize;
        TextSample sample = TextSample.of(source);
        this.format = RatingsFormat.of(source, sample, columns, skipsBad);
        this.joins = sample.isJoined(format.form());
        this.hasComments = sample.hasComments(format.form());
        if (hasTimes && format.time() < 0) {
            throw source.error(
                    "has no column of times, by its header or by what the columns hold; --time-col says which one it is, and"
                            + " --split random needs none");
        }
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

    /** Whether the file has a column of times. */
    boolean knowsTimes() {
        return format.time() >= 0;
    }

    /** From now on times are read, too; all are unknown if there is no column of them. */
    void readTimes() {
        hasTimes = true;
    }

    /** Reads all entries. */
    LineEntries entries() throws IOException {
        begin();
        source.read(this::readParts);
        if (isOpen()) {
            joins = true;
            begin();
            source.read(this::readParts);
        }
        RatingsAssembly assembly = new RatingsAssembly(parts, workers, hasTimes);
        LineEntries entries = assembly.entries();
        isLatin1 = assembly.isLatin1();
        return entries;
    }

    private void begin() {
        parts.clear();
        listed.clear();
        total = 0;
        skipped = 0;
        dropped = 0;
        stopped = false;
        failure = null;
    }

    /** The file. */
    Source source() {
        return source;
    }

    /** What the values mean, as far as the columns tell. */
    Meaning meaning() {
        return format.meaning();
    }

    /** Whether ratings stay ratings even if all are equal. */
    boolean keepsEqualRatings() {
        return columns.keepsEqualRatings();
    }

    /** Takes note that all ratings are equal, so that every line counts as one choice. */
    void noteOnly(float rating) {
        only = rating;
    }

    /** Takes note of what is to be said of the scale of the ratings. */
    void noteScale(String sentence) {
        scale = Optional.of(sentence);
    }

    /**
     * Looks for ratings that are far from all others. If lines with a fault are skipped, the file is read again without them; if not, they are
     * noted.
     */
    LineEntries withoutFar(LineEntries entries) throws IOException {
        noteOfFar = Optional.empty();
        Optional<FarRatings> found = far.isPresent() ? Optional.empty() : entries.far();
        if (found.isEmpty()) {
            return entries;
        }
        if (skipsBad) {
            far = found;
            return entries();
        }
        int[] which = found.get().entries();
        int[] named = Arrays.copyOf(which, Math.min(which.length, MOST_NAMED));
        long[] lines = lines(named);
        StringBuilder more = new StringBuilder();
        for (int k = 1; k < named.length; k++) {
            more.append(k == 1 ? ": " : ", ")
                    .append(shown(entries.value(named[k])))
                    .append(" in line ")
                    .append(lines[k]);
        }
        int others = which.length - 1;
        noteOfFar = Optional.of(source.error(
                        lines[0],
                        "the rating " + shown(entries.value(named[0])) + " is "
                                + found.get().words()
                                + (others == 0
                                        ? ""
                                        : "; so " + (others == 1 ? "is 1" : "are " + others) + " more" + more)
                                + (others >= named.length ? " …" : "") + "; correct "
                                + (others == 0 ? "it, or --skip-bad passes it" : "them, or --skip-bad passes them")
                                + " over")
                .getMessage());
        return entries;
    }

    /** A rating as messages show it. */
    static String shown(float rating) {
        return rating == Math.rint(rating) ? "" + (long) rating : "" + rating;
    }

    /** The number of lines that were skipped, after {@link #entries}. */
    long skipped() {
        return skipped;
    }

    /** What is done with duplicates if nothing else is asked for: of ratings the latest counts, and weights are summed. */
    static Duplicates usual(Meaning meaning) {
        return meaning == Meaning.RATING ? Duplicates.LAST : Duplicates.SUM;
    }

    /** What was assumed about the file, after {@link #entries}: the notes of {@link RatingsFile.Reading}. */
    List<String> notes() throws IOException {
        List<String> notes = new ArrayList<>();
        for (String note : format.notes()) {
            notes.add(source.name() + ": " + note);
        }
        format.words()
                .ifPresent(words -> notes.add(source.name() + ": in " + format.column(format.value()) + ", " + words));
        if (hasComments) {
            notes.add(source.name() + ": lines that begin with # are passed over as comments");
        }
        if (!Float.isNaN(only)) {
            notes.add(source.name() + ": every rating is " + shown(only)
                    + ", which says no more than what was chosen: every line counts as one choice");
        }
        noteOfFar.ifPresent(notes::add);
        scale.ifPresent(sentence -> notes.add(source.name() + ": " + sentence));
        if (dropped > 0) {
            notes.add(dropped(source, dropped));
        }
        notes.addAll(skipped(source, skipped, listed));
        if (source.isCut()) {
            notes.add(source.name() + ": the last line is unfinished and is passed over");
        }
        if (isLatin1) {
            notes.add(source.notUtf8(source.read(this::firstNotUtf8)));
        }
        return List.copyOf(notes);
    }

    /** The notes that lines were skipped, the first of which are listed; empty if none was. */
    static List<String> skipped(Source source, long lines, List<String> listed) {
        if (lines == 0) {
            return List.of();
        }
        List<String> notes = new ArrayList<>();
        notes.add(source.name() + ": "
                + (lines == 1 ? "1 line is wrong and was skipped" : lines + " lines are wrong and were skipped")
                + (lines > listed.size() ? "; the first of them:" : ":"));
        notes.addAll(listed);
        return notes;
    }

    /** Which column is what, in words, with the name of the file; empty if the notes say it. */
    Optional<String> columns() {
        return format.notes().isEmpty() ? Optional.of(source.name() + ": " + format.description()) : Optional.empty();
    }

    /** The note that lines were passed over, since nothing was chosen in them. */
    static String dropped(Source source, long lines) {
        return source.name() + ": " + (lines == 1 ? "1 line of weight 0 is" : lines + " lines of weight 0 are")
                + " passed over";
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
            before += lines.passed();
        }
        throw source.changed();
    }

    /** Whether a field that goes over several lines was met, though these were not read. */
    private boolean isOpen() {
        return parts.stream().anyMatch(part -> part != null && part.isOpen);
    }

    private Void readParts(InputStream in) throws IOException {
        in.skipNBytes(format.start());
        TextBlocks blocks =
                new TextBlocks(in, blockSize, source, joins ? format.form().joining() : null);
        workers.run(workers.threads(), k -> k * WORTH_A_THREAD, (from, to) -> work(blocks));
        if (isOpen()) {
            return null; // and is read again
        }
        long line = format.before();
        for (RatingsPart part : parts) {
            if (part == null) {
                break; // its thread failed
            }
            for (RatingsPart.BadLine bad : part.bad) {
                if (listed.size() < MOST_LISTED) {
                    listed.add(source.error(line + bad.line(), bad.fault()).getMessage());
                }
            }
            skipped += part.badCount;
            line += part.lines;
            dropped += part.dropped;
            hasComments |= part.comments > 0;
            if (part.fault != null) {
                requireValues();
                throw source.error(line, part.fault);
            }
        }
        if (failure != null) {
            throw failure;
        }
        if (total == 0) {
            requireValues();
            throw skipped > 0
                    ? source.error("holds no line that is right: " + listed.get(0))
                    : source.error(dropped > 0 ? ONLY_ZEROS : NOTHING);
        }
        return null;
    }

    /** Fails if none of the first lines has a rating: then it is not a line that is wrong. */
    private void requireValues() throws IOException {
        Optional<String> fault = format.faultOfAll(TextSample.of(source));
        if (fault.isPresent()) {
            throw source.error(fault.get());
        }
    }

    /**
     * Parses blocks until there are no more, or one has a fault. Blocks that other threads have taken by then are parsed to their ends:
     * they may come earlier in the file, and then their faults are reported first.
     */
    private void work(TextBlocks blocks) {
        TextBlocks.Block block = new TextBlocks.Block();
        RatingsParser parser = new RatingsParser(format, joins, skipsBad, hasTimes, far);
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

    /** Finds the line of an entry by reading the file again: to remember the lines of all would take too much memory. */
    long line(int entry) throws IOException {
        return lines(entry)[0];
    }

    /** Finds the lines of some entries, in ascending order. */
    private long[] lines(int... entries) throws IOException {
        return source.read(in -> lines(in, entries));
    }

    private long[] lines(InputStream in, int... wanted) throws IOException {
        in.skipNBytes(format.start());
        TextBlocks blocks =
                new TextBlocks(in, blockSize, source, joins ? format.form().joining() : null);
        TextBlocks.Block block = new TextBlocks.Block();
        long before = format.before();
        int entry = 0;
        long[] found = new long[wanted.length];
        int next = 0;
        RatingsParser parser = new RatingsParser(format, joins, skipsBad, hasTimes, far);
        while (blocks.next(block)) {
            TextLines lines = new TextLines(
                    block.bytes(), 0, block.length(), joins ? format.form().joining() : null);
            while (lines.next()) {
                boolean isEntry = parser.isEntry(block.bytes(), lines.start(), lines.end());
                if (isEntry && entry++ == wanted[next]) {
                    found[next++] = before + lines.number();
                    if (next == found.length) {
                        return found;
                    }
                }
            }
            before += lines.passed();
        }
        throw source.changed();
    }
}
