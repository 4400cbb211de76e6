package rung.linalg;

import java.util.Arrays;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/** A symmetric matrix made tridiagonal, A = scale·Q·T·Qᵀ, where Q is a product of Householder's reflections. */
final class Tridiagonal {
    /** A squared length below this is computed with care for underflow; T's entries are at most about n. */
    private static final double TINY = 1e-280;

    /** An entry beside the diagonal this small counts as zero, whatever its neighbors. */
    private static final double NOTHING = 1e-150;

    private static final double EPSILON = Math.ulp(1.0);
    private static final int MAX_SWEEPS_PER_VALUE = 60;

    /**
     * The number of sweeps whose rotations are applied together, to {@link #COLUMNS} columns at a time, which then stay in the cache.
     */
    private static final int SWEEPS = 16;

    private static final int COLUMNS = 32;

    /** The number of vectors that are reflected together. */
    private static final int ROWS = 16;

    private static final Kernels KERNELS = KernelChoice.active();

    private final int n;
    private final double scale;
    private final double[] reflectors; // row i holds in its first i elements the vector u of the reflection I − τ·u·uᵀ
    private final double[] tau;
    private final double[] diagonal;
    private final double[] beside; // beside[i] is T's entry (i + 1, i)

    private Tridiagonal(int n, double scale, double[] a) {
        this.n = n;
        this.scale = scale;
        reflectors = a;
        tau = new double[n];
        diagonal = new double[n];
        beside = new double[n];
        reduce();
    }

