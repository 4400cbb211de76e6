/**
 * Linear algebra that does not know what it is used for.
 *
 * <p>Where to look: {@link rung.linalg.Matrix} is dense, {@link rung.linalg.SparseMatrix} has values on a {@link rung.linalg.Pattern}
 * of positions, and both are a {@link rung.linalg.LinearOperator}. Decompositions: {@link rung.linalg.Svd}, {@link rung.linalg.Qr},
 * {@link rung.linalg.SymmetricEigen}, and {@link rung.linalg.Lanczos} for the largest singular value alone. Solvers: {@link
 * rung.linalg.Lsqr}, {@link rung.linalg.Lbfgs}, {@link rung.linalg.LineSearch}; {@link rung.linalg.PositiveDefinite} inverts itself.
 * {@link rung.linalg.Workers} splits loops over threads without changing any result. {@link rung.linalg.FloatSequence} and {@link
 * rung.linalg.IntSequence} are numbers in memory or in a mapped file.
 *
 * <p>Uses only {@code rung.kernel}, for its inner loops. A rating meets this package wherever it is sorted by user or by item ({@link
 * rung.linalg.Grouping}): when duplicates are found, in both engines, and for the list of what each user has seen; and when an engine
 * searches for the next direction of a climb.
 */
package rung.linalg;
