package rung.file.ratings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import rung.data.Ids;
import rung.data.Meaning;
import rung.file.input.Source;
import rung.file.text.NumberNotation;
import rung.file.text.RowTime;

/** Parses blocks of lines into ratings or weights. Each thread has its own parser, which numbers users and items as it meets them. */
final class RatingsParser {
    static final String BROKEN = "a field that begins with a quote must end with one";
    static final String USER = "the user ";
    static final String ITEM = "the item ";
    static final String WORDS = "; write words as numbers, such as 1 for good and 0 for bad";
    static final String PERCENT = "; leave out the sign %";
    private static final String DOUBTFUL = "; its comma may separate thousands or be a decimal comma: write it without";

    /** The decimal point of some languages; those of others are read, too. */
    private static final byte DECIMAL_COMMA = ',';

    /** What is clearly a word, and no number that was mistyped. */
    private static final Pattern WORD = Pattern.compile("\\p{L}{2}[\\p{L} _-]*");

    private final RatingsFormat format;
    private final LineFields fields;
    private final NumberNotation notation;
    private final boolean isWeight;
    private final String plainNoun;
    private final String noun;
    private final Ids.Builder users = new Ids.Builder();
    private final Ids.Builder items = new Ids.Builder();
    private int[] user = new int[1 << 10];
    private int[] item = new int[1 << 10];
    private float[] value = new float[1 << 10];
    private double[] time = new double[1 << 10];
    private int count;
    private int dropped; // lines of weight 0
    private int comments;
    private final LineFields joining; // null if lines are not joined
    private final boolean skipsBad;
    private final boolean hasTimes;
    private final Optional<FarRatings> far;

    /**
     * Parses lines of this form.
     *
     * @param joins whether fields that go over several lines are read; otherwise they end the block
     * @param skipsBad whether lines with a fault are skipped; otherwise the first ends the block
     * @param hasTimes whether times are read
     * @param far the ratings that are wrong because they are far from all others; empty if none are
     */
    RatingsParser(RatingsFormat format, boolean joins, boolean skipsBad, boolean hasTimes, Optional<FarRatings> far) {
        this.format = format;
        this.joining = joins ? format.form().joining() : null;
        this.skipsBad = skipsBad;
        this.hasTimes = hasTimes;
        this.far = far;
        this.fields = format.form().fields();
        this.notation = format.form().notation();
        this.isWeight = format.meaning() == Meaning.WEIGHT;
        this.plainNoun = isWeight ? "weight" : "rating";
        this.noun = plainNoun + (format.value() < 0 ? "" : " in " + format.column(format.value()));
    }

    /** The users that were met so far. */
    Ids.Builder users() {
        return users;
    }

    /** The items that were met so far. */
    Ids.Builder items() {
        return items;
    }

    /** Parses a block up to its end, or to its first line that is no rating, unless such lines are skipped. */
    RatingsPart parse(TextBlocks.Block block) {
        count = 0;
        dropped = 0;
        comments = 0;
        TextLines lines = new TextLines(block.bytes(), 0, block.length(), joining);
        String fault = null;
        List<RatingsPart.BadLine> bad = new ArrayList<>();
        int badCount = 0;
        boolean isOpen = false;
        while (fault == null && lines.next()) {
            fault = add(block.bytes(), lines.start(), lines.end());
            isOpen = fault != null && joining == null && fields.open() >= 0;
            if (fault != null && skipsBad && !isOpen) {
                if (bad.size() < RatingsReader.MOST_LISTED) {
                    bad.add(new RatingsPart.BadLine(lines.number(), fault));
                }
                badCount++;
                fault = null;
            }
        }
        RatingsPart part = new RatingsPart(
                this,
                users.size(),
                items.size(),
                fault == null ? lines.passed() : lines.number(),
                dropped,
                fault,
                Arrays.copyOf(user, count),
                Arrays.copyOf(item, count),
                Arrays.copyOf(value, count));
        part.time = hasTimes ? Arrays.copyOf(time, count) : part.time;
        part.bad = bad;
        part.badCount = badCount;
        part.isOpen = isOpen;
        part.comments = comments;
        return part;
    }

