package rung.comparison;

import java.util.Optional;
import java.util.OptionalDouble;
import rung.lists.ListQuality;

/**
 * The lists of a method on one split.
 *
 * @param split the number of the split, from 0
 * @param chosen how good they are on the test part, where each entry is relevant
 * @param liked the same where only high ratings are relevant; empty if there are no ratings
 * @param validation the nDCG of the best trial, by which it was chosen; empty if there was nothing to choose
 * @param configuration the best trial's configuration, in words
 * @param trials the number of configurations that were tried
 * @param tuning the time of choosing
 * @param fit the time of the fit to the whole training part
 */
public record ListRound(
        int split,
        ListQuality chosen,
        Optional<ListQuality> liked,
        OptionalDouble validation,
        String configuration,
        int trials,
        Cost tuning,
        Cost fit) {}
