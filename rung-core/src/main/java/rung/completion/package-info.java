/**
 * Fills the holes of a table. {@link rung.completion.Completion} needs nothing but the table: by entries that it holds out it chooses
 * how the columns are prepared ({@link rung.completion.Preparation}) and the rank, then it climbs on all entries, with {@code
 * rung.algorithm.FastGreedy} on {@code rung.engine.bayes.Bayesian}. {@link rung.completion.Synthetic} makes tables whose answer is
 * known.
 *
 * <p>A run ({@code CompletionRun}) tries the preparations at low ranks ({@code PreparationChoice}); looks for gross errors, and leaves
 * them out ({@code GrossErrors}); finds out whether neighboring rows tell about each other ({@code OrderChoice}, with {@code
 * rung.completion.order}); chooses the rank; and completes the table. What it fills in stays within {@link rung.completion.kind.Bounds}, and
 * {@link rung.completion.Uncertainty} says how sure it is, by the errors on what was held out.
 *
 * <p>A table whose columns are not all numbers ({@link rung.completion.kind.ColumnKind}) is fitted a second time, with a likelihood for
 * each column, and each kind is filled by the fit that predicts it better ({@code MixedRun}, {@code MixedFit}). {@link
 * rung.completion.TableModel} keeps what was learned for other rows.
 *
 * <p>Uses {@code rung.algorithm}, {@code rung.engine.bayes}, {@code rung.completion.kind}, {@code rung.completion.order}, {@code rung.data}, {@code rung} and {@code rung.linalg}. Ratings do not
 * come through here: {@code rung.ratings} trains on them.
 */
package rung.completion;
