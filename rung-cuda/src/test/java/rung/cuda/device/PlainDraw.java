package rung.cuda.device;

/** The kernels of {@code draw.cu} in plain Java. */
final class PlainDraw {
    private PlainDraw() {}

    /* Rounds to 11 bits, as tensor cores do. */
    static float rounded(float x) {
        return Float.intBitsToFloat(Float.floatToRawIntBits(x) + 0x1000 & ~0x1fff);
    }

    /* The products of the rows of some entries, (1, x, 0, y − bias). */
    static void accumulate(int w, float[] sums, PlainArguments lines, PlainArguments.Floats other, int from, int to) {
        float[] row = new float[w];
        for (int e = from; e < to; e++) {
            long at = (long) lines.ints(1).get(e) * w;
            for (int k = 0; k < w; k++) {
                float x = other.get(at + k);
                row[k] = rounded(k == w - 1 ? lines.floats(2).get(e) - x : x);
            }
            for (int k = 0; k < w; k++) {
                for (int l = 0; l < w; l++) {
                    sums[k * w + l] += row[k] * row[l];
                }
            }
        }
    }

    static Posterior solve(int w, float[] s, PlainArguments prior, int line, int entries, float[] uncertainty) {
        int unknowns = w - 1;
        int used = prior.number(6) + 1;
        float ridge = prior.single(2);
        float chance = prior.single(4);
        float[] right = new float[unknowns];
        float[] added = new float[unknowns];
        float[] shrinkage = new float[unknowns];
        float[] expected = new float[unknowns];
        float[] precision = new float[unknowns];
        double total = s[unknowns * w + unknowns];
        for (int k = 0; k < unknowns; k++) {
            shrinkage[k] = ridge > 0 && k > 0 && k < used
                    ? ridge * Math.max(1, entries)
                    : prior.floats(0).get(k);
            boolean isExpected = k < used && prior.floats(1).isThere();
            expected[k] = isExpected ? prior.floats(1).get((long) line * w + k) : 0;
            right[k] = s[unknowns * w + k];
            added[k] = shrinkage[k] + uncertainty[k];
            s[k * w + k] += added[k];
            precision[k] = s[k * w + k];
            s[unknowns * w + k] = right[k] + shrinkage[k] * expected[k];
        }
        boolean isSolved = true;
        for (int j = 0; j < unknowns; j++) {
            for (int i = j; i < w; i++) {
                float x = s[i * w + j];
                for (int k = 0; k < j; k++) {
                    x -= s[i * w + k] * s[j * w + k];
                }
                s[i * w + j] = x;
            }
            float pivot = s[j * w + j];
            isSolved &= pivot > 0;
            float root = (float) (1 / Math.sqrt(pivot));
            for (int i = j; i < w; i++) {
                s[i * w + j] *= root;
            }
        }
        float[] norm = new float[unknowns];
        float[] mean = new float[unknowns];
        float[] drawn = new float[unknowns];
        float[] z = new float[unknowns];
        for (int k = 0; k < unknowns; k++) {
            z[k] = k < used && chance > 0 ? chance * PlainRows.normal((Long) prior.all()[5], line, k) : 0;
            mean[k] = s[unknowns * w + k];
            drawn[k] = mean[k] + z[k];
            norm[k] = drawn[k];
        }
        for (int k = unknowns - 1; k >= 0; k--) {
            mean[k] /= s[k * w + k];
            drawn[k] /= s[k * w + k];
            for (int i = 0; i < k; i++) {
                mean[i] -= s[k * w + i] * mean[k];
                drawn[i] -= s[k * w + i] * drawn[k];
            }
            isSolved &= Float.isFinite(mean[k]) && Float.isFinite(drawn[k]);
        }
        double squares = total;
        for (int k = 0; k < used; k++) {
            if (!isSolved) {
                float least = Math.max(shrinkage[k], Float.MIN_NORMAL);
                right[k] = 0;
                added[k] = shrinkage[k];
                precision[k] = least;
                mean[k] = expected[k];
                norm[k] = (float) Math.sqrt(least) * expected[k] + z[k];
                drawn[k] = norm[k] / (float) Math.sqrt(least);
            }
            squares += (double) norm[k] * norm[k] - (2.0 * right[k] + (double) added[k] * drawn[k]) * drawn[k];
        }
        for (int k = used; k < unknowns; k++) {
            mean[k] = 0;
            drawn[k] = 0;
        }
        return new Posterior(mean, drawn, precision, squares);
    }

