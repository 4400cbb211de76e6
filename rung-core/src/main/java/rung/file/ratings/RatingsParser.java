package rung.file.ratings;

import java.util.Arrays;
import java.util.Locale;
import rung.data.Ids;
import rung.file.input.Source;
import rung.file.text.NumberNotation;

/** Parses blocks of lines into ratings. Each thread has its own parser, which numbers users and items as it meets them. */
final class RatingsParser {
    static final String BROKEN = "a field that begins with a quote must end with one";
    static final String NO_USER = "the user is empty";
    static final String NO_ITEM = "the item is empty";

    private final RatingsFormat format;
    private final LineFields fields;
    private final NumberNotation notation;
    private final byte point;
    private final Ids.Builder users = new Ids.Builder();
    private final Ids.Builder items = new Ids.Builder();
    private int[] user = new int[1 << 10];
    private int[] item = new int[1 << 10];
    private float[] value = new float[1 << 10];
    private int count;

    /** Parses lines of this form. */
    RatingsParser(RatingsFormat format) {
        this.format = format;
        this.fields = new LineFields(format.delimiter());
        this.notation = format.delimiter().notation();
        this.point = format.decimalPoint();
    }

    /** The users that were met so far. */
    Ids.Builder users() {
        return users;
    }

    /** The items that were met so far. */
    Ids.Builder items() {
        return items;
    }

    /** Parses a block up to its end or its first line that is no rating. */
    RatingsPart parse(TextBlocks.Block block) {
        count = 0;
        TextLines lines = new TextLines(block.bytes(), 0, block.length());
        String fault = null;
        while (fault == null && lines.next()) {
            fault = add(block.bytes(), lines.start(), lines.end());
        }
        return new RatingsPart(
                this,
                users.size(),
                items.size(),
                lines.number(),
                fault,
                Arrays.copyOf(user, count),
                Arrays.copyOf(item, count),
                Arrays.copyOf(value, count));
    }

    /** Adds the rating of one line; returns what is wrong with it, or null. */
    private String add(byte[] text, int from, int to) {
        fields.split(text, from, to);
        if (fields.isBroken()) {
            return BROKEN;
        }
        if (fields.count() != format.fields()) {
            return "expected " + format.fields() + " fields, found " + fields.count();
        }
        if (fields.isEmpty(format.user())) {
            return NO_USER;
        }
        if (fields.isEmpty(format.item())) {
            return NO_ITEM;
        }
        int start = fields.start(format.rating());
        int end = fields.end(format.rating());
        float rating = DecimalParser.parse(text, start, end, point);
        if (Float.isNaN(rating)) {
            NumberNotation.Kind kind = notation.kind(text, start, end);
            rating = kind == NumberNotation.Kind.NUMBER ? DecimalParser.parseAny(text, start, end) : Float.NaN;
            if (!Float.isFinite(rating)) {
                return refusal(kind, fields.string(format.rating()));
            }
        }
        if (count == value.length) {
            user = Arrays.copyOf(user, 2 * count);
            item = Arrays.copyOf(item, 2 * count);
            value = Arrays.copyOf(value, 2 * count);
        }
        user[count] = id(users, text, format.user());
        item[count] = id(items, text, format.item());
        value[count] = rating;
        count++;
        return null;
    }

    /** The sentence for a text that is no rating. */
    static String refusal(NumberNotation.Kind kind, String rating) {
        boolean isNumber = kind == NumberNotation.Kind.NUMBER || kind == NumberNotation.Kind.INFINITE;
        return isNumber || rating.toLowerCase(Locale.ROOT).endsWith("nan")
                ? "the rating must be finite, got " + Source.shortened(rating)
                : "the rating must be a number, got '" + Source.shortened(rating) + "'";
    }

    private int id(Ids.Builder ids, byte[] text, int field) {
        if (fields.isEscaped(field)) {
            byte[] name = fields.unescaped(field);
            return ids.add(name, 0, name.length);
        }
        return ids.add(text, fields.start(field), fields.end(field));
    }
}
