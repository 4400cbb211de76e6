package rung.completion.kind;

import java.util.Arrays;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * What a column can hold, by what was observed in it; what is filled in must not leave this range.
 *
 * <p>A column of more cells with no more than two values stays between them; one without negative values gets none; one whose values pile up at an end, such as
 * shares of at most 1, does not go beyond it. Otherwise a column may exceed what was observed a little, and the less the more was
 * observed: the extremes of a few values are not those of all. A single value says nothing of how far others go.
 */
public final class Bounds {
    /** How far beyond what was observed, in ranges of a column over the root of the number n of its observations. */
    private static final double MARGIN = 2;

    /** With n observations the margin is wider by the factor 1 + {@value}/n: of few, nobody knows how far others go. */
    private static final double FEW = 20;

    /** The values of a column pile up at an end if that is at least this part of them, and more than two. */
    private static final double PILE = 0.02;

    private final double[] low;
    private final double[] high;

    private Bounds(double[] low, double[] high) {
        this.low = low;
        this.high = high;
    }

    /** {@return the lower bounds and then the upper ones} */
    public double[] toNumbers() {
        double[] numbers = Arrays.copyOf(low, low.length + high.length);
        System.arraycopy(high, 0, numbers, low.length, high.length);
        return numbers;
    }

    /**
     * Reads what {@link #toNumbers} gave.
     *
     * @param numbers the lower bounds and then the upper ones
     * @return the bounds
     */
    public static Bounds of(double[] numbers) {
        int columns = numbers.length / 2;
        return new Bounds(Arrays.copyOf(numbers, columns), Arrays.copyOfRange(numbers, columns, 2 * columns));
    }

    /**
     * Bounds that nothing can leave.
     *
     * @param columns the number of columns
     * @return the bounds
     */
    public static Bounds none(int columns) {
        double[] low = new double[columns];
        double[] high = new double[columns];
        Arrays.fill(low, Double.NEGATIVE_INFINITY);
        Arrays.fill(high, Double.POSITIVE_INFINITY);
        return new Bounds(low, high);
    }

    /**
     * The bounds of what was observed; a column without observations has none.
     *
     * @param data the observed entries
     * @return the bounds
     */
    public static Bounds of(Observations data) {
        Bounds bounds = none(data.columns());
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        double[] column = new double[columns.longest()];
        for (int j = 0; j < columns.count(); j++) {
            if (columns.size(j) > 0) {
                columns.load(data.values(), j, column);
                bounds.set(j, Arrays.copyOf(column, columns.size(j)));
            }
        }
        return bounds;
    }

    private void set(int j, double[] observed) {
        double least = Arrays.stream(observed).min().orElseThrow();
        double greatest = Arrays.stream(observed).max().orElseThrow();
        long atLeast = Arrays.stream(observed).filter(x -> x == least).count();
        long atGreatest = Arrays.stream(observed).filter(x -> x == greatest).count();
        boolean isTwoValued = observed.length > 2 && atLeast + atGreatest >= observed.length;
        double range = observed.length > 1 ? greatest - least : Double.POSITIVE_INFINITY; // one value spans nothing
        double margin = isTwoValued ? 0 : MARGIN * range / Math.sqrt(observed.length) * (1 + FEW / observed.length);
        low[j] = least - (isPile(atLeast, observed.length) ? 0 : margin);
        high[j] = greatest + (isPile(atGreatest, observed.length) ? 0 : margin);
        low[j] = least >= 0 ? Math.max(0, low[j]) : low[j];
        high[j] = greatest <= 0 ? Math.min(0, high[j]) : high[j];
    }

    private static boolean isPile(long there, int observed) {
        return there > 2 && there >= PILE * observed;
    }

    /**
     * Moves a value to the nearest one within the bounds of its column.
     *
     * @param column the column, from 0
     * @param value a value
     * @return the value, or the bound that it exceeds
     */
    public double clip(int column, double value) {
        return Math.max(low[column], Math.min(high[column], value));
    }
}
