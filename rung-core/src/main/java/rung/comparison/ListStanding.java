package rung.comparison;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
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
public record ListStanding(
        String key, String name, List<ListRound> rounds, OptionalLong memory, Optional<String> failure) {
    /**
     * Whether the method has no lists.
     *
     * @return true if there is a {@link #failure}
     */
    public boolean hasFailed() {
        return failure.isPresent();
    }

    /**
     * A figure of the lists over the splits, where each entry of the test part is relevant.
     *
     * @param figure the figure
     * @return the mean and its standard error over the splits; empty if the method failed, or has not finished a split
     */
    public Optional<Estimate> chosen(Function<ListQuality, Measured> figure) {
        return estimate(rounds.stream().map(ListRound::chosen), figure);
    }

    /**
     * A figure of the lists over the splits, where only high ratings are relevant.
     *
     * @param figure the figure
     * @return the mean and its standard error over the splits; empty if there are no ratings, if the method failed, or if it has not
     *     finished a split
     */
    public Optional<Estimate> liked(Function<ListQuality, Measured> figure) {
        return estimate(rounds.stream().flatMap(round -> round.liked().stream()), figure);
    }

    /**
     * The nDCG over the splits, by which methods are ranked.
     *
     * @return the mean and its standard error; empty if the method failed, or has not finished a split
     */
    public Optional<Estimate> ndcg() {
        return chosen(ListQuality::ndcg);
    }

    /**
     * The difference to the nDCG of another method on the same splits. It is less uncertain than the difference of both means.
     *
     * @param other the other method
     * @return how much worse this one is, with its standard error; empty if one of them has no lists
     */
    public Optional<Estimate> behind(ListStanding other) {
        int common = hasFailed() || other.hasFailed() ? 0 : Math.min(rounds.size(), other.rounds.size());
        double[] differences = new double[common];
        for (int k = 0; k < common; k++) {
            differences[k] = other.rounds.get(k).chosen().ndcg().value()
                    - rounds.get(k).chosen().ndcg().value();
        }
        return Estimate.ofAny(differences);
    }

    /**
     * The time of a fit after everything was chosen: the median over the splits.
     *
     * @return the time; empty if no split was finished
     */
    public Optional<Cost> fit() {
        return Cost.median(rounds.stream().map(ListRound::fit).toList());
    }

    /**
     * The time of choosing, before that fit: the median over the splits.
     *
     * @return the time; empty if no split was finished
     */
    public Optional<Cost> tuning() {
        return Cost.median(rounds.stream().map(ListRound::tuning).toList());
    }

    private Optional<Estimate> estimate(Stream<ListQuality> lists, Function<ListQuality, Measured> figure) {
        return hasFailed()
                ? Optional.empty()
                : Estimate.ofAny(lists.map(figure).mapToDouble(Measured::value).toArray());
    }
}
