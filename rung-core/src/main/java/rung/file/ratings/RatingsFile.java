package rung.file.ratings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.data.TimeOrder;
import rung.file.FormatException;
import rung.file.input.Source;
import rung.linalg.Workers;

/**
 * Reads ratings from text: one in each line, as user, item and rating. Reads interactions, too: who chose what, as user and item, with or
 * without a count or a play time, and a time. Further fields are passed over.
 *
 * <p>The delimiter may be a comma, semicolon, tab, spaces, {@code |} or {@code ::}. Columns are recognized by their names in a header and
 * by what they hold, unless {@link Columns} say which is what. Names may be quoted, as in CSV, even over several lines, and are UTF-8 or
 * else ISO-8859-1. Lines may as well be JSON objects, whose keys name the columns. Blank lines are passed over,
 * and so are comments: lines that begin with #, except those without a blank after it that have the fields of the others, since ids may begin
 * with # too. Files may be gzipped.
 *
 * <p>{@link Ratings#meaning} of the result says what was read. Ratings are values of {@link rung.data.Meaning#RATING}. Counts and play
 * times are {@link rung.data.Meaning#WEIGHT weights}, which must not be negative; lines of weight 0 are passed over. Where there is
 * neither, or where all ratings are equal, every line weighs 1.
 */
public final class RatingsFile {
    /**
     * The first line of a log, to which a server appends ratings. If a file begins with it and its last line is unfinished, because the machine
     * went down or the server is writing, that line is passed over with a note.
     */
    public static final String LOG_HEADER = "user,item,rating,timestamp";

    private RatingsFile() {}

    /**
     * Reads all entries, on as many threads as the machine has processors. If a user has an item several times, the latest
     * rating by time counts, or the last in the file if there are no times; weights are summed.
     *
     * @param path the file
     * @return the ratings, or weights
     * @throws FormatException if the file is not what it should be; the message names the line and the rule that it breaks
     */
    public static Ratings read(Path path) throws IOException {
        return read(path, Columns.recognized());
    }

    /**
     * Reads all entries as {@link #read(Path)} does.
     *
     * @param path the file
     * @param columns which column is what
     * @return the ratings, or weights
     * @throws FormatException if the file is not what it should be; the message names the line and the rule that it breaks
     */
    public static Ratings read(Path path, Columns columns) throws IOException {
        return readWithNotes(path, columns, Optional.empty(), Workers.all().threads())
                .ratings();
    }

    /**
     * Reads all entries, on as many threads as the machine has processors.
     *
     * @param path the file
     * @param policy what to do if a user has rated an item several times
     * @return the ratings, or weights
     * @throws FormatException if the file is not what it should be; the message names the line and the rule that it breaks
     */
    public static Ratings read(Path path, Duplicates policy) throws IOException {
        return read(path, policy, Workers.all().threads());
    }

    /**
     * Reads all entries. Users and items are numbered in the order of their first appearance. The result does not depend on the number
     * of threads.
     *
     * @param path the file
     * @param policy what to do if a user has rated an item several times
     * @param threads the number of threads, at least 1
     * @return the ratings, or weights
     * @throws FormatException if the file is not what it should be; the message names the line and the rule that it breaks
     */
    public static Ratings read(Path path, Duplicates policy, int threads) throws IOException {
        return read(path, policy, threads, TextBlocks.SIZE);
    }

    static Ratings read(Path path, Duplicates policy, int threads, int blockSize) throws IOException {
        return reading(reader(path, Columns.recognized(), threads, blockSize), Optional.of(policy), threads)
                .ratings();
    }

    private static RatingsReader reader(Path path, Columns columns, int threads, int blockSize) throws IOException {
        return new RatingsReader(LogFile.open(path, "a file of ratings"), columns, threads, blockSize);
    }

    /**
     * Ratings, and what was assumed when they were read.
     *
     * @param ratings the ratings, or weights
     * @param notes warnings, one sentence each, which begins with the file's name: that the file is not UTF-8, which columns
     *     were assumed, or that lines were passed over. Most files give none
     */
    public record Reading(Ratings ratings, List<String> notes) {}

