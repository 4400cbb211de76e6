package rung.lists;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Keeps the n best of many items: a heap whose root is the worst of them. Of two items with the same score the one with the lower
 * number is better. An item whose score is not a number is never kept.
 */
public final class Best {
    private final float[] scores;
    private final int[] items;
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
        scores = new float[n];
        items = new int[n];
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
        if (size < items.length) {
            int at = size++;
            while (at > 0 && isWorse(score, item, scores[(at - 1) / 2], items[(at - 1) / 2])) {
                move((at - 1) / 2, at);
                at = (at - 1) / 2;
            }
            place(at, item, score);
        } else if (size > 0 && isWorse(scores[0], items[0], score, item)) {
            sink(item, score, size);
        }
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
        if (items.length == 0) {
            return Float.POSITIVE_INFINITY;
        }
        return size < items.length ? Float.NEGATIVE_INFINITY : Math.nextUp(scores[0]);
    }

    /** Puts an item at the root of a heap of {@code limit} items, and restores the order. */
    private void sink(int item, float score, int limit) {
        int at = 0;
        while (true) {
            int child = 2 * at + 1;
            if (child + 1 < limit && isWorse(scores[child + 1], items[child + 1], scores[child], items[child])) {
                child++;
            }
            if (child >= limit || !isWorse(scores[child], items[child], score, item)) {
                break;
            }
            move(child, at);
            at = child;
        }
        place(at, item, score);
    }

    private static boolean isWorse(float score, int item, float other, int otherItem) {
        return score < other || score == other && item > otherItem;
    }

    private void move(int from, int to) {
        place(to, items[from], scores[from]);
    }

    private void place(int at, int item, float score) {
        items[at] = item;
        scores[at] = score;
    }

    /**
     * Returns the items, the best first, and empties the heap.
     *
     * @return the items with their scores
     */
    public List<Scored> take() {
        List<Scored> out = new ArrayList<>(size);
        while (size > 0) {
            out.add(new Scored(items[0], scores[0]));
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
            out[at + size - 1] = items[0];
            removeWorst();
        }
        return count;
    }

    private void removeWorst() {
        size--;
        sink(items[size], scores[size], size);
    }
}
