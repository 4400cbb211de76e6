package rung.linalg;

import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/** The matrix that has given values on a {@link Pattern} and zeros elsewhere. */
public final class SparseMatrix implements LinearOperator {
    private static final Kernels KERNELS = KernelChoice.active();

    private final Pattern pattern;
    private final double[] values;
    private final Workers workers;
    private double[] columnOrder; // space for a copy of the values, column after column; null before it is needed
    private boolean hasColumnOrder; // whether that copy has been made: it is when it is first needed

    /**
     * Creates the matrix of given values.
     *
     * @param pattern the positions of the values
     * @param values the values in row order; not copied, and not to be changed afterwards
     * @param workers the threads that multiply
     */
    public SparseMatrix(Pattern pattern, double[] values, Workers workers) {
        this.pattern = pattern;
        this.values = values;
        this.workers = workers;
    }

    /**
     * Creates the same matrix, with work space for a second copy of the values.
     *
     * @param pattern the positions of the values
     * @param values the values in row order; not copied, and not to be changed afterwards
     * @param space an array as long as {@code values}, which will be overwritten
     * @param workers the threads that multiply
     */
    public SparseMatrix(Pattern pattern, double[] values, double[] space, Workers workers) {
        this(pattern, values, workers);
        if (space.length != values.length) {
            throw new IllegalArgumentException(
                    "the work space must be as long as the values, " + values.length + ", got " + space.length);
        }
        this.columnOrder = space;
    }

    @Override
    public int rows() {
        return pattern.rows();
    }

    @Override
    public int columns() {
        return pattern.columns();
    }

    @Override
    public Matrix multiply(Matrix x) {
        return multiply(pattern.lines(Side.LEFT), values, x);
    }

    @Override
    public Matrix multiplyTransposed(Matrix y) {
        Pattern.Lines lines = pattern.lines(Side.RIGHT);
        if (!hasColumnOrder) {
            double[] copy = columnOrder == null ? new double[values.length] : columnOrder;
            workers.run(lines.count(), lines::before, (from, to) -> {
                for (int line = from; line < to; line++) {
                    int at = (int) lines.before(line);
                    for (int k = 0; k < lines.size(line); k++) {
                        copy[at + k] = values[lines.position(line, k)];
                    }
                }
            });
            columnOrder = copy;
            hasColumnOrder = true;
        }
        return multiply(lines, columnOrder, y);
    }

    private Matrix multiply(Pattern.Lines lines, double[] lineOrder, Matrix x) {
        int w = x.columns();
        Matrix product = new Matrix(lines.count(), w);
        workers.run(lines.count(), line -> lines.before(line) * w, (from, to) -> {
            double[] out = product.array();
            boolean isFull = lines.isFull();
            int[] index = isFull ? new int[0] : lines.index();
            double[] lineValues = new double[isFull ? x.rows() : 0];
            double[] sum = new double[isFull ? w : 0];
            for (int line = from; line < to; line++) {
                int start = (int) lines.before(line);
                int end = start + lines.size(line);
                if (isFull && w == 1) {
                    out[line] = KERNELS.dot(lineOrder, start, x.array(), 0, end - start);
                } else if (isFull) {
                    System.arraycopy(lineOrder, start, lineValues, 0, lineValues.length);
                    KERNELS.multiplyTransposed(x.array(), x.rows(), w, lineValues, sum);
                    System.arraycopy(sum, 0, out, line * w, w);
                } else if (w == 1) {
                    out[line] = KERNELS.sparseDot(lineOrder, index, start, end, x.array());
                } else {
                    KERNELS.sparseTimesBlock(lineOrder, index, start, end, x.array(), w, out, line * w);
                }
            }
        });
        return product;
    }
}
