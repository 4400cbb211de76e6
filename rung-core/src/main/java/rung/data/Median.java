package rung.data;

import java.util.Arrays;

/** The median of numbers, found by selection: its expected cost is a multiple of how many there are. */
public final class Median {
    /** A median absolute deviation is this part of the standard deviation of a normal distribution. */
    private static final double OF_NORMAL = 0.6744897501960817;

    private Median() {}

    /**
     * The median of the first numbers of an array; the mean of the middle two if their count is even.
     *
     * @param numbers the numbers, which this reorders; none is NaN
     * @param count how many of them there are, at least 1
     * @return the median
     */
    public static double of(double[] numbers, int count) {
        double upper = select(numbers, count, count / 2);
        if (count % 2 == 1) {
            return upper;
        }
        double lower = numbers[0]; // what select has left before the middle is not above it
        for (int k = 1; k < count / 2; k++) {
            lower = Math.max(lower, numbers[k]);
        }
        return lower == upper ? lower : 0.5 * lower + 0.5 * upper;
    }

    /**
     * The standard deviation of deviations by the median of their sizes: that of a normal distribution, whatever a few of them are.
     *
     * @param deviations the deviations, whose sizes this leaves in some order; none is NaN
     * @return the standard deviation
     */
    public static double standardDeviation(double... deviations) {
        for (int k = 0; k < deviations.length; k++) {
            deviations[k] = Math.abs(deviations[k]);
        }
        return of(deviations, deviations.length) / OF_NORMAL;
    }

    /**
     * The same for each of some groups, whose square is moved toward that of all deviations together.
     *
     * @param deviations the deviations, which stay as they are
     * @param groups the group of each
     * @param count how many groups there are
     * @param shrinkage as how many deviations of each group all of them count
     * @return the standard deviation of each group
     */
    public static double[] standardDeviations(double[] deviations, int[] groups, int count, double shrinkage) {
        double overall = standardDeviation(deviations.clone());
        int[] sizes = new int[count];
        Arrays.stream(groups).forEach(group -> sizes[group]++);
        double[][] byGroup = new double[count][];
        Arrays.setAll(byGroup, group -> new double[sizes[group]]);
        for (int k = 0; k < deviations.length; k++) {
            byGroup[groups[k]][--sizes[groups[k]]] = deviations[k];
        }
        return Arrays.stream(byGroup)
                .mapToDouble(group -> {
                    double own = group.length > 0 ? standardDeviation(group) : overall;
                    return Math.sqrt(
                            (group.length * own * own + shrinkage * overall * overall) / (group.length + shrinkage));
                })
                .toArray();
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
