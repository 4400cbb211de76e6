package rung.spark;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Which block an id belongs to: blocks are ranges of ids, so that the lines of all blocks, one after another, are in the order
 * of their ids however many blocks there are.
 */
final class Ranges implements Serializable {
    private static final long serialVersionUID = 1;

    private final long[] bounds; // the least id of each block but the first

    private Ranges(long[] bounds) {
        this.bounds = bounds;
    }

    /**
     * About equally full blocks.
     *
     * @param sample ids, each as often as it is likely to come; sorted in place
     */
    static Ranges ofSample(long[] sample, int blocks) {
        Arrays.sort(sample);
        long[] bounds = new long[blocks - 1];
        for (int k = 1; k < blocks && sample.length > 0; k++) {
            bounds[k - 1] = sample[(int) ((long) sample.length * k / blocks)];
        }
        return new Ranges(bounds);
    }

    int blocks() {
        return bounds.length + 1;
    }

    /** The block of an id: those that share a bound leave all but the last of them empty. */
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
