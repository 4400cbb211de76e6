/**
 * The biased factor model of ratings: what is believed of a line before its entries are seen, what is known of it afterwards, and the model
 * that is kept, {@link rung.engine.sampling.biased.BiasedFactors}, into which new lines are folded.
 */
package rung.engine.sampling.biased;
