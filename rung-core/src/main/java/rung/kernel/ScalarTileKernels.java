package rung.kernel;

/** The kernels for tiles as plain loops: they run where the vector module is absent. */
final class ScalarTileKernels implements TileKernels {
    @Override
    public String name() {
        return "scalar";
    }

    @Override
    public void huber(float[] m, int n, float[] u, float[] v, int r, float delta, float[] weights, float[] weighted) {
        residuals(m, n, u, v, r, weighted);
        for (int k = 0; k < n * WIDTH; k++) {
            float rho = weighted[k];
            float size = Math.abs(rho);
            boolean isEntry = rho == rho;
            weights[k] = isEntry ? size > delta ? delta / size : 1 : 0;
            weighted[k] = isEntry ? Math.max(-delta, Math.min(delta, rho)) : 0;
        }
    }

    @Override
    public void cauchy(float[] m, int n, float[] u, float[] v, int r, float c, float[] weights, float[] weighted) {
        residuals(m, n, u, v, r, weighted);
        float inverse = TileKernels.inverse(c);
        for (int k = 0; k < n * WIDTH; k++) {
            float rho = weighted[k];
            boolean isEntry = rho == rho;
            float x = rho * inverse;
            float w = isEntry ? 1 / (1 + x * x) : 0;
            weights[k] = w;
            weighted[k] = isEntry ? w * rho : 0;
        }
    }

    private static void residuals(float[] m, int n, float[] u, float[] v, int r, float[] out) {
        System.arraycopy(m, 0, out, 0, n * WIDTH);
        for (int j = 0; j < n; j++) {
            int from = j * WIDTH;
            for (int k = 0; k < r; k++) {
                float x = v[j * r + k];
                for (int p = 0; p < WIDTH; p++) {
                    out[from + p] -= u[k * WIDTH + p] * x;
                }
            }
        }
    }

    @Override
    public void addRowProducts(float[] a, int n, float[] b, int w, float[] c) {
        for (int j = 0; j < n; j++) {
            int from = j * WIDTH;
            for (int q = 0; q < w; q++) {
                float x = b[j * w + q];
                int to = q * WIDTH;
                for (int p = 0; p < WIDTH && x != 0; p++) {
                    c[to + p] += x * a[from + p];
                }
            }
        }
    }

    @Override
    public void addColumnProducts(float[] a, int n, float[] b, int w, float[] c, int cFrom) {
        for (int j = 0; j < n; j++) {
            int from = j * WIDTH;
            for (int q = 0; q < w; q++) {
                int to = (cFrom + j * w + q) * PARTS;
                for (int p = 0; p < WIDTH; p += PARTS) {
                    for (int k = 0; k < PARTS; k++) {
                        c[to + k] += a[from + p + k] * b[q * WIDTH + p + k];
                    }
                }
            }
        }
    }
}
