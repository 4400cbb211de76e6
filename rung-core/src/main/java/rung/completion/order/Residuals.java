package rung.completion.order;

import rung.data.Observations;
import rung.linalg.Pattern;

/**
 * What is left of the observed cells, line after line across an order, so that whoever goes along a line reads numbers that are next to
 * each other.
 *
 * @param pattern the cells
 * @param across the cells cut into lines across the order
 * @param values a number for each cell, those of the first line first
 * @param weights the weights in the same order; null if all are one
 * @param doubts the variance of what was subtracted from each cell, in the same order; null if it is certain
 */
record Residuals(Pattern pattern, Pattern.Lines across, double[] values, double[] weights, double[] doubts) {
    static Residuals of(Observations data, Order order) {
        return of(data, data.values(), null, order);
    }

    /**
     * Takes other numbers at the cells of a table, with the table's weights.
     *
     * @param byRow the numbers in row order
     * @param doubts the variance of what was subtracted to get them, in row order; null if it is certain
     */
    static Residuals of(Observations data, double[] byRow, double[] doubts, Order order) {
        Pattern.Lines across = order.across(data.pattern());
        double[] weights = data.weights().map(each -> lineByLine(across, each)).orElse(null);
        return new Residuals(
                data.pattern(),
                across,
                lineByLine(across, byRow),
                weights,
                doubts == null ? null : lineByLine(across, doubts));
    }

    private static double[] lineByLine(Pattern.Lines lines, double[] byRow) {
        if (lines.isContiguous()) {
            return byRow;
        }
        double[] ordered = new double[byRow.length];
        double[] one = new double[lines.longest()];
        for (int line = 0; line < lines.count(); line++) {
            lines.load(byRow, line, one);
            System.arraycopy(one, 0, ordered, (int) lines.before(line), lines.size(line));
        }
        return ordered;
    }

    int count() {
        return values.length;
    }
}
