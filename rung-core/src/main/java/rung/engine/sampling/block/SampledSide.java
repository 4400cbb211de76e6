package rung.engine.sampling.block;

import java.io.Serializable;
import java.util.Arrays;
import rung.kernel.FloatKernels;
import rung.linalg.Workers;

/**
 * One side of {@link rung.engine.sampling.Sampling}, or some lines of it: for each line (user, or item) its last draw x from the
 * posterior, the average of the means of its posteriors so far, and the mean square of its draws. Every line is a row (x₁ … x_r, bias, 1, 0 …) whose width is a
 * multiple of {@link FloatKernels#PAD}.
 */
public final class SampledSide implements Serializable {
    private static final long serialVersionUID = 1;

    /**
     * The most draws that the averages remember: once there are more, the latest has this part of the weight, and older ones fade. The columns
     * turn slowly from draw to draw, so that an average over very many shrinks toward 0. Held-out error inside the training part of
     * MovieLens 100K at rank 30, mean of three splits, with 100, 200 and no limit: 0.8810 each after 120 rounds; 0.8798, 0.8793 and 0.8793
     * after 400; 0.8800, 0.8793 and 0.8804 after 1000. Columns of small matrices turn faster (100×60, 1,800 entries, rank 6, noise as
     * strong as biases, after 30 and 1000 rounds: 0.721 and 0.717 with 100, 0.721 and 0.744 with 200, 0.721 and 0.794 without limit).
     * To turn the draws so that they fit the average keeps the noise of surplus columns: 0.8850 against 0.8834 after 120 rounds on three
     * splits of 100K.
     */
    public static final int MEMORY = 100;

    private final int lines;
    private final int r;
    private final int w;
    private final float[] draw;
    private final float[] mean;
    private final float[] square;
    private final int[] draws;
    private float[] scale = new float[0]; // of the draw that is under way

    private SampledSide(int lines, int r, float[] draw, float[] mean, float[] square, int[] draws) {
        this.lines = lines;
        this.r = r;
        this.w = width(r);
        this.draw = draw;
        this.mean = mean;
        this.square = square;
        this.draws = draws;
    }

    /**
     * The width of a row of rank r.
     *
     * @param r the rank
     * @return the width, in floats
     */
    public static int width(int r) {
        return FloatKernels.padded(r + 2);
    }

    /**
     * A side of rank 0 whose biases are 0.
     *
     * @param lines the number of lines
     * @return the side
     */
    public static SampledSide zero(int lines) {
        int w = width(0);
        SampledSide side =
                new SampledSide(lines, 0, new float[lines * w], new float[lines * w], new float[lines * w], new int[1]);
        for (int line = 0; line < lines; line++) {
            side.draw[line * w + 1] = 1;
            side.mean[line * w + 1] = 1;
        }
        return side;
    }

    /**
     * The number of lines.
     *
     * @return the number
     */
    public int lines() {
        return lines;
    }

    /**
     * The number of columns, without the bias.
     *
     * @return the rank
     */
    public int rank() {
        return r;
    }

    /**
     * The distance between two rows in the arrays.
     *
     * @return the width, in floats
     */
    public int width() {
        return w;
    }

    /**
     * The last draw of each line.
     *
     * @return the rows (x, bias, 1), the array itself
     */
    public float[] draw() {
        return draw;
    }

    /**
     * The mean of each line's posterior, averaged over the draws of the other side since the column was added or the means were reset, of
     * which old ones fade, see {@link #MEMORY}. Columns are scaled as {@link #beginDraw} was told.
     *
     * @return the rows (x, bias, 1), the array itself
     */
    public float[] mean() {
        return mean;
    }

    /**
     * Makes an independent copy.
     *
     * @param workers the threads
     * @return the copy
     */
    public SampledSide copy(Workers workers) {
        float[][] copies = {draw, mean, square};
        workers.run(copies.length, array -> (long) array * draw.length, (from, to) -> {
            for (int array = from; array < to; array++) {
                copies[array] = copies[array].clone();
            }
        });
        return new SampledSide(lines, r, copies[0], copies[1], copies[2], draws.clone());
    }

    /**
     * Counts one more draw of every column. A {@link rung.engine.sampling.SideDraw} then draws line by line and calls {@link #record}.
     *
     * @param scale multiplies each column of the draw before it enters the averages, r floats; empty to leave them as they are. The other
     *     side's columns are divided by it, so that the product is the same
     */
    public void beginDraw(float[] scale) {
        this.scale = scale;
        for (int k = 0; k <= r; k++) {
            draws[k] = Math.min(draws[k] + 1, MEMORY);
        }
    }

