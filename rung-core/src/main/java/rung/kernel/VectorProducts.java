package rung.kernel;

import static rung.kernel.VectorKernels.LANE;
import static rung.kernel.VectorKernels.LANES;
import static rung.kernel.VectorKernels.SPECIES;
import static rung.kernel.VectorKernels.TWO_LANES;
import static rung.kernel.VectorKernels.VECTOR;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** The part of {@link VectorKernels} that multiplies dense matrices, in tiles of four rows by two vectors of columns, or rotates them. */
final class VectorProducts {
    /** How many rows of the result are computed together. */
    private static final int TILE = 4;

    private VectorProducts() {}

    static void product(double[] a, int aFrom, int n, int w, double[] b, int p, double[] c, int cFrom) {
        for (int j = 0; j < p; j += 2 * LANES) {
            for (int i = 0; i < n; i += TILE) {
                productTile(a, aFrom, n, w, b, p, c, cFrom, i, j);
            }
        }
    }

    static void addTransposedProduct(
            double[] a, int aFrom, int w, double[] b, int bFrom, int p, int n, double[] g, boolean lower) {
        for (int i = 0; i < w; i += TILE) {
            int end = lower ? Math.min(p, i + TILE) : p;
            for (int j = 0; j < end; j += 2 * LANES) {
                if (TWO_LANES && j == p - 1) {
                    transposedColumn(a, aFrom, w, b, bFrom, p, n, g, i);
                } else {
                    transposedTile(a, aFrom, w, b, bFrom, p, n, g, i, j);
                }
            }
        }
    }

    /** Rotates as many columns as fill vectors, and returns how many. */
    static int rotateRows(double[] v, int w, double[] c, double[] s, int at, int first, int last) {
        if (first >= last) {
            return w;
        }
        int j = 0;
        for (; j <= w - 4 * LANES; j += 4 * LANES) {
            rotateFour(v, w, c, s, at, first, last, j);
        }
        for (; j <= w - LANES; j += LANES) {
            rotateOne(v, w, c, s, at, first, last, j);
        }
        return j;
    }

