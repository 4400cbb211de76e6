package rung.page;

import java.util.Arrays;
import java.util.OptionalInt;
import rung.data.Ids;
import rung.data.Ratings;
import rung.ratings.Model;

/**
 * The number of values in each of several bins.
 *
 * @param edges the bounds of the bins, ascending: one more than there are bins
 * @param counts the number of values in each bin
 */
public record Histogram(double[] edges, long[] counts) {
    /** The number of bins to aim at. */
    private static final int BINS = 60;

    /** Copies both, and checks that there is one edge more than counts. */
    public Histogram {
        edges = edges.clone();
        counts = counts.clone();
        if (edges.length != counts.length + 1) {
            throw new IllegalArgumentException(
                    "there must be one edge more than counts, got " + edges.length + " and " + counts.length);
        }
    }

    /** {@return a copy of the bounds of the bins} */
    @Override
    public double[] edges() {
        return edges.clone();
    }

    /** {@return a copy of the number of values in each bin} */
    @Override
    public long[] counts() {
        return counts.clone();
    }

    /**
     * Returns the number of values in all bins.
     *
     * @return the number
     */
    public long total() {
        return Arrays.stream(counts).sum();
    }

    /**
     * Counts values in bins whose width is a round number, with an edge at zero. Values far out are left out, so that a few
     * extremes do not hide the rest: those that lie farther from the middle 98 % of the values than these span. So are values
     * that are not finite.
     *
     * @param values the values
     * @return the histogram
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
     * Counts the residuals of a model, rating minus prediction, in bins whose width is a round number, with an edge at zero and no
     * empty bin at either end. Users and items of the ratings are found in the model by name.
     *
     * @param model the model
     * @param ratings the ratings
     * @return the histogram
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
        OptionalInt[] user = numbers(ratings.users(), model.users());
        OptionalInt[] item = numbers(ratings.items(), model.items());
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

    /** The number of each name in the model, where the model knows it. */
    private static OptionalInt[] numbers(Ids names, Ids known) {
        OptionalInt[] numbers = new OptionalInt[names.size()];
        Arrays.setAll(numbers, k -> names == known ? OptionalInt.of(k) : known.find(names.name(k)));
        return numbers;
    }
}
