package rung.cli.ratings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import rung.cli.terminal.BadLineOptions;
import rung.cli.terminal.InputException;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.file.FormatException;
import rung.file.ratings.RatingsFile;

/** What {@code train} read, and doubts whether that is what was meant. */
final class TrainingData {
    /** With fewer entries, every item may be there once by chance. */
    private static final int ENOUGH = 10;

    /** If nearly every user is there once, beside items that are, there is nothing to learn. */
    private static final double NEARLY_ALL = 0.9;

    /** Up to this number of users or items, it is likely that something else was taken for them. */
    private static final int FEW = 20;

    /** The part of the ratings that are 0 from which on these are doubted, beside others of 1 and more. */
    private static final double MANY_ZEROS = 0.3;

    /** The part that is enough if zeros stand apart: if there are this many for each of the lowest of the others, on a scale up to 3 or more. */
    private static final double SOME_ZEROS = 0.05;

    private static final double APART = 2;

    private static final double LEAST_SCALE = 3;

    private static final String OPTIONS =
            "--user-col, --item-col, --rating-col, --weight and --time-col say which column is what";

    private TrainingData() {}

    /** Reads the files of ratings; if that fails, and the only file looks like a table, the message says what is there for tables. */
    static RatingsFile.FullReading read(
            RatingsInput input, BadLineOptions badLines, BadLineOptions.Reading<RatingsFile.FullReading> reading)
            throws IOException {
        try {
            return badLines.read(reading);
        } catch (FormatException e) {
            if (input.count() > 1 || isModel(e) || !mayBeTable(input.paths().get(0))) {
                throw e;
            }
            throw new FormatException(e.getMessage() + "; if this is a table, 'rung complete' fills in its holes", e);
        }
    }

    /** Says what was assumed about a file; that lines were skipped is said even if all else is to be quiet. */
    static void note(RatingsFile.FullReading reading, Object file, Terminal terminal) {
        reading.notes().forEach(terminal::note);
        if (terminal.isQuiet() && reading.skipped() > 0) {
            terminal.say(
                    "%s: %s skipped",
                    file,
                    reading.skipped() == 1
                            ? "1 line is wrong and was"
                            : reading.skipped() + " lines are wrong and were");
        }
    }

    private static boolean mayBeTable(Path file) throws IOException {
        return Files.isRegularFile(file) && !RatingsFile.looksLikeRatings(file);
    }

    /** Says if zeros among ratings likely mean that nothing was rated. */
    private static void noteZeros(RatingsInput input, Ratings ratings, Terminal terminal) {
        float[] values = ratings.value();
        int zeros = 0;
        int lowestCount = 0; // of the others
        float lowest = Float.POSITIVE_INFINITY;
        for (float value : values) {
            if (value == 0) {
                zeros++;
            } else if (value <= lowest) {
                lowestCount = value < lowest ? 1 : lowestCount + 1;
                lowest = value;
            }
        }
        boolean isScale = lowest >= 1 && ratings.highest() > lowest && ratings.meaning() == Meaning.RATING;
        boolean areApart =
                ratings.highest() >= LEAST_SCALE && zeros >= SOME_ZEROS * values.length && zeros >= APART * lowestCount;
        if (isScale && (areApart || zeros >= MANY_ZEROS * values.length)) {
            terminal.note(input + ": " + zeros + " of " + values.length + " ratings are 0 and the others from "
                    + Words.plain(lowest) + " to " + Words.plain(ratings.highest())
                    + "; if 0 means that something was not rated, leave these lines out");
        }
    }

    private static boolean isModel(FormatException e) {
        return e.getMessage().contains("is a model of Rung");
    }

    /**
     * Says what was assumed about a file, and refuses one that nothing can be learned from.
     *
     * @throws InputException if there is a single rating, or users and items are there once each, as in a file of titles or in a table
     */
    static void check(RatingsInput input, RatingsFile.FullReading reading, Terminal terminal) {
        reading.columns().forEach(terminal::note);
        note(reading, input, terminal);
        if (reading.columns().size() < input.count()) {
            terminal.note(input + ": if that is wrong, " + OPTIONS);
        }
        Ratings ratings = reading.ratings();
        int count = ratings.count();
        int users = ratings.users().size();
        int items = ratings.items().size();
        if (count == 1) {
            throw new InputException(input + ": holds only one "
                    + (ratings.meaning() == Meaning.RATING ? "rating, which says" : "choice, which says")
                    + " nothing about other users and items, so there is nothing to learn");
        }
        if (count >= ENOUGH && Math.max(users, items) == count && Math.min(users, items) >= NEARLY_ALL * count) {
            throw new InputException(input + ": " + (users == items ? "every" : "nearly every")
                    + " user and every item is there only once, as in a file of titles, so there is nothing to learn; "
                    + OPTIONS + ", and 'rung complete' fills in tables");
        }
        noteZeros(input, ratings, terminal);
        if (ratings.duplicates() > count && Math.min(users, items) <= FEW) {
            terminal.note(input + ": " + ratings.duplicates() + " of " + ((long) count + ratings.duplicates())
                    + " lines repeat the user and the item of another, and there are only "
                    + (users < items ? Words.count(users, "user") : Words.count(items, "item"))
                    + ", so something else may have been taken for them; " + OPTIONS);
        }
    }
}
