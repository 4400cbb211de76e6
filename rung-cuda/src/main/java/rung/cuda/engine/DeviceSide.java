package rung.cuda.engine;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import rung.cuda.device.Device;
import rung.cuda.device.Device.Launch;
import rung.cuda.device.Kernel;
import rung.cuda.device.Memory;
import rung.engine.sampling.block.SampledSide;

/**
 * One side of the factors on a device: for each line its last draw, the average of the means of its posteriors, and the mean square of
 * its draws; see {@link SampledSide}. Rows are (1, x₁ … x_r, 0 …, bias), as {@code lines.cuh} says.
 */
final class DeviceSide {
    private final Device device;
    private final int lines;
    private final int rank;
    private final int width;
    private final Memory draw;
    private final Memory mean;
    private final Memory square;
    private final int[] draws; // of each unknown, the bias first

    private DeviceSide(Device device, int lines, int rank, Memory draw, Memory mean, Memory square, int[] draws) {
        this.device = device;
        this.lines = lines;
        this.rank = rank;
        this.width = SampledSide.width(rank);
        this.draw = draw;
        this.mean = mean;
        this.square = square;
        this.draws = draws;
    }

    /** A side of rank 0 whose biases are 0. */
    static DeviceSide zero(Device device, int lines) {
        int width = SampledSide.width(0);
        float[] rows = new float[lines * width];
        for (int line = 0; line < lines; line++) {
            rows[line * width] = 1;
        }
        Memory square = device.allocate(4L * lines * width);
        device.clear(square);
        return new DeviceSide(
                device, lines, 0, Rows.uploaded(device, rows), Rows.uploaded(device, rows), square, new int[1]);
    }

    int lines() {
        return lines;
    }

    int rank() {
        return rank;
    }

    /** The number of floats in a row. */
    int width() {
        return width;
    }

    Memory draw() {
        return draw;
    }

    Memory mean() {
        return mean;
    }

    Memory square() {
        return square;
    }

    DeviceSide copy() {
        return new DeviceSide(device, lines, rank, copied(draw), copied(mean), copied(square), draws.clone());
    }

    private Memory copied(Memory memory) {
        Memory copy = device.allocate(memory.bytes());
        device.copy(memory, copy, memory.bytes());
        return copy;
    }

    /**
     * Counts one more draw of every column.
     *
     * @return for each unknown, bias first, the weight of this draw in the averages
     */
    float[] beginDraw() {
        float[] steps = new float[width];
        for (int k = 0; k <= rank; k++) {
            draws[k] = Math.min(draws[k] + 1, SampledSide.MEMORY);
            steps[k] = 1f / draws[k];
        }
        return steps;
    }

    /** Begins the means anew with the next draw. */
    void resetMeans() {
        Arrays.fill(draws, 0);
    }

    /** A side with one more column, s times a number for each line; this one is given back. */
    DeviceSide with(Memory column, double s) {
        DeviceSide larger = resized(rank + 1, 0);
        device.launch(
                Kernel.SET_COLUMN, 0, Launch.ofElements(lines), lines, larger.draw, larger.width, rank + 1, column, s);
        return larger;
    }

    /** A side with more columns of normal random numbers; this one is given back. */
    DeviceSide withRandom(int columns, float scale, long key) {
        DeviceSide larger = resized(rank + columns, 0);
        Rows.randomize(device, lines, larger.draw, larger.width, rank + 1, rank + 1 + columns, scale, key);
        return larger;
    }

    /** A side without a column; this one is given back. */
    DeviceSide without(int column) {
        return resized(rank - 1, column + 1);
    }

    private DeviceSide resized(int newRank, int without) {
        int[] kept = new int[newRank + 1];
        for (int k = 0; k <= Math.min(rank, newRank); k++) {
            kept[k] = draws[without > 0 && k >= without ? k + 1 : k];
        }
        if (without == 0 && SampledSide.width(newRank) == width) {
            return new DeviceSide(device, lines, newRank, draw, mean, square, kept);
        }
        return new DeviceSide(
                device,
                lines,
                newRank,
                resized(draw, newRank, without),
                resized(mean, newRank, without),
                resized(square, newRank, without),
                kept);
    }

    private Memory resized(Memory rows, int newRank, int without) {
        int newWidth = SampledSide.width(newRank);
        Memory out = device.allocate(4L * lines * newWidth);
        device.launch(
                Kernel.RESIZE_ROWS,
                0,
                Launch.ofElements((long) lines * newWidth),
                lines,
                rows,
                width,
                without,
                out,
                newWidth);
        rows.release();
        return out;
    }

    /** How uncertain the means are: rows in the same shape. */
    Memory variances() {
        Memory out = device.allocate(4L * lines * width);
        device.launch(
                Kernel.VARIANCES, 0, Launch.ofElements((long) lines * width), lines, mean, square, width, rank, out);
        return out;
    }

    /** Rows in the order of the host, (x₁ … x_r, bias, last, 0 …), as {@link SampledSide} has them. */
    float[] onHost(Memory rows, float last) {
        Memory turned = device.allocate(4L * lines * width);
        device.launch(
                Kernel.HOST_ROWS, 0, Launch.ofElements((long) lines * width), lines, rows, width, rank, last, turned);
        float[] out = new float[lines * width];
        device.get(turned, MemorySegment.ofArray(out));
        turned.release();
        return out;
    }

    void release() {
        draw.release();
        mean.release();
        square.release();
    }
}
