package rung.completion.kind;

import java.util.Arrays;
import rung.data.Median;

/**
 * What the numbers of a column span, without a few that lie beyond all others by several times that: such as one whose decimal point was
 * lost.
 *
 * @param least the least number that is not beyond
 * @param most the highest number that is not beyond
 * @param median the median of the column
 * @param deviation its standard deviation, by medians
 */
public record ColumnSpan(double least, double most, double median, double deviation) {
    /** The span of a column in which no number is beyond others. */
    public static final ColumnSpan ALL = new ColumnSpan(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0, 1);

    /** The least length of a column in which a number may lie beyond all others; half as many must be different. */
    private static final int LONG = 20;

    /** The most of a column that may lie beyond its other numbers, unless it is one. */
    private static final double RARE = 0.02;

    /** A number lies beyond others if the gap to the next of them is more than this multiple of what they span. */
    private static final double GAP = 2;

    /**
     * Finds the span of a column. Columns in which nothing can lie beyond the rest are seen in two passes; others are sorted.
     *
     * @param numbers the numbers of the column, which this may reorder
     * @param size how many of them there are
     * @return the span, {@link #ALL} if nothing lies beyond it
     */
    public static ColumnSpan of(double[] numbers, int size) {
        int rare = Math.max(1, (int) (RARE * size));
        if (size < LONG || !isMostInAThird(numbers, size, rare)) {
            return ALL;
        }
        Arrays.sort(numbers, 0, size);
        if (Arrays.stream(numbers, 0, size).distinct().limit(LONG).count() < LONG / 2) {
            return ALL;
        }
        double median = numbers[size / 2];
        double deviation = Median.standardDeviation(
                Arrays.stream(numbers, 0, size).map(x -> x - median).toArray());
        return new ColumnSpan(lowest(numbers, size, rare), highest(numbers, size, rare), median, deviation);
    }

    /**
     * Whether a number is in this span.
     *
     * @param x the number
     * @return whether it is
     */
    public boolean contains(double x) {
        return x >= least && x <= most;
    }

    /* Whether all numbers but a few are in the lowest or in the highest third of what they span, as they are if those few lie beyond. */
    private static boolean isMostInAThird(double[] numbers, int size, int few) {
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < size; k++) {
            min = Math.min(min, numbers[k]);
            max = Math.max(max, numbers[k]);
        }
        double third = (max - min) / (1 + GAP);
        int above = 0;
        int below = 0;
        for (int k = 0; k < size; k++) {
            above += numbers[k] - min > third ? 1 : 0;
            below += max - numbers[k] > third ? 1 : 0;
        }
        return Math.min(above, below) <= few;
    }

    /* The highest of ascending numbers that is not followed by a gap of several times what is up to there; at most some follow. */
    private static double highest(double[] sorted, int size, int rare) {
        for (int k = size - rare; k < size; k++) {
            if (sorted[k] - sorted[k - 1] > GAP * (sorted[k - 1] - sorted[0])) {
                return sorted[k - 1];
            }
        }
        return sorted[size - 1];
    }

    private static double lowest(double[] sorted, int size, int rare) {
        for (int k = rare; k > 0; k--) {
            if (sorted[k] - sorted[k - 1] > GAP * (sorted[size - 1] - sorted[k])) {
                return sorted[k];
            }
        }
        return sorted[0];
    }
}
