package rung.linalg;

/**
 * Minimizes a convex function φ of one variable along s ≥ 0 by the sign of its slope: it expands until the slope turns positive, then
 * closes in by secants that are kept from creeping.
 *
 * <p>Because φ is convex with φ′(0) ≤ 0, every s with φ′(s) ≤ 0 has φ(s) ≤ φ(0); the search answers with such an s, or with one whose
 * slope is as small as asked.
 */
public final class LineSearch {
    private static final int MAX_EVALUATIONS = 60;

    /** The slope φ′ of the function. */
    @FunctionalInterface
    public interface Slope {
        /**
         * The slope at s.
         *
         * @param s how far along the line, above 0
         * @return φ′(s); anything but a finite number means that s is too far
         */
        double at(double s);
    }

    private LineSearch() {}

    /**
     * Searches for a minimum along the line.
     *
     * @param slope φ′ at any s &gt; 0
     * @param slopeAtZero φ′(0), known already
     * @param first where to look first, for example the Newton step
     * @param tolerance an s with |φ′(s)| ≤ tolerance·|φ′(0)| is good enough
     * @return the last s at which {@code slope} was evaluated and found good, or 0 if none was
     */
    public static double minimize(Slope slope, double slopeAtZero, double first, double tolerance) {
        if (!(slopeAtZero < 0)) {
            return 0;
        }
        double goal = tolerance * -slopeAtZero;
        double low = 0;
        double slopeLow = slopeAtZero;
        double high = Double.POSITIVE_INFINITY;
        double slopeHigh = Double.NaN;
        boolean wasLow = false;
        boolean wasHigh = false;
        double s = first > 0 && Double.isFinite(first) ? first : 1;
        for (int k = 0; k < MAX_EVALUATIONS; k++) {
            double at = slope.at(s);
            if (Math.abs(at) <= goal) {
                return s;
            }
            if (at < 0) {
                // Illinois: the end that stays twice in a row counts half, so that the bracket closes from both sides.
                slopeHigh = wasLow ? slopeHigh / 2 : slopeHigh;
                low = s;
                slopeLow = at;
            } else {
                slopeLow = wasHigh ? slopeLow / 2 : slopeLow;
                high = s;
                slopeHigh = at;
            }
            wasLow = at < 0;
            wasHigh = !wasLow;
            if (high - low <= 4 * Math.ulp(low)) {
                break;
            }
            s = next(low, slopeLow, high, slopeHigh);
            if (!(s < Double.MAX_VALUE)) {
                break;
            }
        }
        if (low > 0 && s != low) {
            slope.at(low); // leave the caller's state at the answer
        }
        return low;
    }

    private static double next(double low, double slopeLow, double high, double slopeHigh) {
        if (high == Double.POSITIVE_INFINITY) {
            return 4 * low;
        }
        double width = high - low;
        if (!Double.isFinite(slopeHigh)) {
            return low + width / 4;
        }
        double secant = low + width * (slopeLow / (slopeLow - slopeHigh));
        return Math.min(Math.max(secant, low + 1e-3 * width), high - 1e-3 * width);
    }
}
