package rung.engine;

import java.io.Serializable;
import java.util.Arrays;
import java.util.SplittableRandom;
import rung.kernel.FloatKernels;

/**
 * One side of a {@link Sampling}, or some lines of it: for each line (user, or item) a draw x from its posterior and what is
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
    public SampledSide copy() {
        return new SampledSide(lines, r, draw.clone(), mean.clone(), square.clone(), draws.clone());
    }

    /** Counts one more draw of every column, which a {@link SideDraw} then makes line by line. */
    public void beginDraw() {
        for (int k = 0; k <= r; k++) {
            draws[k]++;
        }
    }

    /** A line was drawn: its mean under the condition, and the draw; both r + 1 long. */
    void record(int line, float[] conditional, float[] drawn) {
        int at = line * w;
        for (int k = 0; k <= r; k++) {
            float step = 1f / draws[k];
            draw[at + k] = drawn[k];
            mean[at + k] += step * (conditional[k] - mean[at + k]);
            square[at + k] += step * (drawn[k] * drawn[k] - square[at + k]);
        }
    }

    /** Leaves the draws as they are and forgets those before. */
    public void forget() {
        Arrays.fill(draws, 0);
    }

    /** The sum over the lines of the squares of each column's last draws, bias last. */
    public double[] squares() {
        return sums(draw, true);
    }

    /** The same of the mean over all draws. */
    public double[] squaresOfAll() {
        return sums(square, false);
    }

    private double[] sums(float[] of, boolean squared) {
        double[] sums = new double[r + 1];
        for (int line = 0; line < lines; line++) {
            for (int k = 0; k <= r; k++) {
                double x = of[line * w + k];
                sums[k] += squared ? x * x : x;
            }
        }
        return sums;
    }

    /** The variance of the draws of each line around their mean: how uncertain the mean is. */
    public float[] variances() {
        float[] out = new float[lines * w];
        for (int line = 0; line < lines; line++) {
            for (int k = 0; k < r; k++) {
                int at = line * w + k;
                out[at] = Math.max(0, square[at] - mean[at] * mean[at]);
            }
        }
        return out;
    }

    /** Rows (x, bias, 1) as the other side needs them: (x, 1, bias), so that a product of two lines has both biases in it. */
    public static float[] asFactor(float[] rows, int lines, int r) {
        int w = width(r);
        float[] out = rows.clone();
        for (int line = 0; line < lines; line++) {
            out[line * w + r] = rows[line * w + r + 1];
            out[line * w + r + 1] = rows[line * w + r];
        }
        return out;
    }

    /** With one more column, at s times these numbers, which was not drawn yet. */
    public SampledSide with(double[] column, double s) {
        SampledSide larger = moved(r + 1, r, r + 1);
        for (int line = 0; line < lines; line++) {
            larger.draw[line * larger.w + r] = (float) (s * column[line]);
        }
        return larger;
    }

    /** Without one of the columns. */
    public SampledSide without(int column) {
        return moved(r - 1, column + 1, column);
    }

    /* The columns from {@code from} on, the bias and the constant among them, go to {@code to} and on; those before both stay. */
    private SampledSide moved(int rank, int from, int to) {
        int kept = Math.min(from, to);
        int cells = lines * width(rank);
        SampledSide moved =
                new SampledSide(lines, rank, new float[cells], new float[cells], new float[cells], new int[rank + 1]);
        System.arraycopy(draws, 0, moved.draws, 0, kept);
        System.arraycopy(draws, from, moved.draws, to, r + 1 - from);
        move(draw, moved.draw, moved.w, kept, from, to);
        move(mean, moved.mean, moved.w, kept, from, to);
        move(square, moved.square, moved.w, kept, from, to);
        return moved;
    }

    private void move(float[] source, float[] target, int width, int kept, int from, int to) {
        for (int line = 0; line < lines; line++) {
            System.arraycopy(source, line * w, target, line * width, kept);
            System.arraycopy(source, line * w + from, target, line * width + to, r + 2 - from);
        }
    }

    /** A stream of random numbers of its own for each line, so that it does not matter which thread draws it. */
    static SplittableRandom random(long key, int line) {
        long z = (key + line) * 0xd1342543de82ef95L; // spreads neighbouring keys
        z = (z ^ z >>> 32) * 0xbf58476d1ce4e5b9L;
        return new SplittableRandom(z ^ z >>> 29);
    }
}
