package rung.cli.ratings;

import java.util.TreeMap;
import rung.data.Ratings;
import rung.page.Histogram;
import rung.page.NumberText;
import rung.page.Page;
import rung.page.Plot;
import rung.page.TrainingCharts;

/** Figures of the ratings themselves: how often each value was given, and how unequally items are rated. */
final class DataFigures {
    /** Up to this many different values, each has a bar of its own. */
    private static final int MOST_VALUES = 20;

    private DataFigures() {}

    /** How often each value was given. */
    static Page.Figure values(Ratings ratings) {
        TreeMap<Float, Long> counts = new TreeMap<>();
        for (float value : ratings.value()) {
            counts.merge(value, 1L, Long::sum);
            if (counts.size() > MOST_VALUES) {
                break;
            }
        }
        Histogram histogram = counts.size() > MOST_VALUES ? Histogram.of(doubles(ratings.value())) : bars(counts);
        double mean = 0;
        for (float value : ratings.value()) {
            mean += value / (double) ratings.count();
        }
        return Page.chart(
                Plot.histogram("Ratings given", "rating", "ratings", histogram.edges(), histogram.counts()),
                "Mean " + NumberText.error(mean) + " of " + NumberText.count(ratings.count()) + " ratings.",
                "There are no ratings.");
    }

    /* A bar around each value, as wide as the least distance between two. */
    private static Histogram bars(TreeMap<Float, Long> counts) {
        double width = Double.POSITIVE_INFINITY;
        Float before = null;
        for (float value : counts.keySet()) {
            width = before == null ? width : Math.min(width, value - before);
            before = value;
        }
        width = Double.isInfinite(width) ? 1 : width;
        double low = counts.firstKey() - width / 2;
        int bins = (int) Math.round((counts.lastKey() - counts.firstKey()) / width) + 1;
        double[] edges = new double[bins + 1];
        for (int k = 0; k <= bins; k++) {
            edges[k] = low + k * width;
        }
        long[] heights = new long[bins];
        for (var each : counts.entrySet()) {
            heights[Math.min(bins - 1, (int) ((each.getKey() - low) / width))] += each.getValue();
        }
        return new Histogram(edges, heights);
    }

    private static double[] doubles(float[] values) {
        double[] copy = new double[values.length];
        for (int k = 0; k < copy.length; k++) {
            copy[k] = values[k];
        }
        return copy;
    }

    /**
     * Which share of all ratings the most popular items have.
     *
     * @param entries what they are called: "ratings", or "choices"
     */
    static Page.Figure popularity(Ratings ratings, String entries) {
        int[] counts = new int[ratings.items().size()];
        for (int item : ratings.item()) {
            counts[item]++;
        }
        return Page.chart(
                TrainingCharts.popularity(counts, entries),
                ratings.count() == 0 ? "" : TrainingCharts.popularityInWords(counts, entries),
                "There are no " + entries + ".");
    }
}
