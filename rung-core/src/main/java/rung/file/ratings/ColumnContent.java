package rung.file.ratings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import rung.file.text.NumberNotation;
import rung.file.text.RowTime;

/** What one column holds in the sample of a file: by that, times, ratings and counts are told apart. */
final class ColumnContent {
    /** The earliest time that a whole number is taken for: 1995, in seconds since 1970. */
    private static final double EARLIEST = 788_918_400;

    /** The first second that is too late: in 2038. */
    private static final double LATEST = 2_147_483_648.0;

    /** Times are also counted in thousandths and in millionths of a second. */
    private static final double[] PER_SECOND = {1, 1e3, 1e6};

    /** The share of the cells that must look like times for the column to. */
    private static final double MOST = 0.9;

    /** The highest of values that are clearly ratings; up to 100, they may be. */
    private static final double CLEAR_RATING = 10;

    private static final double HIGHEST_RATING = 100;

    /** The most different values of a scale of ratings: 0 to 10 in halves. */
    private static final int MOST_ON_SCALE = 21;

    /** The fewest cells by which counts are told from ratings. */
    private static final int ENOUGH = 10;

    /**
     * The fewest orders and customers, the fewest lines that repeat an order or are counted, and the part of those that may name another
     * customer.
     */
    private static final int ENOUGH_ORDERS = 10;

    private static final int ENOUGH_CUSTOMERS = 5;

    private static final int ENOUGH_REPEATED = 20;

    private static final double EXCEPTIONS = 0.1;

    /** The most kinds of what is done in a line. */
    private static final int MOST_KINDS = 20;

    /** The highest and, below 0, the lowest number of a table of ratings. */
    private static final double WIDEST_SCALE = 100;

    /**
     * How the dates of a column are read.
     *
     * @param order what comes first in them
     * @param isOpen whether nothing in them decides that
     * @param shown a date that shows it, and its line: "'25/04/2024' in line 5"; empty if there is none
     */
    record DayOrder(RowTime.Order order, boolean isOpen, String shown) {
        /** Of numbers, or where there are no times. */
        static final DayOrder NONE = new DayOrder(RowTime.Order.DAY_FIRST, false, "");

        /** Whether a text is a date by the other order alone. */
        boolean isOpposed(String text) {
            return RowTime.seconds(text, order).isEmpty() && RowTime.isDate(text);
        }

        /** What comes first, in words. */
        String words() {
            return order.words();
        }

        /** What comes first in a date that is opposed, in words. */
        String otherWords() {
            return other(order).words();
        }

        private static RowTime.Order other(RowTime.Order order) {
            return order == RowTime.Order.DAY_FIRST ? RowTime.Order.MONTH_FIRST : RowTime.Order.DAY_FIRST;
        }
    }

    private final List<String> cells = new ArrayList<>(); // by line; empty where a line has none
    private final Map<RowTime.Order, String> datesOfOne =
            new EnumMap<>(RowTime.Order.class); // which can be read by one order alone
    private final Set<String> texts = new HashSet<>();
    private final Map<String, Float> words = new LinkedHashMap<>(); // what is read as a number without being one
    private final int filled; // cells that are not empty or missing
    private final int times;
    private final boolean isDated; // whether the times are dates, not numbers
    private final RowTime.Dates dated = new RowTime.Dates();
    private final double[] numbers; // ascending

    /** Looks at one field of some lines. Lines that do not have it are passed over. */
    ColumnContent(TextSample sample, List<TextSample.Line> lines, LineForm form, int field) {
        LineFields fields = form.fields();
        double[] values = new double[lines.size()];
        int count = 0;
        int present = 0;
        int dates = 0;
        int seconds = 0;
        for (TextSample.Line line : lines) {
            sample.split(line, fields);
            if (field >= fields.count()) {
                cells.add("");
                continue;
            }
            NumberNotation.Kind kind = fields.kind(field, form.notation());
            present += kind == NumberNotation.Kind.MISSING ? 0 : 1;
            String text = fields.string(field);
            texts.add(text);
            cells.add(text);
            if (kind == NumberNotation.Kind.NUMBER) {
                values[count] = Double.parseDouble(text.replace(',', '.'));
                seconds += isTime(text, values[count]) ? 1 : 0;
                count++;
            } else if (isDate(text)) {
                dates++;
                dated.take(text);
                noteOrder(text, line.number());
            } else if (!Float.isNaN(fields.answer(field))) {
                values[count++] = fields.answer(field);
                words.put(text, fields.answer(field));
            }
        }
        this.filled = present;
        this.times = seconds + dates;
        this.isDated = dates > seconds;
        this.numbers = Arrays.copyOf(values, count);
        Arrays.sort(numbers);
    }

    /** Whether a text is a date, with or without the time of day. */
    static boolean isDate(String text) {
        return RowTime.isDate(text);
    }

    private static boolean isTime(String text, double value) {
        boolean isTime = false;
        for (double unit : PER_SECOND) {
            isTime |= value >= EARLIEST * unit && value < LATEST * unit;
        }
        return isTime && text.charAt(0) != '0';
    }

    /** Whether a word or its opposite is among the cells, which are then answers of the same kind. */
    boolean holds(String word) {
        String plain = RatingWords.plain(word);
        return texts.stream()
                .map(RatingWords::plain)
                .anyMatch(
                        text -> text.equals(plain) || RatingWords.opposite(text).equals(plain));
    }

