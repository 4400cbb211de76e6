/**
 * What engines share. An engine turns a function into a {@link rung.Problem}, and knows how to store U and V and how to refit them.
 * Each has a package of its own below this one; the algorithms know none of them:
 *
 * <ul>
 *   <li>{@code convex}: any convex function, by L-BFGS
 *   <li>{@code entrywise}: a loss summed over observed entries, line by line; for tables, and for the paper's experiments
 *   <li>{@code robust}: a robust loss on dense data; for videos
 *   <li>{@code bayes}: variational Bayes, which finds the regularization itself; for completing tables
 *   <li>{@code sampling}: draws from a posterior; for ratings
 *   <li>{@code preference}: seen entries against all others; for what people choose
 * </ul>
 *
 * <p>{@code device} is no engine, but the way to devices that have the last two.
 *
 * <p>This package has the parts that several of them use: {@link rung.engine.FactoredIterate}, factors in memory; {@link
 * rung.engine.LbfgsIterate}, the refit of the core by L-BFGS; {@link rung.engine.RankOneFit}, the fit of one pair.
 *
 * <p>Uses {@code rung} and {@code rung.linalg}.
 */
package rung.engine;
