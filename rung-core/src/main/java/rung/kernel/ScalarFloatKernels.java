package rung.kernel;

import java.util.Arrays;

/** The single-precision kernels as plain loops: they run where the vector module is absent. */
final class ScalarFloatKernels implements FloatKernels {
    @Override
    public String name() {
        return "scalar";
    }

    @Override
    public float dot(float[] x, int xFrom, float[] y, int yFrom, int n) {
        float s0 = 0;
        float s1 = 0;
        float s2 = 0;
        float s3 = 0;
        int i = 0;
        for (; i < n - 3; i += 4) {
            s0 += x[xFrom + i] * y[yFrom + i];
            s1 += x[xFrom + i + 1] * y[yFrom + i + 1];
            s2 += x[xFrom + i + 2] * y[yFrom + i + 2];
            s3 += x[xFrom + i + 3] * y[yFrom + i + 3];
        }
        for (; i < n; i++) {
            s0 += x[xFrom + i] * y[yFrom + i];
        }
        return (s0 + s1) + (s2 + s3);
    }

    @Override
    public void axpy(float s, float[] x, int xFrom, float[] y, int yFrom, int n) {
        for (int i = 0; i < n; i++) {
            y[yFrom + i] += s * x[xFrom + i];
        }
    }

    @Override
    public void gather(float[] b, int w, int[] index, int from, int to, float[] out) {
        FloatKernels.checkWidth(w);
        for (int k = from; k < to; k++) {
            System.arraycopy(b, index[k] * w, out, (k - from) * w, w);
        }
    }

    @Override
    public void multiply(float[] a, int n, int w, float[] x, int xFrom, float[] y) {
        FloatKernels.checkWidth(w);
        for (int k = 0; k < n; k++) {
            y[k] = dot(a, k * w, x, xFrom, w);
        }
    }

    @Override
    public void multiplyTransposed(float[] a, int n, int w, float[] y, float[] x) {
        FloatKernels.checkWidth(w);
        Arrays.fill(x, 0, w, 0);
        int k = 0;
        for (; k < n - 3; k += 4) {
            int at = k * w;
            fourRows(y[k], y[k + 1], y[k + 2], y[k + 3], a, at, at + w, at + 2 * w, at + 3 * w, x, 0, w);
        }
        for (; k < n; k++) {
            axpy(y[k], a, k * w, x, 0, w);
        }
    }

    @Override
    public void gram(float[] a, int n, int w, int r, boolean add, float[] g) {
        FloatKernels.checkWidth(w);
        if (n == 0 && !add) {
            Arrays.fill(g, 0, w * w, 0);
        }
        for (int k = 0; k < n; k += GRAM_BLOCK) {
            int end = Math.min(k + GRAM_BLOCK, n);
            for (int i = 0; i < r; i += 4) {
                for (int j = i; j < r; j += 4) {
                    tile(a, w, k, end, g, i, j, add || k > 0);
                }
            }
        }
    }

    /**
     * Computes the 4×4 part of G from row i and column j, the sums over rows {@code from} to {@code to} of A, and stores it or adds it.
     */
    private static void tile(float[] a, int w, int from, int to, float[] g, int i, int j, boolean add) {
        float s00 = 0;
        float s01 = 0;
        float s02 = 0;
        float s03 = 0;
        float s10 = 0;
        float s11 = 0;
        float s12 = 0;
        float s13 = 0;
        float s20 = 0;
        float s21 = 0;
        float s22 = 0;
        float s23 = 0;
        float s30 = 0;
        float s31 = 0;
        float s32 = 0;
        float s33 = 0;
        for (int k = from; k < to; k++) {
            int row = k * w;
            int left = row + i;
            int right = row + j;
            float y0 = a[right];
            float y1 = a[right + 1];
            float y2 = a[right + 2];
            float y3 = a[right + 3];
            float x0 = a[left];
            s00 += x0 * y0;
            s01 += x0 * y1;
            s02 += x0 * y2;
            s03 += x0 * y3;
            float x1 = a[left + 1];
            s10 += x1 * y0;
            s11 += x1 * y1;
            s12 += x1 * y2;
            s13 += x1 * y3;
            float x2 = a[left + 2];
            s20 += x2 * y0;
            s21 += x2 * y1;
            s22 += x2 * y2;
            s23 += x2 * y3;
            float x3 = a[left + 3];
            s30 += x3 * y0;
            s31 += x3 * y1;
            s32 += x3 * y2;
            s33 += x3 * y3;
        }
        int at = i * w + j;
        store(g, at, s00, s01, s02, s03, add);
        store(g, at + w, s10, s11, s12, s13, add);
        store(g, at + 2 * w, s20, s21, s22, s23, add);
        store(g, at + 3 * w, s30, s31, s32, s33, add);
    }

