package rung.cli.completion;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

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
            double[] observed = data.isCategory(j) ? new double[0] : data.observed(j);
            double[] others =
                    Arrays.stream(observed).filter(x -> !isCode(x)).sorted().toArray();
            Arrays.stream(observed).filter(HoleCodes::isCode).distinct().forEach(code -> {
                boolean isFar = others.length >= FEWEST_OTHERS && isFar(code, others[0], others[others.length - 1]);
                areFar.merge(code, isFar, Boolean::logicalAnd);
                found.merge(code, isFar, Boolean::logicalOr);
            });
        }
        areFar.keySet().removeIf(code -> !found.get(code));
        return areFar;
    }

    private static boolean isCode(double value) {
        double size = Math.abs(value);
        return size >= 99
                && size <= LARGEST
                && IntStream.iterate(2, digits -> digits + 1)
                        .mapToDouble(digits -> Math.pow(10, digits) - 1)
                        .takeWhile(nines -> nines <= size)
                        .anyMatch(nines -> nines == size);
    }

    /** Whether a code is far from numbers between two bounds. Below 0 it is far from numbers that are never so. */
    private static boolean isFar(double code, double least, double most) {
        double distance = code < 0 ? least - code : code - most;
        return distance > FAR * (most - least) || code < 0 && least >= 0;
    }
}
