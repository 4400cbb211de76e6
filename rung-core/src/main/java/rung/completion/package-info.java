/**
 * Fills the holes of a table, told nothing but the table: {@link rung.completion.Completion}. Chooses how the columns are prepared and the
 * rank by entries that it holds out, then climbs on all of them with {@link rung.engine.bayes.Bayesian}.
 */
package rung.completion;
