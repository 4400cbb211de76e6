package rung.cli.completion;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds numbers that may stand for holes: codes such as -999 and 9999, made of nines alone, that lie far outside of all other numbers of
 * their column. One such cell is enough.
 */
final class HoleCodes {
    /** The least other numbers of a column, which tell what lies far outside. */
    private static final int FEWEST_OTHERS = 8;

    /** A code is farther away from the others than this many times what they span. */
    private static final double FAR = 2;

    /** The largest code, in size. */
    private static final double LARGEST = 999_999_999;

    private HoleCodes() {}

    /**
     * The codes of a table.
     *
     * @param data the table
     * @return each code, and whether it is far from the others in every column that holds it
     */
    static Map<Double, Boolean> in(TableData data) {
        Map<Double, Boolean> areFar = new TreeMap<>();
        Map<Double, Boolean> found = new TreeMap<>();
        for (int j = 0; j < data.names().size(); j++) {
            double least = Double.POSITIVE_INFINITY;
            double most = Double.NEGATIVE_INFINITY;
            int others = 0;
            Set<Double> codes = new TreeSet<>();
            for (double x : data.isCategory(j) ? new double[0] : data.observed(j)) {
                if (isCode(x)) {
                    codes.add(x);
                } else {
                    least = Math.min(least, x);
                    most = Math.max(most, x);
                    others++;
                }
            }
            for (double code : codes) {
                boolean isFar = others >= FEWEST_OTHERS && isFar(code, least, most);
                areFar.merge(code, isFar, Boolean::logicalAnd);
                found.merge(code, isFar, Boolean::logicalOr);
            }
        }
        areFar.keySet().removeIf(code -> !found.get(code));
        return areFar;
    }

    private static boolean isCode(double value) {
        double size = Math.abs(value);
        double nines = 99;
        while (nines < size && nines < LARGEST) {
            nines = 10 * nines + 9;
        }
        return size == nines;
    }

    /** Whether a code is far from numbers between two bounds. Below 0 it is far from numbers that are never so. */
    private static boolean isFar(double code, double least, double most) {
        double distance = code < 0 ? least - code : code - most;
        return distance > FAR * (most - least) || code < 0 && least >= 0;
    }
}
