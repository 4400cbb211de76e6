package rung.engine.sampling.block;

import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.Workers;

/**
 * Observed entries in single precision, stored twice: row after row, and column after column, so that either side is refitted line by
 * line without a lock. Takes 16 bytes per entry.
 */
public final class SingleEntries {
    private final EntryLines byRow;
    private final EntryLines byColumn;
    private final Workers workers;

    private SingleEntries(EntryLines byRow, EntryLines byColumn, Workers workers) {
        this.byRow = byRow;
        this.byColumn = byColumn;
        this.workers = workers;
    }

    /**
     * Stores the entries (i_k, j_k), given in any order.
     *
     * @param rows the number of rows
     * @param columns the number of columns
     * @param i the row of each entry
     * @param j the column of each entry
     * @param values the value of each entry
     * @param offset is subtracted from each value
     * @param workers the threads
     * @return the entries
     */
    public static SingleEntries of(
            int rows, int columns, int[] i, int[] j, float[] values, double offset, Workers workers) {
        EntryLines asGiven = EntryLines.of(j, i, values, columns, offset, workers);
        EntryLines byRow = asGiven.transposed(rows, workers);
        EntryLines byColumn = byRow.into(columns, asGiven.index(), asGiven.values(), workers);
        return new SingleEntries(byRow, byColumn, workers);
    }

    /**
     * The number of rows of the matrix.
     *
     * @return the number
     */
    public int rows() {
        return byRow.count();
    }

    /**
     * The number of columns of the matrix.
     *
     * @return the number
     */
    public int columns() {
        return byColumn.count();
    }

    /**
     * The number of entries.
     *
     * @return the number
     */
    public int count() {
        return byRow.index().length;
    }

    /**
     * The threads that work on the entries.
     *
     * @return the workers
     */
    public Workers workers() {
        return workers;
    }

    /**
     * The {@link LineScale} of each line of a side.
     *
     * @param side {@link Side#LEFT} for the rows, {@link Side#RIGHT} for the columns
     * @param smoothing c of the scales
     * @return a scale for each line
     */
    public double[] scale(Side side, double smoothing) {
        EntryLines lines = lines(side);
        return LineScale.of(lines, (double) count() / Math.max(1, lines.count()), smoothing);
    }

    /**
     * The entries cut into rows, or into columns.
     *
     * @param side {@link Side#LEFT} for the rows, {@link Side#RIGHT} for the columns
     * @return the lines
     */
    public EntryLines lines(Side side) {
        return side == Side.LEFT ? byRow : byColumn;
    }

    /** Computes rows for some lines. */
    @FunctionalInterface
    public interface RowsTask {
        /**
         * Computes the rows of some lines.
         *
         * @param from the first line
         * @param to the line after the last
         * @param out receives the rows, at their places among those of all lines
         */
        void run(int from, int to, float[] out);
    }

    /**
     * Computes a row of floats for each line.
     *
     * @param lines the lines
     * @param width the number of floats in a row
     * @param work the multiplications per entry, by which lines are dealt out to threads
     * @param task computes the rows of some lines
     * @return the rows
     */
    public MemoryBlock product(EntryLines lines, int width, int work, RowsTask task) {
        float[] out = new float[lines.count() * width];
        workers.run(lines.count(), line -> (long) lines.start()[line] * work, (from, to) -> task.run(from, to, out));
        return new MemoryBlock(workers, new FloatBlock(lines.count(), width, out));
    }

    /**
     * Computes Σ x in a fixed order.
     *
     * @param x the numbers
     * @return the sum
     */
    public static double sum(double[] x) {
        double sum = 0;
        for (double value : x) {
            sum += value;
        }
        return sum;
    }

    /**
     * Computes Σ over the entries of (u_i·v_j)².
     *
     * @param pair u and v
     * @return the sum
     */
    public double squaredNorm(SingularPair pair) {
        float[] v = floats(pair.v());
        double[] sums = new double[rows()];
        workers.run(rows(), row -> byRow.start()[row], (from, to) -> {
            byRow.squares(v, from, to, sums);
            for (int row = from; row < to; row++) {
                sums[row] *= pair.u(row) * pair.u(row);
            }
        });
        return sum(sums);
    }

    private static float[] floats(double[] x) {
        float[] out = new float[x.length];
        for (int k = 0; k < x.length; k++) {
            out[k] = (float) x[k];
        }
        return out;
    }
}
