package rung.video;

/**
 * The score at every threshold of a grid, from one pass over the frames: pixels with |S| > threshold are foreground.
 *
 * <p>A pixel is in the mask for all thresholds k·STEP with k &lt; ⌈|S|/STEP⌉, so counting pixels by that number is exact.
 */
public final class ScoreCurve {
    /** The distance of thresholds, in grey levels: a power of two, so that the grid has no rounding. */
    public static final double STEP = 0.25;

    /** The highest threshold. */
    public static final double HIGHEST = 255;

    private static final int LAST = (int) (HIGHEST / STEP);

    private final long[] foreground = new long[LAST + 2];
    private final long[] background = new long[LAST + 2];

    /**
     * A threshold and its score.
     *
     * @param threshold the threshold on |S|, in grey levels
     * @param score the score of the masks above it
     */
    public record Point(double threshold, Score score) {}

    /** A curve of no frames yet. */
    public ScoreCurve() {}

    /**
     * Counts a frame: for each pixel |S|, and the truth as {@link GroundTruth} gives it.
     *
     * @param magnitudes |S| of each pixel
     * @param truth what truly moves, as {@link GroundTruth} gives it
     */
    public void add(float[] magnitudes, byte[] truth) {
        if (magnitudes.length != truth.length) {
            throw new IllegalArgumentException("magnitudes and truth must have one size, got " + magnitudes.length
                    + " and " + truth.length + " pixels");
        }
        for (int k = 0; k < truth.length; k++) {
            if (!(magnitudes[k] >= 0)) {
                throw new IllegalArgumentException("a magnitude must be at least 0, got " + magnitudes[k]);
            }
            if (truth[k] != GroundTruth.NOT_SCORED) {
                long[] counts = truth[k] == GroundTruth.FOREGROUND ? foreground : background;
                counts[(int) Math.min(LAST + 1, Math.ceil(magnitudes[k] / STEP))]++;
            }
        }
    }

    /**
     * The score of all frames at a threshold of the grid.
     *
     * @param threshold the threshold, in grey levels
     * @return the score
     */
    public Score at(double threshold) {
        double step = threshold / STEP;
        if (!(step >= 0 && step <= LAST) || step != Math.rint(step)) {
            throw new IllegalArgumentException(
                    "a threshold must be a multiple of " + STEP + " between 0 and " + HIGHEST + ", got " + threshold);
        }
        return score((int) step);
    }

    private Score score(int step) {
        long[] counts = new long[4];
        for (int k = 0; k < foreground.length; k++) {
            counts[k > step ? 0 : 2] += foreground[k];
            counts[k > step ? 1 : 3] += background[k];
        }
        return new Score(counts[0], counts[1], counts[2], counts[3]);
    }

    /**
     * The threshold of the highest F, the lowest of several; 0 if there is no F.
     *
     * @return the threshold and its score
     */
    public Point best() {
        Point best = new Point(0, score(0));
        for (int step = 1; step <= LAST; step++) {
            Score score = score(step);
            if (score.f().orElse(-1) > best.score.f().orElse(-1)) {
                best = new Point(step * STEP, score);
            }
        }
        return best;
    }
}
