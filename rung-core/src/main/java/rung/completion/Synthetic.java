package rung.completion;

import java.util.SplittableRandom;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.linalg.Matrix;

/**
 * A completion problem whose answer is known, as in [AS21], Section 4.2, after [MHT10]: M = U*·V*ᵀ + noise with standard normal
 * factors, each entry observed with probability p.
 */
public final class Synthetic {
    /** The meaning of a signal-to-noise ratio, which [AS21] does not say. */
    public enum Snr {
        /** The ratio of the standard deviations of signal and noise, as in [MHT10]. */
        OF_DEVIATIONS("SNR = the ratio of the standard deviations of signal and noise"),
        /** The noise has standard deviation 1/SNR, whatever the signal. */
        OF_UNIT_SIGNAL("noise of standard deviation 1/SNR");

        private final String words;

        Snr(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    private final Matrix truth;
    private final boolean[] observed;
    private final Observations data;

    /**
     * Draws a problem with the SNR {@link Snr#OF_DEVIATIONS}.
     *
     * @param rows the number of rows
     * @param columns the number of columns
     * @param rank the rank r* of the signal
     * @param p the probability that an entry is observed
     * @param snr the signal-to-noise ratio
     * @param seed the seed
     */
    public Synthetic(int rows, int columns, int rank, double p, double snr, long seed) {
        this(rows, columns, rank, p, snr, Snr.OF_DEVIATIONS, seed);
    }

    /**
     * Draws a problem.
     *
     * @param rows the number of rows
     * @param columns the number of columns
     * @param rank the rank r* of the signal
     * @param p the probability that an entry is observed
     * @param snr the signal-to-noise ratio
     * @param reading what that ratio means
     * @param seed the seed
     */
    public Synthetic(int rows, int columns, int rank, double p, double snr, Snr reading, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        truth = Matrix.gaussian(rows, rank, random).multiplyByTransposed(Matrix.gaussian(columns, rank, random));
        double noise = (reading == Snr.OF_DEVIATIONS ? deviation(truth.array()) : 1) / snr;
        observed = new boolean[rows * columns];
        Observations.Builder builder = Observations.builder(rows, columns);
        for (int k = 0; k < observed.length; k++) {
            double value = truth.array()[k] + noise * random.nextGaussian();
            observed[k] = random.nextDouble() < p;
            if (observed[k]) {
                builder.add(k / columns, k % columns, value);
            }
        }
        data = builder.build();
    }

    /**
     * The observed entries, with noise.
     *
     * @return the entries
     */
    public Observations data() {
        return data;
    }

    /**
     * The normalized error on the observed entries: Σ(M − A)² over ΣM².
     *
     * @param a the matrix A
     * @return the error
     */
    public double trainError(LowRankMatrix a) {
        double[] found = a.toDense().array();
        double[] sums = new double[2];
        data.forEach((i, j, value, weight) -> {
            double difference = value - found[i * data.columns() + j];
            sums[0] += difference * difference;
            sums[1] += value * value;
        });
        return sums[0] / sums[1];
    }

    /**
     * The normalized error on the entries that are not observed: Σ(U*V*ᵀ − A)² over Σ(U*V*ᵀ)².
     *
     * @param a the matrix A
     * @return the error
     */
    public double testError(LowRankMatrix a) {
        double[] found = a.toDense().array();
        double error = 0;
        double size = 0;
        for (int k = 0; k < observed.length; k++) {
            if (!observed[k]) {
                error += (found[k] - truth.array()[k]) * (found[k] - truth.array()[k]);
                size += truth.array()[k] * truth.array()[k];
            }
        }
        return error / size;
    }

    private static double deviation(double[] x) {
        double mean = 0;
        for (double value : x) {
            mean += value / x.length;
        }
        double variance = 0;
        for (double value : x) {
            variance += (value - mean) * (value - mean) / x.length;
        }
        return Math.sqrt(variance);
    }
}