    /** Adds the rating of one line; returns what is wrong with it, or null. */
    private String add(byte[] text, int from, int to) {
        fields.split(text, from, to);
        if (fields.isMarked() && fields.isComment(fields.count() == format.fields())) {
            comments++;
            return null;
        }
        if (fields.fault() != null) {
            return fields.fault();
        }
        if (fields.count() != format.fields()) {
            return "expected " + format.fields() + " fields, found " + fields.count();
        }
        if (!fields.isName(format.user())) {
            return USER + fields.nothing(format.user());
        }
        if (!fields.isName(format.item())) {
            return ITEM + fields.nothing(format.item());
        }
        float number = format.value() < 0 ? 1 : number(text);
        if (!Float.isFinite(number)) {
            if (!fields.isName(format.value())) {
                return "the " + (format.form().isJson() ? plainNoun : noun) + " " + fields.nothing(format.value());
            }
            NumberNotation.Kind kind = notation.kind(text, fields.start(format.value()), fields.end(format.value()));
            String given = fields.string(format.value());
            return format.outOf() > 0 && RatingWords.outOf(given) > 0
                    ? "the " + noun + " must be out of " + format.outOf() + " as others are, got '" + given + "'"
                    : refusal(noun, kind, given);
        }
        if (isWeight && number <= 0) {
            dropped++;
            return number == 0 ? null : negative(noun, fields.string(format.value()));
        }
        if (far.isPresent() && far.get().excludes(number)) {
            return "the " + noun + " is " + far.get().words() + ", got "
                    + Source.shortened(fields.string(format.value()));
        }
        double when = hasTimes ? time() : 0;
        if (Double.isNaN(when)) {
            String given = fields.string(format.time());
            ColumnContent.DayOrder dayOrder = format.dayOrder();
            if (dayOrder.isOpposed(given)) {
                return "the time in " + format.column(format.time()) + " is " + dayOrder.otherWords() + ", got '"
                        + given
                        + "', but "
                        + (dayOrder.shown().isEmpty() ? "dates are read as " : dayOrder.shown() + " is ")
                        + dayOrder.words();
            }
            return "the time in " + format.column(format.time())
                    + " must be a number or a date such as 2001-02-03 or 3 Feb 2001, got '"
                    + Source.shortened(given) + "'";
        }
        if (count == value.length) {
            user = Arrays.copyOf(user, 2 * count);
            item = Arrays.copyOf(item, 2 * count);
            value = Arrays.copyOf(value, 2 * count);
            time = hasTimes ? Arrays.copyOf(time, 2 * count) : time;
        }
        user[count] = id(users, text, format.user());
        item[count] = id(items, text, format.item());
        value[count] = number;
        if (hasTimes) {
            time[count] = when;
        }
        count++;
        return null;
    }

    /** The number of the line that was split: not finite if there is none. */
    private float number(byte[] text) {
        int start = fields.start(format.value());
        int end = fields.end(format.value());
        if (format.form().isDoubtful(text, start, end)) {
            return Float.NaN;
        }
        float fast = DecimalParser.parse(text, start, end, DECIMAL_COMMA);
        return !Float.isNaN(fast)
                ? fast
                : notation.kind(text, start, end) == NumberNotation.Kind.NUMBER
                        ? DecimalParser.parseAny(text, start, end)
                        : answer();
    }

    /** The rating in words or signs of the line that was split: not a number if there is none, or one out of another number. */
    private float answer() {
        float answer = fields.answer(format.value());
        boolean isAlike = Float.isNaN(answer) || RatingWords.outOf(fields.string(format.value())) == format.outOf();
        return isAlike ? answer : Float.NaN;
    }

    /** The time of the line that was split: −∞ if none is there, and not a number if it cannot be read. */
    private double time() {
        if (format.time() < 0) {
            return Double.NEGATIVE_INFINITY;
        }
        NumberNotation.Kind kind = fields.kind(format.time(), notation);
        if (kind == NumberNotation.Kind.MISSING) {
            return Double.NEGATIVE_INFINITY;
        }
        String text = fields.string(format.time());
        return kind == NumberNotation.Kind.NUMBER
                ? Double.parseDouble(text.replace(',', '.'))
                : RowTime.seconds(text, format.dayOrder().order()).orElse(Double.NaN);
    }

    /** Whether a line gives an entry: it has no fault, and its weight is not 0. */
    boolean isEntry(byte[] text, int from, int to) {
        count = 0;
        return add(text, from, to) == null && count > 0;
    }

    /** Whether a text is clearly a word, and no number that was mistyped. */
    static boolean isWord(String text) {
        return WORD.matcher(text).matches();
    }

    /** The sentence for a text that is no rating or no weight, whichever {@code noun} says: "rating in column 3". */
    static String refusal(String noun, NumberNotation.Kind kind, String text) {
        boolean isNumber = kind == NumberNotation.Kind.NUMBER || kind == NumberNotation.Kind.INFINITE;
        if (kind == NumberNotation.Kind.NUMBER && text.indexOf(',') >= 0) {
            return "the " + noun + " must be a number, got '" + Source.shortened(text) + "'" + DOUBTFUL;
        }
        return isNumber || text.toLowerCase(Locale.ROOT).endsWith("nan")
                ? "the " + noun + " must be finite, got " + Source.shortened(text)
                : "the " + noun + " must be a number, got '" + Source.shortened(text) + "'"
                        + (isWord(text) ? WORDS : text.endsWith("%") ? PERCENT : "");
    }

    /** The sentence for a negative weight. */
    static String negative(String noun, String text) {
        return "the " + noun + " must not be negative, got " + Source.shortened(text);
    }

    private int id(Ids.Builder ids, byte[] text, int field) {
        if (fields.isEscaped(field)) {
            byte[] name = fields.unescaped(field);
            return ids.add(name, 0, name.length);
        }
        return ids.add(text, fields.start(field), fields.end(field));
    }
}
