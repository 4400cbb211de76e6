package rung.kernel;

import static rung.kernel.VectorFloatKernels.LANES;
import static rung.kernel.VectorFloatKernels.SPECIES;
import static rung.kernel.VectorFloatKernels.VECTOR;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;

/** The part of {@link VectorFloatKernels} that computes the matrix of normal equations; {@link VectorFloatCholesky} solves them. */
final class VectorFloatSquares {
    private VectorFloatSquares() {}

    /*
     * A tile of G is held in registers while all rows of a block pass by: eight rows of G by one or two vectors where vectors have 16
     * lanes (and the processor 32 registers), four rows by two vectors elsewhere. A tile is computed if it touches the upper triangle.
     */
    static void gram(float[] a, int n, int w, int r, boolean more, float[] g) {
        if (n == 0 && !more) {
            Arrays.fill(g, 0, w * w, 0);
        }
        int rows = LANES == 16 ? 8 : 4;
        for (int k = 0; k < n; k += FloatKernels.GRAM_BLOCK) {
            int end = Math.min(k + FloatKernels.GRAM_BLOCK, n);
            boolean add = more || k > 0;
            for (int i = 0; i < r; i += rows) {
                int j = i & -LANES;
                for (; j + LANES < r; j += 2 * LANES) {
                    if (LANES == 16) {
                        eightByTwo(a, w, k, end, g, i, j, add);
                    } else {
                        fourByTwo(a, w, k, end, g, i, j, add);
                    }
                }
                if (j < r) {
                    if (LANES == 16) {
                        eightByOne(a, w, k, end, g, i, j, add);
                    } else {
                        fourByOne(a, w, k, end, g, i, j, add);
                    }
                }
            }
        }
    }

