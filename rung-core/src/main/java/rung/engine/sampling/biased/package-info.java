/**
 * The biased factor model of ratings, A_ij = μ + b_i + c_j + u_i·v_j, as statistics see it.
 *
 * <p>{@link rung.engine.sampling.biased.Presence} finds the traits of users and items: some numbers for each user that sum up which
 * items the user rated, whatever the ratings, and the same for items. From the traits {@link rung.engine.sampling.biased.Prior} says
 * what to expect of the factors before the ratings are read. {@link rung.engine.sampling.biased.LinePosterior} combines that with the
 * ratings and gives the mean of the factors, or a draw. Training does this for every user and item again and again.
 *
 * <p>{@link rung.engine.sampling.biased.BiasedFactors} is the model that is kept at the end. {@link
 * rung.engine.sampling.biased.RowScores} predicts all ratings of a user from it. {@link rung.engine.sampling.biased.FoldIn} finds the
 * factors of users and items that come later: the mean of the same posterior, where hints, a row for each known user or item, stand in
 * for the traits.
 *
 * <p>Uses {@code rung.engine.sampling.block}, {@code rung.linalg} and {@code rung.kernel}. Used by {@code rung.engine.sampling}, {@code
 * rung.ratings}, {@code rung.file.model}, {@code rung.comparison} and Spark.
 */
package rung.engine.sampling.biased;
