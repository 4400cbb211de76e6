package rung.engine;

import rung.linalg.Lanczos;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;
import rung.linalg.Workers;

/**
 * Observed entries in single precision: row after row and, once more, column after column, so that either side is refitted
 * line by line without a lock. 16 bytes an entry, and 4 more for what is left to explain.
 */
final class SingleEntries {
    /** Into how many parts Gᵀu is summed; fixed, so that the answer does not depend on the number of threads. */
    private static final int PARTS = 16;

    private final EntryLines byRow;
    private final EntryLines byColumn;
    private final Workers workers;

    private SingleEntries(EntryLines byRow, EntryLines byColumn, Workers workers) {
        this.byRow = byRow;
        this.byColumn = byColumn;
        this.workers = workers;
    }

    /** The entries (i_k, j_k), in any order, each value less {@code offset}. */
    static SingleEntries of(int rows, int columns, int[] i, int[] j, float[] values, double offset, Workers workers) {
        EntryLines byRow = EntryLines.ofSizes(i, rows);
        EntryLines byColumn = EntryLines.ofSizes(j, columns);
        int[] next = byColumn.start().clone();
        for (int k = 0; k < i.length; k++) {
            int at = next[j[k]]++;
            byColumn.index()[at] = i[k];
            byColumn.values()[at] = (float) (values[k] - offset);
        }
        byColumn.into(byRow);
        byRow.into(byColumn);
        return new SingleEntries(byRow, byColumn, workers);
    }

    int rows() {
        return byRow.count();
    }

    int columns() {
        return byColumn.count();
    }

    int count() {
        return byRow.index().length;
    }

    Workers workers() {
        return workers;
    }

    EntryLines lines(boolean rows) {
        return rows ? byRow : byColumn;
    }

    /** U·Vᵀ less the observed values, row after row; both factors have rows w wide. */
    float[] residuals(float[] u, float[] v, int w) {
        float[] out = new float[count()];
        workers.run(
                rows(), row -> (long) byRow.start()[row] * w, (from, to) -> byRow.residuals(u, v, w, from, to, out));
        return out;
    }

    /** Σ x² in a fixed order. */
    static double sumOfSquares(float[] x) {
        double sum = 0;
        for (float value : x) {
            sum += (double) value * value;
        }
        return sum;
    }

    /** The top pair of the matrix that has these numbers, row after row, where the entries are, and zeros elsewhere. */
    SingularPair topPair(float[] g, double tolerance, int steps, long seed) {
        return new Lanczos(tolerance, steps).top(new Residual(g), seed);
    }

    /** Σ over the entries of (u_i·v_j)². */
    double squaredNorm(SingularPair pair) {
        float[] v = floats(pair.v());
        double[] sums = new double[rows()];
        workers.run(rows(), row -> byRow.start()[row], (from, to) -> {
            byRow.squares(v, from, to, sums);
            for (int row = from; row < to; row++) {
                sums[row] *= pair.u()[row] * pair.u()[row];
            }
        });
        double sum = 0;
        for (double x : sums) {
            sum += x;
        }
        return sum;
    }

    private static float[] floats(double[] x) {
        float[] out = new float[x.length];
        for (int k = 0; k < x.length; k++) {
            out[k] = (float) x[k];
        }
        return out;
    }

    private final class Residual implements LinearOperator {
        private final float[] g;

        Residual(float[] g) {
            this.g = g;
        }

        @Override
        public int rows() {
            return byRow.count();
        }

        @Override
        public int columns() {
            return byColumn.count();
        }

        @Override
        public Matrix multiply(Matrix x) {
            float[] in = floats(x.array());
            Matrix out = new Matrix(rows(), 1);
            workers.run(rows(), row -> byRow.start()[row], (from, to) -> byRow.multiply(g, in, from, to, out.array()));
            return out;
        }

        @Override
        public Matrix multiplyTransposed(Matrix y) {
            int[] bounds = parts();
            double[][] sums = new double[PARTS][];
            workers.run(PARTS, part -> byRow.start()[bounds[part]], (from, to) -> {
                for (int part = from; part < to; part++) {
                    sums[part] = transposed(y.array(), bounds[part], bounds[part + 1]);
                }
            });
            Matrix out = new Matrix(columns(), 1);
            for (double[] sum : sums) {
                for (int column = 0; column < sum.length; column++) {
                    out.array()[column] += sum[column];
                }
            }
            return out;
        }

        private double[] transposed(double[] y, int from, int to) {
            double[] sum = new double[columns()];
            byRow.addTransposed(g, y, from, to, sum);
            return sum;
        }

        /* Rows with about as many entries in each part. */
        private int[] parts() {
            int[] bounds = new int[PARTS + 1];
            for (int part = 1, row = 0; part <= PARTS; part++) {
                long target = (long) count() * part / PARTS;
                while (row < rows() && byRow.start()[row] < target) {
                    row++;
                }
                bounds[part] = part == PARTS ? rows() : row;
            }
            return bounds;
        }
    }
}
