package rung.baseline;

import java.util.Arrays;
import rung.LowRankMatrix;
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
        double upper = select(space, count, count / 2);
        if (count % 2 == 1) {
            return upper;
        }
        double lower = space[0]; // what select has left before the middle is not above it
        for (int j = 1; j < count / 2; j++) {
            lower = Math.max(lower, space[j]);
        }
        return lower == upper ? lower : 0.5 * lower + 0.5 * upper;
    }

    /**
     * Finds the k-th smallest of the first n elements by Hoare's selection. It comes to stand at k, and no element before it is larger.
     */
    private static double select(double[] x, int n, int k) {
        int low = 0;
        int high = n - 1;
        while (low < high) {
            double pivot = middle(x[low], x[(low + high) >>> 1], x[high]);
            int i = low;
            int j = high;
            while (i <= j) {
                while (x[i] < pivot) {
                    i++;
                }
                while (x[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    double swap = x[i];
                    x[i++] = x[j];
                    x[j--] = swap;
                }
            }
            if (k <= j) {
                high = j;
            } else if (k >= i) {
                low = i;
            } else {
                break; // between the two parts all are equal to the pivot
            }
        }
        return x[k];
    }

    private static double middle(double a, double b, double c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