    private static void eightByTwo(float[] a, int w, int from, int to, float[] g, int i, int j, boolean add) {
        FloatVector s0l = FloatVector.zero(SPECIES);
        FloatVector s0r = s0l;
        FloatVector s1l = s0l;
        FloatVector s1r = s0l;
        FloatVector s2l = s0l;
        FloatVector s2r = s0l;
        FloatVector s3l = s0l;
        FloatVector s3r = s0l;
        FloatVector s4l = s0l;
        FloatVector s4r = s0l;
        FloatVector s5l = s0l;
        FloatVector s5r = s0l;
        FloatVector s6l = s0l;
        FloatVector s6r = s0l;
        FloatVector s7l = s0l;
        FloatVector s7r = s0l;
        for (int k = from; k < to; k++) {
            int row = k * w;
            int at = row + i;
            FloatVector left = VECTOR.cast(FloatVector.fromArray(SPECIES, a, row + j));
            FloatVector right = VECTOR.cast(FloatVector.fromArray(SPECIES, a, row + j + LANES));
            FloatVector x0 = FloatVector.broadcast(SPECIES, a[at]);
            s0l = left.fma(x0, s0l);
            s0r = right.fma(x0, s0r);
            FloatVector x1 = FloatVector.broadcast(SPECIES, a[at + 1]);
            s1l = left.fma(x1, s1l);
            s1r = right.fma(x1, s1r);
            FloatVector x2 = FloatVector.broadcast(SPECIES, a[at + 2]);
            s2l = left.fma(x2, s2l);
            s2r = right.fma(x2, s2r);
            FloatVector x3 = FloatVector.broadcast(SPECIES, a[at + 3]);
            s3l = left.fma(x3, s3l);
            s3r = right.fma(x3, s3r);
            FloatVector x4 = FloatVector.broadcast(SPECIES, a[at + 4]);
            s4l = left.fma(x4, s4l);
            s4r = right.fma(x4, s4r);
            FloatVector x5 = FloatVector.broadcast(SPECIES, a[at + 5]);
            s5l = left.fma(x5, s5l);
            s5r = right.fma(x5, s5r);
            FloatVector x6 = FloatVector.broadcast(SPECIES, a[at + 6]);
            s6l = left.fma(x6, s6l);
            s6r = right.fma(x6, s6r);
            FloatVector x7 = FloatVector.broadcast(SPECIES, a[at + 7]);
            s7l = left.fma(x7, s7l);
            s7r = right.fma(x7, s7r);
        }
        int to0 = i * w + j;
        int to1 = to0 + w;
        int to2 = to1 + w;
        int to3 = to2 + w;
        int to4 = to3 + w;
        int to5 = to4 + w;
        int to6 = to5 + w;
        int to7 = to6 + w;
        if (add) {
            s0l = VECTOR.cast(s0l).add(FloatVector.fromArray(SPECIES, g, to0));
            s0r = VECTOR.cast(s0r).add(FloatVector.fromArray(SPECIES, g, to0 + LANES));
            s1l = VECTOR.cast(s1l).add(FloatVector.fromArray(SPECIES, g, to1));
            s1r = VECTOR.cast(s1r).add(FloatVector.fromArray(SPECIES, g, to1 + LANES));
            s2l = VECTOR.cast(s2l).add(FloatVector.fromArray(SPECIES, g, to2));
            s2r = VECTOR.cast(s2r).add(FloatVector.fromArray(SPECIES, g, to2 + LANES));
            s3l = VECTOR.cast(s3l).add(FloatVector.fromArray(SPECIES, g, to3));
            s3r = VECTOR.cast(s3r).add(FloatVector.fromArray(SPECIES, g, to3 + LANES));
            s4l = VECTOR.cast(s4l).add(FloatVector.fromArray(SPECIES, g, to4));
            s4r = VECTOR.cast(s4r).add(FloatVector.fromArray(SPECIES, g, to4 + LANES));
            s5l = VECTOR.cast(s5l).add(FloatVector.fromArray(SPECIES, g, to5));
            s5r = VECTOR.cast(s5r).add(FloatVector.fromArray(SPECIES, g, to5 + LANES));
            s6l = VECTOR.cast(s6l).add(FloatVector.fromArray(SPECIES, g, to6));
            s6r = VECTOR.cast(s6r).add(FloatVector.fromArray(SPECIES, g, to6 + LANES));
            s7l = VECTOR.cast(s7l).add(FloatVector.fromArray(SPECIES, g, to7));
            s7r = VECTOR.cast(s7r).add(FloatVector.fromArray(SPECIES, g, to7 + LANES));
        }
        VECTOR.cast(s0l).intoArray(g, to0);
        VECTOR.cast(s0r).intoArray(g, to0 + LANES);
        VECTOR.cast(s1l).intoArray(g, to1);
        VECTOR.cast(s1r).intoArray(g, to1 + LANES);
        VECTOR.cast(s2l).intoArray(g, to2);
        VECTOR.cast(s2r).intoArray(g, to2 + LANES);
        VECTOR.cast(s3l).intoArray(g, to3);
        VECTOR.cast(s3r).intoArray(g, to3 + LANES);
        VECTOR.cast(s4l).intoArray(g, to4);
        VECTOR.cast(s4r).intoArray(g, to4 + LANES);
        VECTOR.cast(s5l).intoArray(g, to5);
        VECTOR.cast(s5r).intoArray(g, to5 + LANES);
        VECTOR.cast(s6l).intoArray(g, to6);
        VECTOR.cast(s6r).intoArray(g, to6 + LANES);
        VECTOR.cast(s7l).intoArray(g, to7);
        VECTOR.cast(s7r).intoArray(g, to7 + LANES);
    }

