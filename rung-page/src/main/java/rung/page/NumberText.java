package rung.page;

import java.util.Locale;
import java.util.OptionalDouble;

/** Writes numbers as people read them, with as many digits as mean something. */
public final class NumberText {
    /** The text for a number that does not exist or is not finite. */
    public static final String NONE = "–";

    private NumberText() {}

    /**
     * Writes a count with commas between groups of three digits: 100,000.
     *
     * @param n the count
     * @return the text
     */
    public static String count(long n) {
        return String.format(Locale.ROOT, "%,d", n);
    }

    /**
     * Writes a number with a fixed number of digits after the point. What is rounded to zero has no sign.
     *
     * @param value the number
     * @param digits the number of digits
     * @return the text
     */
    public static String fixed(double value, int digits) {
        String text = String.format(Locale.ROOT, "%." + digits + "f", value);
        return text.startsWith("-0") && text.chars().noneMatch(c -> c >= '1' && c <= '9') ? text.substring(1) : text;
    }

    /**
     * Writes an error with four digits after the point, or with four significant ones if it is very small or very large.
     *
     * @param value the error
     * @return the text
     */
    public static String error(double value) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        double size = Math.abs(value);
        return size == 0 || size >= 0.01 && size < 1e6 ? fixed(value, 4) : String.format(Locale.ROOT, "%.4g", value);
    }

    /**
     * Writes an error that may not exist.
     *
     * @param value the error
     * @return the text; {@link #NONE} if there is none
     */
    public static String error(OptionalDouble value) {
        return value.isEmpty() ? NONE : error(value.getAsDouble());
    }

    /**
     * Writes six significant digits.
     *
     * @param value the number
     * @return the text
     */
    public static String precise(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.6g", value + 0.0) : NONE;
    }

    /**
     * Writes up to six significant digits, without zeros at the end.
     *
     * @param value the number
     * @return the text
     */
    public static String general(double value) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? count((long) value)
                : String.format(Locale.ROOT, "%.6g", value)
                        .replaceAll("(\\.\\d*?)0+($|e)", "$1$2")
                        .replaceAll("\\.($|e)", "$1");
    }

    /**
     * Writes a part of a whole in percent: 0.25 is 25 %, and less than a hundredth of a percent is {@code <0.01 %}.
     *
     * @param part the part, 1 for the whole
     * @return the text
     */
    public static String percent(double part) {
        if (!Double.isFinite(part)) {
            return NONE;
        }
        double value = 100 * part;
        return value >= 10 || value == 0
                ? String.format(Locale.ROOT, "%.0f %%", value)
                : value >= 0.01 ? String.format(Locale.ROOT, "%.2f %%", value) : "<0.01 %";
    }

    /**
     * Writes a time that is given in seconds, the one way for all pages and messages: 0.042 s, 0.56 s, 7.3 s, 2:05 min, 3:10 h.
     *
     * @param seconds the time in seconds
     * @return the text
     */
    public static String duration(double seconds) {
        if (!Double.isFinite(seconds)) {
            return NONE;
        }
        if (seconds < 59.95) {
            String digits = seconds < 0.0995 ? "%.3f s" : seconds < 0.995 ? "%.2f s" : "%.1f s";
            return String.format(Locale.ROOT, digits, seconds);
        }
        long whole = Math.round(seconds);
        return whole < 3600
                ? String.format(Locale.ROOT, "%d:%02d min", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d:%02d h", whole / 3600, whole / 60 % 60);
    }

    /**
     * Writes a time that may not exist.
     *
     * @param seconds the time in seconds
     * @return the text; {@link #NONE} if there is none
     */
    public static String duration(OptionalDouble seconds) {
        return seconds.isEmpty() ? NONE : duration(seconds.getAsDouble());
    }

    /**
     * Writes a number on an axis, with just the digits that tell it from its neighbors.
     *
     * @param step the distance between neighbors
     * @param size the largest number on the axis, which decides the unit (k, M, G) of all of them
     */
    static String tick(double value, double step, double size) {
        if (value == 0) {
            return "0";
        }
        if (size < 1e-4 || size >= 1e12) {
            return String.format(Locale.ROOT, "%.1e", value).replace(".0e", "e").replaceAll("e([+-])0", "e$1");
        }
        if (size >= 1e4) {
            double unit = size >= 1e9 ? 1e9 : size >= 1e6 ? 1e6 : 1e3;
            String name = size >= 1e9 ? "G" : size >= 1e6 ? "M" : "k";
            return minus(decimals(value / unit, step / unit)) + name;
        }
        return minus(decimals(value, step));
    }

    private static String decimals(double value, double step) {
        int digits = (int) Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
        String text = fixed(value, Math.min(12, digits));
        return digits > 0 && Math.abs(step * Math.pow(10, digits) - Math.rint(step * Math.pow(10, digits))) > 1e-6
                ? fixed(value, digits + 1)
                : text;
    }

    private static String minus(String text) {
        return text.replace('-', '−');
    }
}
