package rung.baseline;

import java.util.Arrays;
import java.util.function.Function;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/**
 * The rows of a tall m×n matrix cut into slabs, on which threads work and add up Gram matrices.
 *
 * <p>The number of slabs depends on the matrix alone. Each slab has a Gram matrix of its own, and these are added in order, so that the
 * result does not depend on the number of threads. A slab is worked on in blocks of rows that fit into the cache.
 */
final class Slabs {
    private static final int MAX_SLABS = 16;
    private static final int MAX_ROWS = 64;
    private static final int ENTRIES = 32_768;
    private static final Kernels KERNELS = KernelChoice.active();

    private final int m;
    private final int n;
    private final Workers workers;
    private final int count;
    private final int blockRows;
    private final double[][] grams;
    private final Matrix sum;

    Slabs(int m, int n, Workers workers) {
        this.m = m;
        this.n = n;
        this.workers = workers;
        count = n == 0
                ? 0
                : (int) Math.min(MAX_SLABS, 4L * m / n); // at least 4, and no more memory than 4 times the matrix
        blockRows = n == 0 ? 1 : Math.max(8, Math.min(MAX_ROWS, ENTRIES / n));
        grams = new double[count][n * n];
        sum = new Matrix(n, n);
    }

    /** A power of two near the largest absolute value. Dividing by it does not round, and squares do not overflow afterwards. */
    static double scale(double largest) {
        return largest == 0 ? 1 : Math.scalb(1.0, Math.max(-1000, Math.min(1000, Math.getExponent(largest))));
    }

    int count() {
        return count;
    }

    /** A task for some rows of a slab. */
    @FunctionalInterface
    interface Task {
        void run(int slab, int from, int rows);
    }

    /** Runs a task over all blocks, those of a slab in order. Each thread makes a task of its own, with space for a block of rows. */
    void forEachBlock(Function<double[], Task> tasks) {
        long work = (long) m * n * n / Math.max(1, count);
        workers.run(count, slab -> slab * work, () -> {
            Task task = tasks.apply(new double[blockRows * n]);
            return (first, last) -> {
                for (int slab = first; slab < last; slab++) {
                    Arrays.fill(grams[slab], 0);
                    int end = (int) ((long) m * (slab + 1) / count);
                    for (int from = (int) ((long) m * slab / count); from < end; from += blockRows) {
                        task.run(slab, from, Math.min(blockRows, end - from));
                    }
                }
            };
        });
    }

    /** Adds the Gram matrix of some rows to that of the slab. */
    void addGram(int slab, double[] a, int from, int rows) {
        KERNELS.addTransposedProduct(a, from * n, n, a, from * n, n, rows, grams[slab], true);
    }

    /** Multiplies rows of A by B, which is n×p, and stores the product in the rows of C from {@code to} on. */
    void multiply(double[] a, int from, int rows, double[] b, int p, double[] c, int to) {
        KERNELS.product(a, from * n, rows, n, b, p, c, to * p);
    }

    /** The lower triangle of the sum of all slabs' Gram matrices; the next call overwrites it. */
    Matrix gram() {
        Arrays.fill(sum.array(), 0);
        for (double[] gram : grams) {
            KERNELS.axpy(1, gram, 0, sum.array(), 0, gram.length);
        }
        return sum;
    }
}