    /**
     * What was read with more than the usual care, or less.
     *
     * @param ratings the ratings, or weights
     * @param notes warnings, as in {@link Reading}
     * @param skipped the number of lines that were skipped since they are wrong
     * @param order the order of the ratings in time, if it was asked for
     * @param columns which column is what, in one sentence for each file, which begins with its name; none for a file of which the notes say
     *     it
     */
    public record FullReading(
            Ratings ratings, List<String> notes, long skipped, Optional<TimeOrder> order, List<String> columns) {
        /** Copies the lists. */
        public FullReading {
            notes = List.copyOf(notes);
            columns = List.copyOf(columns);
        }
    }

    /**
     * Reads all entries as {@link #readWithNotes(Path, Columns, Optional, int)} does. Can skip lines that are wrong, and read times.
     *
     * @param path the file
     * @param columns which column is what
     * @param policy what to do if a user has an item several times; if empty, the latest rating counts, and weights are summed
     * @param threads the number of threads, at least 1
     * @param skipsBad whether lines that are wrong are skipped, counted and, the first of them, noted
     * @param hasTimes whether the order in time is wanted; a file without times is refused then
     * @return what was read
     * @throws IOException if the file cannot be read or is not what it should be
     */
    public static FullReading readFully(
            Path path, Columns columns, Optional<Duplicates> policy, int threads, boolean skipsBad, boolean hasTimes)
            throws IOException {
        return readFully(List.of(path), columns, policy, threads, skipsBad, hasTimes);
    }

    /**
     * Reads several files as if they were one: their entries in the order of the files. A user or an item of the same name is the same in
     * all. Each file has its own form and header. The log of a server, which {@link #LOG_HEADER} begins, says its columns itself, and may
     * be empty yet.
     *
     * @param paths the files, at least one
     * @param columns which column is what
     * @param policy what to do if a user has an item several times, in one file or in two; if empty, the latest rating counts, and weights are
     *     summed
     * @param threads the number of threads, at least 1
     * @param skipsBad whether lines that are wrong are skipped, counted and, the first of them of each file, noted
     * @param hasTimes whether the order in time is wanted; a file without times is refused then
     * @return what was read
     * @throws IOException if a file cannot be read or is not what it should be
     */
    public static FullReading readFully(
            List<Path> paths,
            Columns columns,
            Optional<Duplicates> policy,
            int threads,
            boolean skipsBad,
            boolean hasTimes)
            throws IOException {
        List<String> found = new ArrayList<>();
        List<RatingsReader> readers = new ArrayList<>();
        for (Path path : paths) {
            Source source = LogFile.open(path, "a file of ratings");
            boolean isFurtherLog = paths.size() > 1 && LogFile.is(source);
            if (isFurtherLog && LogFile.isNew(source)) {
                found.add(source.name() + ": holds no ratings yet");
            } else {
                Columns said = isFurtherLog ? columns.ofLog() : columns;
                readers.add(new RatingsReader(source, said, threads, TextBlocks.SIZE, skipsBad, hasTimes));
            }
        }
        if (readers.isEmpty()) {
            throw new FormatException(found.get(0));
        }
        JointReader all = new JointReader(readers, new Workers(threads), hasTimes);
        Ratings ratings = all.read(policy);
        long skipped = 0;
        List<String> notes = new ArrayList<>();
        for (RatingsReader reader : readers) {
            notes.addAll(reader.notes());
            skipped += reader.skipped();
            reader.columns().ifPresent(found::add);
        }
        return new FullReading(ratings, notes, skipped, all.order(), found);
    }

    /**
     * Reads all entries as {@link #read(Path, Duplicates, int)} does, and also returns what was assumed.
     *
     * @param path the file
     * @param policy what to do if a user has rated an item several times
     * @param threads the number of threads, at least 1
     * @return the ratings, or weights, and the warnings
     * @throws IOException if the file cannot be read or is not what it should be
     */
    public static Reading readWithNotes(Path path, Duplicates policy, int threads) throws IOException {
        return readWithNotes(path, Columns.recognized(), Optional.of(policy), threads);
    }

    /**
     * Reads all entries, and also returns what was assumed.
     *
     * @param path the file
     * @param columns which column is what
     * @param policy what to do if a user has an item several times; if empty, the latest rating counts, and weights are summed
     * @param threads the number of threads, at least 1
     * @return the ratings, or weights, and the warnings
     * @throws IOException if the file cannot be read or is not what it should be
     */
    public static Reading readWithNotes(Path path, Columns columns, Optional<Duplicates> policy, int threads)
            throws IOException {
        return reading(reader(path, columns, threads, TextBlocks.SIZE), policy, threads);
    }

