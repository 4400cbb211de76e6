/**
 * Convex functions of a whole matrix: losses summed over observed entries, a ridge on another function, and functions that are no sums over
 * entries, as regression and sensing.
 */
package rung.objective;
