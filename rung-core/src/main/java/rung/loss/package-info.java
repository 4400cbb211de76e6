/**
 * Losses of one entry: the value and the derivatives of a function of a fitted and an observed number.
 *
 * <p>Begin with {@link rung.loss.Loss}, which has a factory method for each loss and is the interface to implement for one's own.
 * {@code rung.objective.Entries} sums a loss over all observed entries. This package uses no other. The engine for ratings, {@code
 * rung.engine.sampling}, has the squared loss built in and does not come through here; {@code rung.ratings.PaperRecommender} does.
 */
package rung.loss;
