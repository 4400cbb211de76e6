/**
 * The biased factor model of ratings, A_ij = μ + b_i + c_j + u_i·v_j, as statistics see it.
 *
 * <p>Before the ratings of a user (or item) are read, {@link rung.engine.sampling.biased.Prior} says what to expect of the factors,
 * from the traits that {@link rung.engine.sampling.biased.Presence} finds in which items the user rated at all. Afterwards {@link
 * rung.engine.sampling.biased.LinePosterior} combines that with the ratings and gives the mean of the factors, or a draw. Training does
 * this for every line again and again; {@link rung.engine.sampling.biased.BiasedFactors} is the model that is kept at the end, and
 * {@link rung.engine.sampling.biased.FoldIn} finds the factors of users and items that come later, in the same way.
 *
 * <p>Uses {@code rung.engine.sampling.block}, {@code rung.linalg} and {@code rung.kernel}. Used by {@code rung.engine.sampling}, {@code
 * rung.ratings}, {@code rung.file.model}, {@code rung.comparison} and Spark.
 */
package rung.engine.sampling.biased;
