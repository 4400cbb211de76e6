/**
 * The engine for ratings. {@link rung.engine.sampling.Sampling} is the problem, made of the ratings themselves rather than of a {@code
 * ConvexFunction}; its loss is the squared one. {@link rung.engine.sampling.SamplingIterate} is its iterate, a chain of draws: a refit
 * of a side draws the factors and the bias of each user (or item) from their posterior, given the last draw of the other side. Beside
 * the draws the chain averages the means of these posteriors; predictions and the model come from the averages. They hold the product of both
 * sides, while the columns of the draws drift: {@code ColumnBalance} takes away how a column of one side grows while that of the other
 * shrinks, and old draws fade before the columns have turned far.
 *
 * <p>What happens to a rating here: {@code Sampling.start} subtracts the mean rating and sorts the result by user and by item, into
 * {@code block.SingleEntries}. A chain begins at rank 0: the biases alone are drawn a few times, until their size hardly changes. {@code
 * PairSearch} finds the next column for the algorithm: what the residuals have most in common ({@link rung.engine.sampling.Directions})
 * or, for the first columns where users and items have few ratings, a pair of a fit of several columns at once ({@code JointFit}). {@link
 * rung.engine.sampling.SideDraw} draws the lines of a side, one by one, by {@code posterior.LinePosterior}, where the rating is a term of
 * two small problems: its user's and its item's. At the end {@code posteriorModel} gives {@code biased.BiasedFactors}: of each item the
 * averages, of each user the mean of the posterior given those items.
 *
 * <p>{@code Sampling.withStart} takes a chain over to other ratings of the same users and items, as after the choice of the rank: the
 * last draws and the mean rating stay, the averages begin anew.
 *
 * <p>{@link rung.engine.sampling.SampledFactors} is what a place to keep entries and factors provides: {@link
 * rung.engine.sampling.MemoryFactors} here, others in Spark and on a GPU. The chain is the same for all.
 *
 * <p>Uses {@code biased}, {@code posterior}, {@code block}, {@code rung}, {@code rung.linalg} and {@code rung.kernel}. Used by {@code
 * rung.ratings}, {@code rung.engine.device}, Spark and the GPU engine.
 */
package rung.engine.sampling;
