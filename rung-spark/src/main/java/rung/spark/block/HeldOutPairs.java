package rung.spark.block;

import java.io.Serializable;

/**
 * Decides which pairs are held out, by the pair and the seed alone, so that both sides and all machines agree.
 *
 * @param fraction the part of the ratings that is held out
 * @param seed the seed of the choice
 */
public record HeldOutPairs(double fraction, long seed) implements Serializable {
    /**
     * Whether this pair is held out.
     *
     * @param user the user, by number
     * @param item the item, by number
     * @return true if it is held out
     */
    public boolean has(long user, long item) {
        long z = mix(mix(user * 0x9e3779b97f4a7c15L + seed) ^ item * 0xd1342543de82ef95L);
        return (z >>> 11) * 0x1p-53 < fraction;
    }

    private static long mix(long z) {
        long y = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        y = (y ^ y >>> 27) * 0x94d049bb133111ebL;
        return y ^ y >>> 31;
    }
}
