/**
 * Compares methods fairly on one data set: every method has the same splits and the same number of trials, and is measured on entries that
 * it never saw. Begin with {@link rung.comparison.Comparison}; {@link rung.comparison.Contestants} lists the methods that predict values,
 * {@link rung.comparison.ListContestants} those that make lists of recommendations, and what each of them tries; {@link
 * rung.comparison.Compared} has the results of both.
 *
 * <p>Uses {@code rung.completion}, {@code rung.ratings}, {@code rung.lists}, {@code rung.baseline}, {@code rung.baseline.lists}, {@code
 * rung.baseline.table}, {@code rung.algorithm}, {@code rung.engine.sampling.biased}, {@code rung.data}, {@code rung} and {@code
 * rung.linalg}.
 */
package rung.comparison;
