/**
 * Recommenders: {@link rung.data.Ratings} in, a {@link rung.ratings.Model} out.
 *
 * <p>{@link rung.ratings.Recommender} trains: it holds some ratings out, {@link rung.ratings.RankChoice} climbs without them to the
 * rank that predicts them best, and the climb goes on with all ratings. The climb is {@code rung.algorithm.FastGreedy} on {@code
 * rung.engine.sampling.Sampling}. The {@link rung.ratings.Model} has the factors of users and items with their names; it predicts
 * ratings, recommends items, finds similar ones and takes in users and items that come later. {@link rung.ratings.PaperRecommender}
 * trains to the letter of the paper.
 *
 * <p>Uses {@code rung.data}, {@code rung.algorithm}, {@code rung.engine.sampling} and the packages below it, {@code
 * rung.engine.entrywise} and {@code rung.loss} for the paper's way, {@code rung} and {@code rung.linalg}. {@code rung.file.ratings}
 * reads ratings, and {@code rung.file.model} stores models.
 */
package rung.ratings;
