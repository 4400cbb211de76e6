package rung.baseline;

import java.util.Arrays;
import rung.LowRankMatrix;
import rung.linalg.Matrix;
import rung.linalg.SymmetricEigen;
import rung.linalg.Workers;

/**
 * Principal components: the best approximation of a dense matrix by one of rank k, in the Frobenius norm.
 *
 * <pre>minimize ‖M − L‖   subject to   rank(L) ≤ k</pre>
 *
 * <p>It comes from the eigenvectors of the Gram matrix of the smaller side, and costs one pass over the matrix and one product; so ‖M −
 * L‖ is the least possible up to about 1e-8·‖M‖. An instance is immutable: each {@code with…} returns a changed copy.
 */
public final class Pca {
    private final int rank;
    private final boolean centered;
    private final int threads;

    private Pca(int rank, boolean centered, int threads) {
        if (rank < 0) {
            throw new IllegalArgumentException("rank must not be negative, got " + rank);
        }
        Workers.checked(threads);
        this.rank = rank;
        this.centered = centered;
        this.threads = threads;
    }

    /**
     * The approximation of a rank, without centering, on as many threads as processors.
     *
     * @param rank the rank k
     * @return the method
     */
    public static Pca ofRank(int rank) {
        return new Pca(rank, false, Runtime.getRuntime().availableProcessors());
    }

    /**
     * Sets whether each row's mean is subtracted first and added at the end, which is one more rank.
     *
     * @param centered whether to center
     * @return a changed copy
     */
    public Pca withCentering(boolean centered) {
        return new Pca(rank, centered, threads);
    }

    /**
     * Sets the number of threads. The result does not depend on it, bit for bit.
     *
     * @param threads at least 1
     * @return a changed copy
     */
    public Pca withThreads(int threads) {
        return new Pca(rank, centered, threads);
    }

    /**
     * Computes L. With centering its rank is k + 1: the means of the rows, and the best approximation of what they leave.
     *
     * @param m the matrix M, all entries finite
     * @return L
     */
    public LowRankMatrix approximate(Matrix m) {
        int least = Math.min(m.rows(), m.columns());
        if (rank > least) {
            throw new IllegalArgumentException(
                    "rank must be between 0 and " + least + " (the smaller side of the " + m + "), got " + rank);
        }
        for (int k = 0; k < m.array().length; k++) {
            if (!Double.isFinite(m.array()[k])) {
                throw new IllegalArgumentException("PCA needs every entry to be a finite number, got " + m.array()[k]
                        + " in row " + k / m.columns() + ", column " + k % m.columns());
            }
        }
        if (!centered) {
            return best(m);
        }
        double[] means = new double[m.rows()];
        Matrix rest = m.copy();
        for (int i = 0; i < m.rows(); i++) {
            for (int j = 0; j < m.columns(); j++) {
                means[i] += m.get(i, j) / m.columns();
            }
            for (int j = 0; j < m.columns(); j++) {
                rest.set(i, j, m.get(i, j) - means[i]);
            }
        }
        double[] ones = new double[m.columns()];
        Arrays.fill(ones, 1);
        LowRankMatrix low = best(rest);
        return LowRankMatrix.of(low.left().withColumn(means, 1), low.right().withColumn(ones, 1));
    }

    private LowRankMatrix best(Matrix m) {
        if (m.rows() < m.columns()) {
            return best(m.transposed()).transposed();
        }
        if (rank == 0) {
            return LowRankMatrix.zero(m.rows(), m.columns());
        }
        Workers workers = new Workers(threads);
        Slabs slabs = new Slabs(m.rows(), m.columns(), workers);
        double largest = 0;
        for (double value : m.array()) {
            largest = Math.max(largest, Math.abs(value));
        }
        double scale = Slabs.scale(largest); // squares must not overflow
        Matrix scaled = m.copy();
        for (int k = 0; k < scaled.array().length; k++) {
            scaled.array()[k] /= scale;
        }
        slabs.forEachBlock(space -> (slab, from, rows) -> slabs.addGram(slab, scaled.array(), from, rows));
        Matrix v = SymmetricEigen.largest(slabs.gram(), rank, workers).vectors();
        Matrix u = new Matrix(m.rows(), rank);
        slabs.forEachBlock(
                space -> (slab, from, rows) -> slabs.multiply(m.array(), from, rows, v.array(), rank, u.array(), from));
        return LowRankMatrix.of(u, v);
    }
}
