/**
 * The engine for ratings: {@link rung.engine.sampling.Sampling}. A refit draws every line of a side from its posterior, and the matrix is the
 * product of the means of the draws. The chain, {@link rung.engine.sampling.SamplingIterate}, is the same wherever the draws are kept;
 * {@link rung.engine.sampling.SampledFactors} is what a place to keep them provides.
 */
package rung.engine.sampling;
