package rung.cuda.device;

/** The kernels of {@code refit.cu} and {@code choices.cu} in plain Java. */
final class PlainRefit {
    private PlainRefit() {}

    private static int sumsOf(int w) {
        return w / 32 * (w / 8 + 2) * 4 * 32;
    }

    /* Slots hold the lower triangle. */
    static void sumPieces(int w, Device.Launch launch, PlainArguments a) {
        for (int p = 0; p < launch.blocks(); p++) {
            long piece = 4L * (a.number(1) + p);
            int slot = a.ints(0).get(piece + 3);
            if (a.number(2) == 1 != slot >= 0) {
                continue;
            }
            long at = a.number(2) == 1 ? slot : p;
            float[] sums = new float[w * (w + 1) / 2];
            float[] right = new float[w];
            float[] f = new float[w];
            for (int e = a.ints(0).get(piece + 1); e < a.ints(0).get(piece + 2); e++) {
                int line = a.ints(3).get(e);
                float weight = a.floats(4).get(e);
                float target = weight * a.floats(6).get(line);
                for (int k = 0; k < w; k++) {
                    f[k] = a.floats(5).get((long) line * w + k);
                    right[k] += target * f[k];
                }
                for (int k = 0; k < w; k++) {
                    for (int l = 0; l <= k; l++) {
                        sums[k * (k + 1) / 2 + l] += PlainDraw.rounded(weight * f[k]) * PlainDraw.rounded(f[l]);
                    }
                }
            }
            for (int k = 0; k < sums.length; k++) {
                a.floats(7).set(at * sumsOf(w) + k, sums[k]);
            }
            for (int k = 0; k < w; k++) {
                a.floats(8).set(at * w + k, right[k]);
            }
        }
    }

    static void solvePieces(int w, Device.Launch launch, PlainArguments a) {
        for (int p = 0; p < launch.blocks(); p++) {
            long piece = 4L * (a.number(1) + p);
            if (a.ints(0).get(piece + 3) < 0) {
                int entries = a.ints(0).get(piece + 2) - a.ints(0).get(piece + 1);
                solve(w, a.ints(0).get(piece), p, 1, entries, new PlainArguments(tail(a, 2)));
            }
        }
    }

    static void solveLong(int w, Device.Launch launch, PlainArguments a) {
        for (int p = 0; p < launch.blocks(); p++) {
            solve(
                    w,
                    a.ints(0).get(3L * p),
                    a.ints(0).get(3L * p + 1),
                    a.ints(0).get(3L * p + 2),
                    1,
                    new PlainArguments(tail(a, 1)));
        }
    }

    private static Object[] tail(PlainArguments a, int from) {
        return java.util.Arrays.copyOfRange(a.all(), from, a.all().length);
    }

    /* The arguments are rank, sums, rights, common, ridge, ownScale and rows. */
    private static void solve(int w, int line, int slot, int count, int entries, PlainArguments a) {
        int rank = a.number(0);
        float[][] s = new float[w + 1][w];
        for (int i = 0; i < w; i++) {
            for (int j = 0; j <= i; j++) {
                for (int k = slot; k < slot + count; k++) {
                    s[i][j] += a.floats(1).get((long) k * sumsOf(w) + i * (i + 1) / 2 + j);
                }
                s[i][j] += a.floats(3).get((long) i * w + j)
                        + (i == j ? a.floats(4).get(line) : 0);
            }
            for (int k = slot; k < slot + count; k++) {
                s[w][i] += a.floats(2).get((long) k * w + i);
            }
            s[w][i] *= a.floats(5).get(line);
        }
        boolean isSolved = true;
        for (int j = 0; j < rank; j++) {
            float diagonal = s[j][j];
            for (int i = j; i <= w; i++) {
                if (i < rank || i == w) {
                    for (int k = 0; k < j; k++) {
                        s[i][j] -= s[i][k] * s[j][k];
                    }
                }
            }
            float pivot = s[j][j];
            isSolved &= pivot > 1e-6f * diagonal;
            for (int i = j; i <= w; i++) {
                s[i][j] *= (float) (1 / Math.sqrt(pivot));
            }
        }
        for (int k = rank - 1; k >= 0; k--) {
            s[w][k] /= s[k][k];
            for (int i = 0; i < k; i++) {
                s[w][i] -= s[k][i] * s[w][k];
            }
            isSolved &= Float.isFinite(s[w][k]);
        }
        for (int k = 0; k < w && (isSolved || entries == 0); k++) {
            a.floats(6).set((long) line * w + k, k < rank && entries > 0 ? s[w][k] : 0);
        }
    }

    static void choiceResiduals(int w, PlainArguments a) {
        for (int p = 0; p < a.number(1); p++) {
            int line = a.ints(0).get(4L * p);
            int slot = a.ints(0).get(4L * p + 3);
            double loss = 0;
            for (int e = a.ints(0).get(4L * p + 1); e < a.ints(0).get(4L * p + 2); e++) {
                int other = a.ints(2).get(e);
                float difference = -a.floats(6).get(line) * a.floats(7).get(other);
                for (int k = 0; k < w; k++) {
                    difference +=
                            a.floats(4).get((long) line * w + k) * a.floats(5).get((long) other * w + k);
                }
                a.floats(8).set(e, a.floats(3).get(e) * difference);
                loss += 0.5 * a.floats(3).get(e) * difference * difference;
            }
            a.doubles(slot < 0 ? 9 : 10).set(slot < 0 ? line : slot, loss);
        }
    }

    static void choiceLosses(PlainArguments a) {
        for (int p = 0; p < a.number(1); p++) {
            double sum = 0;
            int first = a.ints(0).get(3L * p + 1);
            for (int slot = first; slot < first + a.ints(0).get(3L * p + 2); slot++) {
                sum += a.doubles(3).get(slot);
            }
            a.doubles(2).set(a.ints(0).get(3L * p), sum);
        }
    }
}
