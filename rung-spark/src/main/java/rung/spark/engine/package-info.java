/**
 * Posterior sampling on a cluster: {@link rung.spark.engine.SpreadSampling} is the problem that the library's algorithms climb,
 * {@link rung.spark.engine.SpreadFactors} the factors, whose lines are drawn block by block. And preferences: {@link
 * rung.spark.engine.SpreadEntries} are who chose what, {@link rung.spark.engine.SpreadPair} the factors that are fitted to them, {@link
 * rung.spark.engine.SpreadJudges} the users by whose lists a penalty is chosen.
 *
 * <p>Public for {@code rung.spark}, not for users. Uses {@code rung.spark.block}, the library ({@code rung.core}) and Spark.
 */
package rung.spark.engine;
