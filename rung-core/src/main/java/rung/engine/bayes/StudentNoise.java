package rung.engine.bayes;

import rung.linalg.Side;
import rung.objective.Entries;

/**
 * Heavy-tailed noise: Student's t, whose scale and degrees of freedom ν are estimated too. It is normal noise of variance s²/w_ij, where
 * the weights w_ij are unknown:
 *
 * <pre>w_ij ← (ν + 1)/(ν + E[e_ij²]/s²),   s² ← Σ w_ij·E[e_ij²]/|Ω|</pre>
 *
 * <p>So an entry that is far off counts for next to nothing. The degrees of freedom are the likeliest of a few.
 */
final class StudentNoise implements Noise {
    private static final int[] DEGREES = {1, 2, 3, 4, 6, 8, 12, 20, 40};

    /** The degrees of freedom are chosen by about this many entries. */
    private static final int SAMPLE = 20_000;

    /** The number of times that the scale is refitted before the climb, to the entries themselves. */
    private static final int BEGINNING = 20;

    /** Numbers up to {@value} are multiplied before a logarithm is taken of the product. */
    private static final double LARGE = 1e100;

    private final Entries entries;
    private final Targets targets;
    private final double variance;
    private final int degrees;
    private final double energy;
    private final double[] byRow;
    private final double[] byColumn;

    private StudentNoise(
            Entries entries,
            Targets targets,
            double variance,
            int degrees,
            double energy,
            double[] byRow,
            double[] byColumn) {
        this.entries = entries;
        this.targets = targets;
        this.variance = variance;
        this.degrees = degrees;
        this.energy = energy;
        this.byRow = byRow;
        this.byColumn = byColumn;
    }

    /** The noise at rank 0, where the residuals are the entries themselves. */
    static Noise of(Entries entries, Targets targets, Posterior left, Posterior right, double meanSquare) {
        Noise noise = new StudentNoise(entries, targets, meanSquare, DEGREES[DEGREES.length - 1], 0, null, null);
        for (int k = 0; k < BEGINNING; k++) {
            noise = noise.refitted(left, right, null);
        }
        return noise;
    }

    @Override
    public double variance() {
        return variance;
    }

    /** The degrees of freedom ν. */
    int degrees() {
        return degrees;
    }

    @Override
    public void load(Side side, int line, int from, int n, double[] to) {
        System.arraycopy(side == Side.LEFT ? byRow : byColumn, from, to, 0, n);
    }

    @Override
    public double[] weights() {
        return byRow;
    }

    @Override
    public Targets targets() {
        return targets;
    }

    @Override
    public double energy() {
        return energy;
    }

    @Override
    public Noise refitted(Posterior left, Posterior right, BayesianUpdate update) {
        double[] residuals = squaredResiduals(left, right);
        int count = Math.max(1, residuals.length);
        int likeliest = likeliestDegrees(residuals);
        double sum = 0;
        for (double square : residuals) {
            sum += weight(square, likeliest, variance) * square;
        }
        double refitted = Math.max(sum / count, Double.MIN_NORMAL);
        double logs = logs(residuals, 1, likeliest, refitted);
        for (int k = 0; k < residuals.length; k++) {
            residuals[k] = weight(residuals[k], likeliest, refitted);
        }
        double lost = 0.5 * residuals.length * Math.log(refitted) + logs;
        return new StudentNoise(
                entries, targets, refitted, likeliest, lost, residuals, Targets.byColumn(residuals, entries));
    }

    private static double weight(double square, int degrees, double variance) {
        return (degrees + 1) / (degrees + square / variance);
    }

    private int likeliestDegrees(double[] residuals) {
        int stride = 1 + residuals.length / SAMPLE;
        int best = degrees;
        double least = Double.POSITIVE_INFINITY;
        for (int candidate : DEGREES) {
            double logs = logs(residuals, stride, candidate, variance);
            if (logs < least) {
                least = logs;
                best = candidate;
            }
        }
        return best;
    }

    /* Minus the logarithm of the density of residuals over s, less the same of a normal density at its own scale. */
    private static double logs(double[] residuals, int stride, int degrees, double variance) {
        double gammas = 1 / Math.sqrt(Math.PI); // Γ((ν+1)/2)/Γ(ν/2), from ν = 1 on
        for (int k = 1; k < degrees; k++) {
            gammas = 0.5 * k / gammas;
        }
        double constant = 0.5 * Math.log(0.5 * degrees) - Math.log(gammas) - 0.5;
        double sum = 0;
        double product = 1; // of numbers from 1 on, of which the logarithms are still to be taken
        double scale = 1 / (degrees * variance);
        int terms = 0;
        for (int k = 0; k < residuals.length; k += stride, terms++) {
            product *= 1 + residuals[k] * scale;
            if (product > LARGE) {
                sum += Math.log(product);
                product = 1;
            }
        }
        return 0.5 * (degrees + 1) * (sum + Math.log(product)) + terms * constant;
    }

    /* E[(b − u·v)²] = b² − 2·b·E[u·v] + E[(u·v)²] of each entry, in row order. */
    private double[] squaredResiduals(Posterior left, Posterior right) {
        double[] b = targets.byRow();
        EntryMoments product = EntryMoments.of(entries, left, right);
        double[] residuals = product.squares();
        for (int k = 0; k < b.length; k++) {
            residuals[k] = Math.max(0, b[k] * (b[k] - 2 * product.means()[k]) + residuals[k]);
        }
        return residuals;
    }
}
