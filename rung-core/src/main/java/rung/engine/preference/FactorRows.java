package rung.engine.preference;

import java.util.Arrays;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/**
 * One side of U·Vᵀ in single precision: a row of r floats for each line, padded with zeros to a width that the kernels accept. It is
 * never changed: a refit makes another.
 */
public final class FactorRows {
    private static final FloatKernels KERNELS = KernelChoice.single();

    private final int lines;
    private final int rank;
    private final int width;
    private final float[] values;
    private double[] gram; // XᵀX; null until it is asked for

    FactorRows(int lines, int rank) {
        this(lines, rank, new float[size(lines, FloatKernels.padded(rank))]);
    }

    private FactorRows(int lines, int rank, float[] values) {
        this.lines = lines;
        this.rank = rank;
        this.width = FloatKernels.padded(rank);
        this.values = values;
    }

    private static int size(int lines, int width) {
        if ((long) lines * width > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a factor of " + lines + " lines must have fewer than "
                    + (Integer.MAX_VALUE - 8) / lines + " columns, got " + width);
        }
        return lines * width;
    }

    /**
     * Rounds the rows of a matrix to single precision.
     *
     * @param matrix the matrix
     * @return its rows
     */
    public static FactorRows of(Matrix matrix) {
        FactorRows rows = new FactorRows(matrix.rows(), matrix.columns());
        for (int line = 0; line < rows.lines; line++) {
            for (int k = 0; k < rows.rank; k++) {
                rows.values[line * rows.width + k] = (float) matrix.get(line, k);
            }
        }
        return rows;
    }

    /**
     * Makes rows of numbers that stand one row after another without padding.
     *
     * @param lines the number of rows
     * @param rank the number of columns
     * @param numbers {@code lines·rank} numbers, which are copied
     * @return the rows
     * @throws IllegalArgumentException if there are more or fewer numbers
     */
    public static FactorRows of(int lines, int rank, float[] numbers) {
        if (numbers.length != (long) lines * rank) {
            throw new IllegalArgumentException(
                    "there must be " + rank + " numbers for each of " + lines + " lines, got " + numbers.length);
        }
        FactorRows rows = new FactorRows(lines, rank);
        for (int line = 0; line < lines; line++) {
            System.arraycopy(numbers, line * rank, rows.values, line * rows.width, rank);
        }
        return rows;
    }

    /**
     * The numbers of all rows, one row after another without padding.
     *
     * @return a new array of {@code lines·rank} numbers
     */
    public float[] unpadded() {
        float[] numbers = new float[lines * rank];
        for (int line = 0; line < lines; line++) {
            System.arraycopy(values, line * width, numbers, line * rank, rank);
        }
        return numbers;
    }

    /**
     * The numbers of one row.
     *
     * @param line the row
     * @return a new array of {@code rank} numbers
     */
    public float[] row(int line) {
        return Arrays.copyOfRange(values, line * width, line * width + rank);
    }

    /**
     * Rounds a number of vectors up to one that {@link #multiply} takes.
     *
     * @param vectors the number of vectors
     * @return the least multiple of 16 that is at least as many
     */
    public static int columns(int vectors) {
        return FloatKernels.padded(vectors);
    }

    /**
     * Multiplies some rows by a block of vectors.
     *
     * @param from the first row
     * @param to the row after the last
     * @param block the vectors as columns: number k of vector p is at {@code k·columns + p}, for k below {@link #width()}
     * @param columns the number of vectors, as {@link #columns} rounds it
     * @param out receives {@code columns} products for each row
     */
    public void multiply(int from, int to, float[] block, int columns, float[] out) {
        KERNELS.product(values, from, to, width, block, columns, out);
    }

    /**
     * Multiplies all rows by one vector.
     *
     * @param x the vector, of {@link #rank()} numbers
     * @param out receives a product for each row
     */
    public void multiply(float[] x, float[] out) {
        KERNELS.multiply(values, lines, width, Arrays.copyOf(x, width), 0, out);
    }

    FactorRows copy() {
        return new FactorRows(lines, rank, values.clone());
    }

    /**
     * The number of lines.
     *
     * @return the number
     */
    public int lines() {
        return lines;
    }

    /**
     * The number r of columns.
     *
     * @return r
     */
    public int rank() {
        return rank;
    }

    /**
     * The distance between two rows in {@link #values}.
     *
     * @return the width, in floats
     */
    public int width() {
        return width;
    }

    /**
     * The rows, one after another.
     *
     * @return the array itself, not to be changed
     */
    public float[] values() {
        return values;
    }

    /** The same rows in double precision. */
    Matrix matrix() {
        Matrix matrix = new Matrix(lines, rank);
        for (int line = 0; line < lines; line++) {
            for (int k = 0; k < rank; k++) {
                matrix.set(line, k, values[line * width + k]);
            }
        }
        return matrix;
    }

    /** The rows with the first {@code count} of these vectors as more columns. */
    FactorRows withColumns(double[][] columns, int count, Workers workers) {
        FactorRows larger = new FactorRows(lines, rank + count);
        workers.run(lines, line -> (long) line * larger.width, (from, to) -> {
            for (int line = from; line < to; line++) {
                System.arraycopy(values, line * width, larger.values, line * larger.width, rank);
                for (int k = 0; k < count; k++) {
                    larger.values[line * larger.width + rank + k] = (float) columns[k][line];
                }
            }
        });
        return larger;
    }

    /** The rows without column j. */
    FactorRows withoutColumn(int j) {
        FactorRows smaller = new FactorRows(lines, rank - 1);
        for (int line = 0; line < lines; line++) {
            System.arraycopy(values, line * width, smaller.values, line * smaller.width, j);
            System.arraycopy(values, line * width + j + 1, smaller.values, line * smaller.width + j, rank - 1 - j);
        }
        return smaller;
    }

    /** The norm of each column. */
    double[] norms() {
        double[] squares = new double[rank];
        for (int line = 0; line < lines; line++) {
            for (int k = 0; k < rank; k++) {
                double x = values[line * width + k];
                squares[k] += x * x;
            }
        }
        return Arrays.stream(squares).map(Math::sqrt).toArray();
    }

    /** Computes XᵀX of these rows X: r×r, row-major and symmetric. Parts that fit the cache are summed in single precision. */
    double[] gram(Workers workers) {
        if (gram == null) {
            gram = workers.sum(lines, (long) rank * rank / 2 + 1, (from, to) -> {
                float[] block = Arrays.copyOfRange(values, from * width, to * width);
                float[] part = new float[width * width];
                KERNELS.gram(block, to - from, width, rank, false, part);
                double[] sums = new double[rank * rank];
                for (int a = 0; a < rank; a++) {
                    for (int b = a; b < rank; b++) {
                        sums[a * rank + b] = part[a * width + b];
                        sums[b * rank + a] = part[a * width + b];
                    }
                }
                return sums;
            });
        }
        return gram;
    }

    /**
     * Computes Xᵀ·B of these rows X for a block B of k columns, in double precision.
     *
     * @param b the block, row after row
     * @param k the number of its columns
     * @param workers the threads
     * @return r numbers for each column of B, one column after another
     */
    public double[] transposedTimes(double[] b, int k, Workers workers) {
        return workers.sum(lines, (long) rank * k, (from, to) -> {
            double[] sums = new double[rank * k];
            for (int line = from; line < to; line++) {
                for (int c = 0; c < k; c++) {
                    double s = b[line * k + c];
                    for (int a = 0; a < rank; a++) {
                        sums[c * rank + a] += s * values[line * width + a];
                    }
                }
            }
            return sums;
        });
    }

    /** Multiplies a line by a vector of r numbers. */
    double dot(int line, double[] x) {
        double sum = 0;
        for (int a = 0; a < rank; a++) {
            sum += values[line * width + a] * x[a];
        }
        return sum;
    }
}