    private static void eightByOne(float[] a, int w, int from, int to, float[] g, int i, int j, boolean add) {
        FloatVector s0 = FloatVector.zero(SPECIES);
        FloatVector s1 = s0;
        FloatVector s2 = s0;
        FloatVector s3 = s0;
        FloatVector s4 = s0;
        FloatVector s5 = s0;
        FloatVector s6 = s0;
        FloatVector s7 = s0;
        for (int k = from; k < to; k++) {
            int row = k * w;
            int at = row + i;
            FloatVector y = VECTOR.cast(FloatVector.fromArray(SPECIES, a, row + j));
            FloatVector x0 = FloatVector.broadcast(SPECIES, a[at]);
            s0 = y.fma(x0, s0);
            FloatVector x1 = FloatVector.broadcast(SPECIES, a[at + 1]);
            s1 = y.fma(x1, s1);
            FloatVector x2 = FloatVector.broadcast(SPECIES, a[at + 2]);
            s2 = y.fma(x2, s2);
            FloatVector x3 = FloatVector.broadcast(SPECIES, a[at + 3]);
            s3 = y.fma(x3, s3);
            FloatVector x4 = FloatVector.broadcast(SPECIES, a[at + 4]);
            s4 = y.fma(x4, s4);
            FloatVector x5 = FloatVector.broadcast(SPECIES, a[at + 5]);
            s5 = y.fma(x5, s5);
            FloatVector x6 = FloatVector.broadcast(SPECIES, a[at + 6]);
            s6 = y.fma(x6, s6);
            FloatVector x7 = FloatVector.broadcast(SPECIES, a[at + 7]);
            s7 = y.fma(x7, s7);
        }
        int to0 = i * w + j;
        int to1 = to0 + w;
        int to2 = to1 + w;
        int to3 = to2 + w;
        int to4 = to3 + w;
        int to5 = to4 + w;
        int to6 = to5 + w;
        int to7 = to6 + w;
        if (add) {
            s0 = VECTOR.cast(s0).add(FloatVector.fromArray(SPECIES, g, to0));
            s1 = VECTOR.cast(s1).add(FloatVector.fromArray(SPECIES, g, to1));
            s2 = VECTOR.cast(s2).add(FloatVector.fromArray(SPECIES, g, to2));
            s3 = VECTOR.cast(s3).add(FloatVector.fromArray(SPECIES, g, to3));
            s4 = VECTOR.cast(s4).add(FloatVector.fromArray(SPECIES, g, to4));
            s5 = VECTOR.cast(s5).add(FloatVector.fromArray(SPECIES, g, to5));
            s6 = VECTOR.cast(s6).add(FloatVector.fromArray(SPECIES, g, to6));
            s7 = VECTOR.cast(s7).add(FloatVector.fromArray(SPECIES, g, to7));
        }
        VECTOR.cast(s0).intoArray(g, to0);
        VECTOR.cast(s1).intoArray(g, to1);
        VECTOR.cast(s2).intoArray(g, to2);
        VECTOR.cast(s3).intoArray(g, to3);
        VECTOR.cast(s4).intoArray(g, to4);
        VECTOR.cast(s5).intoArray(g, to5);
        VECTOR.cast(s6).intoArray(g, to6);
        VECTOR.cast(s7).intoArray(g, to7);
    }

