package rung.engine.preference;

import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;
import rung.linalg.Matrix;

/** Lines of S + α·U·Vᵀ times several vectors at once, in single precision, which takes little longer than one. Can be shared by threads. */
final class GradientProduct {
    private static final FloatKernels KERNELS = KernelChoice.single();

    private final EventLines lines;
    private final float[] s;
    private final FactorRows own;
    private final FactorRows vectors;
    private final float[] scaled;
    private final int[] all;

    /**
     * Prepares the product.
     *
     * @param s the entries of S in the order of the lines
     * @param own the factors of the lines
     * @param vectors the numbers of the vectors at the other side's lines
     * @param inner α·Fᵀ·X of the other side's factors F and the vectors X: r numbers for each vector
     */
    GradientProduct(EventLines lines, float[] s, FactorRows own, FactorRows vectors, double[] inner) {
        this.lines = lines;
        this.s = s;
        this.own = own;
        this.vectors = vectors;
        int r = own.rank();
        int w = vectors.width();
        this.scaled = new float[r * w];
        this.all = new int[r];
        for (int a = 0; a < r; a++) {
            all[a] = a;
            for (int c = 0; c < vectors.rank(); c++) {
                scaled[a * w + c] = (float) inner[c * r + a];
            }
        }
    }

    /** Multiplies the lines from (inclusive) to (exclusive). */
    void multiply(int from, int to, Matrix product) {
        int w = vectors.width();
        int r = own.rank();
        float[] sparse = new float[w];
        float[] dense = new float[w];
        float[] row = new float[r];
        for (int line = from; line < to; line++) {
            KERNELS.sparseTimesBlock(
                    s, lines.index(), lines.start()[line], lines.start()[line + 1], vectors.values(), w, sparse, 0);
            System.arraycopy(own.values(), line * own.width(), row, 0, r);
            KERNELS.sparseTimesBlock(row, all, 0, r, scaled, w, dense, 0);
            for (int c = 0; c < product.columns(); c++) {
                product.set(line, c, (double) sparse[c] + dense[c]);
            }
        }
    }
}
