/**
 * The four algorithms of [AS21], as loops that read like the paper's pseudo-code: {@link rung.algorithm.Greedy}, {@link
 * rung.algorithm.LocalSearch}, {@link rung.algorithm.FastGreedy} and {@link rung.algorithm.FastLocalSearch}. Each finds the pair that
 * best matches the gradient, inserts it and refits; begin with {@code FastGreedy}, the one that trains models of ratings.
 *
 * <p>{@code Climb} and {@code ExactClimb} are one run: they hold what the four share. {@link rung.algorithm.Recorder} serves every
 * iterative method, the baselines too: trace, limits, held-out errors, listener and the best solution so far.
 *
 * <p>Uses {@code rung}, and the singular pair from {@code rung.linalg}. An algorithm sees an engine only as a {@link rung.Problem} and
 * its {@link rung.Iterate}, so it never knows how U and V are stored.
 */
package rung.algorithm;
