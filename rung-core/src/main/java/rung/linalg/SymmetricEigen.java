package rung.linalg;

import java.util.Arrays;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix, A·V = V·diag(λ): V is n×k with orthonormal columns, λ descends.
 *
 * <p>Householder's reflections make the matrix tridiagonal; the implicit QL iteration finds the eigenvalues of that. If all
 * eigenvectors are wanted they come from the rotations of the same iteration; if only those of the largest eigenvalues are, from
 * inverse iteration, which is faster. Errors are some rounding errors of ‖A‖, so an eigenvalue far smaller than the largest has fewer
 * correct digits.
 *
 * @param values the eigenvalues
 * @param vectors the eigenvectors, as columns
 */
public record SymmetricEigen(double[] values, Matrix vectors) {
    /** Copies the eigenvalues. */
    public SymmetricEigen {
        values = values.clone();
    }

    /**
     * The eigenvalues.
     *
     * @return a copy, descending
     */
    @Override
    public double[] values() {
        return values.clone();
    }

    /**
     * One of the eigenvalues.
     *
     * @param k its number, from 0 for the largest
     * @return the value
     */
    public double value(int k) {
        return values[k];
    }

    /**
     * Computes all eigenvalues and eigenvectors; only the lower triangle of the matrix is read.
     *
     * @param a the matrix
     * @return n eigenvalues and their vectors
     */
    public static SymmetricEigen of(Matrix a) {
        return of(a, new Workers(1));
    }

    /**
     * Computes all eigenvalues and eigenvectors on several threads.
     *
     * @param a the matrix, of which only the lower triangle is read
     * @param workers the threads
     * @return n eigenvalues and their vectors
     */
    public static SymmetricEigen of(Matrix a, Workers workers) {
        Tridiagonal t = Tridiagonal.of(a);
        return all(t, a.rows(), workers);
    }

    /**
     * Computes all eigenvalues.
     *
     * @param a the matrix, of which only the lower triangle is read
     * @return the eigenvalues, descending
     */
    public static double[] values(Matrix a) {
        Tridiagonal t = Tridiagonal.of(a);
        return t.unscaled(t.eigenvalues());
    }

    /**
     * Computes the eigenvalues above a threshold and their eigenvectors.
     *
     * @param a the matrix, of which only the lower triangle is read
     * @param threshold the value that eigenvalues must exceed
     * @param workers the threads
     * @return those eigenvalues and their vectors
     */
    public static SymmetricEigen above(Matrix a, double threshold, Workers workers) {
        Tridiagonal t = Tridiagonal.of(a);
        double[] scaled = t.eigenvalues();
        double[] values = t.unscaled(scaled);
        int k = 0;
        while (k < values.length && values[k] > threshold) {
            k++;
        }
        return first(t, scaled, k, workers);
    }

    /**
     * Computes the k largest eigenvalues and their eigenvectors.
     *
     * @param a the matrix, of which only the lower triangle is read
     * @param k the number of eigenvalues
     * @param workers the threads
     * @return k eigenvalues and their vectors
     */
    public static SymmetricEigen largest(Matrix a, int k, Workers workers) {
        if (k < 0 || k > a.rows()) {
            throw new IllegalArgumentException("k must be between 0 and " + a.rows() + ", got " + k);
        }
        Tridiagonal t = Tridiagonal.of(a);
        return first(t, t.eigenvalues(), k, workers);
    }

    private static SymmetricEigen first(Tridiagonal t, double[] scaled, int k, Workers workers) {
        Matrix rows = new InverseIteration(t).vectors(scaled, k);
        if (rows == null) {
            return all(t, k, workers);
        }
        t.restore(rows, workers);
        return new SymmetricEigen(Arrays.copyOf(t.unscaled(scaled), k), rows.transposed());
    }

    private static SymmetricEigen all(Tridiagonal t, int k, Workers workers) {
        Matrix rows = new Matrix(t.size(), t.size());
        double[] values = t.unscaled(t.eigenvalues(rows, workers));
        Matrix first = new Matrix(k, t.size(), Arrays.copyOf(rows.array(), k * t.size()));
        t.restore(first, workers);
        return new SymmetricEigen(Arrays.copyOf(values, k), first.transposed());
    }
}