    /**
     * Records the draw of a line.
     *
     * @param line the line
     * @param conditional the mean of its posterior given the other side's draw, r + 1 floats
     * @param drawn the draw, r + 1 floats
     */
    public void record(int line, float[] conditional, float[] drawn) {
        int at = line * w;
        for (int k = 0; k <= r; k++) {
            float step = 1f / draws[k];
            float factor = k < scale.length ? scale[k] : 1;
            float scaled = factor * drawn[k];
            draw[at + k] = drawn[k];
            mean[at + k] += step * (factor * conditional[k] - mean[at + k]);
            square[at + k] += step * (scaled * scaled - square[at + k]);
        }
    }

    /** Begins the means anew with the next draw; the last draw stays. */
    public void resetMeans() {
        Arrays.fill(draws, 0);
    }

    /**
     * Computes Σ over the lines of the square of each column's last draw.
     *
     * @param workers the threads
     * @return r + 1 sums, that of the bias last
     */
    public double[] squares(Workers workers) {
        return sums(draw, true, workers);
    }

    /**
     * Computes Σ over the lines of the mean square of each column's draws.
     *
     * @param workers the threads
     * @return r + 1 sums, that of the bias last
     */
    public double[] squaresOfAll(Workers workers) {
        return sums(square, false, workers);
    }

    private double[] sums(float[] of, boolean squared, Workers workers) {
        return workers.sum(lines, w, (from, to) -> {
            double[] sums = new double[r + 1];
            for (int line = from; line < to; line++) {
                for (int k = 0; k <= r; k++) {
                    double x = of[line * w + k];
                    sums[k] += squared ? x * x : x;
                }
            }
            return sums;
        });
    }

    /**
     * Computes the variance of the draws of each line around their mean: how uncertain the mean is.
     *
     * @param workers the threads
     * @return rows in the shape of {@link #mean}
     */
    public float[] variances(Workers workers) {
        float[] out = new float[lines * w];
        workers.run(lines, line -> (long) line * w, (from, to) -> {
            for (int line = from; line < to; line++) {
                for (int k = 0; k < r; k++) {
                    int at = line * w + k;
                    out[at] = Math.max(0, square[at] - mean[at] * mean[at]);
                }
            }
        });
        return out;
    }

    /**
     * Copies the last draw of a line as (x, 1, bias), so that its product with a row (x, bias, 1) of the other side contains both
     * biases.
     */
    void copySwapped(int line, float[] out) {
        System.arraycopy(draw, line * w, out, 0, w);
        out[r] = 1;
        out[r + 1] = draw[line * w + r];
    }

    /**
     * Appends a column that was not drawn yet.
     *
     * @param column a number for each line
     * @param s the factor that multiplies these numbers
     * @param workers the threads
     * @return a side of one more rank
     */
    public SampledSide with(double[] column, double s, Workers workers) {
        SampledSide larger = moved(r + 1, r, r + 1, workers);
        workers.run(lines, line -> line, (from, to) -> {
            for (int line = from; line < to; line++) {
                larger.draw[line * larger.w + r] = (float) (s * column[line]);
            }
        });
        return larger;
    }

    /**
     * Removes a column.
     *
     * @param column the column, from 0
     * @param workers the threads
     * @return a side of one less rank
     */
    public SampledSide without(int column, Workers workers) {
        return moved(r - 1, column + 1, column, workers);
    }

    /* Moves the columns from {@code from} on, the bias and the constant among them, to {@code to} and on; columns before both stay. */
    private SampledSide moved(int rank, int from, int to, Workers workers) {
        int width = width(rank);
        float[][] arrays = new float[3][];
        workers.run(arrays.length, array -> (long) array * lines * width, (first, end) -> {
            for (int array = first; array < end; array++) {
                arrays[array] = new float[lines * width]; // takes time, since the memory is cleared
            }
        });
        SampledSide moved = new SampledSide(lines, rank, arrays[0], arrays[1], arrays[2], new int[rank + 1]);
        int kept = Math.min(from, to);
        System.arraycopy(draws, 0, moved.draws, 0, kept);
        System.arraycopy(draws, from, moved.draws, to, r + 1 - from);
        workers.run(lines, line -> 3L * line * w, (first, end) -> {
            for (int line = first; line < end; line++) {
                int source = line * w;
                int target = line * width;
                move(draw, source, moved.draw, target, kept, from, to);
                move(mean, source, moved.mean, target, kept, from, to);
                move(square, source, moved.square, target, kept, from, to);
            }
        });
        return moved;
    }

    private void move(float[] source, int row, float[] target, int targetRow, int kept, int from, int to) {
        System.arraycopy(source, row, target, targetRow, kept);
        System.arraycopy(source, row + from, target, targetRow + to, r + 2 - from);
    }
}
