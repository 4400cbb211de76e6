package rung.engine.bayes;

import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
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
    private static final Kernels KERNELS = KernelChoice.active();

    private static final int[] DEGREES = {1, 2, 3, 4, 6, 8, 12, 20, 40};

    /** The degrees of freedom are chosen by about this many entries. */
    private static final int SAMPLE = 20_000;

    /** The number of times that the scale is refitted before the climb, to the entries themselves. */
    private static final int BEGINNING = 20;

    private final Entries entries;
    private final double variance;
    private final int degrees;
    private final double energy;
    private final double[] byRow;
    private final double[] byColumn;

    private StudentNoise(
            Entries entries, double variance, int degrees, double energy, double[] byRow, double[] byColumn) {
        this.entries = entries;
        this.variance = variance;
        this.degrees = degrees;
        this.energy = energy;
        this.byRow = byRow;
        this.byColumn = byColumn;
    }

    /** The noise at rank 0, where the residuals are the entries themselves. */
    static Noise of(Entries entries, Posterior left, Posterior right, double meanSquare) {
        Noise noise = new StudentNoise(entries, meanSquare, DEGREES[DEGREES.length - 1], 0, null, null);
        for (int k = 0; k < BEGINNING; k++) {
            noise = noise.refitted(left, right, 0);
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
    public void load(Side side, int from, int n, double[] to) {
        System.arraycopy(side == Side.LEFT ? byRow : byColumn, from, to, 0, n);
    }

    @Override
    public double[] weights() {
        return byRow;
    }

    @Override
    public double energy() {
        return energy;
    }

    @Override
    public Noise refitted(Posterior left, Posterior right, double squares) {
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
                entries, refitted, likeliest, lost, residuals, BayesianIterate.byColumn(residuals, entries));
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
        int terms = 0;
        for (int k = 0; k < residuals.length; k += stride, terms++) {
            sum += Math.log1p(residuals[k] / (degrees * variance));
        }
        return 0.5 * (degrees + 1) * sum + terms * constant;
    }

    /* E[(b − u·v)²] = b² − 2·b·E[u]·E[v] + ⟨E[u·uᵀ], E[v·vᵀ]⟩ of each entry, in row order. */
    private double[] squaredResiduals(Posterior left, Posterior right) {
        double[] b = entries.data().values();
        double[] residuals = entries.fitted(left.mean(), right.mean());
        Pattern.Lines rows = entries.data().pattern().lines(Side.LEFT);
        int r = left.rank();
        int width = Posterior.width(r);
        Matrix moments = right.moments();
        entries.workers().run(rows.count(), rows::before, (from, to) -> {
            double[] doubled = new double[width];
            for (int i = from; i < to; i++) {
                for (int k = 0, e = 0; k < r; k++) {
                    for (int l = 0; l <= k; l++, e++) {
                        doubled[e] = (l < k ? 2 : 1) * left.moments().get(i, e);
                    }
                }
                int begin = (int) rows.before(i);
                for (int k = 0; k < rows.size(i); k++) {
                    int at = begin + k;
                    double square =
                            r == 0 ? 0 : KERNELS.dot(doubled, 0, moments.array(), rows.other(i, k) * width, width);
                    residuals[at] = Math.max(0, b[at] * (b[at] - 2 * residuals[at]) + square);
                }
            }
        });
        return residuals;
    }
}
