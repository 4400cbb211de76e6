/**
 * The engine for ratings. {@link rung.engine.sampling.Sampling} is the problem; {@link rung.engine.sampling.SamplingIterate} is its
 * iterate, a chain of draws: a refit of a side draws the factors of each user (or item) from their posterior, given the other side, and
 * the model is made of the means of the draws.
 *
 * <p>What happens to a rating here: {@code Sampling.start} subtracts the mean and sorts it into {@code block.SingleEntries}, by user
 * and by item. {@link rung.engine.sampling.Directions} finds what the residuals have most in common, which the algorithm adds as a
 * column. {@link rung.engine.sampling.SideDraw} draws the lines of a side, one by one, by {@code biased.LinePosterior}, where the
 * rating is a term of two small problems: its user's and its item's. At the end {@code posteriorModel} gives {@code
 * biased.BiasedFactors}.
 *
 * <p>{@link rung.engine.sampling.SampledFactors} is what a place to keep entries and factors provides: {@link
 * rung.engine.sampling.MemoryFactors} here, and another in Spark. The chain is the same for both.
 *
 * <p>Uses {@code biased}, {@code block}, {@code rung}, {@code rung.linalg} and {@code rung.kernel}. Used by {@code rung.ratings} and
 * Spark.
 */
package rung.engine.sampling;
