package rung.engine.sampling.block;

import java.io.Serializable;
import java.util.Arrays;
import java.util.SplittableRandom;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;
import rung.linalg.LineRandom;

/**
 * As many numbers for each of some lines of a side: the block that a subspace iteration works with, in {@link rung.engine.sampling.biased.Presence} and in
 * {@link rung.engine.sampling.Directions}. The methods work on the calling thread.
 *
 * @param width numbers a line, a multiple of {@link FloatKernels#PAD}
 * @param values one row after another; empty if there are none
 */
public record FloatBlock(int lines, int width, float[] values) implements Serializable {
    private static final FloatKernels KERNELS = KernelChoice.single();

    /** So many lines are summed in single precision. */
    private static final int BLOCK = FloatKernels.GRAM_BLOCK;

    /** Lines of which nothing is known. */
    public static FloatBlock none(int lines) {
        return new FloatBlock(lines, 0, new float[0]);
    }

    /**
     * Random numbers to begin with.
     *
     * @param count how many of them are not zero
     * @param first the number of line 0 among all lines of the side, so that it does not matter who holds it
     */
    public static FloatBlock random(int lines, int width, int count, long key, int first) {
        FloatBlock numbers = new FloatBlock(lines, width, new float[lines * width]);
        for (int line = 0; line < lines; line++) {
            numbers.randomize(line, 0, count, 1, key, first);
        }
        return numbers;
    }

    /**
     * Puts random numbers from this column on.
     *
     * @param count of all lines of the side: the vectors' norms are about 1
     * @param first the number of line 0 among them
     */
    public void randomize(int column, int count, long key, int first, int from, int to) {
        float scale = (float) (1 / Math.sqrt(count));
        for (int line = from; line < to; line++) {
            randomize(line, column, width, scale, key, first);
        }
    }

    private void randomize(int line, int from, int to, float scale, long key, int first) {
        SplittableRandom random = LineRandom.of(key, first + line);
        for (int k = from; k < to; k++) {
            values[line * width + k] = scale * (float) random.nextGaussian();
        }
    }

    /** Whether nothing is known. */
    public boolean isNone() {
        return values.length == 0;
    }

    /**
     * Σ over the lines from (inclusive) to (exclusive) of x·bᵀ, where b are a line's numbers and x the first n of its row.
     *
     * @param rows of all lines, w apart
     * @return n×width
     */
    public double[] products(float[] rows, int w, int n, int from, int to) {
        double[] sums = new double[n * width];
        float[] block = new float[BLOCK * width];
        float[] column = new float[BLOCK];
        float[] part = new float[width];
        for (int start = from; start < to; start += BLOCK) {
            int count = Math.min(BLOCK, to - start);
            System.arraycopy(values, start * width, block, 0, count * width);
            for (int k = 0; k < n; k++) {
                for (int line = 0; line < count; line++) {
                    column[line] = rows[(start + line) * w + k];
                }
                KERNELS.multiplyTransposed(block, count, width, column, part);
                for (int t = 0; t < width; t++) {
                    sums[k * width + t] += part[t];
                }
            }
        }
        return sums;
    }

    /**
     * A matrix times the numbers of a line.
     *
     * @param matrix n×width; the answer is 0 if it is empty
     * @param out takes n numbers
     */
    public void multiplied(float[] matrix, int n, int line, float[] out) {
        if (matrix.length == 0) {
            Arrays.fill(out, 0, n, 0);
        } else {
            KERNELS.multiply(matrix, n, width, values, line * width, out);
        }
    }

    /** Each line multiplied by a matrix of n rows, into rows that are w apart. */
    public void multiplied(float[] matrix, int n, int from, int to, float[] rows, int w) {
        float[] row = new float[n];
        for (int line = from; line < to; line++) {
            multiplied(matrix, n, line, row);
            System.arraycopy(row, 0, rows, line * w, n);
        }
    }

    /** The product of each line with one vector. */
    public void times(float[] vector, int from, int to, double[] out) {
        for (int line = from; line < to; line++) {
            double sum = 0;
            for (int k = 0; k < width; k++) {
                sum += (double) vector[k] * values[line * width + k];
            }
            out[line] = sum;
        }
    }
}
