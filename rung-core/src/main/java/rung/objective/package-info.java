/**
 * Convex functions R of a whole matrix, ready to be minimized.
 *
 * <p>{@link rung.objective.Entries} sums a loss over observed entries; it is the one for tables. The default recommender does not use
 * it: {@code rung.engine.sampling} takes the ratings themselves. {@link rung.objective.Ridge} makes another function strongly convex.
 * {@link rung.objective.ReducedRankRegression}, {@link rung.objective.MatrixSensing} and {@link rung.objective.DiagonalEmbedding} are not
 * sums over entries. Each is a {@link rung.ConvexFunction}, which an engine below {@code rung.engine} turns into a problem that the
 * algorithms solve.
 *
 * <p>Uses {@code rung.data} for the observed entries, {@code rung.loss}, {@code rung} and {@code rung.linalg}.
 */
package rung.objective;
