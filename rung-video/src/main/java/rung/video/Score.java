package rung.video;

import java.util.OptionalDouble;

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
     * @return the part; empty if nothing was found
     */
    public OptionalDouble precision() {
        return part(truePositives, truePositives + falsePositives);
    }

    /**
     * The part of the foreground that was found.
     *
     * @return the part; empty if there is no foreground
     */
    public OptionalDouble recall() {
        return part(truePositives, truePositives + falseNegatives);
    }

    /**
     * The harmonic mean of precision and recall.
     *
     * @return F; empty if there is no foreground and nothing was found
     */
    public OptionalDouble f() {
        return part(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives);
    }

    private static OptionalDouble part(long of, long all) {
        return all == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) of / all);
    }
}
