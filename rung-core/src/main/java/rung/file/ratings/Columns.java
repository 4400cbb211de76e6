package rung.file.ratings;

import java.util.List;
import java.util.Optional;

/**
 * Says which column of a file is what. A column goes by its name in the header, or by its number, from 1. What is not said is
 * recognized: by the header, and by what the columns hold.
 *
 * <p>A file with a column of ratings is read as ratings, {@link rung.data.Meaning#RATING}. One with a column of weights, such as counts or
 * play times, or with neither is read as {@link rung.data.Meaning#WEIGHT}; without a column of weights, every line weighs 1.
 */
public final class Columns {
    private static final Columns RECOGNIZED = new Columns(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), false);

    private final Optional<String> user;
    private final Optional<String> item;
    private final Optional<String> rating;
    private final Optional<String> weight;
    private final Optional<String> time;
    private final boolean keepsEqualRatings;

    private Columns(
            Optional<String> user,
            Optional<String> item,
            Optional<String> rating,
            Optional<String> weight,
            Optional<String> time,
            boolean keepsEqualRatings) {
        if (rating.isPresent() && weight.isPresent()) {
            throw new IllegalArgumentException("there must be a column of ratings or one of weights, got both, '"
                    + rating.get() + "' and '" + weight.get() + "'");
        }
        this.user = user;
        this.item = item;
        this.rating = rating;
        this.weight = weight;
        this.time = time;
        this.keepsEqualRatings = keepsEqualRatings;
    }

    /**
     * Columns of which nothing is said: all are recognized.
     *
     * @return the columns
     */
    public static Columns recognized() {
        return RECOGNIZED;
    }

    /**
     * Columns that are called by what they hold, in a header or a data frame: "user", "movieId", "minutes watched".
     *
     * @param names the names of all columns
     * @return the columns whose names are known, by these names; of ratings and weights the ratings
     */
    public static Columns named(List<String> names) {
        RatingsHeader header = RatingsHeader.of(names);
        return new Columns(
                name(names, header.user()),
                name(names, header.item()),
                name(names, header.rating()),
                name(names, header.rating() < 0 ? header.weight() : -1),
                name(names, header.times().stream().min(Integer::compare).orElse(-1)),
                false);
    }

    private static Optional<String> name(List<String> names, int field) {
        return field < 0 ? Optional.empty() : Optional.of(names.get(field));
    }

    /**
     * Says where the user is.
     *
     * @param column the name or the number of the column
     * @return columns that differ in this
     */
    public Columns withUser(String column) {
        return new Columns(Optional.of(column), item, rating, weight, time, keepsEqualRatings);
    }

    /**
     * Says where the item is.
     *
     * @param column the name or the number of the column
     * @return columns that differ in this
     */
    public Columns withItem(String column) {
        return new Columns(user, Optional.of(column), rating, weight, time, keepsEqualRatings);
    }

    /**
     * Says where the ratings are. They are kept as ratings even if all are equal.
     *
     * @param column the name or the number of the column
     * @return columns that differ in this
     * @throws IllegalArgumentException if there is a column of weights
     */
    public Columns withRating(String column) {
        return new Columns(user, item, Optional.of(column), weight, time, keepsEqualRatings);
    }

    /**
     * Says where the weights are: how often or how long a user chose an item. They must not be negative; lines of weight 0 are passed
     * over.
     *
     * @param column the name or the number of the column
     * @return columns that differ in this
     * @throws IllegalArgumentException if there is a column of ratings
     */
    public Columns withWeight(String column) {
        return new Columns(user, item, rating, Optional.of(column), time, keepsEqualRatings);
    }

    /**
     * Says which column is a time, so that it is taken for nothing else. Times themselves are passed over.
     *
     * @param column the name or the number of the column
     * @return columns that differ in this
     */
    public Columns withTime(String column) {
        return new Columns(user, item, rating, weight, Optional.of(column), keepsEqualRatings);
    }

    /**
     * Keeps ratings as ratings even if all are equal. By default such a file is taken to say only what was chosen, since there is no
     * training on one value. What is compared with predictions, or is given for a newcomer, is kept.
     *
     * @return columns that differ in this
     */
    public Columns keepingEqualRatings() {
        return new Columns(user, item, rating, weight, time, true);
    }

    /**
     * The column of the user, if it was said.
     *
     * @return its name or number
     */
    public Optional<String> user() {
        return user;
    }

    /**
     * The column of the item, if it was said.
     *
     * @return its name or number
     */
    public Optional<String> item() {
        return item;
    }

    /**
     * The column of the ratings, if it was said.
     *
     * @return its name or number
     */
    public Optional<String> rating() {
        return rating;
    }

    /**
     * The column of the weights, if it was said.
     *
     * @return its name or number
     */
    public Optional<String> weight() {
        return weight;
    }

    /**
     * The column of the time, if it was said.
     *
     * @return its name or number
     */
    public Optional<String> time() {
        return time;
    }

    /**
     * Whether ratings are kept as ratings even if all are equal.
     *
     * @return true if they are, because {@link #keepingEqualRatings} said so or the column of ratings was named
     */
    public boolean keepsEqualRatings() {
        return keepsEqualRatings || rating.isPresent();
    }

    /** Returns columns with user and item exchanged. */
    Columns mirrored() {
        return new Columns(item, user, rating, weight, time, keepsEqualRatings);
    }

    /** Returns the columns of a log, which says itself what they are. */
    Columns ofLog() {
        return keepsEqualRatings ? RECOGNIZED.keepingEqualRatings() : RECOGNIZED;
    }

    /** Whether any column was said. */
    boolean saysAny() {
        return user.isPresent() || item.isPresent() || rating.isPresent() || weight.isPresent() || time.isPresent();
    }
}
