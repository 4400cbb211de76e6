package rung.kernel;

import java.util.Arrays;

/**
 * The double-precision kernels as plain loops: they run where the vector module is absent, and the vector kernels are tested against
 * them.
 */
final class ScalarKernels implements Kernels {
    @Override
    public String name() {
        return "scalar";
    }

    @Override
    public double dot(double[] x, int xFrom, double[] y, int yFrom, int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += x[xFrom + i] * y[yFrom + i];
        }
        return sum;
    }

    @Override
    public void axpy(double s, double[] x, int xFrom, double[] y, int yFrom, int n) {
        for (int i = 0; i < n; i++) {
            y[yFrom + i] += s * x[xFrom + i];
        }
    }

    @Override
    public void gather(double[] b, int w, int[] index, int from, int to, double[] out) {
        for (int k = from; k < to; k++) {
            System.arraycopy(b, index[k] * w, out, (k - from) * w, w);
        }
    }

    @Override
    public void multiply(double[] a, int n, int w, double[] x, int xFrom, double[] y) {
        for (int k = 0; k < n; k++) {
            y[k] = dot(a, k * w, x, xFrom, w);
        }
    }

    @Override
    public void multiplyTransposed(double[] a, int n, int w, double[] y, double[] x) {
        Arrays.fill(x, 0, w, 0);
        for (int k = 0; k < n; k++) {
            axpy(y[k], a, k * w, x, 0, w);
        }
    }

    @Override
    public void product(double[] a, int aFrom, int n, int w, double[] b, int p, double[] c, int cFrom) {
        Arrays.fill(c, cFrom, cFrom + n * p, 0);
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < w; k++) {
                axpy(a[aFrom + i * w + k], b, k * p, c, cFrom + i * p, p);
            }
        }
    }

    @Override
    public void addTransposedProduct(
            double[] a, int aFrom, int w, double[] b, int bFrom, int p, int n, double[] g, boolean lower) {
        for (int i = 0; i < w; i++) {
            for (int k = 0; k < n; k++) {
                axpy(a[aFrom + k * w + i], b, bFrom + k * p, g, i * p, lower ? Math.min(i + 1, p) : p);
            }
        }
    }

    @Override
    public void rotateRows(double[] v, int w, double[] c, double[] s, int at, int first, int last) {
        rotateColumns(v, w, 0, c, s, at, first, last);
    }

    /** Rotates rows as {@link #rotateRows} does, in the columns from {@code column} on. */
    static void rotateColumns(double[] v, int w, int column, double[] c, double[] s, int at, int first, int last) {
        for (int i = last - 1; i >= first; i--) {
            double cosine = c[at + i];
            double sine = s[at + i];
            for (int j = i * w + column; j < (i + 1) * w; j++) {
                double x = v[j];
                double y = v[j + w];
                v[j] = cosine * x - sine * y;
                v[j + w] = sine * x + cosine * y;
            }
        }
    }

    @Override
    public void gram(double[] a, int n, int w, double[] c, double[] g) {
        Arrays.fill(g, 0, w * w, 0);
        for (int k = 0; k < n; k++) {
            double weight = c == null ? 1 : c[k];
            for (int i = 0; i < w; i++) {
                axpy(weight * a[k * w + i], a, k * w, g, i * w, i + 1);
            }
        }
    }

    @Override
    public boolean cholesky(double[] g, int r, int w, double floor) {
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < i; j++) {
                g[i * w + j] = (g[i * w + j] - dot(g, i * w, g, j * w, j)) / g[j * w + j];
            }
            double diagonal = g[i * w + i];
            double pivot = diagonal - dot(g, i * w, g, i * w, i);
            if (!(pivot > floor * diagonal)) {
                return false;
            }
            g[i * w + i] = Math.sqrt(pivot);
        }
        return true;
    }

    @Override
    public void choleskySolve(double[] l, int r, int w, double[] x) {
        for (int i = 0; i < r; i++) {
            x[i] = (x[i] - dot(l, i * w, x, 0, i)) / l[i * w + i];
        }
        for (int i = r - 1; i >= 0; i--) {
            x[i] /= l[i * w + i];
            axpy(-x[i], l, i * w, x, 0, i);
        }
    }

    @Override
    public void invertGroup(double[] h, int r, double[] x, double[] work) {
        for (int b = 0; b < PAD; b++) {
            for (int i = 0; i < r; i++) {
                for (int j = 0; j <= i; j++) {
                    double sum = h[at(i, j) + b];
                    for (int k = 0; k < j; k++) {
                        sum -= h[at(i, k) + b] * h[at(j, k) + b];
                    }
                    if (j < i) {
                        h[at(i, j) + b] = sum * work[at(j, j) + b]; // L
                    } else {
                        work[at(i, i) + b] = 1 / Math.sqrt(Math.max(sum, LEAST_PIVOT * h[at(i, i) + b]));
                    }
                }
                for (int j = 0; j < i; j++) { // W = L⁻¹
                    double sum = 0;
                    for (int k = j; k < i; k++) {
                        sum += h[at(i, k) + b] * work[at(k, j) + b];
                    }
                    work[at(i, j) + b] = -sum * work[at(i, i) + b];
                }
            }
            for (int i = 0; i < r; i++) { // WᵀW
                for (int j = 0; j <= i; j++) {
                    double sum = 0;
                    for (int k = i; k < r; k++) {
                        sum += work[at(k, i) + b] * work[at(k, j) + b];
                    }
                    h[at(i, j) + b] = sum;
                }
            }
            for (int i = r - 1; i >= 0; i--) {
                double sum = 0;
                for (int j = 0; j <= i; j++) {
                    sum += work[at(i, j) + b] * x[j * PAD + b];
                }
                x[i * PAD + b] = sum;
            }
            for (int j = 0; j < r; j++) {
                double sum = 0;
                for (int i = j; i < r; i++) {
                    sum += work[at(i, j) + b] * x[i * PAD + b];
                }
                x[j * PAD + b] = sum;
            }
        }
    }

    /** The offset of the elements in row i, column j ≤ i of a group's matrices; that of matrix b is b more. */
    private static int at(int i, int j) {
        return (i * (i + 1) / 2 + j) * PAD;
    }

    @Override
    public void sampledProduct(double[] u, int uFrom, double[] v, int r, int[] index, int from, int to, double[] out) {
        for (int k = from; k < to; k++) {
            out[k] = dot(v, index[k] * r, u, uFrom, r);
        }
    }

    @Override
    public double sparseDot(double[] values, int[] index, int from, int to, double[] x) {
        double sum = 0;
        for (int k = from; k < to; k++) {
            sum += values[k] * x[index[k]];
        }
        return sum;
    }

    @Override
    public void sparseTimesBlock(
            double[] values, int[] index, int from, int to, double[] b, int w, double[] out, int outFrom) {
        Arrays.fill(out, outFrom, outFrom + w, 0);
        for (int k = from; k < to; k++) {
            axpy(values[k], b, index[k] * w, out, outFrom, w);
        }
    }
}
