package rung.file.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;

/** How numbers are written in a text file, and which words stand for a missing one. */
public final class NumberNotation {
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

    private static final Set<String> INFINITE = Set.of("inf", "+inf", "-inf", "infinity", "+infinity", "-infinity");
    /** The length of the longest word above. */
    private static final int LONGEST_WORD = 9;

    private static final MathContext SEVEN_DIGITS = new MathContext(7);
    /** The range of decimal exponents, from 10⁻⁵ to below 10¹⁵, of numbers that are written without an exponent. */
    private static final int SMALLEST_PLAIN = -5;

    private static final int LARGEST_PLAIN = 15;

    /** The range of numbers whose digits one product or quotient tells, a part of those that are written without an exponent. */
    private static final double LEAST_FAST = 1e-5;

    private static final double MOST_FAST = 1e14;

    /** The least numbers of seven and of eight digits. */
    private static final long LEAST_SEVEN = 1_000_000;

    private static final long LEAST_EIGHT = 10_000_000;

    /** How near to half way between two numbers of seven digits a product may be that does not tell which is nearer. */
    private static final double UNSURE = 1e-6;

    /** The powers of ten that are exact in a double. */
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    /** The largest mantissa of 15 digits: all of these are exact in a double. */
    private static final long MOST_EXACT = 999_999_999_999_999L;

    /** The most characters of a plain number: more digits may be too many for a long. */
    private static final int LONGEST_PLAIN = 18;

    /** The most characters of a number of seven digits that is written without an exponent. */
    private static final int LONGEST_WRITTEN = 24;

    private final boolean pointAllowed;
    private final boolean commaAllowed;
    private final DigitGrouping grouping;
    private final boolean parenthesesAllowed;
    private final HoleWords holes;
    private final boolean hasNumbersForHoles;

    /**
     * Makes a notation.
     *
     * @param parenthesesAllowed whether a number in parentheses is one below 0: (107) is −107
     */
    NumberNotation(
            boolean pointAllowed,
            boolean commaAllowed,
            DigitGrouping grouping,
            boolean parenthesesAllowed,
            HoleWords holes) {
        this.pointAllowed = pointAllowed;
        this.commaAllowed = commaAllowed;
        this.grouping = grouping;
        this.parenthesesAllowed = parenthesesAllowed;
        this.holes = holes;
        this.hasNumbersForHoles = holes.hasNumbers();
    }

    /**
     * Makes a notation with a decimal point, without separators of thousands and with the usual words for holes.
     *
     * @param commaAllowed whether a decimal comma is read besides the point
     */
    public NumberNotation(boolean commaAllowed) {
        this(true, commaAllowed, DigitGrouping.NONE, false, HoleWords.USUAL);
    }

    /**
     * Returns whether a decimal comma is read, be it besides the point or instead of it.
     *
     * @return true if it is
     */
    public boolean commaAllowed() {
        return commaAllowed;
    }

    /** Whether a decimal point is read. */
    boolean pointAllowed() {
        return pointAllowed;
    }

    /** What separates thousands. */
    DigitGrouping grouping() {
        return grouping;
    }

    /** Returns this notation with the words for holes replaced. */
    NumberNotation withHoles(HoleWords words) {
        return new NumberNotation(pointAllowed, commaAllowed, grouping, parenthesesAllowed, words);
    }

