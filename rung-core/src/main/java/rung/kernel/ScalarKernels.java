package rung.kernel;

import java.util.Arrays;

/** The kernels as plain loops: what runs where the vector module is absent, and what the other family is tested against. */
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

    /** The same in the columns from {@code column} on. */
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
