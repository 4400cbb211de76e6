package rung.completion.order;

/**
 * An Ornstein-Uhlenbeck process: what is known at one position fades with the distance to another as exp(−distance/length).
 *
 * @param length the distance over which the correlation falls to 1/e, in the unit of the positions; above 0
 * @param ratio the variance of the process divided by that of the white noise around it; 0 means that there is nothing but noise
 */
public record LocalProcess(double length, double ratio) {
    /** No process: white noise alone. */
    public static final LocalProcess NONE = new LocalProcess(1, 0);

    /**
     * Checks both numbers.
     *
     * @throws IllegalArgumentException if the length is not positive or the ratio is negative, or one is not finite
     */
    public LocalProcess {
        if (!(length > 0 && length < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("length must be positive and finite, got " + length);
        }
        if (!(ratio >= 0 && ratio < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("ratio must be finite and not negative, got " + ratio);
        }
    }

    /** The correlation at a distance. */
    double correlation(double distance) {
        return Math.exp(-distance / length);
    }
}
