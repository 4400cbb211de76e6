package rung.preferences;

import java.util.function.DoubleUnaryOperator;

/** Finds the count whose weight is one. */
public final class TypicalCount {
    /** The steps in which the count is enclosed, each to the root of the factor before. */
    private static final int BISECTIONS = 20;

    private TypicalCount() {}

    /**
     * Returns the count whose weight is one if the mean {@linkplain PreferenceModel#weight(double, double) weight} is one.
     *
     * @param lowest the lowest count
     * @param highest the highest count
     * @param entries the number of counts
     * @param weights gives the sum of all weights for a typical count
     * @return the typical count; 0 if all counts are the same
     */
    public static double of(double lowest, double highest, double entries, DoubleUnaryOperator weights) {
        if (lowest == highest) {
            return 0;
        }
        double low = 1e-6 * highest;
        double high = highest;
        for (int step = 0; step < BISECTIONS; step++) {
            double middle = Math.sqrt(low * high);
            if (weights.applyAsDouble(middle) > entries) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
