package rung.engine.bayes;

import java.util.SplittableRandom;
import rung.linalg.Side;

/**
 * What is known of how the entries of a table differ from the product: what each is fitted to, how much it counts, and the variance of
 * one that counts as one. Immutable.
 */
interface Noise {
    /** The variance s² of an entry that counts as one. */
    double variance();

    /** Copies the weights of some entries of a line, those at {@code from} in its side's order and after; weights of one are left out. */
    void load(Side side, int line, int from, int n, double[] to);

    /** The weights in row order; null if all are one. */
    double[] weights();

    /** What the product is fitted to. */
    Targets targets();

    /** The part of the free energy that is the noise's: minus the expected logarithm of the likelihood, without constants. */
    double energy();

    /**
     * The noise that fits the residuals of these posteriors best.
     *
     * @param update led to them, and knows the expected squared residuals, with the weights so far
     */
    Noise refitted(Posterior left, Posterior right, BayesianUpdate update);

    /**
     * The expected value of an entry as it would be observed.
     *
     * @param mean the mean of the product there
     * @param uncertainty its variance
     */
    default double expected(int column, double mean, double uncertainty) {
        return mean;
    }

    /** The variance of an entry as it would be observed, with the same parameters. */
    default double variance(int column, double mean, double uncertainty) {
        return variance() + uncertainty;
    }

    /** Draws an entry as it would be observed, given the product. */
    default double drawn(int column, double product, SplittableRandom random) {
        return product + Math.sqrt(variance()) * random.nextGaussian();
    }
}
