/**
 * Separates a matrix into a part of low rank and a sparse one, as background and foreground of a video:
 * {@link rung.separation.Separation}.
 */
package rung.separation;
