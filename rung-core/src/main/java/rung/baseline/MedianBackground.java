package rung.baseline;

import java.util.Arrays;
import rung.LowRankMatrix;
import rung.data.Median;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/**
 * The median of each row as its background: the matrix u·1ᵀ of rank one that is nearest in the sum of absolute differences.
 *
 * <p>Entries that are NaN are missing and do not count. The median of an even number of entries is the mean of the middle two.
 */
public final class MedianBackground {
    private MedianBackground() {}

    /**
     * Computes the medians on as many threads as processors.
     *
     * @param m the matrix; each row needs an entry that is not missing
     * @return the matrix of medians, of rank 1
     */
    public static LowRankMatrix of(Matrix m) {
        return of(m, Workers.all());
    }

    /**
     * Computes the medians.
     *
     * @param m the matrix; each row needs an entry that is not missing
     * @param workers the threads
     * @return the matrix of medians, of rank 1
     */
    public static LowRankMatrix of(Matrix m, Workers workers) {
        Matrix medians = new Matrix(m.rows(), 1);
        Matrix ones = new Matrix(m.columns(), 1);
        Arrays.fill(ones.array(), 1);
        long work = 4L * m.columns();
        workers.run(m.rows(), row -> row * work, () -> {
            double[] space = new double[m.columns()];
            return (from, to) -> {
                for (int i = from; i < to; i++) {
                    medians.set(i, 0, median(m, i, space));
                }
            };
        });
        return LowRankMatrix.of(medians, ones);
    }

    private static double median(Matrix m, int row, double[] space) {
        int count = 0;
        for (int j = 0; j < m.columns(); j++) {
            double value = m.get(row, j);
            if (!Double.isNaN(value)) {
                space[count++] = value;
            }
        }
        if (count == 0) {
            throw new IllegalArgumentException(
                    "each row must have an entry that is not missing, got none in row " + row);
        }
        return Median.of(space, count);
    }
}
