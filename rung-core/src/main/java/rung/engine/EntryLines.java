package rung.engine;

import java.io.Serializable;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;

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

    int size(int line) {
        return start[line + 1] - start[line];
    }

    private int longest(int from, int to) {
        int longest = 0;
        for (int line = from; line < to; line++) {
            longest = Math.max(longest, size(line));
        }
        return longest;
    }

    static EntryLines ofSizes(int[] of, int count) {
        int[] start = new int[count + 1];
        for (int line : of) {
            start[line + 1]++;
        }
        for (int line = 0; line < count; line++) {
            start[line + 1] += start[line];
        }
        return new EntryLines(start, new int[of.length], new float[of.length]);
    }

    /* The same entries cut the other way; walking lines in order leaves each of the others in order. */
    void into(EntryLines other) {
        int[] next = other.start.clone();
        for (int line = 0; line < count(); line++) {
            for (int k = start[line]; k < start[line + 1]; k++) {
                int at = next[index[k]]++;
                other.index[at] = line;
                other.values[at] = values[k];
            }
        }
    }

    /**
     * G·B for these lines, where G = U·Vᵀ less the values.
     *
     * @param own U
     * @param other V, as {@link SampledSide#asFactor} gives it
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
        for (int line = from; line < to; line++) {
            int first = start[line];
            int count = size(line);
            System.arraycopy(index, first, positions, 0, count);
            KERNELS.sampledProduct(own.draw(), line * w, other, w, positions, 0, count, residuals);
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
