package rung.kernel;

import static rung.kernel.VectorFloatKernels.LANES;
import static rung.kernel.VectorFloatKernels.SPECIES;
import static rung.kernel.VectorFloatKernels.VECTOR;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/** The part of {@link VectorFloatKernels} that scores many rows for many columns at once. A vector holds neighboring columns. */
final class VectorFloatBlocks {
    /** Whether the bits of a mask are had without making an object of it first, as on Java 17. */
    private static final boolean MASKS_ARE_BITS = Runtime.version().feature() >= 21;

    private VectorFloatBlocks() {}

    /** Computes the product strip by strip of B, so that a strip stays in the cache while the rows of A pass. */
    static void product(float[] a, int from, int to, int w, float[] b, int c, float[] out) {
        int p = 0;
        for (; LANES == 16 && to - from >= 4 && p <= c - 4 * LANES; p += 4 * LANES) {
            for (int next = from; next < to; next += 4) {
                int k = Math.min(next, to - 4);
                fourByFour(a, k * w, w, b, c, p, out, (k - from) * c + p);
            }
        }
        for (; p <= c - 2 * LANES; p += 2 * LANES) {
            twoVectors(a, from, to, w, b, c, p, out);
        }
        if (p < c) {
            oneVector(a, from, to, w, b, c, p, out);
        }
    }

    /* The last group of rows ends at {@code to}, and may compute some rows of the group before it again. */
    private static void twoVectors(float[] a, int from, int to, int w, float[] b, int c, int p, float[] out) {
        if (to - from < 4) {
            for (int k = from; k < to; k++) {
                oneByOne(a, k * w, w, b, c, p, out, (k - from) * c + p);
                oneByOne(a, k * w, w, b, c, p + LANES, out, (k - from) * c + p + LANES);
            }
            return;
        }
        for (int next = from; next < to; next += 4) {
            int k = Math.min(next, to - 4);
            fourByTwo(a, k * w, w, b, c, p, out, (k - from) * c + p);
        }
    }

    private static void oneVector(float[] a, int from, int to, int w, float[] b, int c, int p, float[] out) {
        if (to - from < 8) {
            for (int k = from; k < to; k++) {
                oneByOne(a, k * w, w, b, c, p, out, (k - from) * c + p);
            }
            return;
        }
        for (int next = from; next < to; next += 8) {
            int k = Math.min(next, to - 8);
            eightByOne(a, k * w, w, b, c, p, out, (k - from) * c + p);
        }
    }

