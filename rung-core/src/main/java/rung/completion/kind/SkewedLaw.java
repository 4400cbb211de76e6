package rung.completion.kind;

/**
 * What is known of a count, or of a number above 0, that a fit of numbers fills in: its mean and its standard deviation, of a law that has
 * no other values than the column can hold. Numbers above 0 are log-normal, counts negative binomial, or log-normal and rounded if they are
 * large, or normal and rounded where they vary less than Poisson's law says.
 *
 * @param kind counts, or positive and skewed numbers
 * @param mean the mean; one near or below 0 counts as a small part of the deviation
 * @param deviation the standard deviation, above 0
 */
public record SkewedLaw(ColumnKind kind, double mean, double deviation) {
    /** The least mean, as a part of the deviation. */
    private static final double LEAST = 0.05;

    /** A count of a larger mean is as good as any number. */
    private static final double LARGE = 100;

    /** Creates the law. */
    public SkewedLaw {
        mean = Math.max(mean, LEAST * deviation);
    }

    /**
     * Whether a kind of column has such a law.
     *
     * @param kind the kind
     * @return true for counts, and for positive and skewed numbers
     */
    public static boolean isOf(ColumnKind kind) {
        return kind == ColumnKind.COUNT || kind == ColumnKind.POSITIVE;
    }

    /**
     * The value that lies where a standard normal number lies among its like.
     *
     * @param position a standard normal number
     * @return a whole number from 0 on, or a number above 0
     */
    public double at(double position) {
        double logNormal = median() * Math.exp(position * logDeviation());
        if (kind == ColumnKind.POSITIVE) {
            return logNormal;
        }
        if (!isDispersed()) {
            return Math.max(0, Math.rint(mean + position * deviation));
        }
        return mean > LARGE ? Math.rint(logNormal) : new CountLaw(mean, deviation * deviation).at(position);
    }

    /**
     * The ends of an interval. Near 0 a fit of numbers errs by more than the law says, so it reaches up at least as far as a symmetric one.
     *
     * @param size how far it reaches, as a number of standard deviations
     * @return the least and the greatest value in it
     */
    public double[] within(double size) {
        double high = mean + size * deviation;
        if (kind == ColumnKind.POSITIVE) {
            return new double[] {at(-size), Math.max(at(size), high)};
        }
        double low = Math.max(0, Math.ceil(mean - size * deviation));
        if (!isDispersed()) {
            return new double[] {Math.min(low, Math.rint(mean)), Math.max(Math.floor(high), Math.rint(mean))};
        }
        double[] ends = mean > LARGE
                ? new double[] {at(-size), at(size)}
                : new CountLaw(mean, deviation * deviation).within(size);
        return new double[] {ends[0], Math.max(ends[1], Math.floor(high))};
    }

    private boolean isDispersed() {
        return deviation * deviation > mean;
    }

    private double logDeviation() {
        return Math.sqrt(Math.log1p(deviation * deviation / (mean * mean)));
    }

    private double median() {
        return mean / Math.sqrt(1 + deviation * deviation / (mean * mean));
    }
}
