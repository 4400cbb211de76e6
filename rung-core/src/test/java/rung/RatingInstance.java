package rung;

import java.util.Arrays;
import java.util.SplittableRandom;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Ratings;
import rung.linalg.Matrix;

/**
 * A random instance of the biased factor model: A_ij = μ + b_i + c_j + u_i·v_j, of which entries are observed with noise. The
 * entries come in random order.
 */
public final class RatingInstance {
    public static final double MEAN = 3.5;

    /** The whole matrix without noise. */
    public final Matrix truth;
    /** The standard deviation of the noise. */
    public final double deviation;

    public final int[] i;
    public final int[] j;
    public final float[] values;

    private RatingInstance(Matrix truth, double deviation, int[] i, int[] j, float[] values) {
        this.truth = truth;
        this.deviation = deviation;
        this.i = i;
        this.j = j;
        this.values = values;
    }

    /** Factors and biases have variance one, so that a product of rank k has variance k. */
    public static RatingInstance of(int m, int n, int k, double p, double deviation, long seed) {
        return of(m, n, k, p, deviation, false, seed);
    }

    /** The same where an entry is the likelier observed the larger it is. */
    public static RatingInstance chosen(int m, int n, int k, double p, double deviation, long seed) {
        return of(m, n, k, p, deviation, true, seed);
    }

    private static RatingInstance of(int m, int n, int k, double p, double deviation, boolean chosen, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix truth = Instances.lowRank(m, n, k, random);
        double[] columnBiases = new double[n];
        Arrays.setAll(columnBiases, column -> random.nextGaussian());
        for (int row = 0; row < m; row++) {
            double bias = random.nextGaussian();
            for (int column = 0; column < n; column++) {
                truth.set(row, column, truth.get(row, column) + MEAN + bias + columnBiases[column]);
            }
        }
        int count = (int) (p * m * n);
        int[] cells = new int[m * n];
        Arrays.setAll(cells, cell -> cell);
        int[] i = new int[count];
        int[] j = new int[count];
        float[] values = new float[count];
        for (int e = 0; e < count; e++) {
            int other = random.nextInt(e, cells.length);
            while (chosen && random.nextDouble() > 1 / (1 + Math.exp(MEAN + 1 - truth.array()[cells[other]]))) {
                other = random.nextInt(e, cells.length);
            }
            int cell = cells[other];
            cells[other] = cells[e];
            i[e] = cell / n;
            j[e] = cell % n;
            values[e] = (float) (truth.array()[cell] + deviation * random.nextGaussian());
        }
        return new RatingInstance(truth, deviation, i, j, values);
    }

    /** The same places with other values. */
    public RatingInstance with(float[] others) {
        return new RatingInstance(truth, deviation, i, j, others);
    }

    public int count() {
        return values.length;
    }

    /** The root of the mean squared distance from the truth, over all entries, observed or not. */
    public double distance(Matrix a) {
        return Near.minus(a, truth).norm() / Math.sqrt(truth.array().length);
    }

    /**
     * What least squares with as many unknowns cannot avoid: the root of s²·unknowns/|Ω|, the error of an estimate where the
     * rank and the noise are known.
     */
    public double unavoidable(int rank) {
        double unknowns = (truth.rows() + truth.columns()) * (rank + 1.0);
        return deviation * Math.sqrt(unknowns / count());
    }

    /** Users u0, u1, …, and items i0, i1, …, numbered in that order. */
    public Ratings ratings() {
        return Ratings.of(
                ids("u", truth.rows()),
                ids("i", truth.columns()),
                i.clone(),
                j.clone(),
                values.clone(),
                Duplicates.ERROR);
    }

    public static Ids ids(String prefix, int count) {
        Ids.Builder builder = new Ids.Builder();
        for (int k = 0; k < count; k++) {
            builder.add(prefix + k);
        }
        return builder.build();
    }
}
