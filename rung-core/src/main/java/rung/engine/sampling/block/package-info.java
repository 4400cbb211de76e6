/**
 * The arrays that the engine for ratings works on. A line is a row or a column of the matrix of ratings, so a user or an item.
 *
 * <p>Here a rating becomes an entry of two arrays, one sorted by user and one by item, as a float less the mean of all ratings: {@link
 * rung.engine.sampling.block.SingleEntries} sorts, {@link rung.engine.sampling.block.EntryLines} is one of the two orders. {@link
 * rung.engine.sampling.block.SampledSide} holds the factors of a side: for each line its last draw and the mean of its draws. {@link
 * rung.engine.sampling.block.FloatBlock}, {@link rung.engine.sampling.block.TallBlock} and the operators multiply blocks of vectors,
 * for the search for the next direction and for the traits in {@code biased}.
 *
 * <p>Uses {@code rung.linalg} and {@code rung.kernel}. Used by {@code biased} and {@code sampling}, and by Spark, where a machine holds
 * some of the lines.
 */
package rung.engine.sampling.block;
