/**
 * Ratings cut into blocks, a partition of an RDD each: ids become numbers, users and items are divided into ranges of ids, and
 * {@link rung.spark.block.LineBlock} holds the ratings of one range. {@link rung.spark.block.BlockRdd} computes block by block,
 * {@link rung.spark.block.Exchange} sends the lines of one side to the blocks of the other side that need them.
 *
 * <p>Public for the other rooms of this module, not for users. Uses the library ({@code rung.core}) and Spark only.
 */
package rung.spark.block;
