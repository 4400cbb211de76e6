package rung.file.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * How numbers are written in a text file, and which words stand for a missing one.
 *
 * @param commaAllowed whether a decimal comma is read besides the point
 */
public record NumberNotation(boolean commaAllowed) {
    /** What a token, the text of one field, stands for. */
    public enum Kind {
        /** A number, though it may be too large for a double. */
        NUMBER,
        /** A word for infinity. */
        INFINITE,
        /** A hole: nothing, or a word such as NA. */
        MISSING,
        /** Anything else. */
        TEXT
    }

    private static final Set<String> MISSING = Set.of(
            "na", "n/a", "#n/a", "#na", "<na>", "nan", "+nan", "-nan", "#nan", "null", "none", "?", "-", "--", ".");
    private static final Set<String> INFINITE = Set.of("inf", "+inf", "-inf", "infinity", "+infinity", "-infinity");
    /** The length of the longest word above. */
    private static final int LONGEST_WORD = 9;

    private static final MathContext SEVEN_DIGITS = new MathContext(7);
    /** The range of decimal exponents, from 10⁻⁵ to below 10¹⁵, of numbers that are written without an exponent. */
    private static final int SMALLEST_PLAIN = -5;

    private static final int LARGEST_PLAIN = 15;

    /**
     * Returns what a token stands for, given as bytes.
     *
     * @param text the bytes
     * @param from the first byte of the token
     * @param to the byte after the last
     * @return what it stands for
     */
    public Kind kind(byte[] text, int from, int to) {
        if (from == to) {
            return Kind.MISSING;
        }
        if (isNumber(text, from, to)) {
            return Kind.NUMBER;
        }
        if (to - from > LONGEST_WORD) {
            return Kind.TEXT;
        }
        String word = new String(text, from, to - from, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        return MISSING.contains(word) ? Kind.MISSING : INFINITE.contains(word) ? Kind.INFINITE : Kind.TEXT;
    }

    /**
     * Returns what a token stands for.
     *
     * @param token the text of one field
     * @return what it stands for
     */
    public Kind kind(String token) {
        byte[] text = token.getBytes(StandardCharsets.ISO_8859_1);
        return kind(text, 0, text.length);
    }

    /** Whether the text is sign, digits, fraction, exponent. Java's suffixes (1f, 1d) and hexadecimals are not numbers. */
    private boolean isNumber(byte[] text, int from, int to) {
        int at = isSign(text[from]) ? from + 1 : from;
        int whole = digits(text, at, to);
        at += whole;
        int fraction = 0;
        if (at < to && (text[at] == '.' || commaAllowed && text[at] == ',')) {
            fraction = digits(text, at + 1, to);
            at += 1 + fraction;
        }
        if (whole + fraction == 0) {
            return false;
        }
        return at == to || isExponent(text, at, to);
    }

    private static boolean isExponent(byte[] text, int from, int to) {
        if (text[from] != 'e' && text[from] != 'E') {
            return false;
        }
        int at = from + 1 < to && isSign(text[from + 1]) ? from + 2 : from + 1;
        return at < to && at + digits(text, at, to) == to;
    }

    private static boolean isSign(byte b) {
        return b == '+' || b == '-';
    }

    private static int digits(byte[] text, int from, int to) {
        int at = from;
        while (at < to && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at - from;
    }

    /** The value of a {@link Kind#NUMBER}: infinite if it is too large for a double. */
    static double value(byte[] text, int from, int to) {
        return Double.parseDouble(new String(text, from, to - from, StandardCharsets.ISO_8859_1).replace(',', '.'));
    }

    /**
     * Returns the text to write for a number that fills a hole, with seven significant digits.
     *
     * @param comma whether the decimal point is a comma
     * @param value the number, finite
     * @return the text
     */
    public static String written(double value, boolean comma) {
        if (value == 0) {
            return "0";
        }
        BigDecimal rounded = new BigDecimal(value, SEVEN_DIGITS).stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        boolean plain = exponent >= SMALLEST_PLAIN && exponent < LARGEST_PLAIN;
        String text = plain ? rounded.toPlainString() : rounded.toString();
        return comma ? text.replace('.', ',') : text;
    }
}
