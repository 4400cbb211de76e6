package rung.cuda.device;

/** The kernels of {@code rows.cu} in plain Java, and the random numbers of {@code lines.cuh}. */
final class PlainRows {
    private PlainRows() {}

    static long mixed(long z) {
        long y = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        y = (y ^ y >>> 27) * 0x94d049bb133111ebL;
        return y ^ y >>> 31;
    }

    static float normal(long key, int line, int k) {
        long bits = mixed(mixed(key + line * 0x9e3779b97f4a7c15L) + (k + 1) * 0xd1342543de82ef95L);
        double u = ((bits >>> 40) + 1) * 0x1p-24;
        double angle = (bits & 0xffffff) * 0x1p-23;
        return (float) (Math.sqrt(-2 * Math.log(u)) * Math.cos(Math.PI * angle));
    }

    static void products(Device.Launch launch, PlainArguments a) {
        int m = a.number(4);
        int n = a.number(6);
        for (int part = 0; part < launch.blocks(); part++) {
            int to = Math.min(a.number(0), (part + 1) * a.number(1));
            for (int k = 0; k < m; k++) {
                for (int l = 0; l < n; l++) {
                    double sum = 0;
                    for (long line = (long) part * a.number(1); line < to; line++) {
                        sum += (double) a.floats(2).get(line * a.number(3) + k)
                                * a.floats(5).get(line * n + l);
                    }
                    a.doubles(7).set(((long) part * m + k) * n + l, sum);
                }
            }
        }
    }

    static void sums(Device.Launch launch, PlainArguments a) {
        int width = a.number(3);
        for (int part = 0; part < launch.blocks(); part++) {
            int to = Math.min(a.number(0), (part + 1) * a.number(1));
            for (int k = 0; k < width; k++) {
                double sum = 0;
                for (long line = (long) part * a.number(1); line < to; line++) {
                    double x = a.floats(2).get(line * width + k);
                    sum += a.number(4) == 1 ? x * x : x;
                }
                a.doubles(5).set((long) part * width + k, sum);
            }
        }
    }

    static void totals(Device.Launch launch, PlainArguments a) {
        for (int part = 0; part < launch.blocks(); part++) {
            double sum = 0;
            for (int k = part * a.number(1); k < Math.min(a.number(0), (part + 1) * a.number(1)); k++) {
                sum += a.doubles(2).get(k);
            }
            a.doubles(3).set(part, sum);
        }
    }

    static void addParts(PlainArguments a) {
        int n = a.number(1);
        for (int k = 0; k < n; k++) {
            double sum = 0;
            for (int part = 0; part < a.number(0); part++) {
                sum += a.doubles(2).get((long) part * n + k);
            }
            a.doubles(3).set(k, sum);
        }
    }

    static void multiplyElements(PlainArguments a) {
        for (long k = 0; k < (Long) a.all()[0]; k++) {
            a.floats(3).set(k, a.floats(1).get(k) * a.floats(2).get(k));
        }
    }

    static void addElements(PlainArguments a) {
        for (long k = 0; k < (Long) a.all()[0]; k++) {
            a.floats(2).set(k, a.floats(2).get(k) + a.floats(1).get(k));
        }
    }

    static void joinRows(PlainArguments a) {
        int m = a.number(3);
        int width = a.number(8);
        for (long line = 0; line < a.number(0); line++) {
            for (int k = 0; k < width; k++) {
                float x = 0;
                if (k < m) {
                    x = a.floats(1).get(line * a.number(2) + k);
                } else if (k < m + a.number(6)) {
                    x = a.floats(4).get(line * a.number(5) + k - m);
                }
                a.floats(7).set(line * width + k, x);
            }
        }
    }

    static void penalties(PlainArguments a) {
        for (int line = 0; line < a.number(0); line++) {
            double sum = 0;
            for (int k = 0; k < a.number(2); k++) {
                double x = a.floats(1).get((long) line * a.number(2) + k);
                sum += x * x;
            }
            a.doubles(4).set(line, a.floats(3).get(line) * sum);
        }
    }

