package rung.cli.terminal;

import picocli.CommandLine.Option;
import rung.file.ratings.Columns;

/** The options that say which column of a file of ratings or interactions is what, for use as a {@code @Mixin}. */
public final class ColumnOptions {
    @Option(
            names = "--user-col",
            paramLabel = "COLUMN",
            description = "The column of the user: its name in the header, or its number from 1"
                    + " (default: recognized, as all columns are).")
    private String user;

    @Option(names = "--item-col", paramLabel = "COLUMN", description = "The column of the item.")
    private String item;

    @Option(names = "--rating-col", paramLabel = "COLUMN", description = "The column of the rating.")
    private String rating;

    @Option(
            names = "--weight",
            paramLabel = "COLUMN",
            description = "The column of counts or play times, for a file that says what people chose.")
    private String weight;

    @Option(
            names = "--time-col",
            paramLabel = "COLUMN",
            description =
                    "The column of the time, by which the latest of several ratings counts and 'rung train --split time' divides.")
    private String time;

    /** Creates the options; picocli sets them. */
    public ColumnOptions() {}

    /**
     * Whether any column was given.
     *
     * @return true if one was
     */
    public boolean areGiven() {
        return user != null || item != null || rating != null || weight != null || time != null;
    }

    /**
     * The columns that were given; all others are recognized.
     *
     * @return the columns
     * @throws UsageException if there are both ratings and weights
     */
    public Columns columns() {
        if (rating != null && weight != null) {
            throw new UsageException("--rating-col and --weight do not go together: values are ratings or weights");
        }
        Columns columns = Columns.recognized();
        columns = user == null ? columns : columns.withUser(user);
        columns = item == null ? columns : columns.withItem(item);
        columns = rating == null ? columns : columns.withRating(rating);
        columns = weight == null ? columns : columns.withWeight(weight);
        return time == null ? columns : columns.withTime(time);
    }
}