    /** Multiplies four rows of A by four vectors of columns of B, which takes 21 registers. */
    private static void fourByFour(float[] a, int row, int w, float[] b, int c, int p, float[] out, int at) {
        FloatVector s00 = FloatVector.zero(SPECIES);
        FloatVector s01 = s00;
        FloatVector s02 = s00;
        FloatVector s03 = s00;
        FloatVector s10 = s00;
        FloatVector s11 = s00;
        FloatVector s12 = s00;
        FloatVector s13 = s00;
        FloatVector s20 = s00;
        FloatVector s21 = s00;
        FloatVector s22 = s00;
        FloatVector s23 = s00;
        FloatVector s30 = s00;
        FloatVector s31 = s00;
        FloatVector s32 = s00;
        FloatVector s33 = s00;
        int row1 = row + w;
        int row2 = row + 2 * w;
        int row3 = row + 3 * w;
        for (int j = 0, from = p; j < w; j++, from += c) {
            FloatVector x0 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, from));
            FloatVector x1 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, from + LANES));
            FloatVector x2 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, from + 2 * LANES));
            FloatVector x3 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, from + 3 * LANES));
            FloatVector y0 = FloatVector.broadcast(SPECIES, a[row + j]);
            s00 = x0.fma(y0, s00);
            s01 = x1.fma(y0, s01);
            s02 = x2.fma(y0, s02);
            s03 = x3.fma(y0, s03);
            FloatVector y1 = FloatVector.broadcast(SPECIES, a[row1 + j]);
            s10 = x0.fma(y1, s10);
            s11 = x1.fma(y1, s11);
            s12 = x2.fma(y1, s12);
            s13 = x3.fma(y1, s13);
            FloatVector y2 = FloatVector.broadcast(SPECIES, a[row2 + j]);
            s20 = x0.fma(y2, s20);
            s21 = x1.fma(y2, s21);
            s22 = x2.fma(y2, s22);
            s23 = x3.fma(y2, s23);
            FloatVector y3 = FloatVector.broadcast(SPECIES, a[row3 + j]);
            s30 = x0.fma(y3, s30);
            s31 = x1.fma(y3, s31);
            s32 = x2.fma(y3, s32);
            s33 = x3.fma(y3, s33);
        }
        VECTOR.cast(s00).intoArray(out, at);
        VECTOR.cast(s01).intoArray(out, at + LANES);
        VECTOR.cast(s02).intoArray(out, at + 2 * LANES);
        VECTOR.cast(s03).intoArray(out, at + 3 * LANES);
        VECTOR.cast(s10).intoArray(out, at + c);
        VECTOR.cast(s11).intoArray(out, at + c + LANES);
        VECTOR.cast(s12).intoArray(out, at + c + 2 * LANES);
        VECTOR.cast(s13).intoArray(out, at + c + 3 * LANES);
        VECTOR.cast(s20).intoArray(out, at + 2 * c);
        VECTOR.cast(s21).intoArray(out, at + 2 * c + LANES);
        VECTOR.cast(s22).intoArray(out, at + 2 * c + 2 * LANES);
        VECTOR.cast(s23).intoArray(out, at + 2 * c + 3 * LANES);
        VECTOR.cast(s30).intoArray(out, at + 3 * c);
        VECTOR.cast(s31).intoArray(out, at + 3 * c + LANES);
        VECTOR.cast(s32).intoArray(out, at + 3 * c + 2 * LANES);
        VECTOR.cast(s33).intoArray(out, at + 3 * c + 3 * LANES);
    }

    /** Multiplies four rows of A by two vectors of columns of B. */
    private static void fourByTwo(float[] a, int row, int w, float[] b, int c, int p, float[] out, int at) {
        FloatVector s00 = FloatVector.zero(SPECIES);
        FloatVector s01 = s00;
        FloatVector s10 = s00;
        FloatVector s11 = s00;
        FloatVector s20 = s00;
        FloatVector s21 = s00;
        FloatVector s30 = s00;
        FloatVector s31 = s00;
        int row1 = row + w;
        int row2 = row + 2 * w;
        int row3 = row + 3 * w;
        for (int j = 0, from = p; j < w; j++, from += c) {
            FloatVector x0 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, from));
            FloatVector x1 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, from + LANES));
            FloatVector y0 = FloatVector.broadcast(SPECIES, a[row + j]);
            s00 = x0.fma(y0, s00);
            s01 = x1.fma(y0, s01);
            FloatVector y1 = FloatVector.broadcast(SPECIES, a[row1 + j]);
            s10 = x0.fma(y1, s10);
            s11 = x1.fma(y1, s11);
            FloatVector y2 = FloatVector.broadcast(SPECIES, a[row2 + j]);
            s20 = x0.fma(y2, s20);
            s21 = x1.fma(y2, s21);
            FloatVector y3 = FloatVector.broadcast(SPECIES, a[row3 + j]);
            s30 = x0.fma(y3, s30);
            s31 = x1.fma(y3, s31);
        }
        VECTOR.cast(s00).intoArray(out, at);
        VECTOR.cast(s01).intoArray(out, at + LANES);
        VECTOR.cast(s10).intoArray(out, at + c);
        VECTOR.cast(s11).intoArray(out, at + c + LANES);
        VECTOR.cast(s20).intoArray(out, at + 2 * c);
        VECTOR.cast(s21).intoArray(out, at + 2 * c + LANES);
        VECTOR.cast(s30).intoArray(out, at + 3 * c);
        VECTOR.cast(s31).intoArray(out, at + 3 * c + LANES);
    }

    /** Multiplies eight rows by one vector of columns. */
    private static void eightByOne(float[] a, int row, int w, float[] b, int c, int p, float[] out, int at) {
        FloatVector s00 = FloatVector.zero(SPECIES);
        FloatVector s10 = s00;
        FloatVector s20 = s00;
        FloatVector s30 = s00;
        FloatVector s40 = s00;
        FloatVector s50 = s00;
        FloatVector s60 = s00;
        FloatVector s70 = s00;
        int row1 = row + w;
        int row2 = row + 2 * w;
        int row3 = row + 3 * w;
        int row4 = row + 4 * w;
        int row5 = row + 5 * w;
        int row6 = row + 6 * w;
        int row7 = row + 7 * w;
        for (int j = 0, from = p; j < w; j++, from += c) {
            FloatVector x0 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, from));
            FloatVector y0 = FloatVector.broadcast(SPECIES, a[row + j]);
            s00 = x0.fma(y0, s00);
            FloatVector y1 = FloatVector.broadcast(SPECIES, a[row1 + j]);
            s10 = x0.fma(y1, s10);
            FloatVector y2 = FloatVector.broadcast(SPECIES, a[row2 + j]);
            s20 = x0.fma(y2, s20);
            FloatVector y3 = FloatVector.broadcast(SPECIES, a[row3 + j]);
            s30 = x0.fma(y3, s30);
            FloatVector y4 = FloatVector.broadcast(SPECIES, a[row4 + j]);
            s40 = x0.fma(y4, s40);
            FloatVector y5 = FloatVector.broadcast(SPECIES, a[row5 + j]);
            s50 = x0.fma(y5, s50);
            FloatVector y6 = FloatVector.broadcast(SPECIES, a[row6 + j]);
            s60 = x0.fma(y6, s60);
            FloatVector y7 = FloatVector.broadcast(SPECIES, a[row7 + j]);
            s70 = x0.fma(y7, s70);
        }
        VECTOR.cast(s00).intoArray(out, at);
        VECTOR.cast(s10).intoArray(out, at + c);
        VECTOR.cast(s20).intoArray(out, at + 2 * c);
        VECTOR.cast(s30).intoArray(out, at + 3 * c);
        VECTOR.cast(s40).intoArray(out, at + 4 * c);
        VECTOR.cast(s50).intoArray(out, at + 5 * c);
        VECTOR.cast(s60).intoArray(out, at + 6 * c);
        VECTOR.cast(s70).intoArray(out, at + 7 * c);
    }

    /** Multiplies one row by one vector of columns. */
    private static void oneByOne(float[] a, int row, int w, float[] b, int c, int p, float[] out, int at) {
        FloatVector s00 = FloatVector.zero(SPECIES);
        for (int j = 0, from = p; j < w; j++, from += c) {
            FloatVector x0 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, from));
            FloatVector y0 = FloatVector.broadcast(SPECIES, a[row + j]);
            s00 = x0.fma(y0, s00);
        }
        VECTOR.cast(s00).intoArray(out, at);
    }

    /** Scales and selects; single elements are looked at only where a vector has one that is large enough. */
    static int scaleAndSelect(float[] x, int n, int c, float[] up, float[] down, int from, float[] least, int[] found) {
        int count = 0;
        FloatVector zero = VECTOR.cast(FloatVector.zero(SPECIES));
        for (int k = 0; k < n; k++) {
            FloatVector more = VECTOR.cast(FloatVector.broadcast(SPECIES, up[from + k]));
            FloatVector less = VECTOR.cast(FloatVector.broadcast(SPECIES, down[from + k]));
            for (int p = 0; p < c; p += LANES) {
                int at = k * c + p;
                FloatVector y = VECTOR.cast(FloatVector.fromArray(SPECIES, x, at));
                FloatVector z = VECTOR.cast(y.mul(less.blend(more, y.compare(VectorOperators.GT, zero))));
                z.intoArray(x, at);
                if (z.compare(VectorOperators.GE, FloatVector.fromArray(SPECIES, least, p))
                        .anyTrue()) {
                    count = MASKS_ARE_BITS
                            ? selectByBits(x, at, least, p, found, count)
                            : selectOneByOne(x, at, least, p, found, count);
                }
            }
        }
        return count;
    }

    private static int selectByBits(float[] x, int at, float[] least, int p, int[] found, int count) {
        FloatVector limit = VECTOR.cast(FloatVector.fromArray(SPECIES, least, p));
        long lanes = VECTOR.cast(FloatVector.fromArray(SPECIES, x, at))
                .compare(VectorOperators.GE, limit)
                .toLong();
        int next = count;
        for (; lanes != 0; lanes &= lanes - 1) {
            found[next++] = at + Long.numberOfTrailingZeros(lanes);
        }
        return next;
    }

    private static int selectOneByOne(float[] x, int at, float[] least, int p, int[] found, int count) {
        int next = count;
        for (int q = 0; q < LANES; q++) {
            if (x[at + q] >= least[p + q]) {
                found[next++] = at + q;
            }
        }
        return next;
    }
}
