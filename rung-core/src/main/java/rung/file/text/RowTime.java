package rung.file.text;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads dates and times: the year first, as in {@code 2024-02-29}, {@code 2024/02/29 13:45} and {@code 2024-02-29T13:45:10.5+01:00}, or the
 * day first if points stand between, as in {@code 29.02.2024 13:45}. With other signs, a day before the year may as well be a month.
 */
public final class RowTime {
    private static final Pattern FORM = Pattern.compile("(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})"
            + "(?:(?:T|\\s+)(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?\\s*(Z|[+-]\\d{2}(?::?\\d{2})?)?)?");

    private static final Pattern DAY_FIRST = Pattern.compile("(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})(?!\\d)");

    /** The number of characters of the longest such text. */
    private static final int LONGEST = 40;

    /** The earliest and the latest time, in seconds since 1970, that a number is taken for: 1990 and 2100. */
    private static final double EARLIEST = 631_152_000;

    private static final double LATEST = 4_102_444_800.0;

    /** Seconds, milliseconds, microseconds and nanoseconds. */
    private static final double[] PER_SECOND = {1, 1e3, 1e6, 1e9};

    private RowTime() {}

    /**
     * Returns the seconds since 1970 that a text means, in UTC unless it names an offset.
     *
     * @param text the text
     * @return the seconds; empty if the text is no date
     */
    public static OptionalDouble seconds(String text) {
        if (text.length() > LONGEST || text.length() < 8 || !Character.isDigit(text.charAt(0))) {
            return OptionalDouble.empty();
        }
        Matcher m = FORM.matcher(DAY_FIRST.matcher(text).replaceFirst("$3.$2.$1"));
        if (!m.matches()) {
            return OptionalDouble.empty();
        }
        try {
            LocalDate date = LocalDate.of(number(m.group(1)), number(m.group(3)), number(m.group(4)));
            LocalDateTime time = date.atTime(number(m.group(5)), number(m.group(6)), number(m.group(7)));
            String offset = m.group(9) == null ? "Z" : m.group(9);
            double fraction = m.group(8) == null ? 0 : Double.parseDouble("0." + m.group(8));
            return OptionalDouble.of(time.toEpochSecond(ZoneOffset.of(offset)) + fraction);
        } catch (DateTimeException e) {
            return OptionalDouble.empty();
        }
    }

    private static int number(String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    /** Returns how many of an epoch's units are in a second, judged by one of its times; 0 if it is no time since 1990. */
    static double unitsPerSecond(double time) {
        for (double unit : PER_SECOND) {
            if (time >= EARLIEST * unit && time < LATEST * unit) {
                return unit;
            }
        }
        return 0;
    }
}
