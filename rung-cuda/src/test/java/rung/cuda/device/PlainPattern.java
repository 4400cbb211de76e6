package rung.cuda.device;

/** The kernels of {@code residuals.cu} and {@code pattern.cu} in plain Java. */
final class PlainPattern {
    private static final int N = 16;

    private PlainPattern() {}

    static void residualPieces(int w, PlainArguments a) {
        for (int p = 0; p < a.number(1); p++) {
            int line = a.ints(0).get(4L * p);
            int slot = a.ints(0).get(4L * p + 3);
            float[] product = new float[N];
            double squares = 0;
            for (int e = a.ints(0).get(4L * p + 1); e < a.ints(0).get(4L * p + 2); e++) {
                int other = a.ints(2).get(e);
                float dot = 0;
                for (int k = 0; k < w; k++) {
                    int at = k == 0 ? w - 1 : k == w - 1 ? 0 : k;
                    dot += a.floats(4).get((long) line * w + at) * a.floats(5).get((long) other * w + k);
                }
                float residual = dot - a.floats(3).get(e);
                for (int k = 0; k < N && a.floats(6).isThere(); k++) {
                    product[k] += residual * a.floats(6).get((long) other * N + k);
                }
                squares += (double) residual * residual;
            }
            float scale = slot < 0 && a.floats(7).isThere() ? a.floats(7).get(line) : 1;
            PlainArguments.Floats out = slot < 0 ? a.floats(8) : a.floats(10);
            for (int k = 0; k < N && a.floats(8).isThere(); k++) {
                out.set((long) (slot < 0 ? line : slot) * N + k, scale * product[k]);
            }
            a.doubles(slot < 0 ? 9 : 11).set(slot < 0 ? line : slot, squares);
        }
    }

    static void residualLong(PlainArguments a) {
        for (int p = 0; p < a.number(1); p++) {
            int line = a.ints(0).get(3L * p);
            int first = a.ints(0).get(3L * p + 1);
            int count = a.ints(0).get(3L * p + 2);
            float scale = a.floats(2).isThere() ? a.floats(2).get(line) : 1;
            for (int k = 0; k < N && a.floats(3).isThere(); k++) {
                float sum = 0;
                for (int slot = first; slot < first + count; slot++) {
                    sum += a.floats(5).get((long) slot * N + k);
                }
                a.floats(3).set((long) line * N + k, scale * sum);
            }
            double squares = 0;
            for (int slot = first; slot < first + count; slot++) {
                squares += a.doubles(6).get(slot);
            }
            a.doubles(4).set(line, squares);
        }
    }

    static void patternPieces(int n, PlainArguments a) {
        for (int p = 0; p < a.number(1); p++) {
            int line = a.ints(0).get(4L * p);
            int slot = a.ints(0).get(4L * p + 3);
            float[] sum = new float[n];
            for (int e = a.ints(0).get(4L * p + 1); e < a.ints(0).get(4L * p + 2); e++) {
                float weight = a.floats(3).isThere() ? a.floats(3).get(e) : 1;
                for (int k = 0; k < n; k++) {
                    sum[k] += weight * a.floats(4).get((long) a.ints(2).get(e) * n + k);
                }
            }
            for (int k = 0; k < n; k++) {
                if (slot < 0) {
                    a.floats(6).set((long) line * n + k, scale(a.floats(5), line) * sum[k]);
                } else {
                    a.floats(7).set((long) slot * n + k, sum[k]);
                }
            }
        }
    }

    private static float scale(PlainArguments.Floats scales, int line) {
        return scales.isThere() ? scales.get(line) : 1;
    }

    static void patternLong(int n, PlainArguments a) {
        for (int p = 0; p < a.number(1); p++) {
            int line = a.ints(0).get(3L * p);
            int first = a.ints(0).get(3L * p + 1);
            int count = a.ints(0).get(3L * p + 2);
            for (int k = 0; k < n; k++) {
                float sum = 0;
                for (int slot = first; slot < first + count; slot++) {
                    sum += a.floats(4).get((long) slot * n + k);
                }
                a.floats(3).set((long) line * n + k, scale(a.floats(2), line) * sum);
            }
        }
    }
}
