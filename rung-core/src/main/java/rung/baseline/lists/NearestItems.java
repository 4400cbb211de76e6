package rung.baseline.lists;

import java.util.Arrays;

/**
 * The items with the highest scores among those that are offered. Of items with equal scores those with lower numbers are kept, so that
 * the order of the offers does not matter.
 */
final class NearestItems {
    private final int most;
    private int[] items = new int[16];
    private float[] scores = new float[16];
    private int size; // a heap: the worst of the kept is first

    /** Keeps at most this many. */
    NearestItems(int most) {
        this.most = most;
    }

    void clear() {
        size = 0;
    }

    void offer(int item, float score) {
        if (size < most) {
            if (size == items.length) {
                items = Arrays.copyOf(items, 2 * size);
                scores = Arrays.copyOf(scores, 2 * size);
            }
            int at = size++;
            for (int up = (at - 1) / 2; at > 0 && isWorse(item, score, up); up = (at - 1) / 2) {
                put(at, items[up], scores[up]);
                at = up;
            }
            put(at, item, score);
        } else if (!isWorse(item, score, 0)) {
            sink(item, score);
        }
    }

    /* Puts an item in the place of the worst. */
    private void sink(int item, float score) {
        int at = 0;
        for (int down = 1; down < size; down = 2 * at + 1) {
            if (down + 1 < size && isWorse(items[down + 1], scores[down + 1], down)) {
                down++;
            }
            if (isWorse(item, score, down)) {
                break;
            }
            put(at, items[down], scores[down]);
            at = down;
        }
        put(at, item, score);
    }

    private boolean isWorse(int item, float score, int at) {
        return score < scores[at] || score == scores[at] && item > items[at];
    }

    private void put(int at, int item, float score) {
        items[at] = item;
        scores[at] = score;
    }

    /** The kept items, the best first. Empties this. */
    int[] sorted() {
        int[] best = new int[size];
        while (size > 0) {
            best[size - 1] = items[0];
            size--;
            sink(items[size], scores[size]);
        }
        return best;
    }

    /** The kept items, in no particular order. */
    int[] items() {
        return Arrays.copyOf(items, size);
    }

    /** The scores of the kept items, in the order of {@link #items}. */
    float[] scores() {
        return Arrays.copyOf(scores, size);
    }
}
