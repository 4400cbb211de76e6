/**
 * The engine that finds the regularization itself, for completing tables. {@link rung.engine.bayes.Bayesian} is the problem, {@link
 * rung.engine.bayes.BayesianIterate} its iterate: a refit is a mean-field update of the posterior of a side ({@code BayesianUpdate}).
 * After the climb {@code PosteriorMean} draws from the posterior and averages.
 *
 * <p>Uses {@code rung.engine}, {@code rung.objective}, {@code rung.data}, {@code rung.loss}, {@code rung}, {@code rung.linalg} and
 * {@code rung.kernel}. Used by {@code rung.completion}.
 */
package rung.engine.bayes;