    private static void fourByTwo(float[] a, int w, int from, int to, float[] g, int i, int j, boolean add) {
        FloatVector s0l = FloatVector.zero(SPECIES);
        FloatVector s0r = s0l;
        FloatVector s1l = s0l;
        FloatVector s1r = s0l;
        FloatVector s2l = s0l;
        FloatVector s2r = s0l;
        FloatVector s3l = s0l;
        FloatVector s3r = s0l;
        for (int k = from; k < to; k++) {
            int row = k * w;
            int at = row + i;
            FloatVector left = VECTOR.cast(FloatVector.fromArray(SPECIES, a, row + j));
            FloatVector right = VECTOR.cast(FloatVector.fromArray(SPECIES, a, row + j + LANES));
            FloatVector x0 = FloatVector.broadcast(SPECIES, a[at]);
            s0l = left.fma(x0, s0l);
            s0r = right.fma(x0, s0r);
            FloatVector x1 = FloatVector.broadcast(SPECIES, a[at + 1]);
            s1l = left.fma(x1, s1l);
            s1r = right.fma(x1, s1r);
            FloatVector x2 = FloatVector.broadcast(SPECIES, a[at + 2]);
            s2l = left.fma(x2, s2l);
            s2r = right.fma(x2, s2r);
            FloatVector x3 = FloatVector.broadcast(SPECIES, a[at + 3]);
            s3l = left.fma(x3, s3l);
            s3r = right.fma(x3, s3r);
        }
        int to0 = i * w + j;
        int to1 = to0 + w;
        int to2 = to1 + w;
        int to3 = to2 + w;
        if (add) {
            s0l = VECTOR.cast(s0l).add(FloatVector.fromArray(SPECIES, g, to0));
            s0r = VECTOR.cast(s0r).add(FloatVector.fromArray(SPECIES, g, to0 + LANES));
            s1l = VECTOR.cast(s1l).add(FloatVector.fromArray(SPECIES, g, to1));
            s1r = VECTOR.cast(s1r).add(FloatVector.fromArray(SPECIES, g, to1 + LANES));
            s2l = VECTOR.cast(s2l).add(FloatVector.fromArray(SPECIES, g, to2));
            s2r = VECTOR.cast(s2r).add(FloatVector.fromArray(SPECIES, g, to2 + LANES));
            s3l = VECTOR.cast(s3l).add(FloatVector.fromArray(SPECIES, g, to3));
            s3r = VECTOR.cast(s3r).add(FloatVector.fromArray(SPECIES, g, to3 + LANES));
        }
        VECTOR.cast(s0l).intoArray(g, to0);
        VECTOR.cast(s0r).intoArray(g, to0 + LANES);
        VECTOR.cast(s1l).intoArray(g, to1);
        VECTOR.cast(s1r).intoArray(g, to1 + LANES);
        VECTOR.cast(s2l).intoArray(g, to2);
        VECTOR.cast(s2r).intoArray(g, to2 + LANES);
        VECTOR.cast(s3l).intoArray(g, to3);
        VECTOR.cast(s3r).intoArray(g, to3 + LANES);
    }

    private static void fourByOne(float[] a, int w, int from, int to, float[] g, int i, int j, boolean add) {
        FloatVector s0 = FloatVector.zero(SPECIES);
        FloatVector s1 = s0;
        FloatVector s2 = s0;
        FloatVector s3 = s0;
        for (int k = from; k < to; k++) {
            int row = k * w;
            int at = row + i;
            FloatVector y = VECTOR.cast(FloatVector.fromArray(SPECIES, a, row + j));
            FloatVector x0 = FloatVector.broadcast(SPECIES, a[at]);
            s0 = y.fma(x0, s0);
            FloatVector x1 = FloatVector.broadcast(SPECIES, a[at + 1]);
            s1 = y.fma(x1, s1);
            FloatVector x2 = FloatVector.broadcast(SPECIES, a[at + 2]);
            s2 = y.fma(x2, s2);
            FloatVector x3 = FloatVector.broadcast(SPECIES, a[at + 3]);
            s3 = y.fma(x3, s3);
        }
        int to0 = i * w + j;
        int to1 = to0 + w;
        int to2 = to1 + w;
        int to3 = to2 + w;
        if (add) {
            s0 = VECTOR.cast(s0).add(FloatVector.fromArray(SPECIES, g, to0));
            s1 = VECTOR.cast(s1).add(FloatVector.fromArray(SPECIES, g, to1));
            s2 = VECTOR.cast(s2).add(FloatVector.fromArray(SPECIES, g, to2));
            s3 = VECTOR.cast(s3).add(FloatVector.fromArray(SPECIES, g, to3));
        }
        VECTOR.cast(s0).intoArray(g, to0);
        VECTOR.cast(s1).intoArray(g, to1);
        VECTOR.cast(s2).intoArray(g, to2);
        VECTOR.cast(s3).intoArray(g, to3);
    }
}