    private static Reading reading(RatingsReader reader, Optional<Duplicates> policy, int threads) throws IOException {
        Ratings ratings = new JointReader(List.of(reader), new Workers(threads), false).read(policy);
        return new Reading(ratings, reader.notes());
    }

    /**
     * Returns whether a file looks like ratings rather than like a table: a header names user and item; or its lines have three or
     * four fields, of which the first two are text or whole numbers, as names of a user and an item are, and the third is a number.
     *
     * @param path the file
     * @return true if it looks like ratings
     * @throws IOException if the file cannot be read
     */
    public static boolean looksLikeRatings(Path path) throws IOException {
        return RatingsFormat.isLikely(LogFile.open(path, "a file of ratings or a table"));
    }

    /**
     * Reads what users who are new to a model have rated or chosen. The file may have the form that {@link #read(Path)} reads; or each line
     * has an item and a rating, or an item and a weight, or an item alone, and all lines are of one user. If a user has an item several
     * times, the latest rating counts; weights are summed.
     *
     * @param path the file
     * @param nameOfOne the name of that one user
     * @return the ratings, or weights
     * @throws FormatException if the file is not what it should be
     */
    public static Ratings readNewUsers(Path path, String nameOfOne) throws IOException {
        return readNewUsers(path, Columns.recognized(), nameOfOne).ratings();
    }

    /**
     * Reads what users who are new to a model have rated or chosen, as {@link #readNewUsers(Path, String)} does, and also returns what was
     * assumed.
     *
     * @param path the file
     * @param columns which column is what; if the user's is said, every line has a user
     * @param nameOfOne the name of the one user, if lines have none
     * @return the ratings, or weights, and the warnings
     * @throws FormatException if the file is not what it should be
     */
    public static Reading readNewUsers(Path path, Columns columns, String nameOfOne) throws IOException {
        return readNewUsers(path, columns, nameOfOne, item -> false);
    }

    /**
     * Reads what users who are new to a model have rated or chosen, as {@link #readNewUsers(Path, Columns, String)} does, with an eye to the
     * items that the model knows: lines that are such items as a whole, with spaces or other delimiters in them, are not divided.
     *
     * @param path the file
     * @param columns which column is what; if the user's is said, every line has a user
     * @param nameOfOne the name of the one user, if lines have none
     * @param isItem whether the model knows an item of this name
     * @return the ratings, or weights, and the warnings
     * @throws FormatException if the file is not what it should be
     */
    public static Reading readNewUsers(Path path, Columns columns, String nameOfOne, Predicate<String> isItem)
            throws IOException {
        return readNew(path, OneNewcomer.Kind.USER, columns, nameOfOne, isItem);
    }

    /**
     * Reads how users have rated items that are new to a model. The file may have the form that {@link #read(Path)} reads; or each line has
     * a user and a rating, and all lines are of one item. If a user has rated an item several times, the last rating counts.
     *
     * @param path the file
     * @param columns which column is what; if the item's is said, every line has an item
     * @param nameOfOne the name of the one item, if lines have none
     * @param isUser whether the model knows a user of this name
     * @return the ratings, or weights, and the warnings
     * @throws FormatException if the file is not what it should be
     */
    public static Reading readNewItems(Path path, Columns columns, String nameOfOne, Predicate<String> isUser)
            throws IOException {
        return readNew(path, OneNewcomer.Kind.ITEM, columns, nameOfOne, isUser);
    }

    private static Reading readNew(
            Path path, OneNewcomer.Kind kind, Columns columns, String nameOfOne, Predicate<String> isPartner)
            throws IOException {
        Source source = LogFile.open(path, "a file of ratings");
        Optional<OneNewcomer> one = OneNewcomer.of(source, kind, columns, isPartner);
        return one.isPresent()
                ? one.get().read(nameOfOne)
                : readWithNotes(
                        path,
                        columns.keepingEqualRatings(),
                        Optional.empty(),
                        Workers.all().threads());
    }

    /** Takes pairs of user and item. */
    @FunctionalInterface
    public interface PairConsumer {
        /**
         * Takes the user and item of a line.
         *
         * @param user the user's name
         * @param item the item's name
         * @param line the number of the line, from 1
         * @throws IOException if the pair cannot be used
         */
        void accept(String user, String item, long line) throws IOException;
    }

