/**
 * The four algorithms of [AS21], as loops that read like the paper's pseudo-code, and the {@link rung.algorithm.Recorder} that every
 * iterative method shares: trace, limits, held-out errors, listener and the best solution so far.
 */
package rung.algorithm;
