package rung.engine.bayes;

/** How the observed entries of a column depend on the product u_i·v_j: see {@link Bayesian#withLikelihoods}. */
public enum Likelihood {
    /** A number: the product and normal noise. */
    NORMAL,
    /** 0 or 1: the product decides how likely 1 is, on the scale of log odds. */
    LOGISTIC,
    /** A whole number from 0 on: the product decides how many are expected, on the scale of logarithms. */
    POISSON
}
