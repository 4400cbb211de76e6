package rung.spark.block;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Which block an id belongs to: blocks are ranges of ids, so that the lines of all blocks, one after another, are in the order
 * of their ids however many blocks there are.
 */
final class IdRanges implements Serializable {
    private static final long serialVersionUID = 1;

    private final long[] bounds; // the least id of each block but the first

    private IdRanges(long[] bounds) {
        this.bounds = bounds;
    }

    /**
     * Chooses ranges so that all blocks have about as many ratings; none is empty, so there may be fewer than wanted.
     *
     * @param sample ids, each as often as it is likely to occur; sorted in place
     * @param blocks the number of blocks that are wanted
     */
    static IdRanges ofSample(long[] sample, int blocks) {
        Arrays.sort(sample);
        long[] bounds = new long[blocks - 1];
        int count = 0;
        for (int k = 1; k < blocks && sample.length > 0; k++) {
            long bound = sample[(int) ((long) sample.length * k / blocks)];
            if (bound > (count == 0 ? sample[0] : bounds[count - 1])) {
                bounds[count++] = bound;
            }
        }
        return new IdRanges(Arrays.copyOf(bounds, count));
    }

    int blocks() {
        return bounds.length + 1;
    }

    /** The block of an id. */
    int of(long id) {
        int low = 0;
        int high = bounds.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (bounds[middle] <= id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
