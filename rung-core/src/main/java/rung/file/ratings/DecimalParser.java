package rung.file.ratings;

import java.nio.charset.StandardCharsets;
import rung.file.text.NumberNotation;

/** Parses numbers from bytes to floats, with the same result as {@link Float#parseFloat} but without making strings. */
final class DecimalParser {
    /** The most digits for which the fast way is exact. */
    private static final int MOST_DIGITS = 15;

    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };
    /** The bits of a double that a float lacks, and their value in a double that lies halfway between two floats. */
    private static final long BEYOND_FLOAT = (1L << 29) - 1;

    private static final long HALFWAY = 1L << 28;

    private DecimalParser() {}

    /**
     * Parses a number of sign, digits and fraction the fast way. Returns NaN if the text is anything else, or if the fast way might
     * round wrongly; then {@link #parseAny} has to be used.
     *
     * <p>Digits below 2⁵³ and powers of ten up to 10¹⁵ are exact doubles, so their quotient is the double nearest to the
     * decimal. Rounded again it is the nearest float, too, unless it lies exactly halfway between two.
     *
     * @param point the byte that is a decimal point, besides the point itself
     */
    static float parse(byte[] text, int from, int to, byte point) {
        int at = from;
        boolean negative = at < to && text[at] == '-';
        if (negative) {
            at++;
        }
        long digits = 0;
        int count = 0;
        int fraction = 0;
        boolean pointSeen = false;
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = 10 * digits + digit;
                count++;
                fraction += pointSeen ? 1 : 0;
            } else if (!pointSeen && (text[at] == '.' || text[at] == point)) {
                pointSeen = true;
            } else {
                return Float.NaN;
            }
        }
        if (count == 0 || count > MOST_DIGITS) {
            return Float.NaN;
        }
        double value = digits / POWERS[fraction];
        if ((Double.doubleToRawLongBits(value) & BEYOND_FLOAT) == HALFWAY) {
            return Float.NaN;
        }
        return (float) (negative ? -value : value);
    }

    /** Parses any text that {@link NumberNotation} calls a number. */
    static float parseAny(byte[] text, int from, int to) {
        return Float.parseFloat(new String(text, from, to - from, StandardCharsets.ISO_8859_1).replace(',', '.'));
    }
}
