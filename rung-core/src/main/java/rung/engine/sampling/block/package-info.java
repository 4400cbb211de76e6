/**
 * The arrays that the engine for ratings works on. A line is a row or a column of the matrix of ratings, so a user or an item.
 *
 * <p>Here a rating, less the mean rating, is stored as a float in two places: {@link rung.engine.sampling.block.SingleEntries} holds all
 * entries once by user and once by item, each an {@link rung.engine.sampling.block.EntryLines}. {@link
 * rung.engine.sampling.block.SampledSide} holds the factors of a side: for each line its last draw, the average of the means of its
 * posteriors, and the mean square of its draws. {@link rung.engine.sampling.block.FloatBlock}, {@link
 * rung.engine.sampling.block.TallBlock} and the operators multiply blocks of vectors, for the search for the next direction and for the
 * traits in {@code posterior}; {@link rung.engine.sampling.block.LineScale} keeps that search from following the longest lines alone.
 *
 * <p>Uses {@code rung.linalg} and {@code rung.kernel}. Used by {@code biased}, {@code posterior} and {@code sampling}, and by Spark, where a machine holds
 * some of the lines.
 */
package rung.engine.sampling.block;
