/**
 * Losses of one entry: the value and the derivatives of a function of a fitted and an observed number.
 *
 * <p>Begin with {@link rung.loss.Loss}, which has a factory method for each loss and is the interface to implement for one's own.
 * {@code rung.objective.Entries} sums a loss over all observed entries. This package uses no other. Ratings are climbed with the
 * squared loss.
 */
package rung.loss;
