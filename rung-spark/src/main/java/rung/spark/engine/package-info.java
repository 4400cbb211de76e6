/**
 * Posterior sampling on a cluster: {@link rung.spark.engine.SpreadSampling} is the problem that the library's algorithms climb,
 * {@link rung.spark.engine.SpreadFactors} the factors, whose lines are drawn block by block; {@code SpreadDirections} finds the pairs, which
 * stay on the cluster. {@link rung.spark.engine.Generation} is what the cluster keeps of lines, for preferences too, which have a room of
 * their own.
 *
 * <p>Public for {@code rung.spark}, not for users. Uses {@code rung.spark.block}, the library ({@code rung.core}) and Spark.
 */
package rung.spark.engine;
