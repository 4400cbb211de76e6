package rung.engine.bayes;

import rung.linalg.Side;

/** What is known of the noise e_ij of a table: its variance, and how much each entry counts. Immutable. */
interface Noise {
    /** The variance s² of an entry that counts as one. */
    double variance();

    /** Copies the weights of some entries of a side's order, those at {@code from} and after; weights of one are left out. */
    void load(Side side, int from, int n, double[] to);

    /** The weights in row order; null if all are one. */
    double[] weights();

    /** The part of the free energy that is the noise's: minus the expected logarithm of the likelihood, without constants. */
    double energy();

    /**
     * The noise that fits the residuals of these posteriors best.
     *
     * @param squares the weighted sum of the expected squared residuals, with the weights so far
     */
    Noise refitted(Posterior left, Posterior right, double squares);
}
