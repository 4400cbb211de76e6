package rung.engine.bayes;

import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.objective.Entries;

/**
 * What the product u_i·v_j is fitted to at each observed entry.
 *
 * @param byRow the numbers, row after row
 * @param byColumn the same, column after column
 */
record Targets(double[] byRow, double[] byColumn) {
    static Targets of(double[] byRow, Entries entries) {
        return new Targets(byRow, byColumn(byRow, entries));
    }

    double[] of(Side side) {
        return side == Side.LEFT ? byRow : byColumn;
    }

    int count() {
        return byRow.length;
    }

    /** Orders numbers of the entries column after column. */
    static double[] byColumn(double[] byRow, Entries entries) {
        Pattern.Lines columns = entries.data().pattern().lines(Side.RIGHT);
        double[] byColumn = new double[byRow.length];
        entries.workers().run(columns.count(), columns::before, (from, to) -> {
            for (int column = from; column < to; column++) {
                int at = (int) columns.before(column);
                for (int k = 0; k < columns.size(column); k++) {
                    byColumn[at + k] = byRow[columns.position(column, k)];
                }
            }
        });
        return byColumn;
    }
}
