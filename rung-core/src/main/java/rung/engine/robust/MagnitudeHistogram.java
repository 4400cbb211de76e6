package rung.engine.robust;

/**
 * A histogram of absolute values, for their median. Bins are the first bits of a float's representation: 0.4 % wide, from the smallest
 * normal float to the largest.
 */
final class MagnitudeHistogram {
    private static final int SHIFT = 15;

    private final long[] counts = new long[Integer.MAX_VALUE >>> SHIFT];
    private long total;

    /** Counts the values whose weight is above 0. */
    void add(float[] values, float[] weights) {
        for (int k = 0; k < values.length; k++) {
            if (weights[k] > 0) {
                counts[Float.floatToRawIntBits(Math.abs(values[k])) >>> SHIFT]++;
                total++;
            }
        }
    }

    void add(MagnitudeHistogram other) {
        for (int k = 0; k < counts.length; k++) {
            counts[k] += other.counts[k];
        }
        total += other.total;
    }

    /** The median: half of the values are not above it. It is interpolated within its bin, and 0 if there are no values. */
    double median() {
        long below = 0;
        for (int k = 0; k < counts.length; k++) {
            if (2 * (below + counts[k]) >= total && counts[k] > 0) {
                if (k == 0) {
                    return 0; // zeros, or next to them
                }
                double low = Float.intBitsToFloat(k << SHIFT);
                double high = Float.intBitsToFloat(k + 1 << SHIFT);
                return low + (high - low) * (total / 2.0 - below) / counts[k];
            }
            below += counts[k];
        }
        return 0;
    }
}
