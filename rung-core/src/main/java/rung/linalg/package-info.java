/**
 * Linear algebra that does not know what it is used for: matrices, operators, decompositions, iterative solvers, and
 * {@link rung.linalg.Workers}, which splits loops over threads without changing any result.
 */
package rung.linalg;
