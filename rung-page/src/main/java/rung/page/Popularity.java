package rung.page;

import java.util.Arrays;
import java.util.List;

/** Draws which share of all entries the most popular items have. */
public final class Popularity {
    private Popularity() {}

    /**
     * Draws the curve, with a mark at half of the entries.
     *
     * @param counts the number of entries of each item
     * @return the plot; empty if there are no entries
     */
    public static Plot plot(int[] counts) {
        int[] sorted = counts.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        long all = Arrays.stream(sorted).asLongStream().sum();
        double[] x = new double[all == 0 ? 0 : n + 1];
        double[] y = new double[x.length];
        long sum = 0;
        for (int k = 1; k < x.length; k++) {
            sum += sorted[n - k];
            x[k] = 100.0 * k / n;
            y[k] = 100.0 * sum / all;
        }
        Plot plot = Plot.lines(
                "Popularity of items",
                "% of the items, the most popular first",
                "% of the ratings",
                List.of(new Plot.Series("ratings", x, y)));
        int half = half(counts);
        return all == 0 ? plot : plot.withMark(x[half], y[half], "half");
    }

    /**
     * Returns how many items, the most popular first, have half of all entries.
     *
     * @param counts the number of entries of each item
     * @return the number of items; 0 if there are no entries
     */
    public static int half(int[] counts) {
        int[] sorted = counts.clone();
        Arrays.sort(sorted);
        long all = Arrays.stream(sorted).asLongStream().sum();
        long sum = 0;
        int half = 0;
        while (2 * sum < all) {
            half++;
            sum += sorted[sorted.length - half];
        }
        return half;
    }
}
