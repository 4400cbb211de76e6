/**
 * Methods that others use, to compare Rung with.
 *
 * <p>For completion: {@link rung.baseline.SoftImpute}, {@link rung.baseline.HardImpute}, {@link rung.baseline.AlternatingMinimization},
 * {@link rung.baseline.NonnegativeFactorization}, {@link rung.baseline.StochasticSvd}, {@link rung.baseline.SvdPlusPlus} and {@link rung.baseline.Biases}, and {@link
 * rung.baseline.RankClimb} for the paper's algorithms. Each is a {@link rung.baseline.Baseline}: {@code fit(observations, options)}
 * gives a {@link rung.Solution} with a trace, as the library's own algorithms do. {@link rung.baseline.table.NearestNeighbors}, {@link
 * rung.baseline.table.Interpolation}, {@link rung.baseline.table.ColumnMedians} and {@link rung.baseline.table.ColumnMeans} have no such matrix: each is a
 * {@link rung.baseline.table.TableFill}, which fills in cells straight from the observed ones. For separation: {@link
 * rung.baseline.PrincipalComponentPursuit}, {@link rung.baseline.Pca} and {@link rung.baseline.MedianBackground}.
 *
 * <p>Uses {@code rung.algorithm} for its recorder, {@code rung.engine.entrywise}, {@code rung.data}, {@code rung.loss}, {@code rung},
 * {@code rung.linalg} and {@code rung.kernel}. Used by {@code rung.comparison} and {@code rung.separation}. Training a model does not
 * come through here.
 */
package rung.baseline;
