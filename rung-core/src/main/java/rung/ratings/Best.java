package rung.ratings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Keeps the n best of many items: a heap whose root is the worst of them. Of two items with the same score the one with the lower
 * number is better.
 */
final class Best {
    private final float[] scores;
    private final int[] items;
    private int size;

    Best(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("there must not be fewer than 0 items asked for, got " + n);
        }
        scores = new float[n];
        items = new int[n];
    }

    void offer(int item, float score) {
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

    /** Returns the items, the best first, and empties the heap. */
    List<Scored> take() {
        List<Scored> out = new ArrayList<>(size);
        while (size > 0) {
            out.add(new Scored(items[0], scores[0]));
            size--;
            sink(items[size], scores[size], size);
        }
        Collections.reverse(out);
        return out;
    }
}
