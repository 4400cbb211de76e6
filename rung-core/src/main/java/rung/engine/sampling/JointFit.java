package rung.engine.sampling;

import java.util.Arrays;
import java.util.List;
import rung.engine.sampling.posterior.LinePrior;
import rung.linalg.Side;

/**
 * Finds the first pairs of a climb where lines have few entries: random columns that are fitted together.
 *
 * <pre>min over U, V of Σ_Ω (M − b − c − U·Vᵀ)² + λ·s·(‖U‖² + ‖V‖²),   U and V with eight columns,   s² the variance at rank 0</pre>
 *
 * <p>With a handful of entries in each line the top singular vectors of the residuals sit on a few lines, however those are scaled, and
 * say nothing about what all lines share. A single column that is refitted from a random start ends in one of many local minima;
 * eight columns that are refitted together do not. Their product is then taken apart into its singular pairs, the strongest
 * first, and the climb inserts one after the other.
 *
 * <p>Differs from [AS21], where every pair is the top one of the gradient. 100,000 entries of a 20,000×20,000 matrix of rank 1, five entries
 * a line, noise 0.1, biases; error on a tenth held out, told nothing: 0.446; with pairs of the gradient 1.171; of the biases alone
 * 1.079; of alternating least squares with the best of five penalties 0.751.
 *
 * <p>The largest singular value of noise on n entries a line is about 2·√n times its deviation, and λ·s should be as large; but how much of
 * the residuals is noise is not known before the fit. Test error, told nothing, with λ = 1, 2, 4, 8 alone, and with the one of 1, 2, 4 that
 * held-out ratings choose, see {@link ChainSettings#alternatives}; noise in units of what was planted, biases:
 *
 * <pre>
 * 5,000×5,000, 25,000 entries, rank 1, noise 0.1     0.421  0.406  0.487  1.060    0.406
 * 5,000×5,000, 25,000 entries, rank 1, noise 0.5     0.846  0.843  0.863  1.187    0.843
 * 4,000×4,000, 40,000 entries, rank 2, noise 1       1.401  1.333  1.332  1.421    1.332
 * 3,000×3,000, 90,000 entries, rank 5, noise 1       1.437  1.267  1.267  1.266    1.267
 * </pre>
 */
final class JointFit {
    private static final int COLUMNS = 8;

    /** The number of refits of both sides: a direction emerges from random columns in 20 to 40. */
    private static final int ROUNDS = 40;

    /** λ to choose from. */
    static final double[] PENALTIES = {1, 2, 4};

    /** λ where nothing is held out to choose it by. */
    static final double PENALTY = 2;

    /** The most entries per line: with more, pairs of the residuals are found as well, and sooner. */
    private static final double ENTRIES_A_LINE = 30;

    /** The least number of lines per column: with fewer there is nothing to find. */
    private static final int LINES_A_COLUMN = 8;

    /** A pair weaker than this part of the strongest one is left out. */
    private static final double NEGLIGIBLE = 1e-2;

    private JointFit() {}

    /**
     * Whether lines have so few entries (by the geometric mean over both sides of entries per line) that pairs should come from here.
     */
    static boolean isBetter(int rows, int columns, long count) {
        return count < ENTRIES_A_LINE * Math.sqrt((double) rows * columns)
                && Math.min(rows, columns) >= LINES_A_COLUMN * COLUMNS;
    }

    /**
     * Finds the singular pairs of the fitted U·Vᵀ, the strongest first; those that are negligible are left out.
     *
     * @param start factors of rank 0, which stay as they are
     * @param noise the variance of the residuals at rank 0
     * @param settings the seed of the random columns, and the penalty
     */
    static <F extends SampledFactors<F>> List<ColumnPair<F>> pairs(F start, double noise, ChainSettings settings) {
        F factors = start.copy();
        LinePrior left = prior(factors, Side.LEFT, noise, settings.fitPenalty());
        LinePrior right = prior(factors, Side.RIGHT, noise, settings.fitPenalty());
        factors.appendRandom(COLUMNS, left.variances()[0], key(settings.seed()));
        factors.drawRounds(left, right, ROUNDS);
        List<ColumnPair<F>> pairs = factors.singularPairs(NEGLIGIBLE);
        factors.release();
        return pairs;
    }

    /* The key of the random columns. */
    private static long key(long seed) {
        return seed ^ 0x6a09e667f3bcc909L; // draws, traits and directions have others
    }

    /*
     * The penalty as a prior: a column of variance v has the penalty noise/v. The biases are as likely as they were. Under the prior a
     * refit gives the mean of the posterior, and it stays the same in all rounds.
     */
    private static LinePrior prior(SampledFactors<?> factors, Side side, double noise, double penalty) {
        double[] variances = new double[COLUMNS + 1];
        Arrays.fill(variances, Math.sqrt(noise) / penalty);
        variances[COLUMNS] = factors.moments(side).meanSquares()[0];
        return LinePrior.of(variances, noise).withoutChance();
    }
}
