/**
 * The engine for a robust loss on dense data in single precision, for separating videos. {@link rung.engine.robust.Reweighted} is the
 * problem, {@link rung.engine.robust.ReweightedIterate} its iterate: it refits a side line by line, tile by tile, by iteratively
 * reweighted least squares. {@link rung.engine.robust.RowEvidence} carries what was learned of the rows over to later columns.
 *
 * <p>Uses {@code rung.engine}, {@code rung.data} for the tiles, {@code rung}, {@code rung.linalg} and {@code rung.kernel}. Used by
 * {@code rung.separation}.
 */
package rung.engine.robust;
