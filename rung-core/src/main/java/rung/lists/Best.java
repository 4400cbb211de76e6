package rung.lists;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Keeps the n best of many items: a heap whose root is the worst of them. Of two items with the same score the one with the lower
 * number is better. An item whose score is not a number is never kept. Score and number of an item are one key, so that a comparison is
 * one of numbers: what comes next in a heap cannot be foretold, and a processor that guesses wrong waits.
 */
public final class Best {
    private final long[] keys; // the upper half orders by the score, the lower one by the number, lower numbers above
    private int size;

    /**
     * Creates an empty heap.
     *
     * @param n the most items to keep, at least 0
     */
    public Best(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("there must not be fewer than 0 items asked for, got " + n);
        }
        keys = new long[n];
    }

    /**
     * Offers an item.
     *
     * @param item the number of the item, which was not offered before
     * @param score its score
     */
    public void offer(int item, float score) {
        if (Float.isNaN(score)) {
            return;
        }
        long key = key(item, score);
        if (size < keys.length) {
            int at = size++;
            while (at > 0 && key < keys[(at - 1) / 2]) {
                keys[at] = keys[(at - 1) / 2];
                at = (at - 1) / 2;
            }
            keys[at] = key;
        } else if (size > 0 && key > keys[0]) {
            sink(key, size);
        }
    }

    private static long key(int item, float score) {
        return (long) ordered(Float.floatToRawIntBits(score + 0f)) << Integer.SIZE
                | Integer.toUnsignedLong(~item); // no −0
    }

    private static int item(long key) {
        return ~(int) key;
    }

    private static float score(long key) {
        return Float.intBitsToFloat(ordered((int) (key >> Integer.SIZE)));
    }

    /* Turns the bits of a float into an integer of the same order, and back. */
    private static int ordered(int bits) {
        return bits ^ bits >> Integer.SIZE - 1 & Integer.MAX_VALUE;
    }

    /**
     * Offers all items but the excluded ones.
     *
     * @param all the score of each item, by its number
     * @param excluded numbers of items, ascending in the part that counts
     * @param from the first of {@code excluded} that counts
     * @param to the one after the last that counts
     */
    public void offerAll(float[] all, int[] excluded, int from, int to) {
        int first = 0;
        for (int k = from; k <= to; k++) {
            int end = k < to ? Math.min(excluded[k], all.length) : all.length;
            for (int item = first; item < end; item++) {
                offer(item, all[item]);
            }
            first = end + 1;
        }
    }

    /**
     * Returns what the score of an item must be at least, so that it is kept if it has a higher number than all items before.
     *
     * @return the score; −∞ while there is room, +∞ if no item is ever kept
     */
    public float least() {
        if (keys.length == 0) {
            return Float.POSITIVE_INFINITY;
        }
        return size < keys.length ? Float.NEGATIVE_INFINITY : Math.nextUp(score(keys[0]));
    }

    /** Puts a key at the root of a heap of {@code limit} keys, and restores the order. */
    private void sink(long key, int limit) {
        int at = 0;
        int child = 1;
        while (child < limit) {
            int other = Math.min(child + 1, limit - 1);
            child = keys[other] < keys[child] ? other : child;
            if (key <= keys[child]) {
                break;
            }
            keys[at] = keys[child];
            at = child;
            child = 2 * at + 1;
        }
        keys[at] = key;
    }

    /**
     * Returns the items, the best first, and empties the heap.
     *
     * @return the items with their scores
     */
    public List<Scored> take() {
        List<Scored> out = new ArrayList<>(size);
        while (size > 0) {
            out.add(new Scored(item(keys[0]), score(keys[0])));
            removeWorst();
        }
        Collections.reverse(out);
        return out;
    }

    /**
     * Writes the items to an array, the best first, and empties the heap.
     *
     * @param out receives the numbers of the items
     * @param at where the best one goes
     * @return the number of items
     */
    public int take(int[] out, int at) {
        int count = size;
        while (size > 0) {
            out[at + size - 1] = item(keys[0]);
            removeWorst();
        }
        return count;
    }

    private void removeWorst() {
        size--;
        sink(keys[size], size);
    }
}
