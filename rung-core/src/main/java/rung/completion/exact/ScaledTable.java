package rung.completion.exact;

import rung.data.Observations;
import rung.linalg.Pattern;

/**
 * The known cells of a table whose columns have been made to be of one size, line by line of its longer side.
 *
 * @param lines the cells cut into lines of the longer side
 * @param isTall whether that are the rows
 * @param n the length of the shorter side
 * @param x the cells of each line
 * @param units what residuals are measured by: the spread of the column of each cell
 * @param sizes the sizes of the columns
 */
record ScaledTable(Pattern.Lines lines, boolean isTall, int n, double[][] x, double[][] units, double[] sizes) {
    static ScaledTable of(Observations data, Pattern.Lines lines, double[] spreads) {
        boolean isTall = data.rows() >= data.columns();
        double[] sizes = ExactMatrix.sizes(data);
        double[][] x = new double[lines.count()][];
        double[][] units = new double[lines.count()][];
        for (int i = 0; i < x.length; i++) {
            x[i] = new double[lines.size(i)];
            units[i] = new double[lines.size(i)];
            for (int k = 0; k < x[i].length; k++) {
                int column = isTall ? lines.other(i, k) : i;
                x[i][k] = data.values()[lines.position(i, k)] / sizes[column];
                units[i][k] = spreads[column] / sizes[column];
            }
        }
        return new ScaledTable(lines, isTall, Math.min(data.rows(), data.columns()), x, units, sizes);
    }
}
