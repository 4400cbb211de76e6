/**
 * What is known of a user or an item before and after its ratings are read. Not exported: training and fold-in use it.
 *
 * <p>{@link rung.engine.sampling.posterior.Presence} has the traits of users and items: some numbers for each user that sum up which
 * items the user rated, whatever the ratings, and the same for items. Where preferences of rank 1 or more were trained before, their
 * factors are given as traits; else traits are found once, when a climb starts, from the pattern of the ratings it climbs on. While the
 * rank is chosen, held-out ratings have no part in either. From the traits {@link rung.engine.sampling.posterior.LinePrior} says what to
 * expect of the factors before the ratings are read; it is estimated again before every refit. {@link
 * rung.engine.sampling.posterior.LinePosterior} combines that with the ratings and gives the mean of the factors, or a draw. Training
 * does this for every user and item again and again.
 *
 * <p>Uses {@code rung.engine.sampling.block}, {@code rung.linalg} and {@code rung.kernel}. Used by {@code biased}, {@code
 * rung.engine.sampling}, Spark and the GPU engine.
 */
package rung.engine.sampling.posterior;
