package rung.file.ratings;

import java.util.Arrays;
import java.util.Locale;
import rung.data.Ids;
import rung.data.Meaning;
import rung.file.input.Source;
import rung.file.text.NumberNotation;

/** Parses blocks of lines into ratings or weights. Each thread has its own parser, which numbers users and items as it meets them. */
final class RatingsParser {
    static final String BROKEN = "a field that begins with a quote must end with one";
    static final String NO_USER = "the user is empty";
    static final String NO_ITEM = "the item is empty";

    private final RatingsFormat format;
    private final LineFields fields;
    private final NumberNotation notation;
    private final byte point;
    private final boolean isWeight;
    private final String noun;
    private final Ids.Builder users = new Ids.Builder();
    private final Ids.Builder items = new Ids.Builder();
    private int[] user = new int[1 << 10];
    private int[] item = new int[1 << 10];
    private float[] value = new float[1 << 10];
    private int count;
    private int dropped; // lines of weight 0

    /** Parses lines of this form. */
    RatingsParser(RatingsFormat format) {
        this.format = format;
        this.fields = new LineFields(format.delimiter());
        this.notation = format.delimiter().notation();
        this.point = format.decimalPoint();
        this.isWeight = format.meaning() == Meaning.WEIGHT;
        this.noun = isWeight ? "weight" : "rating";
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
        dropped = 0;
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
                dropped,
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
        float number = format.value() < 0 ? 1 : number(text);
        if (!Float.isFinite(number)) {
            NumberNotation.Kind kind = notation.kind(text, fields.start(format.value()), fields.end(format.value()));
            return refusal(noun, kind, fields.string(format.value()));
        }
        if (isWeight && number <= 0) {
            dropped++;
            return number == 0 ? null : negative(fields.string(format.value()));
        }
        if (count == value.length) {
            user = Arrays.copyOf(user, 2 * count);
            item = Arrays.copyOf(item, 2 * count);
            value = Arrays.copyOf(value, 2 * count);
        }
        user[count] = id(users, text, format.user());
        item[count] = id(items, text, format.item());
        value[count] = number;
        count++;
        return null;
    }

    /** The number of the line that was split: not finite if there is none. */
    private float number(byte[] text) {
        int start = fields.start(format.value());
        int end = fields.end(format.value());
        float fast = DecimalParser.parse(text, start, end, point);
        return !Float.isNaN(fast)
                ? fast
                : notation.kind(text, start, end) == NumberNotation.Kind.NUMBER
                        ? DecimalParser.parseAny(text, start, end)
                        : Float.NaN;
    }

    /** Whether a line that has no fault gives an entry, and not a weight of 0. */
    boolean isEntry(byte[] text, int from, int to) {
        if (!isWeight || format.value() < 0) {
            return true;
        }
        fields.split(text, from, to);
        return number(text) > 0;
    }

    /** The sentence for a text that is no rating or no weight, whichever {@code noun} says. */
    static String refusal(String noun, NumberNotation.Kind kind, String text) {
        boolean isNumber = kind == NumberNotation.Kind.NUMBER || kind == NumberNotation.Kind.INFINITE;
        return isNumber || text.toLowerCase(Locale.ROOT).endsWith("nan")
                ? "the " + noun + " must be finite, got " + Source.shortened(text)
                : "the " + noun + " must be a number, got '" + Source.shortened(text) + "'";
    }

    /** The sentence for a negative weight. */
    static String negative(String text) {
        return "the weight must not be negative, got " + Source.shortened(text);
    }

    private int id(Ids.Builder ids, byte[] text, int field) {
        if (fields.isEscaped(field)) {
            byte[] name = fields.unescaped(field);
            return ids.add(name, 0, name.length);
        }
        return ids.add(text, fields.start(field), fields.end(field));
    }
}
