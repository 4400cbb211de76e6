package rung.engine.sampling.posterior;

import java.io.Serializable;
import java.util.SplittableRandom;

/**
 * The prior of the lines of one side: what is expected of them before the values of their entries are seen.
 *
 * <pre>x_ik ~ N(l_k·t_i, α_k)</pre>
 *
 * <p>where t_i are the traits of line i, see {@link Presence}.
 *
 * @param variances α of each column, that of the bias last
 * @param noise the variance of the noise
 * @param ridge if positive, λ in place of the variances, but for that of the bias: λ·n·|x|² is added to the squared residuals of a line
 *     x of n entries, as in the ALS of Spark
 * @param links l: for each column, bias last, a row with a number for each trait; empty if lines are expected to be 0
 * @param byChance whether a line is drawn from its posterior; else it becomes the posterior's mean
 */
public record LinePrior(double[] variances, double noise, double ridge, float[] links, boolean byChance)
        implements Serializable {
    /** The number of steps toward the likeliest variance of a column's links. */
    private static final int STEPS = 40;

    /** The least part of a column's variance that traits leave unexplained. */
    private static final double UNEXPLAINED = 1e-3;

    /**
     * A prior under which lines are drawn from their posteriors.
     *
     * @param variances α of each column, that of the bias last
     * @param noise the variance of the noise
     * @param ridge λ; 0 for none
     * @param links l; empty for none
     */
    public LinePrior(double[] variances, double noise, double ridge, float[] links) {
        this(variances, noise, ridge, links, true);
    }

    /**
     * A prior without a ridge and without links.
     *
     * @param variances α of each column, that of the bias last
     * @param noise the variance of the noise
     * @return the prior
     */
    public static LinePrior of(double[] variances, double noise) {
        return new LinePrior(variances, noise, 0, new float[0]);
    }

    /**
     * Estimates the prior from the lines of a side. A column's links are normal with a variance of their own, which is estimated too,
     * so that traits which explain nothing get links near 0.
     *
     * @param moments sums over the lines
     * @param noise the variance of the noise
     * @param ridge λ; if positive, there are no links
     * @param random draws the links from their posterior; null takes its mean
     * @return the prior
     */
    public static LinePrior of(Moments moments, double noise, double ridge, SplittableRandom random) {
        int n = moments.squares().length;
        double[] variances = moments.meanSquares();
        if (ridge > 0 || moments.products().length == 0) {
            return new LinePrior(variances, noise, ridge, new float[0]);
        }
        float[] links = new float[n * moments.strengths().length];
        for (int k = 0; k < n; k++) {
            if (moments.squares()[k] > 0) {
                variances[k] *= new Column(moments, k).link(random, links);
            }
        }
        return new LinePrior(variances, noise, 0, links);
    }

    /** The regression of one column on the traits: Σ (x − l·t)²/α + Σ l²/β, where β is the variance of the links. */
    private static final class Column {
        private final double[] strengths;
        private final double[] products;
        private final int from;
        private final double square;
        private final double variance; // α
        private double spread; // β

        Column(Moments moments, int k) {
            this.strengths = moments.strengths();
            this.products = moments.products();
            this.from = k * strengths.length;
            this.square = moments.squares()[k];
            double explained = 0;
            double all = 0;
            int traits = 0;
            for (int t = 0; t < strengths.length; t++) {
                all += strengths[t];
                traits += strengths[t] > 0 ? 1 : 0;
                explained += strengths[t] > 0 ? products[from + t] * products[from + t] / strengths[t] : 0;
            }
            double rest = Math.max(square - explained, UNEXPLAINED * square);
            this.variance = rest / Math.max(1, moments.lines() - traits);
            this.spread = explained / Math.max(all, Double.MIN_NORMAL);
            for (int step = 0; step < STEPS; step++) {
                spread = meanSquare();
            }
        }

        private double precision(int t) {
            return strengths[t] / variance + 1 / Math.max(spread, Double.MIN_NORMAL);
        }

        private double mean(int t) {
            return products[from + t] / variance / precision(t);
        }

        /* The mean square of the links under their posterior. */
        private double meanSquare() {
            double sum = 0;
            int count = 0;
            for (int t = 0; t < strengths.length; t++) {
                if (strengths[t] > 0) {
                    sum += mean(t) * mean(t) + 1 / precision(t);
                    count++;
                }
            }
            return sum / Math.max(1, count);
        }

        /** Computes the links of the column; returns the part of the column's square that they leave unexplained. */
        double link(SplittableRandom random, float[] links) {
            double rest = square;
            for (int t = 0; t < strengths.length; t++) {
                if (strengths[t] > 0) {
                    double error = random == null ? 0 : random.nextGaussian() / Math.sqrt(precision(t));
                    double link = mean(t) + error;
                    links[from + t] = (float) link;
                    rest -= (2 * products[from + t] - strengths[t] * link) * link;
                }
            }
            return Math.max(UNEXPLAINED, rest / square);
        }
    }

    /**
     * The same prior at another noise. Where lines have no variance of their biases yet, because none were drawn, it is the noise.
     *
     * @param variance the variance of the noise
     * @return a changed copy
     */
    public LinePrior at(double variance) {
        double[] others = variances.clone();
        int bias = others.length - 1;
        others[bias] = others[bias] > 0 ? others[bias] : variance;
        return new LinePrior(others, variance, ridge, links, byChance);
    }

    /**
     * The same prior for lines that become the means of their posteriors.
     *
     * @return a changed copy
     */
    public LinePrior withoutChance() {
        return new LinePrior(variances, noise, ridge, links, false);
    }

    /**
     * The same prior for lines that have no bias.
     *
     * @return a changed copy
     */
    public LinePrior withoutBias() {
        double[] others = variances.clone();
        others[others.length - 1] = 0;
        float[] without = links.clone();
        for (int t = without.length - without.length / others.length; t < without.length; t++) {
            without[t] = 0;
        }
        return new LinePrior(others, noise, ridge, without, byChance);
    }
}