    /** Rotates four vectors of columns from j; a row is loaded and stored once for two rotations. */
    private static void rotateFour(double[] v, int w, double[] c, double[] s, int at, int first, int last, int j) {
        int row = last * w + j;
        DoubleVector y0 = DoubleVector.fromArray(SPECIES, v, row);
        DoubleVector y1 = DoubleVector.fromArray(SPECIES, v, row + LANES);
        DoubleVector y2 = DoubleVector.fromArray(SPECIES, v, row + 2 * LANES);
        DoubleVector y3 = DoubleVector.fromArray(SPECIES, v, row + 3 * LANES);
        for (int i = last - 1; i >= first; i--) {
            DoubleVector cosine = DoubleVector.broadcast(SPECIES, c[at + i]);
            DoubleVector sine = DoubleVector.broadcast(SPECIES, s[at + i]);
            int above = row - w;
            DoubleVector x0 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, above));
            DoubleVector x1 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, above + LANES));
            DoubleVector x2 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, above + 2 * LANES));
            DoubleVector x3 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, above + 3 * LANES));
            y0 = VECTOR.cast(y0);
            y1 = VECTOR.cast(y1);
            y2 = VECTOR.cast(y2);
            y3 = VECTOR.cast(y3);
            x0.mul(sine).add(y0.mul(cosine)).intoArray(v, row);
            x1.mul(sine).add(y1.mul(cosine)).intoArray(v, row + LANES);
            x2.mul(sine).add(y2.mul(cosine)).intoArray(v, row + 2 * LANES);
            x3.mul(sine).add(y3.mul(cosine)).intoArray(v, row + 3 * LANES);
            y0 = x0.mul(cosine).sub(y0.mul(sine));
            y1 = x1.mul(cosine).sub(y1.mul(sine));
            y2 = x2.mul(cosine).sub(y2.mul(sine));
            y3 = x3.mul(cosine).sub(y3.mul(sine));
            row = above;
        }
        VECTOR.cast(y0).intoArray(v, row);
        VECTOR.cast(y1).intoArray(v, row + LANES);
        VECTOR.cast(y2).intoArray(v, row + 2 * LANES);
        VECTOR.cast(y3).intoArray(v, row + 3 * LANES);
    }

    /** Rotates one vector of columns from j. */
    private static void rotateOne(double[] v, int w, double[] c, double[] s, int at, int first, int last, int j) {
        int row = last * w + j;
        DoubleVector y = DoubleVector.fromArray(SPECIES, v, row);
        for (int i = last - 1; i >= first; i--) {
            DoubleVector cosine = DoubleVector.broadcast(SPECIES, c[at + i]);
            DoubleVector sine = DoubleVector.broadcast(SPECIES, s[at + i]);
            DoubleVector x = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, row - w));
            y = VECTOR.cast(y);
            x.mul(sine).add(y.mul(cosine)).intoArray(v, row);
            y = x.mul(cosine).sub(y.mul(sine));
            row -= w;
        }
        VECTOR.cast(y).intoArray(v, row);
    }

    /**
     * Computes four rows from i by two vectors of columns from j of A·B. A row or column that would be outside repeats the last one,
     * which is stored twice with the same result.
     */
    private static void productTile(
            double[] a, int aFrom, int n, int w, double[] b, int p, double[] c, int cFrom, int i, int j) {
        int i1 = Math.min(i + 1, n - 1);
        int i2 = Math.min(i + 2, n - 1);
        int i3 = Math.min(i + 3, n - 1);
        int leftFrom = Math.min(j, p - LANES);
        int rightFrom = Math.min(j + LANES, p - LANES);
        DoubleVector left0 = DoubleVector.zero(SPECIES);
        DoubleVector left1 = left0;
        DoubleVector left2 = left0;
        DoubleVector left3 = left0;
        DoubleVector right0 = left0;
        DoubleVector right1 = left0;
        DoubleVector right2 = left0;
        DoubleVector right3 = left0;
        int a0 = aFrom + i * w;
        int a1 = aFrom + i1 * w;
        int a2 = aFrom + i2 * w;
        int a3 = aFrom + i3 * w;
        for (int k = 0; k < w; k++) {
            int at = k * p;
            DoubleVector left = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at + leftFrom));
            DoubleVector right = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at + rightFrom));
            DoubleVector x0 = DoubleVector.broadcast(SPECIES, a[a0 + k]);
            left0 = left.fma(x0, left0);
            right0 = right.fma(x0, right0);
            DoubleVector x1 = DoubleVector.broadcast(SPECIES, a[a1 + k]);
            left1 = left.fma(x1, left1);
            right1 = right.fma(x1, right1);
            DoubleVector x2 = DoubleVector.broadcast(SPECIES, a[a2 + k]);
            left2 = left.fma(x2, left2);
            right2 = right.fma(x2, right2);
            DoubleVector x3 = DoubleVector.broadcast(SPECIES, a[a3 + k]);
            left3 = left.fma(x3, left3);
            right3 = right.fma(x3, right3);
        }
        VECTOR.cast(left0).intoArray(c, cFrom + i * p + leftFrom);
        VECTOR.cast(right0).intoArray(c, cFrom + i * p + rightFrom);
        VECTOR.cast(left1).intoArray(c, cFrom + i1 * p + leftFrom);
        VECTOR.cast(right1).intoArray(c, cFrom + i1 * p + rightFrom);
        VECTOR.cast(left2).intoArray(c, cFrom + i2 * p + leftFrom);
        VECTOR.cast(right2).intoArray(c, cFrom + i2 * p + rightFrom);
        VECTOR.cast(left3).intoArray(c, cFrom + i3 * p + leftFrom);
        VECTOR.cast(right3).intoArray(c, cFrom + i3 * p + rightFrom);
    }

    /*
     * As above, but added to what stands there: everything is read before anything is stored, and the columns that an
     * earlier tile has added already get zeros.
     */
    private static void transposedTile(
            double[] a, int aFrom, int w, double[] b, int bFrom, int p, int n, double[] g, int i, int j) {
        int i1 = Math.min(i + 1, w - 1);
        int i2 = Math.min(i + 2, w - 1);
        int i3 = Math.min(i + 3, w - 1);
        int leftFrom = Math.min(j, p - LANES);
        int rightFrom = Math.min(j + LANES, p - LANES);
        DoubleVector left0 = DoubleVector.zero(SPECIES);
        DoubleVector left1 = left0;
        DoubleVector left2 = left0;
        DoubleVector left3 = left0;
        DoubleVector right0 = left0;
        DoubleVector right1 = left0;
        DoubleVector right2 = left0;
        DoubleVector right3 = left0;
        for (int k = 0; k < n; k++) {
            int at = aFrom + k * w;
            int row = bFrom + k * p;
            DoubleVector left = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, row + leftFrom));
            DoubleVector right = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, row + rightFrom));
            DoubleVector x0 = DoubleVector.broadcast(SPECIES, a[at + i]);
            left0 = left.fma(x0, left0);
            right0 = right.fma(x0, right0);
            DoubleVector x1 = DoubleVector.broadcast(SPECIES, a[at + i1]);
            left1 = left.fma(x1, left1);
            right1 = right.fma(x1, right1);
            DoubleVector x2 = DoubleVector.broadcast(SPECIES, a[at + i2]);
            left2 = left.fma(x2, left2);
            right2 = right.fma(x2, right2);
            DoubleVector x3 = DoubleVector.broadcast(SPECIES, a[at + i3]);
            left3 = left.fma(x3, left3);
            right3 = right.fma(x3, right3);
        }
        if (leftFrom < j && !TWO_LANES) {
            VectorMask<Double> added = LANE.compare(VectorOperators.LT, (double) (j - leftFrom));
            left0 = VECTOR.cast(left0).blend(0, added);
            left1 = VECTOR.cast(left1).blend(0, added);
            left2 = VECTOR.cast(left2).blend(0, added);
            left3 = VECTOR.cast(left3).blend(0, added);
            right0 = left0;
            right1 = left1;
            right2 = left2;
            right3 = left3;
        }
        int at0 = i * p;
        int at1 = i1 * p;
        int at2 = i2 * p;
        int at3 = i3 * p;
        left0 = VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at0 + leftFrom)).add(left0);
        right0 =
                VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at0 + rightFrom)).add(right0);
        left1 = VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at1 + leftFrom)).add(left1);
        right1 =
                VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at1 + rightFrom)).add(right1);
        left2 = VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at2 + leftFrom)).add(left2);
        right2 =
                VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at2 + rightFrom)).add(right2);
        left3 = VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at3 + leftFrom)).add(left3);
        right3 =
                VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at3 + rightFrom)).add(right3);
        left0.intoArray(g, at0 + leftFrom);
        right0.intoArray(g, at0 + rightFrom);
        left1.intoArray(g, at1 + leftFrom);
        right1.intoArray(g, at1 + rightFrom);
        left2.intoArray(g, at2 + leftFrom);
        right2.intoArray(g, at2 + rightFrom);
        left3.intoArray(g, at3 + leftFrom);
        right3.intoArray(g, at3 + rightFrom);
    }

    /**
     * Computes the last column of four rows of Aᵀ·B with the operations of one lane, where a tile would need a mask and vectors have
     * two lanes.
     */
    private static void transposedColumn(
            double[] a, int aFrom, int w, double[] b, int bFrom, int p, int n, double[] g, int from) {
        for (int i = from; i < Math.min(from + TILE, w); i++) {
            double sum = 0;
            for (int k = 0; k < n; k++) {
                sum = Math.fma(b[bFrom + k * p + p - 1], a[aFrom + k * w + i], sum);
            }
            g[i * p + p - 1] += sum;
        }
    }
}
