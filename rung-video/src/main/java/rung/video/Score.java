package rung.video;

/** How a mask compares with the truth, in pixels. */
public record Score(long truePositives, long falsePositives, long falseNegatives, long trueNegatives) {
    /** Nothing scored yet. */
    public static final Score NONE = new Score(0, 0, 0, 0);

    /** The score of one frame, its truth as {@link GroundTruth} gives it. */
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

    /** The score of both together. */
    public Score plus(Score other) {
        return new Score(
                truePositives + other.truePositives,
                falsePositives + other.falsePositives,
                falseNegatives + other.falseNegatives,
                trueNegatives + other.trueNegatives);
    }

    /** The share of what was found that is there, or NaN if nothing was found. */
    public double precision() {
        return (double) truePositives / (truePositives + falsePositives);
    }

    /** The share of what is there that was found, or NaN if nothing is there. */
    public double recall() {
        return (double) truePositives / (truePositives + falseNegatives);
    }

    /** The harmonic mean of precision and recall, or NaN if nothing is there and nothing was found. */
    public double f() {
        return 2.0 * truePositives / (2.0 * truePositives + falsePositives + falseNegatives);
    }
}
