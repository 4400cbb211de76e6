/**
 * Recommenders: {@link rung.data.Ratings} in, a {@link rung.ratings.Model} out. {@link rung.ratings.Recommender} holds some ratings out,
 * lets {@link rung.ratings.RankChoice} choose the rank by them, and goes on with all.
 */
package rung.ratings;
