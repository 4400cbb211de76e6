package rung.file.ratings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.file.FormatException;
import rung.file.input.Source;
import rung.file.text.NumberNotation;
import rung.linalg.Workers;

/**
 * Reads ratings from text: one in each line, as user, item and rating. Further fields are passed over.
 *
 * <p>The delimiter may be a comma, semicolon, tab, spaces, {@code |} or {@code ::}. A header is recognized; if it names at least
 * two of the three columns, it decides their order. Names may be quoted, as in CSV, and are UTF-8 or else ISO-8859-1. Blank lines
 * are passed over. Files may be gzipped.
 */
public final class RatingsFile {
    private RatingsFile() {}

    /**
     * Reads all ratings, on as many threads as the machine has processors.
     *
     * @param path the file
     * @param policy what to do if a user has rated an item several times
     * @return the ratings
     * @throws FormatException if the file is not what it should be; the message names the line and the rule that it breaks
     */
    public static Ratings read(Path path, Duplicates policy) throws IOException {
        return read(path, policy, Workers.all().threads());
    }

    /**
     * Reads all ratings. Users and items are numbered in the order of their first appearance. The result does not depend on the number
     * of threads.
     *
     * @param path the file
     * @param policy what to do if a user has rated an item several times
     * @param threads the number of threads, at least 1
     * @return the ratings
     * @throws FormatException if the file is not what it should be; the message names the line and the rule that it breaks
     */
    public static Ratings read(Path path, Duplicates policy, int threads) throws IOException {
        return read(path, policy, threads, TextBlocks.SIZE);
    }

    static Ratings read(Path path, Duplicates policy, int threads, int blockSize) throws IOException {
        return new RatingsReader(new Source(path, "a file of ratings"), threads, blockSize).read(policy);
    }

    /**
     * Ratings, and what was assumed when they were read.
     *
     * @param ratings the ratings
     * @param notes warnings, one sentence each, which begins with the file's name: that the file is not UTF-8, or which columns
     *     were assumed. Most files give none
     */
    public record Reading(Ratings ratings, List<String> notes) {}

    /**
     * Reads all ratings as {@link #read(Path, Duplicates, int)} does, and also returns what was assumed.
     *
     * @param path the file
     * @param policy what to do if a user has rated an item several times
     * @param threads the number of threads, at least 1
     * @return the ratings and the warnings
     * @throws IOException if the file cannot be read or is not what it should be
     */
    public static Reading readWithNotes(Path path, Duplicates policy, int threads) throws IOException {
        RatingsReader reader = new RatingsReader(new Source(path, "a file of ratings"), threads, TextBlocks.SIZE);
        Ratings ratings = reader.read(policy);
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
        return RatingsFormat.isLikely(new Source(path, "a file of ratings or a table"));
    }

    /**
     * Reads ratings of users who are new to a model. The file may have the form that {@link #read} reads; or each line has two fields,
     * item and rating, and all lines are of one user. If a user has rated an item several times, the last rating counts.
     *
     * @param path the file
     * @param nameOfOne the name of that one user
     * @return the ratings
     * @throws FormatException if the file is not what it should be
     */
    public static Ratings readNewUsers(Path path, String nameOfOne) throws IOException {
        Source source = new Source(path, "a file of ratings");
        if (!TwoColumns.isUsual(source)) {
            return read(path, Duplicates.LAST);
        }
        TwoColumns columns = TwoColumns.ratings(source);
        Ratings.Builder ratings = Ratings.builder();
        columns.forEach((fields, line) -> {
            if (fields.isBroken()) {
                throw source.error(line, RatingsParser.BROKEN);
            }
            if (fields.isEmpty(columns.first())) {
                throw source.error(line, RatingsParser.NO_ITEM);
            }
            String rating = fields.string(columns.second());
            NumberNotation.Kind kind =
                    fields.kind(columns.second(), columns.delimiter().notation());
            float value = kind == NumberNotation.Kind.NUMBER ? Float.parseFloat(rating.replace(',', '.')) : Float.NaN;
            if (!Float.isFinite(value)) {
                throw source.error(line, RatingsParser.refusal(kind, rating));
            }
            ratings.add(nameOfOne, fields.string(columns.first()), value);
        });
        return ratings.build(Duplicates.LAST);
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
     * both columns decides their order.
     *
     * @param path the file
     * @param consumer takes the pairs
     * @throws FormatException if the file is not what it should be; the pairs before the line at fault have been consumed
     */
    public static void forEachPair(Path path, PairConsumer consumer) throws IOException {
        Source source = new Source(path, "a file of pairs");
        TwoColumns columns = TwoColumns.pairs(source);
        columns.forEach((fields, line) -> {
            if (fields.isBroken()) {
                throw source.error(line, RatingsParser.BROKEN);
            }
            if (fields.isEmpty(columns.first())) {
                throw source.error(line, RatingsParser.NO_USER);
            }
            if (fields.isEmpty(columns.second())) {
                throw source.error(line, RatingsParser.NO_ITEM);
            }
            consumer.accept(fields.string(columns.first()), fields.string(columns.second()), line);
        });
    }

    /**
     * Reads the titles of items from a file of item and title, one in each line. Further fields are passed over. Items without a title
     * are left out; if an item has several titles, the first counts.
     *
     * @param path the file
     * @return the titles by the names of the items, in the order of the file
     * @throws FormatException if the file is not what it should be
     */
    public static Map<String, String> titles(Path path) throws IOException {
        Source source = new Source(path, "a file of titles");
        TwoColumns columns = TwoColumns.titles(source);
        Map<String, String> titles = new LinkedHashMap<>();
        columns.forEach((fields, line) -> {
            if (fields.isEmpty(columns.first())) {
                throw source.error(line, RatingsParser.NO_ITEM);
            }
            if (!fields.isEmpty(columns.second())) {
                titles.putIfAbsent(fields.string(columns.first()), fields.string(columns.second()));
            }
        });
        return Collections.unmodifiableMap(titles);
    }
}
