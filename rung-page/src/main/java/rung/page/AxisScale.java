package rung.page;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * An axis: a range, straight or logarithmic, and the round numbers on it.
 *
 * @param low where it begins
 * @param high where it ends, above {@code low}
 * @param isLogarithmic whether equal distances are equal ratios
 * @param ticks round numbers within the range, ascending
 * @param labels the text for each tick
 */
record AxisScale(double low, double high, boolean isLogarithmic, double[] ticks, String[] labels) {
    /** The largest value that is drawn: the difference of two does not overflow. */
    static final double LARGEST = 1e300;

    /** Ticks are these numbers times powers of ten. */
    private static final double[] MANTISSAS = {1, 2, 5};
    /** A tolerance for rounding. */
    private static final double HAIR = 1e-9;

    /** Whether a value has a place on an axis. */
    static boolean isDrawable(double value, boolean isLogarithmic) {
        return Math.abs(value) <= LARGEST && (!isLogarithmic || value >= 1 / LARGEST);
    }

    /**
     * A straight axis.
     *
     * @param wanted the number of ticks to aim at
     * @param isWhole whether only whole numbers mean something; then the axis has a tick at its beginning too, if there is room
     * @param isRounded whether the range is widened to the next ticks
     */
    static AxisScale linear(double low, double high, int wanted, boolean isWhole, boolean isRounded) {
        double from = low;
        double to = high;
        if (!(to - from > 1e-12 * Math.max(Math.abs(from), Math.abs(to)))) {
            double room = isWhole ? 1 : from == 0 ? 1 : 0.05 * Math.abs(from);
            from -= room;
            to += room;
        }
        double step = round((to - from) / Math.max(1, wanted));
        step = isWhole ? Math.max(1, step) : step;
        double first = isRounded ? Math.floor(from / step + HAIR) : Math.ceil(from / step - HAIR);
        double last = isRounded ? Math.ceil(to / step - HAIR) : Math.floor(to / step + HAIR);
        int count = (int) Math.max(0, last - first + 1);
        boolean hasBegin = isWhole && !isRounded && from == Math.rint(from) && first * step - from >= step / 2;
        double[] ticks = new double[hasBegin ? count + 1 : count];
        String[] labels = new String[ticks.length];
        double largest = Math.max(Math.abs(first), Math.abs(last)) * step;
        for (int k = 0; k < ticks.length; k++) {
            ticks[k] = !hasBegin ? (first + k) * step : k == 0 ? from : (first + k - 1) * step;
            labels[k] = NumberText.tick(ticks[k], step, largest);
        }
        return new AxisScale(
                isRounded ? Math.min(from, first * step) : from,
                isRounded ? Math.max(to, last * step) : to,
                false,
                ticks,
                labels);
    }

    /** The next number of the form 1, 2 or 5 times a power of ten, at least as large. */
    static double round(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value) + HAIR));
        for (double mantissa : MANTISSAS) {
            if (mantissa * power >= value * (1 - HAIR)) {
                return mantissa * power;
            }
        }
        return 10 * power;
    }

    /** A logarithmic axis for positive values, widened to the next of 1, 2, 5 times a power of ten. */
    static AxisScale logarithmic(double low, double high, int wanted) {
        int from = (int) Math.floor(Math.log10(low) + HAIR);
        int to = (int) Math.ceil(Math.log10(high) - HAIR);
        double[] all = new double[3 * (to - from + 1)];
        for (int k = 0; k < all.length; k++) {
            all[k] = MANTISSAS[k % 3] * Math.pow(10, from + k / 3);
        }
        double first =
                DoubleStream.of(all).filter(t -> t <= low * (1 + HAIR)).max().orElse(low);
        double last = DoubleStream.of(all)
                .filter(t -> t >= high * (1 - HAIR) && t > first)
                .min()
                .orElse(10 * first);
        double[] within =
                DoubleStream.of(all).filter(t -> t >= first && t <= last).toArray();
        if (within.length > 2 * wanted) {
            int every = Math.max(1, (int) Math.ceil((Math.log10(last) - Math.log10(first)) / (1.5 * wanted)));
            within = DoubleStream.of(all)
                    .filter(t -> t >= first && t <= last)
                    .filter(t -> isPower(t) && Math.floorMod(Math.round(Math.log10(t)), every) == 0)
                    .toArray();
        }
        String[] labels =
                Arrays.stream(within).mapToObj(t -> NumberText.tick(t, t, t)).toArray(String[]::new);
        return new AxisScale(first, last, true, within, labels);
    }

    /** Returns this axis with other ends, and only the ticks between them. */
    AxisScale cut(double lowest, double highest) {
        int[] within = IntStream.range(0, ticks.length)
                .filter(k -> ticks[k] >= lowest && ticks[k] <= highest)
                .toArray();
        return new AxisScale(
                lowest,
                highest,
                isLogarithmic,
                IntStream.of(within).mapToDouble(k -> ticks[k]).toArray(),
                IntStream.of(within).mapToObj(k -> labels[k]).toArray(String[]::new));
    }

    private static boolean isPower(double value) {
        double log = Math.log10(value);
        return Math.abs(log - Math.rint(log)) < HAIR;
    }

    /** Returns where a value lies on the axis: 0 at its beginning, 1 at its end. */
    double place(double value) {
        return isLogarithmic
                ? (Math.log10(value) - Math.log10(low)) / (Math.log10(high) - Math.log10(low))
                : (value - low) / (high - low);
    }
}
