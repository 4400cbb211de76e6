package rung.video;

/**
 * How a mask compares with the truth, in pixels.
 *
 * @param truePositives the foreground that was found
 * @param falsePositives the background that was taken for foreground
 * @param falseNegatives the foreground that was missed
 * @param trueNegatives the background that was left alone
 */
public record Score(long truePositives, long falsePositives, long falseNegatives, long trueNegatives) {
    /** The score of no frame at all. */
    public static final Score NONE = new Score(0, 0, 0, 0);

    /**
     * The score of one frame.
     *
     * @param mask for each pixel whether it was found to be foreground
     * @param truth what truly moves, as {@link GroundTruth} gives it
     * @return the score
     */
    public static Score of(boolean[] mask, byte[] truth) {
        if (mask.length != truth.length) {
            throw new IllegalArgumentException(
                    "mask and truth must have one size, got " + mask.length + " and " + truth.length + " pixels");
        }
        long[] counts = new long[6];
        for (int k = 0; k < mask.length; k++) {
            counts[2 * truth[k] + (mask[k] ? 1 : 0)]++;
        }
        return new Score(
                counts[2 * GroundTruth.FOREGROUND + 1],
                counts[2 * GroundTruth.BACKGROUND + 1],
                counts[2 * GroundTruth.FOREGROUND],
                counts[2 * GroundTruth.BACKGROUND]);
    }

    /**
     * The score of both together.
     *
     * @param other the other score
     * @return the sum
     */
    public Score plus(Score other) {
        return new Score(
                truePositives + other.truePositives,
                falsePositives + other.falsePositives,
                falseNegatives + other.falseNegatives,
                trueNegatives + other.trueNegatives);
    }

    /**
     * The part of what was found that is foreground.
     *
     * @return the part; NaN if nothing was found
     */
    public double precision() {
        return (double) truePositives / (truePositives + falsePositives);
    }

    /**
     * The part of the foreground that was found.
     *
     * @return the part; NaN if there is no foreground
     */
    public double recall() {
        return (double) truePositives / (truePositives + falseNegatives);
    }

    /**
     * The harmonic mean of precision and recall.
     *
     * @return F; NaN if there is no foreground and nothing was found
     */
    public double f() {
        return 2.0 * truePositives / (2.0 * truePositives + falsePositives + falseNegatives);
    }
}
