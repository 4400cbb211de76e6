package rung.file.ratings;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import rung.data.Meaning;
import rung.file.FormatException;

/**
 * Decides which column is what. First comes what was said, then what the header names, then what the columns hold. Columns that are
 * left are taken for user, item and value in this order; a time is none of these.
 *
 * <p>Whoever has a column of ratings gets it, even beside one of counts. A number that nobody names is a rating, unless it looks like a
 * time or a count.
 */
final class ColumnRoles {
    private final ColumnNames names;
    private final RatingsHeader header;
    private final List<ColumnContent> contents;
    private final boolean[] isTime;
    private final boolean[] looksLikeTime;

    private int user = -1;
    private int item = -1;
    private int value = -1;
    private Meaning meaning;
    private boolean
            isFirstOfLines; // whether the first column counts lines, as that of a table written with its index; ratings
    // are the fourth
    private final List<String> assumed = new ArrayList<>(); // user, item, rating: what is neither said nor named
    private final List<Integer> columns = new ArrayList<>(); // the fields that these were found in
    private final List<String> notes = new ArrayList<>();

    /**
     * Decides.
     *
     * @param names finds the columns that were said
     * @param said what was said
     * @param header what the header names: {@link RatingsHeader#NONE} if there is none
     * @param contents what each column holds
     */
    ColumnRoles(ColumnNames names, Columns said, RatingsHeader header, List<ColumnContent> contents)
            throws FormatException {
        this.names = names;
        this.header = header;
        this.contents = contents;
        int width = contents.size();
        this.isTime = new boolean[width];
        this.looksLikeTime = new boolean[width];
        take(said);
        if (user < 0 || item < 0 || value < 0) {
            findTimes();
            complete();
            addNotes();
        }
    }

    /** Takes the columns that were said, and then those that the header names and that are still free. */
    private void take(Columns said) throws FormatException {
        int time = names.field(said.time());
        if (time >= 0) {
            isTime[time] = true;
        }
        user = names.field(said.user());
        item = names.field(said.item());
        boolean isWeight = said.weight().isPresent();
        int saidValue = names.field(isWeight ? said.weight() : said.rating());
        requireDifferent(new int[] {user, item, saidValue, time}, isWeight);
        requireOther("user", user, header.user(), saidValue, isWeight, time);
        requireOther("item", item, header.item(), saidValue, isWeight, time);
        value = saidValue;
        user = user < 0 && isFree(header.user()) ? header.user() : user;
        item = item < 0 && isFree(header.item()) ? header.item() : item;
        for (int each : header.times()) {
            if (isFree(each)) {
                isTime[each] = true;
            }
        }
        if (value < 0) {
            isWeight = !isFree(header.rating()) && isFree(header.weight());
            value = isWeight ? header.weight() : isFree(header.rating()) ? header.rating() : -1;
        }
        meaning = value < 0 ? null : isWeight ? Meaning.WEIGHT : Meaning.RATING;
    }

    private void requireDifferent(int[] fields, boolean isWeight) throws FormatException {
        String[] roles = {"user", "item", isWeight ? "weight" : "rating", "time"};
        for (int a = 0; a < fields.length; a++) {
            for (int b = a + 1; b < fields.length; b++) {
                if (fields[a] >= 0 && fields[a] == fields[b]) {
                    throw names.source()
                            .error(roles[a] + " and " + roles[b] + " must be two columns, got column " + (fields[a] + 1)
                                    + " for both");
                }
            }
        }
    }

    /* What the header names as the user or the item, of which nothing was said, is neither a value nor a time. */
    private void requireOther(String role, int said, int named, int saidValue, boolean isWeight, int time)
            throws FormatException {
        if (said < 0 && named >= 0 && (named == saidValue || named == time)) {
            String other = named == time ? "time" : isWeight ? "weight" : "rating";
            throw names.source()
                    .error("the " + other + " must be another column than the " + role + ", got " + column(named)
                            + ", which is the " + role + " by its name; if it is not, say which column the " + role
                            + " is");
        }
    }

    private boolean isFree(int field) {
        return field >= 0
                && field < isTime.length
                && field != user
                && field != item
                && field != value
                && !isTime[field];
    }

    /** Whether a column is named as an order, and nobody says that it is something else. */
    private boolean isOrder(int field) {
        return field < names.names().size()
                && !header.names(field)
                && RatingsHeader.isOrder(names.names().get(field));
    }

    private boolean hasHeader() {
        return !names.names().isEmpty();
    }

