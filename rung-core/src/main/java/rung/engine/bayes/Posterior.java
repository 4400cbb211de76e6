package rung.engine.bayes;

import rung.kernel.Kernels;
import rung.linalg.Matrix;
import rung.linalg.Pattern;

/**
 * The posterior of one side: a normal distribution for each of its rows, independent of each other.
 *
 * @param mean the mean of each row, r wide
 * @param moments for each row the lower triangle of E[x·xᵀ] = mean·meanᵀ + covariance, row after row, padded with zeros to {@link
 *     #width}; this is all of the covariance that the other side needs
 * @param observed which rows have observed entries; the others are as their prior says, and say nothing of it
 * @param logDeterminants the sum of the logarithms of the covariances' determinants, over the observed rows
 */
record Posterior(Matrix mean, Matrix moments, boolean[] observed, double logDeterminants) {
    /** The variance of a new column, relative to its size: it counts as certain until the next refit replaces the variance. */
    private static final double NEW = 1e-12;

    /** A posterior without columns. */
    static Posterior none(Pattern.Lines lines) {
        boolean[] observed = new boolean[lines.count()];
        for (int line = 0; line < observed.length; line++) {
            observed[line] = lines.size(line) > 0;
        }
        return new Posterior(new Matrix(observed.length, 0), new Matrix(observed.length, 0), observed, 0);
    }

    /** What a prior says of rows, before anything of them is known. */
    static Posterior of(Prior prior, Pattern.Lines lines) {
        boolean[] observed = none(lines).observed();
        int r = prior.means().length;
        Matrix mean = new Matrix(observed.length, r);
        Matrix moments = new Matrix(observed.length, width(r));
        for (int i = 0; i < observed.length; i++) {
            for (int k = 0; k < r; k++) {
                mean.set(i, k, prior.means()[k]);
                for (int l = 0; l <= k; l++) {
                    double variance = l == k ? prior.variances()[k] : 0;
                    moments.set(i, at(k, l), prior.means()[k] * prior.means()[l] + variance);
                }
            }
        }
        return new Posterior(mean, moments, observed, 0);
    }

    /** A posterior without variance. */
    static Posterior certain(Matrix rows, boolean[] observed) {
        int r = rows.columns();
        Matrix moments = new Matrix(rows.rows(), width(r));
        for (int i = 0; i < rows.rows(); i++) {
            for (int k = 0, next = i * moments.columns(); k < r; k++) {
                for (int c = 0; c <= k; c++) {
                    moments.array()[next++] = rows.get(i, k) * rows.get(i, c);
                }
            }
        }
        return new Posterior(rows, moments, observed, 0);
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

    /** The prior under which this posterior is likeliest. */
    Prior prior() {
        return Prior.of(this);
    }

    /** The divergence of the posterior from its likeliest prior. */
    double divergence() {
        return 0.5 * (prior().energy() - logDeterminants);
    }

    /** The inner product ⟨E[x·xᵀ], E[y·yᵀ]⟩ of a row x of this and a row y of the other, which is E[(x·y)²]. */
    double innerProduct(int row, Posterior other, int otherRow) {
        double sum = 0;
        for (int k = 0, e = 0; k < rank(); k++) {
            for (int l = 0; l <= k; l++, e++) {
                sum += (l < k ? 2 : 1) * moments.get(row, e) * other.moments.get(otherRow, e);
            }
        }
        return sum;
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
        return new Posterior(
                mean.withColumn(column, s), larger, observed, logDeterminants + prior().rows() * Math.log(NEW * size));
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
        return new Posterior(mean.withoutColumn(column), smaller, observed, logDeterminants);
    }
}
