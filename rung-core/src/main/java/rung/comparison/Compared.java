package rung.comparison;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import rung.Execution;

/**
 * The results of a comparison.
 *
 * @param isTable whether the data was a table, so that errors are in standard deviations of columns; else it was ratings or choices
 * @param hasRatings whether the data was ratings
 * @param standings the results of each method that predicts values, in the order in which they took part
 * @param lists the results of each method that makes lists, in that order; empty if none was compared
 * @param liked the lowest rating of an item that was liked; empty if there are no ratings, or no lists
 * @param parts the sizes of the parts of each split
 * @param splits the number of splits that were asked for; if the comparison was stopped there may be fewer parts
 * @param testFraction the part of the data that is tested on
 * @param budget what each method was allowed
 * @param seed the seed of the splits and of all methods
 * @param threads the number of threads
 * @param stopped whether the comparison was ended early; a split that not all methods had finished is left out, unless it is the first
 * @param seconds the elapsed seconds of the whole comparison
 */
public record Compared(
        boolean isTable,
        boolean hasRatings,
        List<Standing> standings,
        List<ListStanding> lists,
        OptionalDouble liked,
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
     * @param fitted the number of entries that trials are fitted to
     * @param validation the number of entries that choose among trials; together with {@code fitted} they are the training part
     * @param test the number of entries on which a method is measured, once
     * @param leftOut the ratings of the test part whose user or item is not in the training part, where every method predicts the mean;
     *     or its cells that are not measured: those in columns that are constant in the training part, and {@link
     *     Comparison#withUnmeasured those that look like errors}
     */
    public record Parts(int fitted, int validation, int test, int leftOut) {}

    /**
     * What was compared, and how.
     *
     * @param isTable whether the data was a table
     * @param hasRatings whether the data was ratings
     * @param splits the number of splits that were asked for
     * @param testFraction the part of the data that is tested on
     * @param budget what each method was allowed
     * @param execution has the seed and the threads
     */
    record Setup(
            boolean isTable,
            boolean hasRatings,
            int splits,
            double testFraction,
            Contestant.Budget budget,
            Execution execution) {
        Compared results(
                List<Standing> standings,
                List<ListStanding> lists,
                OptionalDouble liked,
                List<Parts> parts,
                boolean stopped,
                double seconds) {
            return new Compared(
                    isTable,
                    hasRatings,
                    standings,
                    lists,
                    liked,
                    parts,
                    splits,
                    testFraction,
                    budget,
                    execution.seed(),
                    execution.threads(),
                    stopped,
                    seconds);
        }
    }

    /**
     * The methods by their errors.
     *
     * @return the least error first; those that failed, or have not finished a split, last
     */
    public List<Standing> ranked() {
        List<Standing> ranked = new ArrayList<>(standings);
        ranked.sort(Comparator.comparingDouble(
                standing -> standing.error().map(Estimate::mean).orElse(Double.POSITIVE_INFINITY)));
        return ranked;
    }

    /**
     * The method with the least error.
     *
     * @return the method; empty if none has an error
     */
    public Optional<Standing> best() {
        return ranked().stream().findFirst().filter(first -> first.error().isPresent());
    }

    /**
     * The methods that make lists, by their nDCG.
     *
     * @return the highest first; those that failed, or have not finished a split, last
     */
    public List<ListStanding> rankedLists() {
        List<ListStanding> ranked = new ArrayList<>(lists);
        ranked.sort(Comparator.comparingDouble(
                standing -> standing.ndcg().map(ndcg -> -ndcg.mean()).orElse(Double.POSITIVE_INFINITY)));
        return ranked;
    }

    /**
     * The method with the highest nDCG.
     *
     * @return the method; empty if none has lists
     */
    public Optional<ListStanding> bestLists() {
        return rankedLists().stream().findFirst().filter(first -> first.ndcg().isPresent());
    }
}
