/**
 * Preferences on a cluster: factors that are fitted to who chose what, as {@code rung.engine.preference} does in one memory. {@link
 * rung.spark.engine.preference.SpreadEntries} is what they are fitted to, {@link rung.spark.engine.preference.SpreadPair} the factors, and
 * {@link rung.spark.engine.preference.SpreadJudges} the lists by which a penalty is chosen.
 */
package rung.spark.engine.preference;
