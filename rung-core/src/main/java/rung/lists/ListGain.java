package rung.lists;

import java.util.Arrays;

/** The gain of relevant items by their place in a list, 1/log₂(place + 1) with places from 1, of which nDCG is made. */
public final class ListGain {
    private final double[] ideal; // by number of relevant items

    /**
     * Prepares for lists.
     *
     * @param length the longest list
     */
    public ListGain(int length) {
        this.ideal = new double[length + 1];
        for (int k = 0; k < length; k++) {
            ideal[k + 1] = ideal[k] + at(k);
        }
    }

    /** The gain of a relevant item at a place, from 0. */
    static double at(int place) {
        return Math.log(2) / Math.log(place + 2.0);
    }

    /** The gain of a list that begins with {@code relevant} relevant items, which is the most there can be. */
    double ideal(int relevant) {
        return ideal[Math.min(relevant, ideal.length - 1)];
    }

    /**
     * Computes nDCG: the gain of a list, as a part of the most there can be.
     *
     * @param list the numbers of the items, the best first
     * @param relevant the numbers of the relevant items, ascending, at least one
     * @return a number between 0 and 1
     */
    public double ndcg(int[] list, int[] relevant) {
        double gain = 0;
        for (int k = 0; k < list.length; k++) {
            gain += Arrays.binarySearch(relevant, list[k]) >= 0 ? at(k) : 0;
        }
        return gain / ideal(relevant.length);
    }
}
