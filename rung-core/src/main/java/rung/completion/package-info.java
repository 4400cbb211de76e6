/**
 * Fills the holes of a table. {@link rung.completion.Completion} needs nothing but the table: by entries that it holds out it chooses
 * how the columns are prepared ({@link rung.completion.Preparation}) and the rank, then it climbs on all entries, with {@code
 * rung.algorithm.FastGreedy} on {@code rung.engine.bayes.Bayesian}. {@link rung.completion.Synthetic} makes tables whose answer is
 * known.
 *
 * <p>Uses {@code rung.algorithm}, {@code rung.engine.bayes}, {@code rung.data}, {@code rung} and {@code rung.linalg}. Ratings do not
 * come through here: {@code rung.ratings} trains on them.
 */
package rung.completion;
