package rung.engine.sampling.block;

import rung.linalg.Workers;

/**
 * A block of floats in the memory of this JVM.
 *
 * @param workers the threads that work on it
 * @param floats the rows
 */
public record MemoryBlock(Workers workers, FloatBlock floats) implements TallBlock<MemoryBlock> {
    @Override
    public int width() {
        return floats.width();
    }

    @Override
    public double[] products() {
        return products(floats.values(), width(), width());
    }

    /**
     * Computes Σ x·bᵀ over all lines, where b is a line's row of this block and x the first n floats of its row in another array.
     *
     * @param rows the other array, with rows w apart
     * @param w the distance between two rows
     * @param n the number of floats of a row that count
     * @return the n×width sums, row by row
     */
    public double[] products(float[] rows, int w, int n) {
        return workers.sum(floats.lines(), (long) n * width(), (from, to) -> floats.products(rows, w, n, from, to));
    }

    @Override
    public MemoryBlock times(float[] matrix) {
        return of(multiplied(matrix, width(), width()));
    }

    /**
     * Multiplies each row by a matrix.
     *
     * @param matrix n×width
     * @param n the number of rows of the matrix
     * @param w the distance between two rows of the result
     * @return n floats for each line, w apart
     */
    public float[] multiplied(float[] matrix, int n, int w) {
        float[] out = new float[floats.lines() * w];
        workers.run(
                floats.lines(),
                line -> (long) line * n * width(),
                (from, to) -> floats.multiplied(matrix, n, from, to, out, w));
        return out;
    }

    /**
     * Multiplies each row by a number of its own.
     *
     * @param scale a number for each line
     * @return a new block
     */
    public MemoryBlock scaled(double[] scale) {
        float[] out = floats.values().clone();
        workers.run(
                floats.lines(),
                line -> (long) line * width(),
                (from, to) -> LineScale.multiply(scale, out, width(), from, to));
        return of(out);
    }

    private MemoryBlock of(float[] values) {
        return new MemoryBlock(workers, new FloatBlock(floats.lines(), width(), values));
    }

    /**
     * Computes B·x.
     *
     * @param x a vector with an element for each column
     * @return a number for each line
     */
    public double[] column(float[] x) {
        double[] out = new double[floats.lines()];
        workers.run(out.length, line -> (long) line * width(), (from, to) -> floats.times(x, from, to, out));
        return out;
    }

    @Override
    public MemoryBlock withRandom(int column, long key) {
        int lines = floats.lines();
        FloatBlock changed = new FloatBlock(lines, width(), floats.values().clone());
        workers.run(
                lines, line -> (long) line * width(), (from, to) -> changed.randomize(column, lines, key, 0, from, to));
        return new MemoryBlock(workers, changed);
    }

    @Override
    public MemoryBlock kept() {
        return this;
    }

    @Override
    public void release() {
        // nothing is held outside of the heap
    }
}