    static Tridiagonal of(Matrix a) {
        int n = a.rows();
        if (a.columns() != n) {
            throw new IllegalArgumentException("a symmetric matrix must be square, got a " + a);
        }
        double largest = 0;
        double zero = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                largest = Math.max(largest, Math.abs(a.get(i, j)));
                zero += a.get(i, j) * 0;
            }
        }
        if (zero != 0) {
            throw new ArithmeticException("a matrix with entries that are not finite has no eigenvalues");
        }
        // a power of two, so that scaling does not round
        int exponent = largest == 0 ? 0 : Math.max(-1000, Math.min(1000, Math.getExponent(largest)));
        double[] copy = a.array().clone();
        double shrink = Math.scalb(1.0, -exponent);
        for (int k = 0; k < copy.length; k++) {
            copy[k] *= shrink;
        }
        return new Tridiagonal(n, Math.scalb(1.0, exponent), copy);
    }

    int size() {
        return n;
    }

    double[] diagonal() {
        return diagonal;
    }

    double[] beside() {
        return beside;
    }

    double[] unscaled(double[] values) {
        double[] result = values.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] *= scale;
        }
        return result;
    }

    /*
     * From the last row to the first: the reflection of row i takes its first i elements to the last of them, and acts on
     * the leading i×i block B from both sides, B ← B − u·wᵀ − w·uᵀ with p = τ·B·u and w = p − ½τ(p·u)·u. One pass over the
     * triangle does the update that the row before asked for and the product that the next one needs.
     */
    private void reduce() {
        double[] a = reflectors;
        double[] w = new double[n];
        double[] p = new double[n];
        int pending = -1; // the row whose update of the leading block is still to be done
        for (int i = n - 1; i >= 0; i--) {
            if (pending >= 0) {
                update(i, pending, w);
            }
            diagonal[i] = a[i * n + i];
            if (i == 0) {
                break;
            }
            beside[i - 1] = reflector(i);
            Arrays.fill(p, 0, i, 0);
            for (int r = 0; r < i && (tau[i] != 0 || pending >= 0); r++) {
                if (pending >= 0) {
                    update(r, pending, w);
                }
                if (tau[i] != 0) {
                    p[r] = KERNELS.dot(a, r * n, a, i * n, r + 1);
                    KERNELS.axpy(a[i * n + r], a, r * n, p, 0, r);
                }
            }
            pending = tau[i] == 0 ? -1 : i;
            if (tau[i] != 0) {
                double half = 0.5 * tau[i] * tau[i] * KERNELS.dot(p, 0, a, i * n, i);
                for (int r = 0; r < i; r++) {
                    w[r] = tau[i] * p[r] - half * a[i * n + r];
                }
            }
        }
    }

    /** Subtracts u[r]·w + w[r]·u from row r of the leading block, where u stands in row i. */
    private void update(int r, int i, double[] w) {
        KERNELS.axpy(-reflectors[i * n + r], w, 0, reflectors, r * n, r + 1);
        KERNELS.axpy(-w[r], reflectors, i * n, reflectors, r * n, r + 1);
    }

    /** Computes u and τ from the first i elements of row i, and returns what the reflection leaves in the last of them. */
    private double reflector(int i) {
        int from = i * n;
        int last = from + i - 1;
        double head = reflectors[last];
        double tail = Matrix.norm(Arrays.copyOfRange(reflectors, from, last));
        if (tail == 0) {
            return head;
        }
        double beta = -Math.copySign(length(head, tail), head);
        double divisor = head - beta;
        for (int k = from; k < last; k++) {
            reflectors[k] /= divisor;
        }
        reflectors[last] = 1;
        tau[i] = (beta - head) / beta;
        return beta;
    }

    /** Turns eigenvectors of T, which are the rows, into eigenvectors of A. */
    void restore(Matrix rows, Workers workers) {
        double[] x = rows.array();
        long work = 2L * n * n;
        workers.run(rows.rows(), line -> line * work, (from, to) -> {
            for (int first = from; first < to; first += ROWS) {
                for (int i = 1; i < n; i++) {
                    for (int k = first; k < Math.min(to, first + ROWS) && tau[i] != 0; k++) {
                        double s = tau[i] * KERNELS.dot(reflectors, i * n, x, k * n, i);
                        KERNELS.axpy(-s, reflectors, i * n, x, k * n, i);
                    }
                }
            }
        });
    }

    /** The eigenvalues of T, descending. */
    double[] eigenvalues() {
        double[] values = new Sweeps(null, null).run();
        Arrays.sort(values);
        for (int i = 0; i < n / 2; i++) {
            double value = values[i];
            values[i] = values[n - 1 - i];
            values[n - 1 - i] = value;
        }
        return values;
    }

    /** Computes the eigenvalues of T, descending; the rows become the eigenvectors of T. */
    double[] eigenvalues(Matrix rows, Workers workers) {
        double[][] blocks = new double[(n + COLUMNS - 1) / COLUMNS][n * COLUMNS];
        for (int i = 0; i < n; i++) {
            blocks[i / COLUMNS][i * COLUMNS + i % COLUMNS] = 1;
        }
        double[] found = new Sweeps(blocks, workers).run();
        Integer[] order = new Integer[n];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (i, j) -> Double.compare(found[j], found[i]));
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = found[order[i]];
            for (int b = 0; b < blocks.length; b++) {
                int width = Math.min(COLUMNS, n - b * COLUMNS);
                System.arraycopy(blocks[b], order[i] * COLUMNS, rows.array(), i * n + b * COLUMNS, width);
            }
        }
        return values;
    }

    private static double length(double x, double y) {
        double square = x * x + y * y;
        return square > TINY ? Math.sqrt(square) : Math.hypot(x, y);
    }

    /** The implicit QL iteration, which keeps its rotations until there are enough to apply. */
    private final class Sweeps {
        private final double[] d = diagonal.clone();
        private final double[] e = beside.clone();
        private final double[][]
                blocks; // the eigenvectors, as rows, in blocks of COLUMNS columns; null if they are not wanted
        private final Workers workers;
        private final double[] cosines = new double[SWEEPS * n];
        private final double[] sines = new double[SWEEPS * n];
        private final int[] tops = new int[SWEEPS];
        private final int[] bottoms = new int[SWEEPS];
        private int kept;

        Sweeps(double[][] blocks, Workers workers) {
            this.blocks = blocks;
            this.workers = workers;
        }

        double[] run() {
            for (int top = 0; top < n; top++) {
                for (int sweeps = 0; ; sweeps++) {
                    int bottom = top;
                    while (bottom < n - 1 && !negligible(bottom)) {
                        bottom++;
                    }
                    if (bottom == top) {
                        break;
                    }
                    if (sweeps == MAX_SWEEPS_PER_VALUE) {
                        throw new ArithmeticException("the QL iteration did not converge at eigenvalue " + top);
                    }
                    sweep(top, bottom);
                }
            }
            apply();
            return d;
        }

        private boolean negligible(int i) {
            double size = Math.abs(e[i]);
            if (size <= EPSILON * 0.5 * (Math.abs(d[i]) + Math.abs(d[i + 1])) || size <= NOTHING) {
                e[i] = 0;
                return true;
            }
            return false;
        }

        /*
         * One step with Wilkinson's shift. In the plane of i and i + 1 the rotation q_{i+1} ← c·q_{i+1} + s·q_i,
         * q_i ← c·q_i − s·q_{i+1} moves the bulge, which sits beside (i + 1, i + 2), one place up.
         */
        private void sweep(int top, int bottom) {
            double half = (d[top + 1] - d[top]) / (2 * e[top]);
            double shift = d[top] - e[top] / (half + Math.copySign(length(half, 1), half));
            double x = d[bottom] - shift;
            double bulge = e[bottom - 1];
            int at = kept * n;
            for (int i = bottom - 1; i >= top; i--) {
                double r = length(x, bulge);
                double c = r == 0 ? 1 : x / r;
                double s = r == 0 ? 0 : bulge / r;
                if (i < bottom - 1) {
                    e[i + 1] = r;
                }
                double difference = d[i] - d[i + 1];
                double moved = s * (s * difference + 2 * c * e[i]);
                x = c * s * difference + (c - s) * (c + s) * e[i];
                d[i + 1] += moved;
                d[i] -= moved;
                e[i] = x;
                if (i > top) {
                    bulge = s * e[i - 1];
                    e[i - 1] *= c;
                }
                cosines[at + i] = c;
                sines[at + i] = s;
            }
            if (blocks != null) {
                tops[kept] = top;
                bottoms[kept++] = bottom;
                if (kept == SWEEPS) {
                    apply();
                }
            }
        }

        private void apply() {
            if (kept == 0) {
                return;
            }
            long work = 6L * COLUMNS * n * kept;
            workers.run(blocks.length, block -> block * work, (from, to) -> {
                for (int block = from; block < to; block++) {
                    for (int k = 0; k < kept; k++) {
                        KERNELS.rotateRows(blocks[block], COLUMNS, cosines, sines, k * n, tops[k], bottoms[k]);
                    }
                }
            });
            kept = 0;
        }
    }
}
