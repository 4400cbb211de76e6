package rung.engine.sampling.block;

import rung.linalg.SingularPair;
import rung.linalg.Workers;

/**
 * Observed entries in single precision: row after row and, once more, column after column, so that either side is refitted
 * line by line without a lock. 16 bytes an entry.
 */
public final class SingleEntries {
    private final EntryLines byRow;
    private final EntryLines byColumn;
    private final double[] rowScale;
    private final double[] columnScale;
    private final Workers workers;

    private SingleEntries(EntryLines byRow, EntryLines byColumn, Workers workers) {
        this.byRow = byRow;
        this.byColumn = byColumn;
        this.rowScale = LineScale.of(byRow, (double) count() / Math.max(1, rows()));
        this.columnScale = LineScale.of(byColumn, (double) count() / Math.max(1, columns()));
        this.workers = workers;
    }

    /** The entries (i_k, j_k), in any order, each value less {@code offset}. */
    public static SingleEntries of(
            int rows, int columns, int[] i, int[] j, float[] values, double offset, Workers workers) {
        EntryLines asGiven = EntryLines.of(j, i, values, columns, offset, workers);
        EntryLines byRow = asGiven.transposed(rows, workers);
        EntryLines byColumn = byRow.into(columns, asGiven.index(), asGiven.values(), workers);
        return new SingleEntries(byRow, byColumn, workers);
    }

    public int rows() {
        return byRow.count();
    }

    public int columns() {
        return byColumn.count();
    }

    public int count() {
        return byRow.index().length;
    }

    public Workers workers() {
        return workers;
    }

    /** See {@link LineScale}. */
    public double[] scale(boolean ofRows) {
        return ofRows ? rowScale : columnScale;
    }

    public EntryLines lines(boolean rows) {
        return rows ? byRow : byColumn;
    }

    /** What is computed for some lines, in rows of {@code out}. */
    @FunctionalInterface
    public interface RowsTask {
        void run(int from, int to, float[] out);
    }

    /** A row of so many numbers for each line, which takes so much work an entry. */
    public MemoryBlock product(EntryLines lines, int width, int work, RowsTask task) {
        float[] out = new float[lines.count() * width];
        workers.run(lines.count(), line -> (long) lines.start()[line] * work, (from, to) -> task.run(from, to, out));
        return new MemoryBlock(workers, new FloatBlock(lines.count(), width, out));
    }

    /** Σ x in a fixed order. */
    public static double sum(double[] x) {
        double sum = 0;
        for (double value : x) {
            sum += value;
        }
        return sum;
    }

    /** Σ over the entries of (u_i·v_j)². */
    public double squaredNorm(SingularPair pair) {
        float[] v = floats(pair.v());
        double[] sums = new double[rows()];
        workers.run(rows(), row -> byRow.start()[row], (from, to) -> {
            byRow.squares(v, from, to, sums);
            for (int row = from; row < to; row++) {
                sums[row] *= pair.u()[row] * pair.u()[row];
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
