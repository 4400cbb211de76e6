package rung.cuda.engine;

import java.lang.foreign.MemorySegment;
import rung.cuda.device.Device;
import rung.cuda.device.Device.Launch;
import rung.cuda.device.Kernel;
import rung.cuda.device.Memory;

/** Dense work on rows of floats on a device; {@code rows.cu} has the kernels. */
final class Rows {
    /** The most parts of a sum over lines: enough for all multiprocessors of a GPU. */
    private static final int PARTS = 512;

    /** The least lines of a part. */
    private static final int LEAST = 64;

    /** The most threads that add up numbers of a row in parts. */
    private static final int SUM_THREADS = 512;

    /** The shared memory that every GPU gives a block. */
    private static final int SHARED = 48 * 1024;

    /** The most blocks of a kernel that reads a matrix first: each reads it once. */
    private static final int BLOCKS = 4096;

    private static final int TILE = 32;
    private static final int THREADS = 256;

    private Rows() {}

    /* How many lines a block of threads adds up, if there are `lines` in all. */
    private static int part(int lines) {
        return Math.max(LEAST, (lines + PARTS - 1) / PARTS);
    }

    private static int parts(int lines) {
        return Math.max(1, (lines + part(lines) - 1) / part(lines));
    }

    /** Adds up n sums that were left in parts, and gives the memory back. */
    static double[] addedUp(Device device, Memory inParts, int parts, int n) {
        Memory sums = device.allocate(8L * n);
        device.launch(Kernel.ADD_PARTS, 0, Launch.ofWarps(n), parts, n, inParts, sums);
        double[] out = new double[n];
        device.get(sums, MemorySegment.ofArray(out));
        sums.release();
        inParts.release();
        return out;
    }

    /** Σ a·bᵀ over the lines, for the first m numbers of the rows of a and all n of b. */
    static double[] products(Device device, int lines, Memory a, int widthOfA, int m, Memory b, int n) {
        int parts = parts(lines);
        Memory inParts = device.allocate(8L * parts * m * n);
        Launch launch = new Launch(parts, THREADS, 4 * TILE * (m + n));
        device.launch(Kernel.PRODUCTS, 0, launch, lines, part(lines), a, widthOfA, m, b, n, inParts);
        return addedUp(device, inParts, parts, m * n);
    }

    /** Σ x or Σ x² over the lines, for each number of a row. */
    static double[] sums(Device device, int lines, Memory rows, int width, boolean ofSquares) {
        int parts = parts(lines);
        Memory inParts = device.allocate(8L * parts * width);
        device.launch(
                Kernel.SUMS,
                0,
                new Launch(parts, Math.max(1, SUM_THREADS / width / 2) * width, 0),
                lines,
                part(lines),
                rows,
                width,
                ofSquares ? 1 : 0,
                inParts);
        return addedUp(device, inParts, parts, width);
    }

    /** Σ c·x over the lines, for each number of a row, where c is a number for each line. */
    static double[] weightedSums(Device device, int lines, Memory rows, int width, Memory c) {
        Memory scaled = scaled(device, lines, rows, width, c);
        double[] sums = sums(device, lines, scaled, width, false);
        scaled.release();
        return sums;
    }

    /** The sum of a number for each line; the memory is given back. */
    static double total(Device device, int lines, Memory numbers) {
        int parts = parts(lines);
        Memory inParts = device.allocate(8L * parts);
        device.launch(Kernel.TOTALS, 0, new Launch(parts, 32, 0), lines, part(lines), numbers, inParts);
        numbers.release();
        return addedUp(device, inParts, parts, 1)[0];
    }

    /**
     * Rows times a small matrix.
     *
     * @param n the width of the rows
     * @param matrix count×n, row by row
     * @param scale a number for each line; or none
     * @param width the width of the result
     * @return new rows
     */
    static Memory multiplied(
            Device device, int lines, Memory rows, int n, float[] matrix, int count, Memory scale, int width) {
        Memory m = uploaded(device, matrix);
        Memory out = device.allocate(4L * lines * width);
        int most = Math.max(1, SHARED / (4 * n)); // rows of the matrix that fit
        for (int first = 0; first < width; first += most) {
            int columns = Math.min(most, width - first);
            int blocks =
                    Math.min(BLOCKS, Launch.ofElements((long) lines * columns).blocks());
            device.launch(
                    Kernel.MULTIPLY_ROWS,
                    0,
                    new Launch(blocks, THREADS, 4 * columns * n),
                    lines,
                    rows,
                    n,
                    m,
                    count,
                    first,
                    columns,
                    scale,
                    out,
                    width);
        }
        m.release();
        return out;
    }

    static Memory scaled(Device device, int lines, Memory rows, int width, Memory scale) {
        Memory out = device.allocate(4L * lines * width);
        device.launch(Kernel.SCALE_ROWS, 0, Launch.ofElements((long) lines * width), lines, rows, width, scale, out);
        return out;
    }

    /** Fills columns with normal numbers. */
    static void randomize(Device device, int lines, Memory rows, int width, int from, int to, float scale, long key) {
        if (to > from && lines > 0) {
            device.launch(
                    Kernel.RANDOMIZE,
                    0,
                    Launch.ofElements((long) lines * (to - from)),
                    lines,
                    rows,
                    width,
                    from,
                    to,
                    scale,
                    key);
        }
    }

    /**
     * Rows times a vector.
     *
     * @param scale a number for each line; or none
     * @return a double for each line
     */
    static Memory combined(Device device, int lines, Memory rows, int n, float[] x, Memory scale) {
        Memory vector = uploaded(device, x);
        Memory out = device.allocate(8L * lines);
        device.launch(Kernel.COMBINE_ROWS, 0, Launch.ofElements(lines), lines, rows, n, vector, scale, out);
        vector.release();
        return out;
    }

    /** A number for each line, from the device. */
    static double[] numbers(Device device, int lines, Memory memory) {
        double[] numbers = new double[lines];
        device.get(memory, MemorySegment.ofArray(numbers));
        return numbers;
    }

    static Memory uploaded(Device device, float[] numbers) {
        Memory memory = device.allocate(4L * numbers.length);
        device.put(MemorySegment.ofArray(numbers), memory, 0);
        return memory;
    }

    static Memory uploaded(Device device, double[] numbers) {
        Memory memory = device.allocate(8L * numbers.length);
        device.put(MemorySegment.ofArray(numbers), memory, 0);
        return memory;
    }

    /** Numbers as floats. */
    static float[] floats(double[] x) {
        float[] out = new float[x.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = (float) x[k];
        }
        return out;
    }
}
