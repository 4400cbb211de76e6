package rung.engine;

import rung.linalg.Matrix;

/**
 * What is believed of one side: a normal distribution for each of its rows, independent of each other.
 *
 * @param mean one row each, r wide
 * @param covariance one row each, r×r written out
 * @param logDeterminants the sum of the logarithms of the covariances' determinants
 */
record Posterior(Matrix mean, Matrix covariance, double logDeterminants) {
    /** A variance for a column that is new and certain as yet; the next refit replaces it. */
    private static final double NEW = 1e-12;

    /** No column at all. */
    static Posterior none(int rows) {
        return new Posterior(new Matrix(rows, 0), new Matrix(rows, 0), 0);
    }

    int rows() {
        return mean.rows();
    }

    int rank() {
        return mean.columns();
    }

    /** The prior variance of each column that makes this posterior likeliest: the mean of its square. */
    double[] priorVariances() {
        int r = rank();
        double[] variances = new double[r];
        for (int i = 0; i < rows(); i++) {
            for (int k = 0; k < r; k++) {
                double x = mean.get(i, k);
                variances[k] += (x * x + covariance.get(i, k * r + k)) / rows();
            }
        }
        return variances;
    }

    /** The divergence of the posterior from its prior, where the prior's variances are the likeliest ones. */
    double divergence() {
        double sum = -logDeterminants;
        for (double variance : priorVariances()) {
            sum += rows() * Math.log(variance);
        }
        return 0.5 * sum;
    }

    Posterior with(double[] column, double s) {
        int r = rank();
        Matrix larger = new Matrix(rows(), (r + 1) * (r + 1));
        double size = 0;
        for (double x : column) {
            size += s * s * x * x / rows();
        }
        for (int i = 0; i < rows(); i++) {
            for (int k = 0; k < r; k++) {
                for (int l = 0; l < r; l++) {
                    larger.set(i, k * (r + 1) + l, covariance.get(i, k * r + l));
                }
            }
            larger.set(i, (r + 1) * (r + 1) - 1, NEW * size);
        }
        return new Posterior(mean.withColumn(column, s), larger, logDeterminants + rows() * Math.log(NEW * size));
    }

    /** Leaves out a column; the determinants are set right by the next refit. */
    Posterior without(int column) {
        int r = rank();
        Matrix smaller = new Matrix(rows(), (r - 1) * (r - 1));
        for (int i = 0; i < rows(); i++) {
            for (int k = 0, to = 0; k < r; k++) {
                for (int l = 0; l < r; l++) {
                    if (k != column && l != column) {
                        smaller.set(i, to++, covariance.get(i, k * r + l));
                    }
                }
            }
        }
        return new Posterior(mean.withoutColumn(column), smaller, logDeterminants);
    }

    /** E[x·xᵀ] of each row: the mean's square and the covariance. */
    Matrix secondMoments() {
        int r = rank();
        Matrix moments = covariance.copy();
        for (int i = 0; i < rows(); i++) {
            for (int k = 0; k < r; k++) {
                for (int l = 0; l < r; l++) {
                    int at = i * r * r + k * r + l;
                    moments.array()[at] += mean.get(i, k) * mean.get(i, l);
                }
            }
        }
        return moments;
    }
}
