/**
 * The engine for a loss that is a sum over entries. {@link rung.engine.entrywise.Entrywise} is the problem, {@link
 * rung.engine.entrywise.EntrywiseIterate} its iterate. A refit of a side ({@code SideRefit}) falls apart into one small problem for
 * each line: {@code LeastSquaresLine} solves it under the squared loss, {@code NewtonLine} under any other. {@code CoreRefit} solves
 * for the r×r matrix between the factors.
 *
 * <p>The paper's own recommender runs on it ({@code rung.ratings.PaperRecommender}); the default recommender runs on {@code
 * rung.engine.sampling}.
 *
 * <p>Uses {@code rung.engine}, {@code rung.objective}, {@code rung.data}, {@code rung.loss}, {@code rung}, {@code rung.linalg} and
 * {@code rung.kernel}.
 */
package rung.engine.entrywise;
