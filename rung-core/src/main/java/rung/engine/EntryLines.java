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

    int longest() {
        int longest = 0;
        for (int line = 0; line < count(); line++) {
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
     * U·Vᵀ less the values, entry after entry.
     *
     * @param own U, as {@link SampledSide} keeps it
     * @param other V, as {@link SampledSide#asFactor} gives it
     */
    public void residuals(SampledSide own, float[] other, int from, int to, float[] out) {
        residuals(own.draw(), other, own.width(), from, to, out);
    }

    void residuals(float[] u, float[] v, int w, int from, int to, float[] out) {
        for (int line = from; line < to; line++) {
            KERNELS.sampledProduct(u, line * w, v, w, index, start[line], start[line + 1], out);
        }
        for (int k = start[from]; k < start[to]; k++) {
            out[k] -= values[k];
        }
    }

    /** y ← G·x for the lines of the matrix G that has the numbers g where the entries are. */
    public void multiply(float[] g, float[] x, int from, int to, double[] y) {
        for (int line = from; line < to; line++) {
            y[line] = KERNELS.sparseDot(g, index, start[line], start[line + 1], x);
        }
    }

    /** sum ← sum + Gᵀ·y over these lines. */
    public void addTransposed(float[] g, double[] y, int from, int to, double[] sum) {
        for (int line = from; line < to; line++) {
            double s = y[line];
            for (int k = start[line]; k < start[line + 1]; k++) {
                sum[index[k]] += s * g[k];
            }
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
