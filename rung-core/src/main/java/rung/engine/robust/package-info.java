/**
 * The engine for a robust loss on dense data in single precision: {@link rung.engine.robust.Reweighted}. A side is refitted line by line,
 * tile by tile, by iteratively reweighted least squares.
 */
package rung.engine.robust;
