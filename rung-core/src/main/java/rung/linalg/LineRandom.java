package rung.linalg;

import java.util.SplittableRandom;

/** Random numbers for the lines of a matrix: each line has a stream of its own, so that it does not matter which thread draws it. */
public final class LineRandom {
    private LineRandom() {}

    /**
     * The stream of one line.
     *
     * @param key tells one use from another
     * @param line its number
     */
    public static SplittableRandom of(long key, int line) {
        long z = (key + line) * 0xd1342543de82ef95L; // spreads neighbouring keys
        z = (z ^ z >>> 32) * 0xbf58476d1ce4e5b9L;
        return new SplittableRandom(z ^ z >>> 29);
    }
}
