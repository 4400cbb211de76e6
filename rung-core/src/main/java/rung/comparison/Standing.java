package rung.comparison;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import rung.Step;

/**
 * The results of one method: its row in the table of a comparison.
 *
 * @param key the word by which the method is picked
 * @param name the method's name
 * @param rounds the results on each split
 * @param memory the most bytes that its fit to the first training part kept alive at once, beside what was there before
 * @param errorOverTime how the validation error of the best trial on the first split fell as time went by
 * @param failure why it has no error, as a sentence; empty if it has one
 */
public record Standing(
        String key,
        String name,
        List<Round> rounds,
        OptionalLong memory,
        List<Moment> errorOverTime,
        Optional<String> failure) {
    /**
     * The validation error of a fit that has come this far.
     *
     * @param elapsed the time since the fit began
     * @param rank the rank by then; 0 for a method without one
     * @param validationError the error on the validation part
     */
    public record Moment(Duration elapsed, int rank, double validationError) {
        /** The steps of a fit at which the validation error was measured. */
        static List<Moment> of(List<Step> trace) {
            return trace.stream()
                    .filter(step -> step.heldOut().isPresent())
                    .map(step -> new Moment(
                            step.elapsed(), step.rank(), step.heldOut().getAsDouble()))
                    .toList();
        }
    }

    /**
     * Whether the method has no error.
     *
     * @return true if there is a {@link #failure}
     */
    public boolean hasFailed() {
        return failure.isPresent();
    }

    /**
     * The test error over the splits.
     *
     * @return the mean and its standard error; empty if the method failed, or has not finished a split
     */
    public Optional<Estimate> error() {
        return hasFailed() ? Optional.empty() : Estimate.ofAny(values(Round::testError));
    }

    /**
     * The difference to the error of another method on the same splits. It is less uncertain than the difference of both means.
     *
     * @param other the other method
     * @return how much worse this one is, with its standard error; empty if one of them has no error
     */
    public Optional<Estimate> behind(Standing other) {
        int common = hasFailed() || other.hasFailed() ? 0 : Math.min(rounds.size(), other.rounds.size());
        double[] differences = new double[common];
        for (int k = 0; k < common; k++) {
            differences[k] = rounds.get(k).testError() - other.rounds.get(k).testError();
        }
        return Estimate.ofAny(differences);
    }

    /**
     * The time of a fit after everything was chosen: the median over the splits.
     *
     * @return the time; empty if no split was finished
     */
    public Optional<Cost> fit() {
        return Cost.median(rounds.stream().map(Round::fit).toList());
    }

    /**
     * The time of choosing, before that fit: the median over the splits.
     *
     * @return the time; empty if no split was finished
     */
    public Optional<Cost> tuning() {
        return Cost.median(rounds.stream().map(Round::tuning).toList());
    }

    /**
     * The validation error at each rank that was tried on every split.
     *
     * @return for each rank the mean over the splits and its standard error
     */
    public SortedMap<Integer, Estimate> errorByRank() {
        SortedMap<Integer, Estimate> errors = new TreeMap<>();
        if (!rounds.isEmpty()) {
            for (int rank : rounds.get(0).errorByRank().keySet()) {
                if (rounds.stream().allMatch(round -> round.errorByRank().containsKey(rank))) {
                    errors.put(
                            rank,
                            Estimate.of(values(round -> round.errorByRank().get(rank))));
                }
            }
        }
        return errors;
    }

    private double[] values(ToDoubleFunction<Round> of) {
        return rounds.stream().mapToDouble(of).toArray();
    }
}
