package rung.preferences;

import java.util.function.UnaryOperator;

/** Finds the count whose weight is one. */
public final class TypicalCount {
    /** The steps in which the count is enclosed, each to the root of the factor before. */
    private static final int BISECTIONS = 20;

    private TypicalCount() {}

    /**
     * Returns the count whose weight is one if the mean {@linkplain PreferenceModel#weight(double, double) weight} is one. The steps that
     * are taken together change nothing but the number of calls: sums are asked for wherever the search may get to in these steps.
     *
     * @param lowest the lowest count
     * @param highest the highest count
     * @param entries the number of counts
     * @param together the steps that are taken together, at least 1
     * @param weights gives the sum of all weights for each of some typical counts
     * @return the typical count; 0 if all counts are the same
     */
    public static double of(
            double lowest, double highest, double entries, int together, UnaryOperator<double[]> weights) {
        if (lowest == highest) {
            return 0;
        }
        double low = 1e-6 * highest;
        double high = highest;
        for (int taken = 0; taken < BISECTIONS; taken += together) {
            int steps = Math.min(together, BISECTIONS - taken);
            double[] middles = new double[(1 << steps) - 1];
            fill(middles, 0, low, high);
            double[] sums = weights.apply(middles);
            for (int at = 0; at < middles.length; ) {
                if (sums[at] > entries) {
                    low = middles[at];
                    at = 2 * at + 2;
                } else {
                    high = middles[at];
                    at = 2 * at + 1;
                }
            }
        }
        return high;
    }

    /* A binary tree in one array: where the search goes left, the middle is the new end. */
    private static void fill(double[] middles, int at, double low, double high) {
        if (at < middles.length) {
            middles[at] = Math.sqrt(low * high);
            fill(middles, 2 * at + 1, low, middles[at]);
            fill(middles, 2 * at + 2, middles[at], high);
        }
    }
}
