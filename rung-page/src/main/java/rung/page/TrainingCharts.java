package rung.page;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import rung.Step;
import rung.engine.sampling.biased.BiasedFactors;

/**
 * The charts of how a recommender was trained and how well it fits: the same in the report of a training and on the page of a model that
 * is served.
 */
public final class TrainingCharts {
    private TrainingCharts() {}

    /**
     * A chart and a sentence about it.
     *
     * @param plot the chart; empty if there is nothing to draw
     * @param note the sentence
     */
    public record Chart(Plot plot, String note) {
        /**
         * Makes a figure of a page.
         *
         * @param ifEmpty the sentence that stands there if there is nothing to draw
         * @return the figure
         */
        public Page.Figure figure(String ifEmpty) {
            return Page.chart(plot, note, ifEmpty);
        }
    }

    /**
     * How good lists are by one measure.
     *
     * @param name the name of the measure
     * @param ours its value for the lists of the model
     * @param popular its value for lists of the most popular items
     */
    public record ListMeasure(String name, double ours, double popular) {}

    /**
     * Draws which share of all entries the most popular items have, with a mark at half of the entries.
     *
     * @param counts the number of entries of each item
     * @param entries what these are called: "ratings", or "choices"
     * @return the plot; empty if there are no entries
     */
    public static Plot popularity(int[] counts, String entries) {
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
                "% of the " + entries,
                List.of(new Plot.Series(entries, x, y)));
        int half = half(sorted);
        return all == 0
                ? plot
                : plot.withMark(x[half], y[half], isHalf(y[half] / 100) ? "half" : NumberText.percent(y[half] / 100));
    }

    /**
     * Says how few items have half of all entries: "Half of the ratings are of 12 % of the items." Where items are few, those that have at
     * least half may have more: "80 % of the ratings are of 67 % of the items."
     *
     * @param counts the number of entries of each item, some above 0
     * @param entries what these are called: "ratings", or "choices"
     * @return the sentence
     */
    public static String popularityInWords(int[] counts, String entries) {
        int[] sorted = counts.clone();
        Arrays.sort(sorted);
        int half = half(sorted);
        long all = Arrays.stream(sorted).asLongStream().sum();
        long theirs = Arrays.stream(sorted, sorted.length - half, sorted.length)
                .asLongStream()
                .sum();
        double share = (double) theirs / all;
        return (isHalf(share) ? "Half" : NumberText.percent(share)) + " of the " + entries + " are of "
                + NumberText.percent((double) half / sorted.length) + " of the items.";
    }

    private static boolean isHalf(double share) {
        return NumberText.percent(share).equals(NumberText.percent(0.5));
    }

    /* How many items, the most popular first, have at least half of all entries; {@code sorted} ascends. */
    private static int half(int[] sorted) {
        long all = Arrays.stream(sorted).asLongStream().sum();
        long sum = 0;
        int half = 0;
        while (2 * sum < all) {
            half++;
            sum += sorted[sorted.length - half];
        }
        return half;
    }

    /**
     * Draws the error on held-out ratings against the rank, with a mark at the rank that was chosen.
     *
     * @param errors the error by rank
     * @param rank the rank of the model
     * @return the chart
     */
    public static Chart errorByRank(SortedMap<Integer, Double> errors, int rank) {
        Plot plot = line(
                "Held-out error against rank",
                "rank",
                new Plot.Series(
                        "held-out RMSE",
                        errors.keySet().stream().mapToDouble(k -> k).toArray(),
                        errors.values().stream().mapToDouble(e -> e).toArray()));
        String chosen = "chosen: rank " + rank;
        return new Chart(
                errors.containsKey(rank) ? plot.withMark(rank, errors.get(rank), chosen) : plot.withMark(rank, chosen),
                "A part of the ratings was held out to choose the rank; then the model was trained on all of them.");
    }

    /**
     * Draws the error on the training ratings against the step, with a mark where the rank was reached.
     *
     * @param path the steps
     * @param rank the rank of the model
     * @param count on how many ratings it was trained
     * @return the chart
     */
    public static Chart errorByStep(List<Step> path, int rank, long count) {
        Plot plot = line(
                "Training error against step",
                "step",
                new Plot.Series(
                        "training RMSE",
                        path.stream().mapToDouble(Step::step).toArray(),
                        path.stream().mapToDouble(step -> rmse(step, count)).toArray()));
        Optional<Step> reached =
                path.stream().filter(step -> step.rank() == rank).findFirst();
        boolean hasRounds = reached.isPresent() && reached.get().step() < path.size();
        String note = "What the model leaves unexplained in the ratings it is trained on";
        return hasRounds
                ? new Chart(
                        plot.withMark(reached.get().step(), rmse(reached.get(), count), "rank " + rank + " reached"),
                        note + "; after the mark, rounds at full rank.")
                : new Chart(plot, note + ".");
    }

    /**
     * The root mean squared error on {@code count} entries at a step, whose value R(A) is half the sum of squares.
     *
     * @param step the step
     * @param count the number of entries
     * @return the error
     */
    public static double rmse(Step step, long count) {
        return Math.sqrt(2 * step.value() / count);
    }

    /**
     * Draws the singular values of a model.
     *
     * @param factors the model
     * @return the chart
     */
    public static Chart spectrum(BiasedFactors factors) {
        Plot plot = Spectrum.plot("Singular values of the model", Spectrum.of(factors));
        return new Chart(
                plot,
                "Of the product of the factors, without the mean and the biases."
                        + (plot.isLogarithmic() ? " The axis is logarithmic." : ""));
    }

    /**
     * Draws how often residuals, rating minus prediction, are how large.
     *
     * @param residuals the residuals
     * @param of which ratings they are of, to follow "Of": "the ratings held out"
     * @return the chart
     */
    public static Chart residuals(Histogram residuals, String of) {
        return new Chart(
                Plot.histogram(
                        "Residuals", "rating minus prediction", "ratings", residuals.edges(), residuals.counts()),
                "Of " + of + ": " + NumberText.count(residuals.total()) + ".");
    }

    /**
     * Makes a table of how good lists are that were made without a held-out part.
     *
     * @param length the length of the lists
     * @param users for how many users they were made
     * @param measures how good they are
     * @return the table
     */
    public static Page.Table listQuality(int length, int users, List<ListMeasure> measures) {
        return new Page.Table(
                "Lists of " + length + " for " + NumberText.count(users) + " users",
                1,
                List.of("", "by preference", "most popular"),
                measures.stream()
                        .map(one -> List.of(one.name, NumberText.error(one.ours), NumberText.error(one.popular)))
                        .toList(),
                Set.of(),
                List.of("A part of the entries was held out, and lists were made without it; an item of a list is a"
                        + " hit if it is in that part. The same part chose the penalty, so lists of other entries"
                        + " may be a little worse."));
    }

    private static Plot line(String title, String x, Plot.Series line) {
        return Plot.lines(title, x, "RMSE", List.of(line)).whole();
    }
}
