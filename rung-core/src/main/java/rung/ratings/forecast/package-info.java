/** How much work the training of a recommender has done and still has to do: {@link rung.ratings.forecast.Forecast}. */
package rung.ratings.forecast;
