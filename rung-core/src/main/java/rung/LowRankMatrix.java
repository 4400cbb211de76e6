package rung;

import java.util.Arrays;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Svd;

/** An immutable m×n matrix A = U·Vᵀ, kept as its factors: U is m×r, V is n×r. */
public final class LowRankMatrix implements LinearOperator {
    private final Matrix u;
    private final Matrix v;

    private LowRankMatrix(Matrix u, Matrix v) {
        this.u = u;
        this.v = v;
    }

    /**
     * The matrix U·Vᵀ.
     *
     * @param u the left factor, m×r; copied
     * @param v the right factor, n×r; copied
     * @return the matrix
     */
    public static LowRankMatrix of(Matrix u, Matrix v) {
        if (u.columns() != v.columns()) {
            throw new IllegalArgumentException(
                    "both factors must have the same number of columns, got " + u.columns() + " and " + v.columns());
        }
        return new LowRankMatrix(u.copy(), v.copy());
    }

    /**
     * The zero matrix, of rank 0.
     *
     * @param rows the number m of rows
     * @param columns the number n of columns
     * @return the matrix
     */
    public static LowRankMatrix zero(int rows, int columns) {
        return new LowRankMatrix(new Matrix(rows, 0), new Matrix(columns, 0));
    }

    @Override
    public int rows() {
        return u.rows();
    }

    @Override
    public int columns() {
        return v.rows();
    }

    /**
     * The number of columns of the factors. The rank of the product is at most this.
     *
     * @return r
     */
    public int rank() {
        return u.columns();
    }

    /**
     * A copy of the left factor.
     *
     * @return U, m×r
     */
    public Matrix left() {
        return u.copy();
    }

    /**
     * A copy of the right factor.
     *
     * @return V, n×r
     */
    public Matrix right() {
        return v.copy();
    }

    /**
     * The entry A_ij.
     *
     * @param i the row, from 0
     * @param j the column, from 0
     * @return the entry
     */
    public double get(int i, int j) {
        check(i, rows(), "row");
        check(j, columns(), "column");
        int r = rank();
        double[] left = u.array();
        double[] right = v.array();
        double sum = 0;
        for (int k = 0; k < r; k++) {
            sum += left[i * r + k] * right[j * r + k];
        }
        return sum;
    }

    /**
     * A whole row of A.
     *
     * @param i the row, from 0
     * @return n entries
     */
    public double[] row(int i) {
        check(i, rows(), "row");
        return v.multiply(new Matrix(rank(), 1, u.row(i))).array();
    }

    /**
     * A whole column of A.
     *
     * @param j the column, from 0
     * @return m entries
     */
    public double[] column(int j) {
        check(j, columns(), "column");
        return u.multiply(new Matrix(rank(), 1, v.row(j))).array();
    }

    @Override
    public Matrix multiply(Matrix x) {
        return u.multiply(v.multiplyTransposed(x));
    }

    @Override
    public Matrix multiplyTransposed(Matrix y) {
        return v.multiply(u.multiplyTransposed(y));
    }

    /**
     * All m·n entries.
     *
     * @return a dense matrix
     */
    public Matrix toDense() {
        return u.multiplyByTransposed(v);
    }

    /**
     * The transposed matrix.
     *
     * @return V·Uᵀ
     */
    public LowRankMatrix transposed() {
        return new LowRankMatrix(v, u);
    }

    /**
     * The singular values, as many as min(rank, m, n).
     *
     * @return the values, descending
     */
    public double[] singularValues() {
        return orthonormal().sigma();
    }

    /**
     * The same matrix as orthonormal factors and singular values.
     *
     * @return the decomposition
     */
    public Svd orthonormal() {
        return Svd.ofProduct(u, v);
    }

    /**
     * H_r(A): the best approximation of rank r.
     *
     * @param r the rank, at least 0
     * @return the approximation; this matrix if its rank is not above r
     */
    public LowRankMatrix truncated(int r) {
        if (r < 0) {
            throw new IllegalArgumentException("r must not be negative, got " + r);
        }
        Svd svd = orthonormal();
        if (r >= svd.u().columns()) {
            return this;
        }
        Svd first = svd.first(r);
        return new LowRankMatrix(first.u().scaledColumns(first.sigma()), first.v());
    }

    /**
     * The distance ‖A − B‖ in the Frobenius norm.
     *
     * @param b the other matrix B, of the same size
     * @return the distance
     */
    public double distance(LowRankMatrix b) {
        if (b.rows() != rows() || b.columns() != columns()) {
            throw new IllegalArgumentException(
                    "the other matrix must be " + rows() + "×" + columns() + ", got " + b.rows() + "×" + b.columns());
        }
        return Matrix.norm(Svd.ofProduct(beside(u, b.u, -1), beside(v, b.v, 1)).sigma());
    }

    /**
     * The Frobenius norm ‖A‖.
     *
     * @return the norm
     */
    public double norm() {
        return Matrix.norm(singularValues());
    }

    /**
     * The squared Frobenius norm ‖A‖² = ⟨UᵀU, VᵀV⟩: fast, but where large terms cancel less accurate than {@link #norm}.
     *
     * @return the square
     */
    public double squaredNorm() {
        double[] left = u.multiplyTransposed(u).array();
        double[] right = v.multiplyTransposed(v).array();
        double sum = 0;
        for (int k = 0; k < left.length; k++) {
            sum += left[k] * right[k];
        }
        return sum;
    }

    private static Matrix beside(Matrix a, Matrix b, double s) {
        Matrix both = new Matrix(a.rows(), a.columns() + b.columns());
        for (int i = 0; i < a.rows(); i++) {
            for (int j = 0; j < both.columns(); j++) {
                both.set(i, j, j < a.columns() ? a.get(i, j) : s * b.get(i, j - a.columns()));
            }
        }
        return both;
    }

    private static void check(int i, int limit, String name) {
        if (i < 0 || i >= limit) {
            throw new IndexOutOfBoundsException(name + " must be between 0 and " + (limit - 1) + ", got " + i);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LowRankMatrix b
                && rows() == b.rows()
                && columns() == b.columns()
                && Arrays.equals(u.array(), b.u.array())
                && Arrays.equals(v.array(), b.v.array());
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(u.array()) + Arrays.hashCode(v.array());
    }

    @Override
    public String toString() {
        return rows() + "×" + columns() + " matrix of rank ≤ " + rank();
    }
}