    static long place(int w, int line, int unknown) {
        return (long) line * w + (unknown == 0 ? w - 1 : unknown);
    }

    /* The last four arguments of a kernel that draws are draw, mean, square and squares. */
    static void record(int w, Posterior x, PlainArguments averages, int line, PlainArguments a) {
        int end = a.all().length;
        for (int k = 0; k < w - 1; k++) {
            long at = place(w, line, k);
            float step = averages.floats(0).get(k);
            float factor = averages.floats(1).get(k);
            float scaled = factor * x.drawn[k];
            PlainArguments.Floats mean = a.floats(end - 3);
            PlainArguments.Floats square = a.floats(end - 2);
            a.floats(end - 4).set(at, x.drawn[k]);
            mean.set(at, mean.get(at) + step * (factor * x.mean[k] - mean.get(at)));
            square.set(at, square.get(at) + step * (scaled * scaled - square.get(at)));
        }
        a.doubles(end - 1).set(line, x.squares);
    }

    static int tiles(int w) {
        return 32 * 4 * (w / 8) * (w / 8 + 2) / 4;
    }

    /* Slots have room for the lower triangle. */
    static void drawPieces(int w, PlainArguments a) {
        for (int p = 0; p < a.number(1); p++) {
            PlainArguments.Ints piece = a.ints(0);
            int line = piece.get(4L * p);
            int from = piece.get(4L * p + 1);
            int to = piece.get(4L * p + 2);
            int slot = piece.get(4L * p + 3);
            float[] sums = new float[w * w];
            accumulate(w, sums, a.struct(2), a.floats(3), from, to);
            if (slot < 0) {
                record(w, solve(w, sums, a.struct(4), line, to - from, new float[w]), a.struct(5), line, a);
                continue;
            }
            long at = (long) slot * tiles(w);
            for (int k = 0; k < w; k++) {
                for (int l = 0; l <= k; l++) {
                    a.floats(6).set(at++, sums[k * w + l]);
                }
            }
        }
    }

    static void drawLong(int w, PlainArguments a) {
        for (int p = 0; p < a.number(1); p++) {
            int line = a.ints(0).get(3L * p);
            int first = a.ints(0).get(3L * p + 1);
            int count = a.ints(0).get(3L * p + 2);
            float[] sums = new float[w * w];
            for (int slot = first; slot < first + count; slot++) {
                long at = (long) slot * tiles(w);
                for (int k = 0; k < w; k++) {
                    for (int l = 0; l <= k; l++) {
                        sums[k * w + l] += a.floats(5).get(at++);
                        sums[l * w + k] = sums[k * w + l];
                    }
                }
            }
            PlainArguments.Ints start = a.struct(2).ints(0);
            int entries = start.get(line + 1) - start.get(line);
            record(w, solve(w, sums, a.struct(3), line, entries, new float[w]), a.struct(4), line, a);
        }
    }

    static void posteriors(int w, PlainArguments a) {
        for (int line = 0; line < a.number(0); line++) {
            PlainArguments lines = a.struct(1);
            int from = lines.ints(0).get(line);
            int to = lines.ints(0).get(line + 1);
            int rank = a.struct(4).number(6);
            float[] sums = new float[w * w];
            accumulate(w, sums, lines, a.floats(2), from, to);
            float[] uncertainty = new float[w];
            for (int e = from; e < to; e++) {
                for (int k = 1; k <= rank; k++) {
                    uncertainty[k] += a.floats(3).get((long) lines.ints(1).get(e) * w + k);
                }
            }
            Posterior x = solve(w, sums, a.struct(4), line, to - from, uncertainty);
            for (int k = 0; k < w - 1; k++) {
                a.floats(5).set(place(w, line, k), x.mean[k]);
                a.floats(6)
                        .set(place(w, line, k), k > 0 && k <= rank ? a.struct(4).single(3) / x.precision[k] : 0);
            }
            a.floats(5).set((long) line * w, 1);
            a.floats(6).set((long) line * w, 0);
        }
    }

    /** The posterior of a line. */
    private record Posterior(float[] mean, float[] drawn, float[] precision, double squares) {}
}
