package rung.completion.kind;

/**
 * What is known of a count that was not observed: the negative binomial distribution of a given mean and variance, which is Poisson's where
 * both are the same. It is skewed, and it has no values between whole numbers.
 *
 * <p>A count is given a position on the scale of standard normal numbers: the one that as many are below. Half of those that are equal
 * count as below, so that positions are about as often above 0 as below.
 */
public final class CountLaw {
    /** Beyond this mean the root of a count is as good as normal. */
    private static final double MANY = 500;

    /** The least excess of the variance, as a part of the mean, that makes a difference. */
    private static final double SLIGHT = 1e-6;

    /** Positions are between −{@value} and {@value}. */
    private static final double FARTHEST = 5;

    /** The number of halvings that find a position. */
    private static final int STEPS = 40;

    private final double mean;
    private final double variance;

    /**
     * Creates the law.
     *
     * @param mean the mean, above 0
     * @param variance the variance; at least the mean, else it counts as the mean
     */
    public CountLaw(double mean, double variance) {
        this.mean = Math.max(mean, Double.MIN_NORMAL);
        this.variance = Math.max(variance, this.mean * (1 + SLIGHT));
    }

    /**
     * The position of a count on the scale of standard normal numbers.
     *
     * @param count the count
     * @return its position, 0 in the middle
     */
    public double position(double count) {
        if (mean > MANY) {
            return Math.max(-FARTHEST, Math.min(FARTHEST, (Math.sqrt(count) - Math.sqrt(mean)) / rootDeviation()));
        }
        Walk walk = new Walk();
        while (walk.count < count && walk.below < 1) {
            walk.next();
        }
        double wanted = walk.middle();
        double low = -FARTHEST;
        double high = FARTHEST;
        for (int k = 0; k < STEPS; k++) {
            double middle = 0.5 * (low + high);
            boolean isBelow = normal(middle) < wanted;
            low = isBelow ? middle : low;
            high = isBelow ? high : middle;
        }
        return 0.5 * (low + high);
    }

    /**
     * The counts whose positions are not farther from the middle than {@code size}; the one in the middle if there is none.
     *
     * @param size a position above 0
     * @return the least and the greatest of them
     */
    public double[] within(double size) {
        if (mean > MANY) {
            double low = Math.max(0, Math.sqrt(mean) - size * rootDeviation());
            double high = Math.sqrt(mean) + size * rootDeviation();
            return new double[] {Math.ceil(low * low), Math.floor(high * high)};
        }
        double tail = normal(-Math.min(size, FARTHEST));
        Walk walk = new Walk();
        while (walk.middle() < tail && walk.below + walk.here < 0.5) {
            walk.next();
        }
        double low = walk.count;
        double high = low;
        while (walk.below + walk.here < 1 - tail) {
            walk.next();
            high = walk.middle() <= 1 - tail ? walk.count : high;
        }
        return new double[] {low, high};
    }

    /**
     * The count that lies where a standard normal number lies among its like.
     *
     * @param position a standard normal number
     * @return the least count that at least as many counts are not above as numbers are below {@code position}
     */
    public double at(double position) {
        double limited = Math.max(-FARTHEST, Math.min(FARTHEST, position));
        if (mean > MANY) {
            double root = Math.max(0, Math.sqrt(mean) + limited * rootDeviation());
            return Math.rint(root * root);
        }
        double wanted = normal(limited);
        Walk walk = new Walk();
        while (walk.below + walk.here < wanted) {
            walk.next();
        }
        return walk.count;
    }

    private double rootDeviation() {
        return Math.sqrt(variance / mean) / 2;
    }

    /** Goes through the counts from 0 on. */
    private final class Walk {
        private final double shape = mean * mean / (variance - mean);
        private final double part = (variance - mean) / variance;
        private int count;
        private double here = Math.exp(-shape * Math.log(variance / mean)); // the probability of this count
        private double below; // the probability of all before it

        void next() {
            below += here;
            here *= part * (shape + count) / (count + 1);
            count++;
            if (count > mean && here == 0) {
                below = 1; // what is left is lost to rounding
            }
        }

        double middle() {
            return below + 0.5 * here;
        }
    }

    /* The part of standard normal numbers below x, up to 1.5e-7 (Abramowitz and Stegun, 7.1.26). */
    private static double normal(double x) {
        double t = 1 / (1 + 0.3275911 * Math.abs(x) / Math.sqrt(2));
        double tail = 0.5
                * t
                * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
                * Math.exp(-0.5 * x * x);
        return x < 0 ? tail : 1 - tail;
    }
}
