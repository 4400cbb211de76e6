package rung.engine.bayes;

import rung.kernel.Kernels;
import rung.linalg.Matrix;

/**
 * The posterior of one side: a normal distribution for each of its rows, independent of each other.
 *
 * @param mean the mean of each row, r wide
 * @param moments for each row the lower triangle of E[x·xᵀ] = mean·meanᵀ + covariance, row after row, padded with zeros to {@link
 *     #width}; this is all of the covariance that the other side needs
 * @param logDeterminants the sum of the logarithms of the covariances' determinants
 */
record Posterior(Matrix mean, Matrix moments, double logDeterminants) {
    /** The variance of a new column, relative to its size: it counts as certain until the next refit replaces the variance. */
    private static final double NEW = 1e-12;

    /** A posterior without columns. */
    static Posterior none(int rows) {
        return new Posterior(new Matrix(rows, 0), new Matrix(rows, 0), 0);
    }

    /** The number of elements of a packed triangle, padding included. */
    static int width(int rank) {
        return Kernels.padded(at(rank, 0));
    }

    /** The index of row k, column l ≤ k in a packed triangle. */
    static int at(int k, int l) {
        return k * (k + 1) / 2 + l;
    }

    int rows() {
        return mean.rows();
    }

    int rank() {
        return mean.columns();
    }

    /** The prior variance of each column under which this posterior is likeliest: the mean of the squares. */
    double[] priorVariances() {
        double[] variances = new double[rank()];
        for (int i = 0; i < rows(); i++) {
            for (int k = 0; k < variances.length; k++) {
                variances[k] += moments.get(i, at(k, k));
            }
        }
        for (int k = 0; k < variances.length; k++) {
            variances[k] /= rows();
        }
        return variances;
    }

    /** The divergence of the posterior from its prior, with the prior's likeliest variances. */
    double divergence() {
        double sum = -logDeterminants;
        for (double variance : priorVariances()) {
            sum += rows() * Math.log(variance);
        }
        return 0.5 * sum;
    }

    /** Appends a column, s times the given numbers. */
    Posterior with(double[] column, double s) {
        int r = rank();
        Matrix larger = new Matrix(rows(), width(r + 1));
        double size = 0;
        for (double x : column) {
            size += s * s * x * x / rows();
        }
        for (int i = 0; i < rows(); i++) {
            double x = s * column[i];
            int to = i * larger.columns();
            System.arraycopy(moments.array(), i * moments.columns(), larger.array(), to, at(r, 0));
            for (int k = 0; k < r; k++) {
                larger.array()[to + at(r, k)] = x * mean.get(i, k);
            }
            larger.array()[to + at(r, r)] = x * x + NEW * size;
        }
        return new Posterior(mean.withColumn(column, s), larger, logDeterminants + rows() * Math.log(NEW * size));
    }

    /** Removes a column; the determinants are wrong until the next refit sets them. */
    Posterior without(int column) {
        int r = rank();
        Matrix smaller = new Matrix(rows(), width(r - 1));
        for (int i = 0; i < rows(); i++) {
            for (int k = 0, to = 0; k < r; k++) {
                for (int l = 0; l <= k; l++) {
                    if (k != column && l != column) {
                        smaller.set(i, to++, moments.get(i, at(k, l)));
                    }
                }
            }
        }
        return new Posterior(mean.withoutColumn(column), smaller, logDeterminants);
    }
}
