/**
 * Separates a matrix into a part of low rank and a sparse one, as background and foreground of a video. {@link
 * rung.separation.Separation} is the way in; it finds the rank and δ from the data. {@link rung.separation.Method} lists the
 * ways to do it.
 *
 * <p>Uses {@code rung.algorithm}, {@code rung.engine.robust} and {@code rung.engine.convex}, {@code rung.baseline}, {@code rung.data},
 * {@code rung} and {@code rung.linalg}.
 */
package rung.separation;