    /** Finds columns without a name that look like times. The first two are users and items, where that is as likely. */
    private void findTimes() {
        for (int k = 0; k < looksLikeTime.length; k++) {
            looksLikeTime[k] =
                    isFree(k) && k != header.weight() && contents.get(k).isTime();
        }
        boolean laterTime =
                IntStream.range(2, Math.max(2, looksLikeTime.length)).anyMatch(k -> looksLikeTime[k] || isTime[k]);
        boolean isUsual = value < 0 && isClearlyRating(2) && !isClearlyRating(3);
        for (int k = 0; k < Math.min(2, looksLikeTime.length); k++) {
            if (looksLikeTime[k] && !contents.get(k).isDate() && (laterTime || isUsual)) {
                looksLikeTime[k] = false;
                if (!laterTime) {
                    notes.add(column(k) + " looks like a time, but is taken for the " + (k == 0 ? "user" : "item")
                            + ", since column 3 looks like ratings");
                }
            }
        }
    }

    private boolean isClearlyRating(int field) {
        return isFree(field) && contents.get(field).isClearlyRating();
    }

    /** Fills in what is neither said nor named. */
    private void complete() throws FormatException {
        isFirstOfLines = !hasHeader()
                && isTime.length > 3
                && contents.get(0).countsOn()
                && isClearlyRating(3)
                && !isClearlyRating(2);
        int missing = (user < 0 ? 1 : 0) + (item < 0 ? 1 : 0);
        List<Integer> found = withoutRating(free(free(false).size() < missing), missing);
        if (found.size() < missing) {
            throw names.source()
                    .error("no column is left for the " + (user >= 0 || found.size() == 1 ? "item" : "user"));
        }
        requireNoOrder(found, missing);
        int next = 0;
        if (user < 0) {
            user = assume("user", found.get(next++));
        }
        if (item < 0) {
            item = assume("item", found.get(next));
        }
        if (value < 0) {
            value = findValue();
            boolean isWeight = value < 0 || contents.get(value).isCounts();
            meaning = isWeight ? Meaning.WEIGHT : Meaning.RATING;
            if (!isWeight) {
                assume("rating", value);
            }
        }
    }

    /**
     * The columns that may be user and item: all that are given but the ratings, if these come before the name of an item. They are
     * told by what they hold, a few small numbers again and again, where one column alone does, and where texts follow it; or where a
     * time comes first, and all others are many numbers beyond any scale.
     */
    private List<Integer> withoutRating(List<Integer> found, int missing) {
        List<Integer> scales =
                found.stream().filter(k -> contents.get(k).isScale()).toList();
        if (value >= 0 || scales.size() != 1 || found.size() <= missing) {
            return found;
        }
        int scale = scales.get(0);
        boolean isEarly = found.indexOf(scale) < missing && (hasHeader() || scale > 0);
        boolean textFollows = found.stream()
                .skip(missing)
                .anyMatch(k -> !contents.get(k).isNumeric() && contents.get(k).isVaried());
        boolean areIds = missing == 2
                && looksLikeTime[0]
                && found.stream().allMatch(k -> k == scale || contents.get(k).isNumbered());
        return isEarly && (textFollows || areIds)
                ? found.stream().filter(k -> k != scale).toList()
                : found;
    }

    /*
     * Fails if what would be assumed to be user and item is an order and its customer: each value of one column is there with one value of
     * the other, time and again, and there are other columns.
     */
    private void requireNoOrder(List<Integer> found, int missing) throws FormatException {
        if (found.size() < missing + 2) {
            return;
        }
        int one = user < 0 ? found.get(0) : user;
        int other = item < 0 ? found.get(missing - 1) : item;
        int next = found.get(missing);
        boolean isFirst = user < 0 && contents.get(one).determines(contents.get(other));
        boolean isSecond = item < 0 && contents.get(other).determines(contents.get(one));
        if (isFirst || isSecond) {
            int order = isFirst ? one : other;
            int customer = isFirst ? other : one;
            throw names.source()
                    .error("which columns are user and item? " + column(order) + " may be the number of an order: "
                            + "each of its values is there with one value of " + column(customer) + "; if so, "
                            + (isFirst && item >= 0
                                    ? "say --user-col " + (next + 1)
                                    : "say --user-col " + (customer + 1) + " --item-col " + (next + 1))
                            + ", and if not, --user-col " + (one + 1) + " --item-col " + (other + 1));
        }
    }

    private int assume(String role, int field) {
        assumed.add(role);
        columns.add(field);
        return field;
    }

    /** Finds the first number that is still free. Without it, lines that say neither columns nor times have a fault there. */
    private int findValue() {
        List<Integer> left = free(false);
        boolean areEvents = hasHeader()
                || IntStream.range(0, isTime.length).anyMatch(k -> isTime[k] || looksLikeTime[k] && isFree(k));
        return left.stream()
                .filter(k -> contents.get(k).isNumeric())
                .findFirst()
                .orElse(areEvents || left.isEmpty() ? -1 : left.get(0));
    }

    /** The columns that are free, in their order; those that look like times if {@code includeTimes}. */
    private List<Integer> free(boolean includeTimes) {
        return IntStream.range(0, isTime.length)
                .filter(k -> isFree(k) && !isOrder(k) && (includeTimes || !looksLikeTime[k]))
                .filter(k -> k > 0 || !isFirstOfLines)
                .boxed()
                .toList();
    }

