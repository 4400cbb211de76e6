package rung.linalg;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/** A dense matrix of doubles, row-major. It can be changed; take a {@link #copy()} where that must not happen. */
public final class Matrix implements LinearOperator {
    private static final Kernels KERNELS = KernelChoice.active();

    /** The number of rows that are multiplied together, few enough to stay in the cache. */
    private static final int BLOCK = 64;

    private final int rows;
    private final int columns;
    private final double[] array;

    /**
     * Creates a zero matrix.
     *
     * @param rows the number of rows
     * @param columns the number of columns
     */
    public Matrix(int rows, int columns) {
        this(rows, columns, new double[size(rows, columns)]);
    }

    /**
     * Wraps an array that holds entry (i, j) at i·columns + j, without copying it.
     *
     * @param rows the number of rows
     * @param columns the number of columns
     * @param array the entries, row after row
     */
    public Matrix(int rows, int columns, double[] array) {
        if (array.length != size(rows, columns)) {
            throw new IllegalArgumentException("the array of a " + rows + "×" + columns + " matrix must have "
                    + size(rows, columns) + " elements, got " + array.length);
        }
        this.rows = rows;
        this.columns = columns;
        this.array = array;
    }

    private static int size(int rows, int columns) {
        if (rows < 0 || columns < 0 || (long) rows * columns > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    "the sides of a matrix must not be negative, nor its entries 2³¹ or more, got " + rows + "×"
                            + columns);
        }
        return rows * columns;
    }

    /**
     * Copies an array of rows.
     *
     * @param rows the rows, all of the same length
     * @return the matrix
     */
    public static Matrix of(double[][] rows) {
        int n = rows.length == 0 ? 0 : rows[0].length;
        Matrix a = new Matrix(rows.length, n);
        for (int i = 0; i < rows.length; i++) {
            if (rows[i].length != n) {
                throw new IllegalArgumentException(
                        "row " + i + " must have " + n + " elements as row 0 has, got " + rows[i].length);
            }
            System.arraycopy(rows[i], 0, a.array, i * n, n);
        }
        return a;
    }

    /**
     * The matrix whose only column is a vector.
     *
     * @param vector the column; copied
     * @return the matrix
     */
    public static Matrix column(double[] vector) {
        return new Matrix(vector.length, 1, vector.clone());
    }

    /**
     * The identity matrix.
     *
     * @param n the number of rows and columns
     * @return the matrix
     */
    public static Matrix identity(int n) {
        Matrix a = new Matrix(n, n);
        for (int i = 0; i < n; i++) {
            a.array[i * n + i] = 1;
        }
        return a;
    }

    /**
     * A matrix of independent standard normal entries.
     *
     * @param rows the number of rows
     * @param columns the number of columns
     * @param random draws the entries, row after row
     * @return the matrix
     */
    public static Matrix gaussian(int rows, int columns, RandomGenerator random) {
        Matrix a = new Matrix(rows, columns);
        for (int k = 0; k < a.array.length; k++) {
            a.array[k] = random.nextGaussian();
        }
        return a;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int columns() {
        return columns;
    }

    /**
     * The entry in row i, column j.
     *
     * @param i the row, from 0
     * @param j the column, from 0
     * @return the entry
     */
    public double get(int i, int j) {
        return array[i * columns + j];
    }

    /**
     * Sets the entry in row i, column j.
     *
     * @param i the row, from 0
     * @param j the column, from 0
     * @param value the new entry
     */
    public void set(int i, int j, double value) {
        array[i * columns + j] = value;
    }

    /**
     * The array behind this matrix, row after row.
     *
     * @return the array itself, not a copy
     */
    public double[] array() {
        return array;
    }

    /**
     * A copy with an array of its own.
     *
     * @return the copy
     */
    public Matrix copy() {
        return new Matrix(rows, columns, array.clone());
    }

    /**
     * A copy of a row.
     *
     * @param i the row, from 0
     * @return its entries
     */
    public double[] row(int i) {
        return Arrays.copyOfRange(array, i * columns, (i + 1) * columns);
    }

    /**
     * A copy of a column.
     *
     * @param j the column, from 0
     * @return its entries
     */
    public double[] column(int j) {
        double[] x = new double[rows];
        for (int i = 0; i < rows; i++) {
            x[i] = array[i * columns + j];
        }
        return x;
    }

    /**
     * The transposed matrix.
     *
     * @return a new matrix, columns × rows
     */
    public Matrix transposed() {
        Matrix t = new Matrix(columns, rows);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                t.array[j * rows + i] = array[i * columns + j];
            }
        }
        return t;
    }

    /**
     * This matrix with s·x as one more column at the end.
     *
     * @param x the column
     * @param s the factor that multiplies it
     * @return a new matrix
     */
    public Matrix withColumn(double[] x, double s) {
        Matrix a = new Matrix(rows, columns + 1);
        for (int i = 0; i < rows; i++) {
            System.arraycopy(array, i * columns, a.array, i * (columns + 1), columns);
            a.array[i * (columns + 1) + columns] = s * x[i];
        }
        return a;
    }

    /**
     * This matrix without one column.
     *
     * @param j the column, from 0
     * @return a new matrix
     */
    public Matrix withoutColumn(int j) {
        Matrix a = new Matrix(rows, columns - 1);
        for (int i = 0; i < rows; i++) {
            System.arraycopy(array, i * columns, a.array, i * (columns - 1), j);
            System.arraycopy(array, i * columns + j + 1, a.array, i * (columns - 1) + j, columns - 1 - j);
        }
        return a;
    }

    /**
     * The first columns of this matrix.
     *
     * @param k how many columns
     * @return a new matrix
     */
    public Matrix firstColumns(int k) {
        Matrix a = new Matrix(rows, k);
        for (int i = 0; i < rows; i++) {
            System.arraycopy(array, i * columns, a.array, i * k, k);
        }
        return a;
    }

    /**
     * This matrix with column j multiplied by scale[j].
     *
     * @param scale a factor for each column
     * @return a new matrix
     */
    public Matrix scaledColumns(double[] scale) {
        Matrix a = copy();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                a.array[i * columns + j] *= scale[j];
            }
        }
        return a;
    }

    @Override
    public Matrix multiply(Matrix x) {
        requireRows(x, columns);
        Matrix product = new Matrix(rows, x.columns);
        if (x.columns == 1) {
            KERNELS.multiply(array, rows, columns, x.array, 0, product.array);
            return product;
        }
        for (int i = 0; i < rows; i += BLOCK) {
            int n = Math.min(BLOCK, rows - i);
            KERNELS.product(array, i * columns, n, columns, x.array, x.columns, product.array, i * x.columns);
        }
        return product;
    }

    @Override
    public Matrix multiplyTransposed(Matrix y) {
        requireRows(y, rows);
        Matrix product = new Matrix(columns, y.columns);
        if (y.columns == 1) {
            KERNELS.multiplyTransposed(array, rows, columns, y.array, product.array);
            return product;
        }
        int w = columns;
        int p = y.columns;
        for (int i = 0; i < rows; i += BLOCK) {
            int n = Math.min(BLOCK, rows - i);
            KERNELS.addTransposedProduct(array, i * w, w, y.array, i * p, p, n, product.array, false);
        }
        return product;
    }

    /**
     * Multiplies by the transpose of another matrix: A·Xᵀ.
     *
     * @param x the other matrix X, with as many columns as this one
     * @return the product
     */
    public Matrix multiplyByTransposed(Matrix x) {
        if (x.columns != columns) {
            throw new IllegalArgumentException("the other factor must have " + columns + " columns, got " + x.columns);
        }
        Matrix product = new Matrix(rows, x.rows);
        double[] row = new double[x.rows];
        for (int i = 0; i < rows; i++) {
            KERNELS.multiply(x.array, x.rows, columns, array, i * columns, row);
            System.arraycopy(row, 0, product.array, i * x.rows, x.rows);
        }
        return product;
    }

    /**
     * Adds a multiple of another matrix: A + s·B.
     *
     * @param s the factor s
     * @param b the other matrix B, of the same size
     * @return a new matrix
     */
    public Matrix plus(double s, Matrix b) {
        if (b.rows != rows || b.columns != columns) {
            throw new IllegalArgumentException("the other matrix must be " + rows + "×" + columns + ", got a " + b);
        }
        Matrix sum = copy();
        KERNELS.axpy(s, b.array, 0, sum.array, 0, array.length);
        return sum;
    }

    /**
     * The Frobenius norm.
     *
     * @return the root of the sum of the squared entries
     */
    public double norm() {
        return norm(array);
    }

    /**
     * The Euclidean norm of a vector, safe from overflow and underflow.
     *
     * @param x the vector
     * @return its norm
     */
    public static double norm(double[] x) {
        double square = KERNELS.dot(x, 0, x, 0, x.length);
        if (square > 1e-280 && square < 1e280) {
            return Math.sqrt(square);
        }
        double largest = 0;
        for (double value : x) {
            largest = Math.max(largest, Math.abs(value));
        }
        if (largest == 0 || !Double.isFinite(largest)) {
            return largest;
        }
        double sum = 0;
        for (double value : x) {
            sum += (value / largest) * (value / largest);
        }
        return largest * Math.sqrt(sum);
    }

    /**
     * Whether every entry is a finite number.
     *
     * @return false if an entry is NaN or infinite
     */
    public boolean isFinite() {
        double sum = 0;
        for (double value : array) {
            sum += value * 0;
        }
        return sum == 0;
    }

    private static void requireRows(Matrix x, int expected) {
        if (x.rows != expected) {
            throw new IllegalArgumentException("the block must have " + expected + " rows, got " + x.rows);
        }
    }

    @Override
    public String toString() {
        return rows + "×" + columns + " matrix";
    }
}
