package rung.linalg;

import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/** Computes the entries of U·Vᵀ at the positions of a pattern, and nowhere else. Costs |Ω|·r multiplications. */
public final class SampledProduct {
    private static final Kernels KERNELS = KernelChoice.active();

    private SampledProduct() {}

    /**
     * Computes the entries of U·Vᵀ on a pattern.
     *
     * @param u the left factor, m×r
     * @param v the right factor, n×r
     * @param pattern the positions Ω
     * @param workers the threads
     * @return the entries in row order
     */
    public static double[] of(Matrix u, Matrix v, Pattern pattern, Workers workers) {
        double[] out = new double[pattern.count()];
        into(out, u, v, pattern, workers);
        return out;
    }

    /**
     * Computes the entries of U·Vᵀ on a pattern, into a given array.
     *
     * @param out receives the entries in row order
     * @param u the left factor, m×r
     * @param v the right factor, n×r
     * @param pattern the positions Ω
     * @param workers the threads
     */
    public static void into(double[] out, Matrix u, Matrix v, Pattern pattern, Workers workers) {
        int r = u.columns();
        Pattern.Lines lines = pattern.lines(Side.LEFT);
        workers.run(lines.count(), row -> lines.before(row) * r, (from, to) -> {
            double[] line = new double[lines.isFull() ? pattern.columns() : 0];
            for (int row = from; row < to; row++) {
                int start = (int) lines.before(row);
                if (lines.isFull()) {
                    KERNELS.multiply(v.array(), v.rows(), r, u.array(), row * r, line);
                    System.arraycopy(line, 0, out, start, line.length);
                } else {
                    int end = start + lines.size(row);
                    KERNELS.sampledProduct(u.array(), row * r, v.array(), r, lines.index(), start, end, out);
                }
            }
        });
    }
}
