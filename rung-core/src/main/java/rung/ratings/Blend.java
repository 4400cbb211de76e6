package rung.ratings;

/**
 * How much the expected rating counts in a list beside the preference: a score is preference·(1 + (rating − mean)/(3.2·spread))^power.
 *
 * @param mean the mean rating
 * @param spread the standard deviation of the ratings
 * @param power the power; 0 if the rating does not count
 */
public record Blend(double mean, double spread, double power) {
    /** Ratings do not count. */
    public static final Blend NONE = new Blend(0, 0, 0);

    /** A rating this many standard deviations below the mean makes the score zero: on MovieLens, that is a rating of 0. */
    private static final double REACH = 3.2;

    /** The least that a preference is multiplied by before the power is taken, so that bad items have an order too. */
    private static final double LEAST = 0.01;

    /** More than the relative error of a blended preference in single precision. */
    private static final double ROUNDING = 1e-6;

    /** Checks the numbers. */
    public Blend {
        if (!(Double.isFinite(mean)
                && spread >= 0
                && Double.isFinite(spread)
                && power >= 0
                && Double.isFinite(power))) {
            throw new IllegalArgumentException("mean, spread and power must be finite and not negative, got " + mean
                    + ", " + spread + " and " + power);
        }
    }

    /**
     * Multiplies preferences by what the ratings say, which are clipped to bounds first. Negative preferences are divided, so that a
     * better rating always helps.
     *
     * @param preferences the preferences, which become scores
     * @param ratings the expected rating of each
     * @param low the lowest rating
     * @param high the highest rating
     */
    public void apply(float[] preferences, float[] ratings, double low, double high) {
        for (int j = 0; j < preferences.length; j++) {
            preferences[j] = of(preferences[j], ratings[j], low, high);
        }
    }

    /**
     * Multiplies a preference by what the expected rating says, which is clipped to bounds first. A negative preference is divided, so
     * that a better rating always helps.
     */
    float of(float preference, double rating, double low, double high) {
        if (power == 0 || spread == 0) {
            return preference;
        }
        double factor = factor(Math.min(high, Math.max(low, rating)));
        return preference * (float) (preference > 0 ? factor : 1 / factor);
    }

    /** Returns a preference such that no lower one becomes as much as {@code blended}, even with the highest rating. */
    float least(float blended, double high) {
        if (power == 0 || spread == 0) {
            return blended;
        }
        double factor = factor(high) * (1 + ROUNDING);
        return Math.nextDown((float) (blended > 0 ? blended / factor : blended * factor));
    }

    private double factor(double rating) {
        double base = Math.max(LEAST, 1 + (rating - mean) / (REACH * spread));
        return power == 0.5 ? Math.sqrt(base) : Math.pow(base, power);
    }
}
