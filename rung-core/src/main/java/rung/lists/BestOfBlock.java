package rung.lists;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;

/**
 * Keeps the n best items of each of some users, whose scores come in tiles: a row for each item, a column for each user. Only scores that
 * may be among the best reach the heap of their user, so that a tile costs little more than a look at each score. Not for several threads
 * at once.
 */
public final class BestOfBlock {
    private static final FloatKernels KERNELS = KernelChoice.single();

    private final int columns;
    private final Best[] best;
    private final int[][] excluded;
    private final int[] next; // for each user, the first excluded item that has not been passed yet
    private final float[] least; // of each column, and NaN in the padding
    private final Refinement refinement;
    private int[] found = new int[0];

    /** Changes a score that may be among the best, where that is too expensive to be done for all. */
    public interface Refinement {
        /** Changes nothing. */
        Refinement NONE = new Refinement() {
            @Override
            public float refined(int at, float score) {
                return score;
            }

            @Override
            public float least(float refined) {
                return refined;
            }
        };

        /**
         * Returns the refined score.
         *
         * @param at the place of the score in the tile
         * @param score the score
         * @return the refined score
         */
        float refined(int at, float score);

        /**
         * Returns a score such that no lower one is refined to as much as is wanted.
         *
         * @param refined the refined score that is wanted
         * @return a lower bound for the score before; −∞ for −∞
         */
        float least(float refined);
    }

    /**
     * Prepares empty lists.
     *
     * @param n the most items to keep for each user, at least 0
     * @param excluded for each user the numbers of items that are left out, ascending; the arrays are kept
     * @param refinement what is done to scores that may be among the best
     */
    public BestOfBlock(int n, List<int[]> excluded, Refinement refinement) {
        int users = excluded.size();
        this.columns = FloatKernels.padded(users);
        this.best = new Best[users];
        Arrays.setAll(best, user -> new Best(n));
        this.excluded = excluded.toArray(new int[0][]);
        this.next = new int[users];
        this.refinement = refinement;
        this.least = new float[columns];
        Arrays.fill(least, Float.NaN);
        for (int user = 0; user < users; user++) {
            least[user] = refinement.least(best[user].least());
        }
    }

    /**
     * Offers some items to all users. Items are offered in the order of their numbers, each once.
     *
     * @param from the number of the first item
     * @param to the number after the last
     * @param tile the scores of the users for each of these items, padded to a multiple of 16 users; they are scaled
     * @param up for each item, by its number, what positive scores are multiplied by; NaN if it must be in no list
     * @param down for each item, by its number, what other scores are multiplied by
     */
    public void offer(int from, int to, float[] tile, float[] up, float[] down) {
        if (found.length < (to - from) * columns) {
            found = new int[(to - from) * columns];
        }
        int count = KERNELS.scaleAndSelect(tile, to - from, columns, up, down, from, least, found);
        for (int k = 0; k < count; k++) {
            int at = found[k];
            int user = at % columns;
            int item = from + at / columns;
            if (!isExcluded(user, item)) {
                best[user].offer(item, refinement.refined(at, tile[at]));
                least[user] = refinement.least(best[user].least());
            }
        }
    }

    private boolean isExcluded(int user, int item) {
        int[] own = excluded[user];
        int k = next[user];
        while (k < own.length && own[k] < item) {
            k++;
        }
        next[user] = k;
        return k < own.length && own[k] == item;
    }

    /**
     * Returns the lists, the best item first, and empties them.
     *
     * @return the items of each user with their scores
     */
    public List<List<Scored>> take() {
        List<List<Scored>> lists = new ArrayList<>(best.length);
        for (Best each : best) {
            lists.add(each.take());
        }
        return lists;
    }
}
