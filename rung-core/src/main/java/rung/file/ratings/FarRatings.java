package rung.file.ratings;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The few ratings that are far from all others, such as 500 among stars from 1 to 5: a slip of the hand, or a code for "no rating". They lie
 * outside of the range of the others by more than its length, and beyond any usual scale, so that a rare 1 is none among 4 and 5.
 *
 * @param entries which ratings these are, ascending
 * @param low the lowest of the others
 * @param high the highest of the others
 */
record FarRatings(int[] entries, float low, float high) {
    /** The fewest ratings that show what is usual. */
    private static final int ENOUGH = 50;

    /** Far ratings are at most one in this number: more of them are a part of the scale, or of another one. */
    private static final int RARE = 100;

    /** The most ratings by which a first look tells what is usual, and the part of them at each end that it leaves out. */
    private static final int LOOKED_AT = 5_000;

    private static final double LEFT_OUT = 0.02;

    /** Where the middle of the ratings, without a tenth at each end, is not even this part of the range, the range has long tails. */
    private static final double MIDDLE = 0.1;

    /** More different values than this are not a scale. */
    private static final int MOST_ON_SCALE = 101;

    /** The usual scales end here: from 0, or from the same below it. */
    private static final float[] SCALES = {10, 100};

    /** Finds them, in two passes over the ratings; empty if there are none. */
    static Optional<FarRatings> of(float[] value) {
        if (value.length < ENOUGH) {
            return Optional.empty();
        }
        float[] some = some(value);
        float from = some[(int) (LEFT_OUT * some.length)];
        float to = some[some.length - 1 - (int) (LEFT_OUT * some.length)];
        FarRatings usual = new FarRatings(new int[0], from, to);
        int[] doubtful = new int[value.length / RARE + 1];
        int count = 0;
        float low = from;
        float high = to;
        for (int k = 0; k < value.length; k++) {
            float each = value[k];
            if (usual.isFar(each)) {
                if (count == doubtful.length) {
                    return Optional.empty();
                }
                doubtful[count++] = k;
            } else {
                low = Math.min(low, each);
                high = Math.max(high, each);
            }
        }
        FarRatings range = new FarRatings(new int[0], low, high);
        int[] far = Arrays.stream(doubtful, 0, count)
                .filter(k -> range.isFar(value[k]))
                .toArray();
        return far.length == 0 || low == high || hasLongTails(some, high - low)
                ? Optional.empty()
                : Optional.of(range.with(value, far));
    }

    /** Some of the ratings, ascending. */
    private static float[] some(float[] value) {
        int step = Math.max(1, value.length / LOOKED_AT);
        float[] some = new float[value.length / step];
        for (int k = 0; k < some.length; k++) {
            some[k] = value[k * step];
        }
        Arrays.sort(some);
        return some;
    }

    /** Whether nearly all of the range is taken by few values, as among prices: then one that is twice as high is no slip. */
    private static boolean hasLongTails(float[] some, float range) {
        long different = IntStream.range(1, some.length)
                .filter(k -> some[k] != some[k - 1])
                .count();
        float middle = some[some.length - 1 - some.length / 10] - some[some.length / 10];
        return different >= MOST_ON_SCALE && middle < MIDDLE * range;
    }

    private boolean isFar(float value) {
        float range = high - low;
        return (value < low - range || value > high + range) && !isOnScale(value);
    }

    /** Whether a value is on the shortest usual scale that the others are on. */
    private boolean isOnScale(float value) {
        for (float scale : SCALES) {
            if (low >= -scale && high <= scale) {
                return value >= (low < 0 ? -scale : 0) && value <= scale;
            }
        }
        return false;
    }

    /* These ratings; the range takes in what is not far. */
    private FarRatings with(float[] value, int[] far) {
        float lowest = low;
        float highest = high;
        int next = 0;
        for (int k = 0; k < value.length; k++) {
            if (next < far.length && far[next] == k) {
                next++;
            } else {
                lowest = Math.min(lowest, value[k]);
                highest = Math.max(highest, value[k]);
            }
        }
        return new FarRatings(far, lowest, highest);
    }

    /** Whether a rating is outside of the range of those that are not far. */
    boolean excludes(float value) {
        return value < low || value > high;
    }

    /** What is wrong with them, in words. */
    String words() {
        return "far from all others, which go from " + RatingsReader.shown(low) + " to " + RatingsReader.shown(high);
    }
}
