package rung.page;

import java.util.Arrays;
import rung.ratings.Ids;
import rung.ratings.Model;
import rung.ratings.Ratings;

/**
 * How often values fell between each edge and the next.
 *
 * @param edges ascending, one more than the counts
 */
public record Histogram(double[] edges, long[] counts) {
    /** About so many bins between the lowest and the highest residual there can be. */
    private static final int BINS = 60;

    public Histogram {
        if (edges.length != counts.length + 1) {
            throw new IllegalArgumentException(
                    "there must be one edge more than counts, got " + edges.length + " and " + counts.length);
        }
    }

    /** How many values there are in all. */
    public long total() {
        return Arrays.stream(counts).sum();
    }

    /**
     * Values in bins as wide as a round number, zero at an edge. What lies farther outside the middle 98 % of the values than
     * these are wide is left out, so that a few extremes do not hide the rest.
     */
    public static Histogram of(double[] values) {
        double[] sorted =
                Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
        if (sorted.length == 0) {
            return new Histogram(new double[] {0}, new long[0]);
        }
        double low = sorted[sorted.length / 100];
        double high = sorted[sorted.length - 1 - sorted.length / 100];
        double lowest = Math.max(sorted[0], low - (high - low));
        double highest = Math.min(sorted[sorted.length - 1], high + (high - low));
        double width = highest > lowest ? AxisScale.round((highest - lowest) / BINS) : 1;
        long first = (long) Math.floor(lowest / width);
        long[] counts = new long[(int) ((long) Math.floor(highest / width) - first + 1)];
        for (double value : sorted) {
            if (value >= lowest && value <= highest) {
                counts[(int) ((long) Math.floor(value / width) - first)]++;
            }
        }
        double[] edges = new double[counts.length + 1];
        Arrays.setAll(edges, k -> (first + k) * width);
        return new Histogram(edges, counts);
    }

    /**
     * Rating minus prediction, in bins as wide as a round number, zero at an edge, none empty at either end. Users and items
     * are matched by name. One pass, since the bounds of predictions and ratings bound the residuals.
     */
    public static Histogram ofResiduals(Model model, Ratings ratings) {
        if (ratings.count() == 0) {
            return new Histogram(new double[] {0}, new long[0]);
        }
        double lowest = ratings.lowest() - model.high();
        double highest = ratings.highest() - model.low();
        double width = highest > lowest ? AxisScale.round((highest - lowest) / BINS) : 1;
        long first = (long) Math.floor(lowest / width);
        long[] counts = new long[(int) ((long) Math.floor(highest / width) - first + 1)];
        int[] user = numbers(ratings.users(), model.users());
        int[] item = numbers(ratings.items(), model.items());
        for (int e = 0; e < ratings.count(); e++) {
            double residual = ratings.value()[e]
                    - model.predict(user[ratings.user()[e]], item[ratings.item()[e]])
                            .value();
            long bin = (long) Math.floor(residual / width) - first;
            counts[(int) Math.max(0, Math.min(counts.length - 1, bin))]++;
        }
        int from = 0;
        int to = counts.length;
        while (counts[from] == 0) {
            from++;
        }
        while (counts[to - 1] == 0) {
            to--;
        }
        double[] edges = new double[to - from + 1];
        for (int k = 0; k < edges.length; k++) {
            edges[k] = (first + from + k) * width;
        }
        return new Histogram(edges, Arrays.copyOfRange(counts, from, to));
    }

    private static int[] numbers(Ids names, Ids known) {
        int[] numbers = new int[names.size()];
        Arrays.setAll(numbers, k -> names == known ? k : known.find(names.name(k)));
        return numbers;
    }
}
