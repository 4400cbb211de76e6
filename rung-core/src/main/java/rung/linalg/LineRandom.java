package rung.linalg;

import java.util.SplittableRandom;

/** Random numbers for the lines of a matrix: each line has a stream of its own, so that it does not matter which thread draws it. */
public final class LineRandom {
    private LineRandom() {}

    /**
     * The stream of one line.
     *
     * @param key distinguishes one use of random numbers from another
     * @param line the number of the line
     * @return a new generator at the beginning of the stream
     */
    public static SplittableRandom of(long key, int line) {
        long z = (key + line) * 0xd1342543de82ef95L; // spreads neighboring keys
        z = (z ^ z >>> 32) * 0xbf58476d1ce4e5b9L;
        return new SplittableRandom(z ^ z >>> 29);
    }
}
