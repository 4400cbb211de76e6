package rung.comparison;

import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * How a method did on one split.
 *
 * @param split from 0
 * @param testError of the fit to the whole training part, on the test part
 * @param validationError the error of the best trial, by which it was chosen; empty if the method held nothing out
 * @param configuration the best trial's, in words
 * @param rank of the fit
 * @param steps of the fit: as many as were best in the trial
 * @param trials how many configurations were tried
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
        SortedMap<Integer, Double> errorByRank) {}
