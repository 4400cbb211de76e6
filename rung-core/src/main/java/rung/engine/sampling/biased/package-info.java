/**
 * The trained model of ratings, without names: the biased factor model A_ij = μ + b_i + c_j + u_i·v_j.
 *
 * <p>{@link rung.engine.sampling.biased.BiasedFactors} is the model that is kept at the end of training. {@link
 * rung.engine.sampling.biased.RowScores} predicts all ratings of a user from it. {@link rung.engine.sampling.biased.FoldIn} finds the
 * factors of users and items that come later: the mean of the posterior that training drew from. What to expect of them it computes from
 * their traits by links, if training was given traits; else from hints, a row for each known user or item, which are added up where the
 * newcomer has ratings.
 *
 * <p>Uses {@code posterior}, {@code block}, {@code rung.linalg} and {@code rung.kernel}. Used by {@code rung.engine.sampling}, {@code
 * rung.ratings}, {@code rung.file.model}, {@code rung.comparison} and Spark.
 */
package rung.engine.sampling.biased;