    /**
     * Reads pairs of user and item, one in each line, in the order of the file. Further fields are passed over. A header that names
     * both columns decides their order. What {@link #read(Path)} takes for a header is no pair, whatever it names.
     *
     * @param path the file
     * @param consumer takes the pairs
     * @throws FormatException if the file is not what it should be; the pairs before the line at fault have been consumed
     */
    public static void forEachPair(Path path, PairConsumer consumer) throws IOException {
        forEachPair(path, Columns.recognized(), consumer);
    }

    /**
     * Reads pairs of user and item as {@link #forEachPair(Path, PairConsumer)} does, from columns that are said.
     *
     * @param path the file
     * @param said the columns of user and item, as far as they are said
     * @param consumer takes the pairs
     * @throws FormatException if the file is not what it should be; the pairs before the line at fault have been consumed
     */
    public static void forEachPair(Path path, Columns said, PairConsumer consumer) throws IOException {
        forEachPair(path, said, false, consumer);
    }

    /**
     * Reads pairs of user and item as {@link #forEachPair(Path, PairConsumer)} does, and skips lines that are wrong if asked to.
     *
     * @param path the file
     * @param said the columns of user and item, as far as they are said
     * @param skipsBad whether lines without user or item are skipped; otherwise the first ends the reading
     * @param consumer takes the pairs
     * @return what was assumed of a header that does not name user and item; and sentences about the lines that were skipped: how many, and the
     *     first of them. Most files give none
     * @throws FormatException if the file is not what it should be; the pairs before the line at fault have been consumed
     */
    public static List<String> forEachPair(Path path, Columns said, boolean skipsBad, PairConsumer consumer)
            throws IOException {
        Source source = new Source(path, "a file of pairs");
        TwoColumns columns = TwoColumns.pairs(source, said);
        List<String> listed = new ArrayList<>();
        long[] skipped = {0};
        columns.forEach((fields, line) -> {
            Optional<String> fault = columns.fault(fields);
            if (fault.isEmpty()) {
                consumer.accept(fields.string(columns.first()), fields.string(columns.second()), line);
                return;
            }
            FormatException error = source.error(line, fault.get());
            if (!skipsBad) {
                throw error;
            }
            if (skipped[0]++ < RatingsReader.MOST_LISTED) {
                listed.add(error.getMessage());
            }
        });
        List<String> notes = new ArrayList<>();
        columns.notes().forEach(note -> notes.add(source.name() + ": " + note));
        notes.addAll(RatingsReader.skipped(source, skipped[0], listed));
        return List.copyOf(notes);
    }

    /**
     * Reads the titles of items from a file of item and title, one in each line. Further columns are passed over. Items without a title
     * are left out; if an item has several titles, the first counts. A title may have delimiters in it where it is the last column; in other
     * places it needs quotes then, and a line with more fields than the header, or than the first lines, is refused.
     *
     * @param path the file
     * @return the titles by the names of the items, in the order of the file
     * @throws FormatException if the file is not what it should be
     */
    public static Map<String, String> titles(Path path) throws IOException {
        return new TitleReader(new Source(path, "a file of titles")).read();
    }

    /**
     * What a file of titles says of items.
     *
     * @param titles the titles by the names of the items, in the order of the file
     * @param names the names of the other columns; without a header "column 3" if there are three, and else none
     * @param others what the other columns say of each item, in their order; an empty text where one says nothing
     */
    public record ItemColumns(Map<String, String> titles, List<String> names, Map<String, List<String>> others) {}

    /**
     * Reads a file of titles as {@link #titles} does, and its other columns, too: those that a header names, or the third of three.
     *
     * @param path the file
     * @return the titles and the other columns
     * @throws FormatException if the file is not what it should be
     */
    public static ItemColumns itemColumns(Path path) throws IOException {
        Map<String, String> titles = titles(path); // fails at a line that does not have both
        Source source = new Source(path, "a file of titles");
        TwoColumns columns = TwoColumns.titles(source);
        List<String> header = columns.header();
        List<Integer> fields = IntStream.range(0, header.size())
                .filter(k -> k != columns.first()
                        && k != columns.second()
                        && !header.get(k).isBlank())
                .boxed()
                .toList();
        Map<String, List<String>> others = new LinkedHashMap<>();
        if (!fields.isEmpty()) {
            columns.forEach((line, number) -> others.putIfAbsent(
                    line.string(columns.first()),
                    fields.stream()
                            .map(k -> k < line.count() ? line.string(k) : "")
                            .toList()));
        }
        return new ItemColumns(titles, fields.stream().map(header::get).toList(), others);
    }
}
