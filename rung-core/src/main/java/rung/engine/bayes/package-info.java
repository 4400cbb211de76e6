/**
 * The engine for tables whose regularization the data decide: {@link rung.engine.bayes.Bayesian}. A refit is a mean-field update of the
 * posterior of a side, and draws from there give the mean under the posterior.
 */
package rung.engine.bayes;