    private void addNotes() {
        if (user > 0 && isFirstOfLines) {
            notes.add("no header; column 1 counts the lines and is passed over");
        }
        List<Integer> times = IntStream.range(0, isTime.length)
                .filter(k -> looksLikeTime[k] && isFree(k))
                .boxed()
                .toList();
        boolean isUsual = user == 0 && item == 1 && (value == 2 || value < 0 && isTime.length == 2);
        if (hasHeader()) {
            noteUnnamed(times.isEmpty() || isUsual || value >= 0);
        } else if (isTime.length == 2 && !assumed.isEmpty()) {
            notes.add("two columns without a header are taken for user and item: every line counts as one choice");
        }
        if (!times.isEmpty() && !isUsual && !(hasHeader() && value >= 0)) {
            notes.add((hasHeader() ? "" : "no header; ")
                    + times.stream().map(this::column).collect(Collectors.joining(" and "))
                    + (times.size() == 1 ? " looks like a time, so " : " look like times, so ")
                    + (value >= 0
                            ? assignment()
                            : (user == 0 && item == 1
                                            ? ""
                                            : (names.areKeys()
                                                            ? numbered(user) + " and " + numbered(item)
                                                            : "columns " + (user + 1) + " and " + (item + 1))
                                                    + " are taken for user and item, and ")
                                    + "there are no ratings: every line counts as one choice"));
        } else if (value < 0 && header.times().isEmpty() && isTime.length > 2) {
            notes.add("there is no column of ratings or counts: every line counts as one choice");
        }
        if (value >= 0
                && meaning == Meaning.WEIGHT
                && value != header.weight()
                && contents.get(value).isCounts()) {
            notes.add(column(value) + " looks like counts, so it is taken for weights, not for ratings");
        }
        if (assumed.contains("rating") && contents.get(value).isUnlikeRatings()) {
            notes.add(column(value) + " is taken for the rating, though ratings seldom have so many different values,"
                    + " or such high ones");
        }
    }

    private static String listed(List<String> words) {
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }

    private String assignment() {
        return (names.areKeys()
                        ? numbered(user) + ", " + numbered(item) + " and " + numbered(value)
                        : "columns " + (user + 1) + ", " + (item + 1) + " and " + (value + 1))
                + " are taken for user, item and "
                + (meaning == Meaning.RATING ? "rating" : "weight");
    }

    private String column(int field) {
        return names.areKeys() ? numbered(field) : "column " + numbered(field);
    }

    private String numbered(int field) {
        return names.numbered(field);
    }

    /** Says which columns were assumed, because the header does not name them, and which one is the time. */
    private void noteUnnamed(boolean saysTime) {
        String noteOfTime = saysTime && time() >= 0 ? "; " + column(time()) + " is the time" : "";
        if (assumed.size() >= 2
                && !names.areKeys()
                && user == 0
                && item == 1
                && value == 2
                && meaning == Meaning.RATING) {
            notes.add(names.takenForHeader()
                    + "two of user, item and rating: the first three columns are taken for them, in this order"
                    + noteOfTime);
        } else if (!assumed.isEmpty()) {
            notes.add((names.areKeys() ? "no field is named as " : "the header does not name ")
                    + listed(assumed.stream().map(role -> "the " + role).toList()) + ": "
                    + (names.areKeys() ? "" : columns.size() == 1 ? "column " : "columns ")
                    + listed(columns.stream().map(this::numbered).toList())
                    + (columns.size() == 1 ? " is taken for it" : " are taken for them") + noteOfTime);
        }
    }

    /** The field of the user. */
    int user() {
        return user;
    }

    /** The field of the item. */
    int item() {
        return item;
    }

    /** The field of the rating or the weight, or −1 if there is neither. */
    int value() {
        return value;
    }

    /** The field of the time: the one that was said, that the header names, or that looks like a time; −1 if there is none. */
    int time() {
        return IntStream.range(0, isTime.length)
                .filter(k -> isTime[k])
                .findFirst()
                .orElseGet(() -> IntStream.range(0, isTime.length)
                        .filter(k -> isFree(k) && contents.get(k).isTime())
                        .findFirst()
                        .orElse(-1));
    }

    /** What the value means; a weight if there is none. */
    Meaning meaning() {
        return meaning;
    }

    /** What else is to be known, in sentences: that what was done is not used, where every line counts as one choice. */
    List<String> remarks() {
        return IntStream.range(0, value < 0 && hasHeader() ? isTime.length : 0)
                .filter(k -> isFree(k)
                        && k < names.names().size()
                        && RatingsHeader.isAction(names.names().get(k))
                        && contents.get(k).isKind())
                .mapToObj(k -> column(k) + " is not used: every line counts the same, whatever it says")
                .toList();
    }

    /** What was assumed, in sentences; empty if all was said or named. */
    List<String> notes() {
        return notes;
    }
}
