package rung.engine.sampling.block;

import java.io.Serializable;
import java.util.Arrays;
import java.util.SplittableRandom;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;
import rung.linalg.LineRandom;

/**
 * A block of rows of floats, one row for each line of a side: what the subspace iterations in {@link
 * rung.engine.sampling.posterior.Presence} and {@link rung.engine.sampling.Directions} multiply by. The methods work on the calling
 * thread.
 *
 * @param lines the number of lines
 * @param width the number of floats in a row, a multiple of {@link FloatKernels#PAD}
 * @param values one row after another; empty if the block has no columns
 */
public record FloatBlock(int lines, int width, float[] values) implements Serializable {
    private static final FloatKernels KERNELS = KernelChoice.single();

    /** The most rows whose products are summed in single precision before they go to a double. */
    private static final int BLOCK = FloatKernels.GRAM_BLOCK;

    /**
     * A block without columns.
     *
     * @param lines the number of lines
     * @return the block
     */
    public static FloatBlock none(int lines) {
        return new FloatBlock(lines, 0, new float[0]);
    }

    /**
     * A block of random numbers, standard normal.
     *
     * @param lines the number of lines
     * @param width the number of floats in a row
     * @param count how many of them are random; the others are 0
     * @param key the key of the random numbers, see {@link LineRandom}
     * @param first the number of line 0 among all lines of the side, so that the numbers do not depend on who holds the line
     * @return the block
     */
    public static FloatBlock random(int lines, int width, int count, long key, int first) {
        FloatBlock numbers = new FloatBlock(lines, width, new float[lines * width]);
        for (int line = 0; line < lines; line++) {
            numbers.randomize(line, 0, count, 1, key, first);
        }
        return numbers;
    }

    /**
     * Replaces the columns from {@code column} on by random vectors whose norms, over all lines of the side, are about 1.
     *
     * @param column the first column that is replaced
     * @param count the number of all lines of the side
     * @param key the key of the random numbers, see {@link LineRandom}
     * @param first the number of line 0 among all lines of the side
     * @param from the first line
     * @param to the line after the last
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

    /**
     * Whether the block has no columns.
     *
     * @return true if it has no values
     */
    public boolean isNone() {
        return values.length == 0;
    }

    /**
     * Computes Σ x·bᵀ over some lines, where b is a line's row of this block and x the first n floats of its row in another array.
     *
     * @param rows the other array, with rows w apart
     * @param w the distance between two rows
     * @param n the number of floats of a row that count
     * @param from the first line
     * @param to the line after the last
     * @return the n×width sums, row by row
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
     * Multiplies a line's row by a matrix.
     *
     * @param matrix n×width; if it is empty the product is 0
     * @param n the number of rows of the matrix
     * @param line the line
     * @param out receives n floats
     */
    public void multiplied(float[] matrix, int n, int line, float[] out) {
        if (matrix.length == 0) {
            Arrays.fill(out, 0, n, 0);
        } else {
            KERNELS.multiply(matrix, n, width, values, line * width, out);
        }
    }

    /**
     * Multiplies the rows of some lines by a matrix.
     *
     * @param matrix n×width; if it is empty the products are 0
     * @param n the number of rows of the matrix
     * @param from the first line
     * @param to the line after the last
     * @param rows receives n floats for each line, w apart
     * @param w the distance between two rows
     */
    public void multiplied(float[] matrix, int n, int from, int to, float[] rows, int w) {
        float[] row = new float[n];
        for (int line = from; line < to; line++) {
            multiplied(matrix, n, line, row);
            System.arraycopy(row, 0, rows, line * w, n);
        }
    }

    /**
     * Computes the dot product of each line's row with one vector.
     *
     * @param vector the vector, of width floats
     * @param from the first line
     * @param to the line after the last
     * @param out receives a number for each line
     */
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
