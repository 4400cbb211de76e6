/**
 * Convex functions of a whole matrix, and the data that they are made of: {@link rung.objective.Observations} and
 * {@link rung.objective.Tiles}.
 */
package rung.objective;
