/**
 * Recommenders: {@link rung.data.Ratings} in, a {@link rung.ratings.Model} out.
 *
 * <p>{@link rung.ratings.Recommender} trains, in two stages. To choose the rank, it holds out about a tenth of the ratings, and {@link
 * rung.ratings.RankChoice} climbs on the others until five more ranks have not lowered the error on those held out. The rank with the
 * least error is chosen; rank 0, a model of biases alone, if nothing is clearly better than noise. Where users and items have few
 * ratings, it climbs several times, each time with another start, and the best climb counts. Then the factors of the chosen rank are
 * taken over to all ratings, and the draws go on at that rank, without further columns. Both stages run {@code
 * rung.algorithm.FastGreedy} on {@code rung.engine.sampling.Sampling}.
 *
 * <p>The {@link rung.ratings.Model} has the factors of users and items, their names, the bounds of predictions and, in {@link
 * rung.lists.Seen}, which items each user has rated. To recommend, {@code Scoring} predicts the user's rating of every item and keeps
 * the best of those that the user has not rated. A model also predicts single ratings, finds similar items, and fits users and items
 * that come later. {@link rung.ratings.PaperRecommender} trains to the letter of the paper, to a given rank, and gives a {@code Model}
 * too; its mean and biases are 0.
 *
 * <p>Uses {@code rung.data}, {@code rung.algorithm}, {@code rung.engine.sampling} and {@code rung.engine.sampling.biased}, {@code
 * rung.engine.entrywise} and {@code rung.loss} for the paper's way, {@code rung.lists}, {@code rung} and {@code rung.linalg}. {@code
 * rung.file.ratings} reads ratings, and {@code rung.file.model} stores models.
 */
package rung.ratings;
