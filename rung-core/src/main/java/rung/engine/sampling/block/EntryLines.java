package rung.engine.sampling.block;

import java.io.Serializable;
import java.util.Arrays;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;
import rung.linalg.Grouping;
import rung.linalg.Workers;

/**
 * Observed entries, cut into lines: its rows, or its columns. The entries of line k are start[k] … start[k+1] − 1 of the other arrays.
 * The methods handle the lines from (inclusive) to (exclusive) on the calling thread.
 *
 * @param start where the entries of each line begin, and at the end the number of entries
 * @param index for each entry its line on the other side: the column if lines are rows, the row if lines are columns
 * @param values the value of each entry
 */
public record EntryLines(int[] start, int[] index, float[] values) implements Serializable {
    private static final FloatKernels KERNELS = KernelChoice.single();

    /**
     * The number of lines.
     *
     * @return the number
     */
    public int count() {
        return start.length - 1;
    }

    /**
     * The number of entries in a line.
     *
     * @param line the line
     * @return the number
     */
    public int size(int line) {
        return start[line + 1] - start[line];
    }

    private int longest(int from, int to) {
        int longest = 0;
        for (int line = from; line < to; line++) {
            longest = Math.max(longest, size(line));
        }
        return longest;
    }

    /**
     * Groups the entries (line_k, index_k) by line, and subtracts {@code offset} from each value. Entries keep their order within a
     * line.
     */
    static EntryLines of(int[] line, int[] index, float[] values, int count, double offset, Workers workers) {
        Grouping grouping = Grouping.of(line, count, workers);
        EntryLines lines = new EntryLines(grouping.start(), new int[line.length], new float[line.length]);
        grouping.forEachPiece((from, to, next) -> {
            for (int k = from; k < to; k++) {
                int at = next[line[k]]++;
                lines.index[at] = index[k];
                lines.values[at] = (float) (values[k] - offset);
            }
        });
        return lines;
    }

    /**
     * Cuts the same entries the other way; within each line the index ascends.
     *
     * @param count the number of lines then
     */
    EntryLines transposed(int count, Workers workers) {
        return into(count, new int[index.length], new float[index.length], workers);
    }

    /* Cuts the same entries the other way, into given arrays. */
    EntryLines into(int count, int[] otherIndex, float[] otherValues, Workers workers) {
        Grouping grouping = Grouping.of(index, count, workers);
        grouping.forEachPiece((from, to, next) -> {
            int line = lineOf(from);
            for (int k = from; k < to; k++) {
                while (k >= start[line + 1]) {
                    line++;
                }
                int at = next[index[k]]++;
                otherIndex[at] = line;
                otherValues[at] = values[k];
            }
        });
        return new EntryLines(grouping.start(), otherIndex, otherValues);
    }

    /* The line of an entry. */
    private int lineOf(int entry) {
        int at = Arrays.binarySearch(start, entry);
        return at < 0 ? -at - 2 : at;
    }

    /**
     * Computes G·B for some lines, where G = U·Vᵀ − M are the residuals at the entries.
     *
     * @param own U
     * @param other V: rows (x, bias, 1) as in {@link SampledSide}
     * @param block B, a row of n floats for each line of the other side
     * @param n the width of B
     * @param from the first line
     * @param to the line after the last
     * @param out receives n floats for each line
     */
    public void timesResiduals(SampledSide own, float[] other, float[] block, int n, int from, int to, float[] out) {
        forEachResiduals(own, other, from, to, (line, positions, count, residuals) -> {
            KERNELS.sparseTimesBlock(residuals, positions, 0, count, block, n, out, line * n);
        });
    }

    /**
     * Computes the sum of the squared residuals in each line.
     *
     * @param own U
     * @param other V: rows (x, bias, 1) as in {@link SampledSide}
     * @param from the first line
     * @param to the line after the last
     * @param out receives a sum for each line
     */
    public void squaredResiduals(SampledSide own, float[] other, int from, int to, double[] out) {
        forEachResiduals(own, other, from, to, (line, positions, count, residuals) -> {
            double sum = 0;
            for (int k = 0; k < count; k++) {
                sum += (double) residuals[k] * residuals[k];
            }
            out[line] = sum;
        });
    }

    /** A task for the residuals of a line, of which the first {@code count} count. */
    @FunctionalInterface
    private interface ResidualsTask {
        void run(int line, int[] positions, int count, float[] residuals);
    }

    private void forEachResiduals(SampledSide own, float[] other, int from, int to, ResidualsTask task) {
        int longest = longest(from, to);
        int[] positions = new int[longest];
        float[] residuals = new float[longest];
        int w = own.width();
        float[] row = new float[w];
        for (int line = from; line < to; line++) {
            int first = start[line];
            int count = size(line);
            System.arraycopy(index, first, positions, 0, count);
            own.copySwapped(line, row);
            KERNELS.sampledProduct(row, 0, other, w, positions, 0, count, residuals);
            for (int k = 0; k < count; k++) {
                residuals[k] -= values[first + k];
            }
            task.run(line, positions, count, residuals);
        }
    }

    /**
     * Computes y_i ← Σ over the entries of line i of x_j², where j is the entry's line on the other side.
     *
     * @param x a number for each line of the other side
     * @param from the first line
     * @param to the line after the last
     * @param y receives a sum for each line
     */
    public void squares(float[] x, int from, int to, double[] y) {
        for (int line = from; line < to; line++) {
            float sum = 0;
            for (int k = start[line]; k < start[line + 1]; k++) {
                float at = x[index[k]];
                sum += at * at;
            }
            y[line] = sum;
        }
    }
}
