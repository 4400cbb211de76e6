package rung.comparison;

import java.util.Collections;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The results of a method on one split.
 *
 * @param split the number of the split, from 0
 * @param testError the error of the fit to the whole training part, on the test part
 * @param validationError the error of the best trial, by which it was chosen; empty if the method held nothing out
 * @param configuration the best trial's configuration, in words
 * @param rank the rank of the fit
 * @param steps the number of steps of the fit: as many as were best in the trial
 * @param trials the number of configurations that were tried
 * @param tuning the time of choosing
 * @param fit the time of the fit to the whole training part
 * @param errorByRank the least validation error of any trial at each rank
 */
public record Round(
        int split,
        double testError,
        OptionalDouble validationError,
        String configuration,
        int rank,
        int steps,
        int trials,
        Cost tuning,
        Cost fit,
        SortedMap<Integer, Double> errorByRank) {
    /** Copies the map. */
    public Round {
        errorByRank = Collections.unmodifiableSortedMap(new TreeMap<>(errorByRank));
    }

    /**
     * What came of choosing among configurations.
     *
     * @param configuration the best trial's configuration, in words
     * @param trials the number of configurations that were tried
     * @param validationError the error of the best trial; empty if the method held nothing out
     * @param errorByRank the least validation error of any trial at each rank
     * @param cost the time of choosing
     */
    record Tuned(
            String configuration,
            int trials,
            OptionalDouble validationError,
            SortedMap<Integer, Double> errorByRank,
            Cost cost) {}

    /**
     * The fit to the whole training part.
     *
     * @param testError its error on the test part
     * @param rank its rank
     * @param steps the number of its steps
     * @param cost its time
     */
    record Fitted(double testError, int rank, int steps, Cost cost) {}

    static Round of(int split, Tuned tuned, Fitted fitted) {
        return new Round(
                split,
                fitted.testError,
                tuned.validationError,
                tuned.configuration,
                fitted.rank,
                fitted.steps,
                tuned.trials,
                tuned.cost,
                fitted.cost,
                tuned.errorByRank);
    }
}
