package rung.engine;

import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;
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
    private static final FloatKernels KERNELS = KernelChoice.single();

    /** Into how many parts Gᵀu is summed; fixed, so that the answer does not depend on the number of threads. */
    private static final int PARTS = 16;

    private final Lines byRow;
    private final Lines byColumn;
    private final Workers workers;

    /** Entries cut into rows, or into columns: line k is start[k] … start[k+1] of index and values. */
    record Lines(int[] start, int[] index, float[] values) {
        int count() {
            return start.length - 1;
        }

        int size(int line) {
            return start[line + 1] - start[line];
        }

        int longest() {
            int longest = 0;
            for (int line = 0; line < count(); line++) {
                longest = Math.max(longest, size(line));
            }
            return longest;
        }

        private static Lines ofSizes(int[] of, int count) {
            int[] start = new int[count + 1];
            for (int line : of) {
                start[line + 1]++;
            }
            for (int line = 0; line < count; line++) {
                start[line + 1] += start[line];
            }
            return new Lines(start, new int[of.length], new float[of.length]);
        }

        /* The same entries cut the other way; walking lines in order leaves each of the others in order. */
        private void into(Lines other) {
            int[] next = other.start.clone();
            for (int line = 0; line < count(); line++) {
                for (int k = start[line]; k < start[line + 1]; k++) {
                    int at = next[index[k]]++;
                    other.index[at] = line;
                    other.values[at] = values[k];
                }
            }
        }
    }

    private SingleEntries(Lines byRow, Lines byColumn, Workers workers) {
        this.byRow = byRow;
        this.byColumn = byColumn;
        this.workers = workers;
    }

    /** The entries (i_k, j_k), in any order, each value less {@code offset}. */
    static SingleEntries of(int rows, int columns, int[] i, int[] j, float[] values, double offset, Workers workers) {
        Lines byRow = Lines.ofSizes(i, rows);
        Lines byColumn = Lines.ofSizes(j, columns);
        int[] next = byColumn.start.clone();
        for (int k = 0; k < i.length; k++) {
            int at = next[j[k]]++;
            byColumn.index[at] = i[k];
            byColumn.values[at] = (float) (values[k] - offset);
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
        return byRow.index.length;
    }

    Workers workers() {
        return workers;
    }

    Lines lines(boolean rows) {
        return rows ? byRow : byColumn;
    }

    /** U·Vᵀ less the observed values, row after row; both factors have rows w wide. */
    float[] residuals(float[] u, float[] v, int w) {
        float[] out = new float[count()];
        workers.run(rows(), row -> (long) byRow.start[row] * w, (from, to) -> {
            for (int row = from; row < to; row++) {
                KERNELS.sampledProduct(u, row * w, v, w, byRow.index, byRow.start[row], byRow.start[row + 1], out);
            }
            for (int k = byRow.start[from]; k < byRow.start[to]; k++) {
                out[k] -= byRow.values[k];
            }
        });
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
        workers.run(rows(), row -> byRow.start[row], (from, to) -> {
            for (int row = from; row < to; row++) {
                float sum = 0;
                for (int k = byRow.start[row]; k < byRow.start[row + 1]; k++) {
                    float x = v[byRow.index[k]];
                    sum += x * x;
                }
                sums[row] = pair.u()[row] * pair.u()[row] * sum;
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
            workers.run(rows(), row -> byRow.start[row], (from, to) -> {
                for (int row = from; row < to; row++) {
                    out.array()[row] = KERNELS.sparseDot(g, byRow.index, byRow.start[row], byRow.start[row + 1], in);
                }
            });
            return out;
        }

        @Override
        public Matrix multiplyTransposed(Matrix y) {
            int[] bounds = parts();
            double[][] sums = new double[PARTS][];
            workers.run(PARTS, part -> byRow.start[bounds[part]], (from, to) -> {
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
            for (int row = from; row < to; row++) {
                double s = y[row];
                for (int k = byRow.start[row]; k < byRow.start[row + 1]; k++) {
                    sum[byRow.index[k]] += s * g[k];
                }
            }
            return sum;
        }

        /* Rows with about as many entries in each part. */
        private int[] parts() {
            int[] bounds = new int[PARTS + 1];
            for (int part = 1, row = 0; part <= PARTS; part++) {
                long target = (long) count() * part / PARTS;
                while (row < rows() && byRow.start[row] < target) {
                    row++;
                }
                bounds[part] = part == PARTS ? rows() : row;
            }
            return bounds;
        }
    }
}
