package rung.engine.sampling.block;

import java.io.Serializable;
import java.util.Arrays;
import rung.kernel.FloatKernels;
import rung.linalg.Workers;

/**
 * One side of a {@link rung.engine.sampling.Sampling}, or some lines of it: for each line (user, or item) a draw x from its posterior and what is
 * known of the draws so far. Every line is a row (x₁ … x_r, bias, 1, 0 …) whose width is a multiple of {@link FloatKernels#PAD}.
 */
public final class SampledSide implements Serializable {
    private static final long serialVersionUID = 1;

    private final int lines;
    private final int r;
    private final int w;
    private final float[] draw;
    private final float[] mean;
    private final float[] square;
    private final int[] draws;

    private SampledSide(int lines, int r, float[] draw, float[] mean, float[] square, int[] draws) {
        this.lines = lines;
        this.r = r;
        this.w = width(r);
        this.draw = draw;
        this.mean = mean;
        this.square = square;
        this.draws = draws;
    }

    /** The width of a line of rank r. */
    public static int width(int r) {
        return FloatKernels.padded(r + 2);
    }

    /** Rank 0, and no bias yet. */
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

    /** How many lines there are. */
    public int lines() {
        return lines;
    }

    /** The number of columns, without the bias. */
    public int rank() {
        return r;
    }

    /** How far apart the lines are in the arrays. */
    public int width() {
        return w;
    }

    /** The last draw of each line. */
    public float[] draw() {
        return draw;
    }

    /** The mean of each line's posterior, over all conditions that were drawn since the column came. */
    public float[] mean() {
        return mean;
    }

    /** An independent copy. */
    public SampledSide copy(Workers workers) {
        float[][] copies = {draw, mean, square};
        workers.run(copies.length, array -> (long) array * draw.length, (from, to) -> {
            for (int array = from; array < to; array++) {
                copies[array] = copies[array].clone();
            }
        });
        return new SampledSide(lines, r, copies[0], copies[1], copies[2], draws.clone());
    }

    /** Counts one more draw of every column, which a {@link rung.engine.sampling.SideDraw} then makes line by line. */
    public void beginDraw() {
        for (int k = 0; k <= r; k++) {
            draws[k]++;
        }
    }

    /** A line was drawn: its mean under the condition, and the draw; both r + 1 long. */
    public void record(int line, float[] conditional, float[] drawn) {
        int at = line * w;
        for (int k = 0; k <= r; k++) {
            float step = 1f / draws[k];
            draw[at + k] = drawn[k];
            mean[at + k] += step * (conditional[k] - mean[at + k]);
            square[at + k] += step * (drawn[k] * drawn[k] - square[at + k]);
        }
    }

    /** Leaves the draws as they are and forgets those before. */
    public void resetMeans() {
        Arrays.fill(draws, 0);
    }

    /** The sum over the lines of the squares of each column's last draws, bias last. */
    public double[] squares(Workers workers) {
        return sums(draw, true, workers);
    }

    /** The same of the mean over all draws. */
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

    /** The variance of the draws of each line around their mean: how uncertain the mean is. */
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

    /** The last draw of a line as (x, 1, bias), so that its product with a row (x, bias, 1) of the other side has both biases. */
    void turned(int line, float[] out) {
        System.arraycopy(draw, line * w, out, 0, w);
        out[r] = 1;
        out[r + 1] = draw[line * w + r];
    }

    /** With one more column, at s times these numbers, which was not drawn yet. */
    public SampledSide with(double[] column, double s, Workers workers) {
        SampledSide larger = moved(r + 1, r, r + 1, workers);
        workers.run(lines, line -> line, (from, to) -> {
            for (int line = from; line < to; line++) {
                larger.draw[line * larger.w + r] = (float) (s * column[line]);
            }
        });
        return larger;
    }

    /** Without one of the columns. */
    public SampledSide without(int column, Workers workers) {
        return moved(r - 1, column + 1, column, workers);
    }

    /* The columns from {@code from} on, the bias and the constant among them, go to {@code to} and on; those before both stay. */
    private SampledSide moved(int rank, int from, int to, Workers workers) {
        int width = width(rank);
        float[][] arrays = new float[3][];
        workers.run(arrays.length, array -> (long) array * lines * width, (first, end) -> {
            for (int array = first; array < end; array++) {
                arrays[array] = new float[lines * width]; // which takes time, since the memory is cleared
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