    static void multiplyRows(PlainArguments a) {
        int n = a.number(2);
        int first = a.number(5);
        int width = a.number(9);
        for (int line = 0; line < a.number(0); line++) {
            for (int k = first; k < first + a.number(6); k++) {
                float sum = 0;
                for (int t = 0; t < n && k < a.number(4); t++) {
                    sum += a.floats(3).get((long) k * n + t) * a.floats(1).get((long) line * n + t);
                }
                float scale = a.floats(7).isThere() ? a.floats(7).get(line) : 1;
                a.floats(8).set((long) line * width + k, scale * sum);
            }
        }
    }

    static void scaleRows(PlainArguments a) {
        for (long at = 0; at < (long) a.number(0) * a.number(2); at++) {
            a.floats(4).set(at, a.floats(3).get(at / a.number(2)) * a.floats(1).get(at));
        }
    }

    static void randomize(PlainArguments a) {
        for (int line = 0; line < a.number(0); line++) {
            for (int k = a.number(3); k < a.number(4); k++) {
                float x = a.single(5) * normal((Long) a.all()[6], line, k);
                a.floats(1).set((long) line * a.number(2) + k, x);
            }
        }
    }

    static void combineRows(PlainArguments a) {
        int n = a.number(2);
        for (int line = 0; line < a.number(0); line++) {
            double sum = 0;
            for (int k = 0; k < n; k++) {
                sum += (double) a.floats(3).get(k) * a.floats(1).get((long) line * n + k);
            }
            a.doubles(5).set(line, a.floats(4).isThere() ? a.floats(4).get(line) * sum : sum);
        }
    }

    static void resizeRows(PlainArguments a) {
        int width = a.number(2);
        int without = a.number(3);
        int outWidth = a.number(5);
        for (long line = 0; line < a.number(0); line++) {
            for (int k = 0; k < outWidth; k++) {
                int from = without > 0 && k >= without ? k + 1 : k;
                float x = from < width - 1 ? a.floats(1).get(line * width + from) : 0;
                a.floats(4)
                        .set(
                                line * outWidth + k,
                                k == outWidth - 1 ? a.floats(1).get(line * width + width - 1) : x);
            }
        }
    }

    static void setColumn(PlainArguments a) {
        for (int line = 0; line < a.number(0); line++) {
            double x = (Double) a.all()[5] * a.doubles(4).get(line);
            a.floats(1).set((long) line * a.number(2) + a.number(3), (float) x);
        }
    }

    static void hostRows(PlainArguments a) {
        int width = a.number(2);
        int rank = a.number(3);
        for (long line = 0; line < a.number(0); line++) {
            for (int k = 0; k < width; k++) {
                float x = k < rank
                        ? a.floats(1).get(line * width + k + 1)
                        : k == rank ? a.floats(1).get(line * width + width - 1) : k == rank + 1 ? a.single(4) : 0;
                a.floats(5).set(line * width + k, x);
            }
        }
    }

    static void variances(PlainArguments a) {
        int width = a.number(3);
        for (long at = 0; at < (long) a.number(0) * width; at++) {
            int k = (int) (at % width);
            float mean = a.floats(1).get(at);
            a.floats(5)
                    .set(
                            at,
                            k >= 1 && k <= a.number(4) ? Math.max(0, a.floats(2).get(at) - mean * mean) : 0);
        }
    }

    static void heldOutErrors(PlainArguments a) {
        int width = a.number(6);
        for (int e = 0; e < a.number(0); e++) {
            long u = (long) a.ints(1).get(e) * width;
            long v = (long) a.ints(2).get(e) * width;
            double sum = (Double) a.all()[7]
                    + a.floats(4).get(u + width - 1)
                    + a.floats(5).get(v + width - 1);
            for (int k = 1; k < width - 1; k++) {
                sum += (double) a.floats(4).get(u + k) * a.floats(5).get(v + k);
            }
            double error = Math.min((Double) a.all()[9], Math.max((Double) a.all()[8], sum))
                    - a.floats(3).get(e);
            a.doubles(10).set(e, error * error);
        }
    }

    static void squaredNorms(PlainArguments a) {
        for (int line = 0; line < a.number(0); line++) {
            double sum = 0;
            for (int e = a.ints(1).get(line); e < a.ints(1).get(line + 1); e++) {
                double x = a.doubles(4).get(a.ints(2).get(e));
                sum += x * x;
            }
            double y = a.doubles(3).get(line);
            a.doubles(5).set(line, sum * y * y);
        }
    }
}
