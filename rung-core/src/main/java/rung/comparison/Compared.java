package rung.comparison;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a comparison has found.
 *
 * @param isTable whether it was one, so that errors are in standard deviations of columns; else ratings
 * @param standings of the methods, in the order in which they took part
 * @param parts the sizes of the parts of each split
 * @param splits how many were asked for; if it was stopped there may be fewer parts
 * @param stopped whether it was ended early; a split that not all had finished is left out, unless it is the first
 */
public record Compared(
        boolean isTable,
        List<Standing> standings,
        List<Parts> parts,
        int splits,
        double testFraction,
        Contestant.Budget budget,
        long seed,
        int threads,
        boolean stopped,
        double seconds) {
    /**
     * The sizes of the parts of a split.
     *
     * @param fitted in trials
     * @param validation which chooses among them; both together are the training part
     * @param test which is measured on once
     * @param leftOut ratings of the test part whose user or item is not in the training part, of which everybody predicts the
     *     mean; or its cells in columns that are constant in the training part, which are not measured
     */
    public record Parts(int fitted, int validation, int test, int leftOut) {}

    /** The least error first; those that failed, or have not finished a split, last. */
    public List<Standing> ranked() {
        List<Standing> ranked = new ArrayList<>(standings);
        ranked.sort(Comparator.comparingDouble(
                standing -> Double.isNaN(standing.error().mean())
                        ? Double.POSITIVE_INFINITY
                        : standing.error().mean()));
        return ranked;
    }

    /** The method with the least error, if there is any. */
    public Optional<Standing> best() {
        return ranked().stream().findFirst().filter(first -> first.error().count() > 0);
    }
}