    /** How ratings in words or signs are read, by the best and the worst: "'yes' is read as 1 and 'no' as 0"; empty if there are none. */
    Optional<String> reading() {
        if (words.isEmpty()) {
            return Optional.empty();
        }
        Map.Entry<String, Float> best = Collections.max(words.entrySet(), Map.Entry.comparingByValue());
        Map.Entry<String, Float> worst = Collections.min(words.entrySet(), Map.Entry.comparingByValue());
        String first =
                shown(best) + (best.equals(worst) ? "" : " and " + shown(worst).replace("is read ", ""));
        return Optional.of(first);
    }

    private static String shown(Map.Entry<String, Float> word) {
        float value = word.getValue();
        return "'" + word.getKey() + "' is read as " + (value == (long) value ? "" + (long) value : "" + value);
    }

    /** What fractions such as 4/5 are out of, by the first of them; 0 if there are none. */
    int outOf() {
        return words.keySet().stream().mapToInt(RatingWords::outOf).findFirst().orElse(0);
    }

    /** Whether nearly all cells are dates, or numbers that are times in seconds, milliseconds or microseconds since 1970. */
    boolean isTime() {
        return filled > 0 && times >= MOST * filled;
    }

    /** Whether these times are written as dates, which cannot be the names of users or items. */
    boolean isDate() {
        return isTime() && isDated;
    }

    private void noteOrder(String text, int line) {
        for (RowTime.Order order : RowTime.Order.values()) {
            if (RowTime.seconds(text, DayOrder.other(order)).isEmpty()) {
                datesOfOne.putIfAbsent(order, "'" + text + "' in line " + line);
            }
        }
    }

    /** What comes first in these dates. */
    DayOrder dayOrder() {
        RowTime.Order order = dated.order();
        return new DayOrder(order, isDate() && dated.isAmbiguous(), datesOfOne.getOrDefault(order, ""));
    }

    /** Whether nearly each value is there with one value of another column, although many are there again and again: as orders with a customer. */
    boolean determines(ColumnContent other) {
        Map<String, String> partners = new HashMap<>();
        int repeated = 0;
        int exceptions = 0;
        for (int k = 0; k < cells.size(); k++) {
            String partner = partners.putIfAbsent(cells.get(k), other.cells.get(k));
            repeated += partner == null ? 0 : 1;
            exceptions += partner == null || partner.equals(other.cells.get(k)) ? 0 : 1;
        }
        return repeated >= ENOUGH_REPEATED
                && exceptions <= EXCEPTIONS * repeated
                && partners.size() >= ENOUGH_ORDERS
                && other.texts.size() >= ENOUGH_CUSTOMERS;
    }

    /** Whether the cells are whole numbers that go up by 1 from line to line. */
    boolean countsOn() {
        if (cells.size() < ENOUGH_REPEATED || !cells.get(0).matches("\\d{1,9}")) {
            return false;
        }
        int first = Integer.parseInt(cells.get(0));
        return IntStream.range(0, cells.size()).allMatch(k -> cells.get(k).equals(Integer.toString(first + k)));
    }

    /** Whether cells are one of a few words. */
    boolean isKind() {
        return texts.size() > 1 && texts.size() <= MOST_KINDS && !isNumeric();
    }

    /** Whether nothing but numbers of a scale is here, and holes; or nothing at all. */
    boolean isEmptyOrScaled() {
        return filled == 0 || isAllNumeric() && numbers[0] >= -WIDEST_SCALE && highest() <= WIDEST_SCALE;
    }

    /** Whether any cell is no hole. */
    boolean isFilled() {
        return filled > 0;
    }

    /** Whether at least half of the cells are numbers. */
    boolean isNumeric() {
        return numbers.length > 0 && 2 * numbers.length >= filled;
    }

    /** Whether all cells are numbers. */
    boolean isAllNumeric() {
        return filled > 0 && numbers.length == filled;
    }

    /** Whether the numbers are like those of ratings, and not like the names of items: small, or with decimals. */
    boolean isClearlyRating() {
        return isAllNumeric()
                && numbers[0] >= -CLEAR_RATING
                && (highest() <= CLEAR_RATING || !isWhole() && highest() <= HIGHEST_RATING);
    }

    /** Whether the numbers are like a scale of stars or grades: whole or half, from 0 to 10, each several times. */
    boolean isScale() {
        return isAllNumeric()
                && numbers.length >= ENOUGH
                && numbers[0] >= 0
                && highest() <= CLEAR_RATING
                && texts.size() > 1
                && texts.size() <= Math.min(MOST_ON_SCALE, numbers.length / 2)
                && Arrays.stream(numbers).allMatch(value -> 2 * value == Math.rint(2 * value));
    }

    /** Whether there are more different cells than any scale of ratings has. */
    boolean isVaried() {
        return texts.size() > MOST_ON_SCALE;
    }

    /**
     * Whether the numbers are like counts: whole numbers, not negative, some above any scale of ratings, and so skewed that the highest
     * is more than ten times the median.
     */
    boolean isCounts() {
        return isAllNumeric()
                && numbers.length >= ENOUGH
                && isWhole()
                && numbers[0] >= 0
                && highest() > HIGHEST_RATING
                && highest() > 10 * numbers[numbers.length / 2];
    }

    /** Whether the numbers are like those that users or items are given: whole, many different ones, some above any scale of ratings. */
    boolean isNumbered() {
        return isAllNumeric() && isWhole() && isVaried() && highest() > HIGHEST_RATING && !isCounts();
    }

    /** Whether the numbers are unlike ratings: many different ones, some far above any scale. */
    boolean isUnlikeRatings() {
        return isAllNumeric() && isVaried() && highest() > 10 * HIGHEST_RATING;
    }

    private boolean isWhole() {
        return Arrays.stream(numbers).allMatch(value -> value == Math.rint(value));
    }

    private double highest() {
        return numbers[numbers.length - 1];
    }
}
