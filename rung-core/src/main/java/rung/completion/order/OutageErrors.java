package rung.completion.order;

import java.util.Arrays;

/** The errors of rows that were left out, over what was expected of them, and what follows for standard errors. */
final class OutageErrors {
    /** The number of passes over the sorts of factors, each of which takes the others as known. */
    private static final int PASSES = 5;

    private double[] square = new double[0];
    private int[] column = new int[0];
    private int[] group = new int[0]; // that of the row, see RowGroups
    private int[] run = new int[0];
    private int count;

    /**
     * Adds the error of a cell.
     *
     * @param newSquare its square over the variance that was expected
     * @param newColumn the column
     * @param newGroup the group of the row
     * @param newRun the number of the run of rows that was left out; ascending
     */
    void add(double newSquare, int newColumn, int newGroup, int newRun) {
        if (count == square.length) {
            int larger = Math.max(16, 2 * count);
            square = Arrays.copyOf(square, larger);
            column = Arrays.copyOf(column, larger);
            group = Arrays.copyOf(group, larger);
            run = Arrays.copyOf(run, larger);
        }
        square[count] = newSquare;
        column[count] = newColumn;
        group[count] = newGroup;
        run[count++] = newRun;
    }

    /** Some columns of rows of some sorts. */
    @FunctionalInterface
    interface Places {
        boolean has(int sort, int column);
    }

    /** Adds errors of others that lie in some places. */
    void addAll(OutageErrors others, Places places) {
        for (int c = 0; c < others.count; c++) {
            if (places.has(RowGroups.sortOf(others.group[c]), others.column[c])) {
                add(others.square[c], others.column[c], others.group[c], others.run[c]);
            }
        }
    }

    /** What these errors say about standard errors. */
    Factors factors(int columns) {
        return new Factors(this, columns);
    }

    /** What standard errors are to be multiplied by: the product of a factor for each column and one for each group of rows. */
    static final class Factors {
        private final ErrorFactors ofColumns;
        private final ErrorFactors ofGroups;
        private final double[] sizes;

        private Factors(OutageErrors seen, int columns) {
            double[] squares = Arrays.copyOf(seen.square, seen.count);
            int[] run = Arrays.copyOf(seen.run, seen.count);
            this.ofColumns = new ErrorFactors(columns, Arrays.copyOf(seen.column, seen.count), run);
            this.ofGroups = new ErrorFactors(RowGroups.COUNT, Arrays.copyOf(seen.group, seen.count), run);
            for (int pass = 0; pass < PASSES; pass++) {
                ofGroups.improve(squares);
                ofColumns.improve(squares);
            }
            this.sizes = new double[squares.length];
            Arrays.setAll(sizes, c -> Math.sqrt(squares[c] * ofColumns.loss(c) * ofGroups.loss(c)));
        }

        /** The factor of the variance of a cell; 1 if no error was seen. */
        double ofVariance(int column, int group) {
            return sizes.length == 0 ? 1 : ofColumns.factor(column) * ofGroups.factor(group);
        }

        /** The size of each error over its standard error, if that had been stated without the errors of the same run. */
        double[] sizes() {
            return sizes;
        }
    }
}
