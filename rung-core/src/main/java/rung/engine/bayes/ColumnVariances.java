package rung.engine.bayes;

import java.util.Optional;

/**
 * The likeliest variances s²/w_j of the noise of columns. Each is known by few entries, so how far they differ is learned, too: precisions
 * have a gamma distribution with mean 1/s² and k degrees of freedom, of which s² and k are the likeliest. With n_j entries in a column,
 * and q_j the sum of their expected squared residuals,
 *
 * <pre>w_j = (k + n_j) / (k + q_j/s²)</pre>
 *
 * <p>Where columns differ by no more than chance, k is infinite, and there is one variance for all.
 *
 * @param variance s²
 * @param weights w; nothing if all are one
 * @param energy minus the logarithm of the evidence, without the constants of the normal density
 */
record ColumnVariances(double variance, Optional<double[]> weights, double energy) {
    /** The numbers of degrees of freedom to choose from, besides infinity. */
    private static final int[] DEGREES = {2, 4, 8, 16, 32, 64, 128, 256, 512};

    /**
     * By this much, in logarithms and for each column, columns that differ must be likelier than columns that do not. What the factors do not
     * explain yet differs, too, and is no noise.
     */
    private static final double CLEAR = 0.5;

    /** Newton's method for log s² ends with a step shorter than this, or after this many steps. */
    private static final double SHORT = 1e-10;

    private static final int STEPS = 100;

    /** How far a step of it may go. */
    private static final double FARTHEST = 2;

    /** The noise of a column counts as at least this part of that of all. */
    private static final double LEAST = 1e-6;

    /** From here on Stirling's series gives the logarithm of the gamma function to ten digits. */
    private static final double LARGE = 8;

    /**
     * Finds them.
     *
     * @param squares the sum q_j of each column's expected squared residuals
     * @param counts the number n_j of its entries
     */
    static ColumnVariances of(double[] squares, int[] counts) {
        double sum = 0;
        int count = 0;
        for (int j = 0; j < squares.length; j++) {
            sum += squares[j];
            count += counts[j];
        }
        double mean = Math.max(sum / Math.max(1, count), Double.MIN_NORMAL);
        ColumnVariances best = new ColumnVariances(mean, Optional.empty(), 0.5 * count * (Math.log(mean) + 1));
        double[] q = new double[squares.length];
        for (int j = 0; j < q.length; j++) {
            q[j] = Math.max(squares[j], LEAST * mean * counts[j]);
        }
        double variance = mean;
        for (int degrees : DEGREES) {
            variance = variance(q, counts, degrees, variance);
            double energy = CLEAR * q.length + energy(q, counts, degrees, variance);
            if (energy < best.energy) {
                best = new ColumnVariances(variance, Optional.of(weights(q, counts, degrees, variance)), energy);
            }
        }
        return best;
    }

    /** The weight of a column. */
    double weight(int column) {
        return weights.map(each -> each[column]).orElse(1.0);
    }

    private static double[] weights(double[] q, int[] counts, double degrees, double variance) {
        double[] weights = new double[q.length];
        for (int j = 0; j < q.length; j++) {
            weights[j] = (degrees + counts[j]) / (degrees + q[j] / variance);
        }
        return weights;
    }

    /* The likeliest s²: Newton's method for its logarithm, in which the energy is convex. */
    private static double variance(double[] q, int[] counts, double degrees, double start) {
        double log = Math.log(start);
        double way = FARTHEST;
        for (int step = 0; step < STEPS && Math.abs(way) > SHORT; step++) {
            double prior = degrees * Math.exp(log);
            double slope = 0;
            double curvature = 0;
            for (int j = 0; j < q.length; j++) {
                if (counts[j] > 0) {
                    double part = prior / (prior + q[j]);
                    slope += (degrees + counts[j]) * part - degrees;
                    curvature += (degrees + counts[j]) * part * (1 - part);
                }
            }
            way = curvature > 0 ? Math.max(-FARTHEST, Math.min(FARTHEST, slope / curvature)) : 0;
            log -= way;
        }
        return Math.exp(log);
    }

    /** Minus the logarithm of the density of all entries, over (2π)^(−n/2), if precisions have such a gamma distribution. */
    static double energy(double[] q, int[] counts, double degrees, double variance) {
        double sum = 0;
        double logScale = Math.log(0.5 * degrees * variance);
        double ofDegrees = logGamma(0.5 * degrees);
        for (int j = 0; j < q.length; j++) {
            int n = counts[j];
            if (n > 0) {
                sum += 0.5 * (degrees + n) * Math.log1p(q[j] / (degrees * variance))
                        + 0.5 * n * logScale
                        - logGamma(0.5 * (degrees + n))
                        + ofDegrees;
            }
        }
        return sum;
    }

    private static double logGamma(double x) {
        double product = 1; // Γ(y + 1) = y·Γ(y)
        double y = x;
        while (y < LARGE) {
            product *= y++;
        }
        double inverse = 1 / (y * y);
        double series = (1.0 / 12 - inverse * (1.0 / 360 - inverse / 1260)) / y;
        return (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product);
    }
}