    /** Whether numbers are written alike, whatever the words for holes. */
    boolean isLike(NumberNotation other) {
        return pointAllowed == other.pointAllowed && commaAllowed == other.commaAllowed && grouping == other.grouping;
    }

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
            return hasNumbersForHoles && holes.contains(value(text, from, to)) ? Kind.MISSING : Kind.NUMBER;
        }
        if (holes.contains(text, from, to)) {
            return Kind.MISSING;
        }
        return to - from <= LONGEST_WORD
                        && INFINITE.contains(
                                new String(text, from, to - from, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT))
                ? Kind.INFINITE
                : Kind.TEXT;
    }

    /** Those words for holes that the user gave that no cell holds, of the cells that were read with this notation. */
    List<String> unmetHoles(List<String> given) {
        return holes.unmet(given);
    }

    /** Whether a token stands for a hole because the user says so. */
    boolean isDeclaredHole(byte[] text, int from, int to) {
        return holes.isDeclared(text, from, to);
    }

    /** Whether a token that stands for a hole among numbers is a label among labels. */
    boolean isLabel(byte[] text, int from, int to) {
        return holes.isLabel(text, from, to);
    }

    /**
     * Returns what a token stands for.
     *
     * @param token the text of one field
     * @return what it stands for
     */
    public Kind kind(String token) {
        byte[] text = token.getBytes(StandardCharsets.UTF_8);
        return kind(text, 0, text.length);
    }

    /** Whether a number is in parentheses, if it is one. */
    static boolean isEnclosed(byte[] text, int from, int to) {
        return to - from > 2 && text[from] == '(' && text[to - 1] == ')';
    }

    /** Whether the text is sign, digits, fraction, exponent. Java's suffixes (1f, 1d) and hexadecimals are not numbers. */
    private boolean isNumber(byte[] text, int from, int to) {
        if (parenthesesAllowed && isEnclosed(text, from, to)) {
            return text[from + 1] != '(' && !isSign(text[from + 1]) && isNumber(text, from + 1, to - 1);
        }
        int at = isSign(text[from]) ? from + 1 : from;
        int whole = digits(text, at, to);
        int start = at;
        at += whole;
        if (grouping != DigitGrouping.NONE && whole >= 1 && whole <= 3 && text[start] != '0') {
            at = afterGroups(text, at, to);
        }
        int fraction = 0;
        if (at < to && isDecimalMark(text[at])) {
            fraction = digits(text, at + 1, to);
            at += 1 + fraction;
        }
        if (whole + fraction == 0) {
            return false;
        }
        return at == to || isExponent(text, at, to);
    }

    /** Passes over groups of three digits, each after a separator. */
    private int afterGroups(byte[] text, int from, int to) {
        int at = from;
        for (int width = grouping.width(text, at, to); width > 0; width = grouping.width(text, at, to)) {
            if (digits(text, at + width, to) != 3) {
                break;
            }
            at += width + 3;
        }
        return at;
    }

    private boolean isDecimalMark(byte b) {
        return b == '.' && pointAllowed || b == ',' && commaAllowed;
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
    double value(byte[] text, int from, int to) {
        double plain = plainValue(text, from, to);
        if (!Double.isNaN(plain)) {
            return plain;
        }
        return isEnclosed(text, from, to) ? 0 - value(text, from + 1, to - 1) : anyValue(text, from, to);
    }

    /**
     * The value of a {@link Kind#NUMBER} in the usual form, a sign, digits, decimal mark and digits. So this tells what most tokens are, and
     * their value, at once; NaN says that {@link #kind} has to tell.
     */
    double usualValue(byte[] text, int from, int to) {
        return hasNumbersForHoles ? Double.NaN : plainValue(text, from, to);
    }

    /**
     * The value of a token that is a sign, digits, decimal mark and digits, as most numbers are; NaN if it is anything else. Up to 15 digits
     * and a power of ten up to 10²² are exact doubles, so that their quotient is the double nearest to the decimal.
     */
    private double plainValue(byte[] text, int from, int to) {
        if (from == to || to - from > LONGEST_PLAIN) {
            return Double.NaN;
        }
        int first = isSign(text[from]) ? from + 1 : from;
        int mark = to;
        long mantissa = 0;
        for (int at = first; at < to; at++) {
            int digit = text[at] - '0';
            if (digit >= 0 && digit <= 9) {
                mantissa = 10 * mantissa + digit;
            } else if (mark == to && isDecimalMark(text[at])) {
                mark = at;
            } else {
                return Double.NaN;
            }
        }
        int fraction = Math.max(0, to - mark - 1);
        if (mark - first + fraction == 0 || mantissa > MOST_EXACT) {
            return Double.NaN;
        }
        double value = mantissa / POWERS[fraction];
        return text[from] == '-' ? -value : value;
    }

    /** The value of a number in any other form: without what separates thousands it may be plain, and else Java reads it. */
    private double anyValue(byte[] text, int from, int to) {
        byte[] bare = new byte[to - from];
        int length = 0;
        for (int k = from; k < to; k++) {
            byte b = text[k];
            boolean isPart = b >= '0' && b <= '9' || isSign(b) || b == 'e' || b == 'E';
            if (isPart || isDecimalMark(b)) {
                bare[length++] = b;
            }
        }
        double plain = plainValue(bare, 0, length);
        return Double.isNaN(plain)
                ? Double.parseDouble(new String(bare, 0, length, StandardCharsets.ISO_8859_1).replace(',', '.'))
                : plain;
    }

    /**
     * Returns the text to write for a number that fills a hole, with seven significant digits.
     *
     * @param comma whether the decimal point is a comma
     * @param value the number, finite
     * @return the text
     */
    public static String written(double value, boolean comma) {
        return written(value, comma, "");
    }

    /* How many decimals a number that fills a hole has more than the others: usually, and at most, to have the least significant digits. */
    private static final int DECIMALS_MORE = 2;

    private static final int LEAST_DIGITS = 3;

    private static final int MOST_DECIMALS_MORE = 4;

    /** Returns the text to write for a number that fills a hole, as {@link #written(double, boolean)} does, with thousands separated. */
    static String written(double value, boolean comma, String separator) {
        return written(value, comma, separator, -1);
    }

    /**
     * Returns the text to write for a number that fills a hole among others with at most this many decimals: two decimals more than they
     * have, but three significant digits or more, as long as these are not far below what the others tell apart.
     *
     * @param decimals the most decimals of the others; −1 if they say nothing, for seven significant digits
     */
    static String written(double value, boolean comma, String separator, int decimals) {
        if (value == 0) {
            return "0";
        }
        return marked(shortened(value, decimals), comma, separator);
    }

    /** A number as Java writes it with other marks. */
    private static String marked(String text, boolean comma, String separator) {
        if (!comma && separator.isEmpty()) {
            return text;
        }
        boolean plain = text.indexOf('E') < 0;
        int point = text.indexOf('.');
        String whole = point < 0 ? text : text.substring(0, point);
        String grouped = separator.isEmpty() || !plain
                ? whole
                : whole.replaceAll("(?<=\\d)(?=(\\d{3})+$)", Matcher.quoteReplacement(separator));
        return point < 0 ? grouped : grouped + (comma ? ',' : '.') + text.substring(point + 1);
    }

    /** Returns the text to write for a number that fills a hole among amounts: with exactly as many decimals as they have. */
    static String rounded(double value, boolean comma, String separator, int decimals) {
        return marked(
                new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString(), comma, separator);
    }

    /*
     * The number with as many digits as are written. Seven digits of most numbers are known from one product or quotient with an exact power
     * of ten, which is off by a billionth at most; those that are nearly half way between two are left to exact arithmetic.
     */
    private static String shortened(double value, int decimals) {
        double size = Math.abs(value);
        if (!(size >= LEAST_FAST && size < MOST_FAST)) {
            return shortenedExactly(value, decimals);
        }
        int scale = SEVEN_DIGITS.getPrecision() - 1 - Math.max(SMALLEST_PLAIN, (int) Math.floor(Math.log10(size)));
        double scaled = scale < 0 ? size / POWERS[-scale] : size * POWERS[scale];
        long digits = (long) (scaled + 0.5);
        if (Math.abs(scaled - Math.floor(scaled) - 0.5) < UNSURE || digits >= LEAST_EIGHT || digits < LEAST_SEVEN) {
            return shortenedExactly(value, decimals);
        }
        if (decimals >= 0) {
            int kept = kept(decimals, SEVEN_DIGITS.getPrecision() - scale);
            for (long cut = 0; scale > kept; scale--) { // half to even; cut is the sum of the digits cut off
                long rest = digits % 10;
                boolean isLast = scale == kept + 1;
                boolean isUp = rest > 5 || rest == 5 && (cut > 0 || digits / 10 % 2 == 1);
                digits = digits / 10 + (isLast && isUp ? 1 : 0);
                cut += rest;
            }
        }
        if (digits == 0) {
            return "0";
        }
        while (digits % 10 == 0) {
            digits /= 10;
            scale--;
        }
        return plain(value < 0, digits, scale);
    }

    /* Writes ±digits · 10⁻ˢᶜᵃˡᵉ without an exponent. */
    private static String plain(boolean isNegative, long digits, int scale) {
        byte[] text = new byte[LONGEST_WRITTEN]; // filled from its end
        int at = text.length;
        for (int k = scale; k < 0; k++) {
            text[--at] = '0';
        }
        long rest = digits;
        for (int place = 0; rest > 0 || place <= scale; place++) {
            if (place == scale && scale > 0) {
                text[--at] = '.';
            }
            text[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        if (isNegative) {
            text[--at] = '-';
        }
        return new String(text, at, text.length - at, StandardCharsets.ISO_8859_1);
    }

    /** The number of decimals to keep of a number with this many digits before the point, below 0 if zeros follow the point. */
    private static int kept(int decimals, int whole) {
        return Math.max(decimals + DECIMALS_MORE, Math.min(decimals + MOST_DECIMALS_MORE, LEAST_DIGITS - whole));
    }

    /** The same by exact arithmetic, for any number. */
    static String shortenedExactly(double value, int decimals) {
        BigDecimal seven = new BigDecimal(value, SEVEN_DIGITS);
        if (decimals >= 0) {
            int kept = kept(decimals, seven.precision() - seven.scale());
            seven = seven.scale() > kept ? seven.setScale(kept, RoundingMode.HALF_EVEN) : seven;
        }
        BigDecimal rounded = seven.stripTrailingZeros();
        if (rounded.signum() == 0) {
            return "0";
        }
        int exponent = rounded.precision() - rounded.scale() - 1;
        boolean plain = exponent >= SMALLEST_PLAIN && exponent < LARGEST_PLAIN;
        return plain ? rounded.toPlainString() : rounded.toString();
    }

    /** Returns what separates the thousands of a number that is written as this notation says; empty if nothing does. */
    String separator(byte[] text, int from, int to) {
        for (int at = from + 1; at < to; at++) {
            int width = grouping.width(text, at, to);
            if (width > 0) {
                return new String(text, at, width, width == 1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
            }
        }
        return "";
    }
}
