package rung.file.text;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads dates and times: the year first, as in {@code 2024-02-29}, {@code 2024/02/29 13:45} and {@code 2024-02-29T13:45:10.5+01:00}, or the
 * year last, as in {@code 29.02.2024 13:45} and {@code 02/29/2024 1:45 PM}. Between points the day comes first; with other signs that may as
 * well be the month, which {@link Dates} decides by all dates of a column. The month may be an English name, as in {@code 29 Feb 2024} and
 * {@code February 29, 2024}, after a day of the week or not. A month or a quarter of a year, as in {@code 2024-02}, {@code Feb 2024},
 * {@code 02/2024}, {@code 2024M02} and {@code 2024Q1}, is the time at which it begins.
 */
public final class RowTime {
    private static final Pattern FORM = Pattern.compile("(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})"
            + "(?:(?:T|,?\\s+)(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?"
            + "\\s*(?:([AaPp])\\.?[Mm]\\.?)?\\s*(Z|UTC|GMT|[+-]\\d{2}(?::?\\d{2})?)?)?");

    private static final String MONTH = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
            + "(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?\\.?";

    private static final String WEEKDAY =
            "(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\\.?,?\\s+)?";

    private static final Pattern NAMED_MONTH = Pattern.compile(
            WEEKDAY + "(?:(\\d{1,2})\\.?[ -]" + MONTH + "[ -]|" + MONTH + "\\s+(\\d{1,2}),?\\s+)(\\d{4})(?!\\d)",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern MONTH_ALONE = Pattern.compile(
            "(\\d{4})(?:[-/](\\d{2})|-?M(\\d{1,2})|[- ]?Q([1-4]))|Q([1-4])[- /]?(\\d{4})|(\\d{1,2})/(\\d{4})|" + MONTH
                    + "[ -](\\d{4})",
            Pattern.CASE_INSENSITIVE);

    private static final int FIRST_YEAR = 1500;

    private static final int LAST_YEAR = 2200;

    /** The shortest date. */
    private static final int SHORTEST = 6;

    /** The least whole numbers such as 20240229 that are taken for dates. */
    private static final int LEAST_DAYS = 3;

    /** The years between which such numbers may be. */
    private static final int FIRST_DAY = 1900;

    private static final int LAST_DAY = 2100;

    private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";

    private static final Pattern YEAR_LAST = Pattern.compile("(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4})(?!\\d)");

    /** The number of characters of the longest such text. */
    private static final int LONGEST = 40;

    /** The earliest and the latest time, in seconds since 1970, that a number is taken for: 1990 and 2100. */
    private static final double EARLIEST = 631_152_000;

    private static final double LATEST = 4_102_444_800.0;

    /** The number of seconds of a day. */
    private static final double DAY = 86_400;

    /** Seconds, milliseconds, microseconds and nanoseconds. */
    private static final double[] PER_SECOND = {1, 1e3, 1e6, 1e9};

    private RowTime() {}

    /** What comes first in a date whose year is last, unless points are between. */
    public enum Order {
        /** The day, as in 29/02/2024. */
        DAY_FIRST("day/month/year"),
        /** The month, as in 02/29/2024. */
        MONTH_FIRST("month/day/year");

        private final String words;

        Order(String words) {
            this.words = words;
        }

        /**
         * Returns the words for a message.
         *
         * @return "day/month/year" or "month/day/year"
         */
        public String words() {
            return words;
        }
    }

    /**
     * Returns the seconds since 1970 that a text means, in UTC unless it names an offset.
     *
     * @param text the text
     * @param order what comes first, where the text does not tell
     * @return the seconds; empty if the text is no date
     */
    public static OptionalDouble seconds(String text, Order order) {
        if (text.length() > LONGEST || text.length() < SHORTEST) {
            return OptionalDouble.empty();
        }
        boolean isNamed = mayNameMonth(text);
        if (!isNamed && !Character.isDigit(text.charAt(0))) {
            return OptionalDouble.empty();
        }
        Matcher m = FORM.matcher(yearFirst(isNamed ? withoutNames(text) : text, order));
        if (!m.matches()) {
            return month(text);
        }
        try {
            LocalDate date = LocalDate.of(number(m.group(1)), number(m.group(3)), number(m.group(4)));
            LocalDateTime time = date.atTime(hour(m.group(5), m.group(9)), number(m.group(6)), number(m.group(7)));
            boolean isUtc = m.group(10) == null
                    || m.group(10).equals("UTC")
                    || m.group(10).equals("GMT");
            double fraction = m.group(8) == null ? 0 : Double.parseDouble("0." + m.group(8));
            return OptionalDouble.of(time.toEpochSecond(ZoneOffset.of(isUtc ? "Z" : m.group(10))) + fraction);
        } catch (DateTimeException e) {
            return OptionalDouble.empty();
        }
    }

    /** The start of a month or a quarter, in seconds since 1970. */
    private static OptionalDouble month(String text) {
        Matcher m = MONTH_ALONE.matcher(text);
        if (!m.matches()) {
            return OptionalDouble.empty();
        }
        int year = number(text(m, 1, 6, 8, 10));
        String quarter = text(m, 4, 5);
        String name = m.group(9);
        int month = quarter != null
                ? 3 * number(quarter) - 2
                : name != null ? MONTHS.indexOf(name.toLowerCase(Locale.ROOT)) / 3 + 1 : number(text(m, 2, 3, 7));
        return month < 1 || month > 12 || year < FIRST_YEAR || year > LAST_YEAR
                ? OptionalDouble.empty()
                : OptionalDouble.of(LocalDate.of(year, month, 1).toEpochDay() * DAY);
    }

    /** The first group that matched; null if none did. */
    private static String text(Matcher m, int... groups) {
        return Arrays.stream(groups)
                .mapToObj(m::group)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The seconds since 1970 of a date written as the number yyyymmdd; NaN if it is none. */
    private static double ofDay(double number) {
        int day = (int) number;
        if (day != number || day < FIRST_DAY * 10_000 || day >= (LAST_DAY + 1) * 10_000) {
            return Double.NaN;
        }
        try {
            return LocalDate.of(day / 10_000, day / 100 % 100, day % 100).toEpochDay() * DAY;
        } catch (DateTimeException e) {
            return Double.NaN;
        }
    }

    /** Whether one of the first four characters is a letter, as in each date that names its month. */
    private static boolean mayNameMonth(String text) {
        for (int k = 0; k < 4; k++) {
            if (Character.isLetter(text.charAt(k))) {
                return true;
            }
        }
        return false;
    }

    /** Writes the month of a date as a number, and the year first. */
    private static String withoutNames(String text) {
        Matcher named = NAMED_MONTH.matcher(text);
        if (!named.lookingAt()) {
            return text;
        }
        boolean isDayFirst = named.group(1) != null;
        String month = named.group(isDayFirst ? 2 : 3).toLowerCase(Locale.ROOT);
        return named.group(5) + "-" + (MONTHS.indexOf(month) / 3 + 1) + "-" + named.group(isDayFirst ? 1 : 4)
                + text.substring(named.end());
    }

    /** Writes a date whose year is last with the year first. */
    private static String yearFirst(String text, Order order) {
        Matcher last = YEAR_LAST.matcher(text);
        if (!last.lookingAt()) {
            return text;
        }
        boolean isDayFirst = order == Order.DAY_FIRST || last.group(2).equals(".");
        return last.replaceFirst(isDayFirst ? "$4$2$3$2$1" : "$4$2$1$2$3");
    }

    private static int number(String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    /** The hour of a day, given one with or without a letter for the half of the day. */
    private static int hour(String digits, String half) {
        int hour = number(digits);
        if (half == null) {
            return hour;
        }
        if (hour < 1 || hour > 12) {
            throw new DateTimeException("an hour from 1 to 12 is expected");
        }
        return hour % 12 + (half.equalsIgnoreCase("p") ? 12 : 0);
    }

    /**
     * Returns whether a text is a date, with the day or with the month first.
     *
     * @param text the text
     * @return true if it is
     */
    public static boolean isDate(String text) {
        return seconds(text, Order.DAY_FIRST).isPresent()
                || seconds(text, Order.MONTH_FIRST).isPresent();
    }

    /**
     * The dates of a column, which together tell what comes first in them: the reading by which all are dates; if both make dates, the one
     * by which they ascend, then the one by which none is a day or more after the one above; or else the month if the hours are those of
     * half a day, and the day if not.
     */
    public static final class Dates {
        private final boolean[] isDated = {true, true};
        private final boolean[] ascends = {true, true};
        private final boolean[] isClose = {true, true}; // whether none is a day or more after the one above
        private final double[] first = {Double.NaN, Double.NaN};
        private final double[] last = {Double.NaN, Double.NaN};
        private boolean isOpen; // whether any date is another one with the other order
        private boolean hasHalves; // whether any date has AM or PM
        private int count;
        private boolean areMonths;
        private boolean areDays = true; // whether all numbers are dates
        private int days;

        /** Begins without any date. */
        public Dates() {}

        /**
         * Takes the text of a cell that is not empty.
         *
         * @param text the text
         */
        public void take(String text) {
            double[] times = times(text);
            areMonths = count == 0 ? month(text).isPresent() : areMonths;
            for (int k = 0; k < times.length; k++) {
                note(k, times[k] - last[k]);
                last[k] = times[k];
                first[k] = count == 0 ? times[k] : first[k];
            }
            count++;
        }

        /** Takes the text of a cell that stands above all others. */
        void takeFirst(String text) {
            double[] times = times(text);
            for (int k = 0; k < times.length; k++) {
                note(k, first[k] - times[k]);
                first[k] = times[k];
            }
            count++;
        }

        /** Whether the numbers of the column may be dates such as 20240229, by those that were taken. */
        boolean mayBeDays() {
            return areDays;
        }

        /** Takes a number. */
        void takeDay(double number) {
            areDays = areDays && !Double.isNaN(ofDay(number));
            days++;
        }

        /** Whether there are numbers, and all are dates such as 20240229. */
        boolean areDays() {
            return areDays && days >= LEAST_DAYS;
        }

        /** Whether the dates are months or quarters, by the first. */
        boolean areMonths() {
            return areMonths;
        }

        /** The time that a number of the column stands for: in seconds since 1970 if it is a date or an epoch. */
        double secondsOf(double number) {
            return areDays() ? ofDay(number) : number / Math.max(1, unitsPerSecond(number));
        }

        /** Notes how many seconds a date is after the one above. */
        private void note(int order, double step) {
            ascends[order] &= !(step < 0);
            isClose[order] &= !(step >= DAY);
        }

        /** The times that a text means with the day first and with the month first: NaN if it is none, or if one before was none. */
        private double[] times(String text) {
            if (!isDated[0] && !isDated[1]) {
                return new double[] {Double.NaN, Double.NaN};
            }
            double day = seconds(text, Order.DAY_FIRST).orElse(Double.NaN);
            boolean isEither = text.length() > 2 && (isMark(text.charAt(1)) || isMark(text.charAt(2)));
            double month = isEither ? seconds(text, Order.MONTH_FIRST).orElse(Double.NaN) : day;
            isDated[0] &= !Double.isNaN(day);
            isDated[1] &= !Double.isNaN(month);
            isOpen |= day != month;
            hasHalves |= "mM.".indexOf(text.charAt(text.length() - 1)) >= 0;
            return new double[] {day, month};
        }

        private static boolean isMark(char c) {
            return c == '/' || c == '-';
        }

        /**
         * Returns whether all texts are dates, by one order or the other.
         *
         * @return true if there are any, and all are dates
         */
        public boolean areDates() {
            return count > 0 && (isDated[0] || isDated[1]);
        }

        /**
         * Returns whether nothing in the dates tells what comes first.
         *
         * @return true if they are dates by both orders, and neither is more likely
         */
        public boolean isAmbiguous() {
            return isDated[0] && isDated[1] && isOpen && ascends[0] == ascends[1] && !isCloseByOne();
        }

        /** Whether the dates ascend by both readings, but by one of them alone without a step of a day or more. */
        private boolean isCloseByOne() {
            return ascends[0] && ascends[1] && isClose[0] != isClose[1];
        }

        /**
         * Returns what comes first.
         *
         * @return the order
         */
        public Order order() {
            if (isDated[0] != isDated[1]) {
                return isDated[0] ? Order.DAY_FIRST : Order.MONTH_FIRST;
            }
            if (ascends[0] != ascends[1]) {
                return ascends[0] ? Order.DAY_FIRST : Order.MONTH_FIRST;
            }
            if (isCloseByOne()) {
                return isClose[0] ? Order.DAY_FIRST : Order.MONTH_FIRST;
            }
            return hasHalves ? Order.MONTH_FIRST : Order.DAY_FIRST;
        }
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
