package rung.comparison;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import rung.lists.ListQuality;
import rung.lists.Measured;

/**
 * The lists of one method: its row in the table of a comparison of lists.
 *
 * @param key the word by which the method is picked
 * @param name the method's name
 * @param rounds the results on each split
 * @param memory the most bytes that its fit to the first training part kept alive at once, beside what was there before
 * @param failure why it has no lists, as a sentence; empty if it has
 */
public record ListStanding(String key, String name, List<ListRound> rounds, OptionalLong memory, String failure) {
    /**
     * Whether the method has no lists.
     *
     * @return true if there is a {@link #failure}
     */
    public boolean hasFailed() {
        return !failure.isEmpty();
    }

    /**
     * A figure of the lists over the splits, where each entry of the test part is relevant.
     *
     * @param figure the figure
     * @return the mean and its standard error over the splits
     */
    public Estimate chosen(Function<ListQuality, Measured> figure) {
        return estimate(round -> figure.apply(round.chosen()).value());
    }

    /**
     * A figure of the lists over the splits, where only high ratings are relevant.
     *
     * @param figure the figure
     * @return the mean and its standard error over the splits; NaN if there are no ratings
     */
    public Estimate liked(Function<ListQuality, Measured> figure) {
        return estimate(round ->
                round.liked().map(quality -> figure.apply(quality).value()).orElse(Double.NaN));
    }

    /**
     * The nDCG over the splits, by which methods are ranked.
     *
     * @return the mean and its standard error
     */
    public Estimate ndcg() {
        return chosen(ListQuality::ndcg);
    }

    /**
     * The difference to the nDCG of another method on the same splits. It is less uncertain than the difference of both means.
     *
     * @param other the other method
     * @return how much worse this one is, with its standard error
     */
    public Estimate behind(ListStanding other) {
        int common = hasFailed() || other.hasFailed() ? 0 : Math.min(rounds.size(), other.rounds.size());
        double[] differences = new double[common];
        for (int k = 0; k < common; k++) {
            differences[k] = other.rounds.get(k).chosen().ndcg().value()
                    - rounds.get(k).chosen().ndcg().value();
        }
        return Estimate.of(differences);
    }

    /**
     * The time of a fit after everything was chosen: the median over the splits.
     *
     * @return the time
     */
    public Cost fit() {
        return Cost.median(rounds.stream().map(ListRound::fit).toList());
    }

    /**
     * The time of choosing, before that fit: the median over the splits.
     *
     * @return the time
     */
    public Cost tuning() {
        return Cost.median(rounds.stream().map(ListRound::tuning).toList());
    }

    private Estimate estimate(ToDoubleFunction<ListRound> of) {
        return hasFailed()
                ? Estimate.of()
                : Estimate.of(rounds.stream().mapToDouble(of).toArray());
    }
}