    private static void store(float[] g, int at, float s0, float s1, float s2, float s3, boolean add) {
        g[at] = add ? g[at] + s0 : s0;
        g[at + 1] = add ? g[at + 1] + s1 : s1;
        g[at + 2] = add ? g[at + 2] + s2 : s2;
        g[at + 3] = add ? g[at + 3] + s3 : s3;
    }

    @Override
    public boolean cholesky(float[] g, int r, int w, float floor) {
        FloatKernels.checkWidth(w);
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < i; j++) {
                g[i * w + j] = (g[j * w + i] - dot(g, i * w, g, j * w, j)) / g[j * w + j];
            }
            float diagonal = g[i * w + i];
            float pivot = diagonal - dot(g, i * w, g, i * w, i);
            if (!(pivot > floor * diagonal && pivot >= Float.MIN_NORMAL)) {
                return false;
            }
            g[i * w + i] = (float) Math.sqrt(pivot);
        }
        return true;
    }

    @Override
    public void forwardSolve(float[] l, int r, int w, float[] x) {
        FloatKernels.checkWidth(w);
        for (int i = 0; i < r; i++) {
            x[i] = (x[i] - dot(l, i * w, x, 0, i)) / l[i * w + i];
        }
    }

    @Override
    public void backSolve(float[] l, int r, int w, float[] x) {
        FloatKernels.checkWidth(w);
        for (int i = r - 1; i >= 0; i--) {
            x[i] /= l[i * w + i];
            axpy(-x[i], l, i * w, x, 0, i);
        }
    }

    @Override
    public void sampledProduct(float[] u, int uFrom, float[] v, int w, int[] index, int from, int to, float[] out) {
        FloatKernels.checkWidth(w);
        for (int k = from; k < to; k++) {
            out[k] = dot(v, index[k] * w, u, uFrom, w);
        }
    }

    @Override
    public void sparseTimesBlock(
            float[] values, int[] index, int from, int to, float[] b, int w, float[] out, int outFrom) {
        FloatKernels.checkWidth(w);
        Arrays.fill(out, outFrom, outFrom + w, 0);
        int k = from;
        for (; k < to - 3; k += 4) {
            float s0 = values == null ? 1 : values[k];
            float s1 = values == null ? 1 : values[k + 1];
            float s2 = values == null ? 1 : values[k + 2];
            float s3 = values == null ? 1 : values[k + 3];
            int at0 = index[k] * w;
            int at1 = index[k + 1] * w;
            int at2 = index[k + 2] * w;
            int at3 = index[k + 3] * w;
            fourRows(s0, s1, s2, s3, b, at0, at1, at2, at3, out, outFrom, w);
        }
        for (; k < to; k++) {
            axpy(values == null ? 1 : values[k], b, index[k] * w, out, outFrom, w);
        }
    }

    /** Computes y ← y + Σ_k s_k·x_k over n elements of four rows x_k. */
    private static void fourRows(
            float s0,
            float s1,
            float s2,
            float s3,
            float[] x,
            int at0,
            int at1,
            int at2,
            int at3,
            float[] y,
            int yFrom,
            int n) {
        for (int j = 0; j < n; j++) {
            y[yFrom + j] += (s0 * x[at0 + j] + s1 * x[at1 + j]) + (s2 * x[at2 + j] + s3 * x[at3 + j]);
        }
    }

    @Override
    public void product(float[] a, int from, int to, int w, float[] b, int c, float[] out) {
        FloatKernels.checkWidth(w);
        FloatKernels.checkWidth(c);
        Arrays.fill(out, 0, (to - from) * c, 0);
        for (int k = from; k < to; k++) {
            for (int j = 0; j < w; j++) {
                axpy(a[k * w + j], b, j * c, out, (k - from) * c, c);
            }
        }
    }

    @Override
    public int scaleAndSelect(float[] x, int n, int c, float[] up, float[] down, int from, float[] least, int[] found) {
        FloatKernels.checkWidth(c);
        int count = 0;
        for (int k = 0; k < n; k++) {
            for (int p = 0; p < c; p++) {
                int at = k * c + p;
                x[at] *= x[at] > 0 ? up[from + k] : down[from + k];
                if (x[at] >= least[p]) {
                    found[count++] = at;
                }
            }
        }
        return count;
    }
}
