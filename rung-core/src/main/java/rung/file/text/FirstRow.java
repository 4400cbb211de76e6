package rung.file.text;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import rung.data.Median;

/**
 * Decides whether a first row of numbers is one of the rows or names the columns, as in a table whose columns are years or sensors.
 *
 * <p>A row of data lies as far from the middle of its columns as other rows do. How far is measured in each column by the median
 * distance of the rows below, and for a row by the median over its columns. Names are numbers that are all different, and lie much
 * farther away; or they are in order, where those of other rows are not, and somewhat farther away or the only ones without a fraction.
 */
final class FirstRow {
    /** A row this many times as far away as the farthest of the others is no row of data. */
    private static final double FAR = 8;

    /** The same for a row in order, if there are some rows to compare with. */
    private static final double FAR_IN_ORDER = 2;

    private static final int SOME_ROWS = 4;

    /** The least number of columns whose first cells ascend, or count from 0 or 1, by which these cells are taken for names. */
    private static final int LEAST_IN_ORDER = 3;

    private static final int LEAST_COUNTED = 5;

    /** Nearly all cells of a column. */
    private static final double MOST = 0.9;

    private final double[] row;
    private final List<double[]> others;

    /**
     * A first row, and some rows below it.
     *
     * @param row the numbers of the first row, in columns of numbers alone
     * @param others the numbers in the same columns of other rows, NaN where there is none
     */
    FirstRow(double[] row, List<double[]> others) {
        this.row = row;
        this.others = others;
    }

    /** Whether the first row names the columns. */
    boolean isHeader() {
        if (row.length < 2 || others.size() < 2 || !isDistinct()) {
            return false;
        }
        double[] middles = new double[row.length];
        double[] spreads = new double[row.length];
        for (int j = 0; j < row.length; j++) {
            double[] column = column(j);
            if (column.length < 2) {
                return false;
            }
            middles[j] = Median.of(column, column.length);
            spreads[j] = spread(column, middles[j]);
        }
        double farthest = others.stream()
                .mapToDouble(other -> distance(other, middles, spreads))
                .max()
                .orElse(0);
        double away = distance(row, middles, spreads) / Math.max(1, farthest);
        if (away > FAR) {
            return true;
        }
        boolean isFarEnough = others.size() >= SOME_ROWS && away > FAR_IN_ORDER;
        return isInOrder(row)
                && others.stream().filter(FirstRow::isInOrder).count() * 2 < others.size()
                && (isFarEnough || isCount() || isAloneWithoutFractions());
    }

    private boolean isDistinct() {
        Set<Double> seen = new HashSet<>();
        return Arrays.stream(row).allMatch(value -> !Double.isNaN(value) && seen.add(value));
    }

    private double[] column(int j) {
        return others.stream()
                .mapToDouble(other -> other[j])
                .filter(value -> !Double.isNaN(value))
                .toArray();
    }

    /** The median distance from the middle, or the mean one where more than half of the values are the same. */
    private static double spread(double[] values, double middle) {
        double[] distances =
                Arrays.stream(values).map(value -> Math.abs(value - middle)).toArray();
        double median = Median.of(distances, distances.length);
        double spread = median > 0 ? median : Arrays.stream(distances).average().orElse(0);
        return spread > 0 ? spread : Math.max(Double.MIN_NORMAL, 1e-9 * Math.abs(middle));
    }

    private static double distance(double[] values, double[] middles, double[] spreads) {
        double[] distances = IntStream.range(0, values.length)
                .filter(j -> !Double.isNaN(values[j]))
                .mapToDouble(j -> Math.abs(values[j] - middles[j]) / spreads[j])
                .toArray();
        return distances.length == 0 ? 0 : Median.of(distances, distances.length);
    }

    /** Whether the numbers that are there, three or more, only grow or only fall. */
    private static boolean isInOrder(double[] values) {
        double[] present =
                Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
        int growing = 0;
        int falling = 0;
        for (int j = 1; j < present.length; j++) {
            growing += present[j] > present[j - 1] ? 1 : 0;
            falling += present[j] < present[j - 1] ? 1 : 0;
        }
        return present.length >= LEAST_IN_ORDER && Math.max(growing, falling) == present.length - 1;
    }

    private boolean isCount() {
        return row.length >= LEAST_COUNTED
                && (row[0] == 0 || row[0] == 1)
                && IntStream.range(1, row.length).allMatch(j -> row[j] == row[j - 1] + 1);
    }

    /** Whether the first row holds whole numbers, and at least half of the columns hold hardly any below. */
    private boolean isAloneWithoutFractions() {
        long fractional = IntStream.range(0, row.length)
                .filter(j -> {
                    double[] column = column(j);
                    long fractions = Arrays.stream(column)
                            .filter(value -> value != Math.rint(value))
                            .count();
                    return fractions >= MOST * column.length;
                })
                .count();
        return Arrays.stream(row).allMatch(value -> value == Math.rint(value)) && 2 * fractional >= row.length;
    }
}
