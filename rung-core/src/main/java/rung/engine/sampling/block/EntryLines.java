package rung.engine.sampling.block;

import java.io.Serializable;
import java.util.Arrays;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;
import rung.linalg.Grouping;
import rung.linalg.Workers;

/**
 * Observed entries cut into lines, which are rows or columns: those of line k are start[k] … start[k+1] of index, where they are
 * on the other side, and of values. The methods handle the lines from (inclusive) to (exclusive) on the calling thread.
 */
public record EntryLines(int[] start, int[] index, float[] values) implements Serializable {
    private static final FloatKernels KERNELS = KernelChoice.single();

    /** The number of lines. */
    public int count() {
        return start.length - 1;
    }

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

    /** The entries (line_k, index_k), in their order within each line, each value less {@code offset}. */
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
     * The same entries cut the other way, each line in ascending order.
     *
     * @param count the number of lines then
     */
    EntryLines transposed(int count, Workers workers) {
        return into(count, new int[index.length], new float[index.length], workers);
    }

    /* The same into arrays that are there already. */
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

    /* The line that an entry is in. */
    private int lineOf(int entry) {
        int at = Arrays.binarySearch(start, entry);
        return at < 0 ? -at - 2 : at;
    }

    /**
     * G·B for these lines, where G = U·Vᵀ less the values.
     *
     * @param own U
     * @param other V: rows (x, bias, 1), see {@link SampledSide}
     * @param block B, a row of n numbers for each line of the other side
     * @param out takes n numbers a line
     */
    public void timesResiduals(SampledSide own, float[] other, float[] block, int n, int from, int to, float[] out) {
        forEachResiduals(own, other, from, to, (line, positions, count, residuals) -> {
            KERNELS.sparseTimesBlock(residuals, positions, 0, count, block, n, out, line * n);
        });
    }

    /** The sum of the squares of G in each line. */
    public void squaredResiduals(SampledSide own, float[] other, int from, int to, double[] out) {
        forEachResiduals(own, other, from, to, (line, positions, count, residuals) -> {
            double sum = 0;
            for (int k = 0; k < count; k++) {
                sum += (double) residuals[k] * residuals[k];
            }
            out[line] = sum;
        });
    }

    /** What is done with the residuals of a line, so many of them. */
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
            own.turned(line, row);
            KERNELS.sampledProduct(row, 0, other, w, positions, 0, count, residuals);
            for (int k = 0; k < count; k++) {
                residuals[k] -= values[first + k];
            }
            task.run(line, positions, count, residuals);
        }
    }

    /** y_i ← Σ over the entries of line i of x². */
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
