/**
 * Recommenders on Spark: {@link rung.spark.RankConstrained} is an estimator that trains on a frame of ratings,
 * {@link rung.spark.RankConstrainedModel} the model it gives, which predicts, recommends, is saved and is loaded. Saved models
 * name these two classes, so they stay where they are.
 *
 * <p>Uses {@code rung.spark.engine}, {@code rung.spark.block} and the library ({@code rung.core}); neither room below uses this
 * one.
 */
package rung.spark;
