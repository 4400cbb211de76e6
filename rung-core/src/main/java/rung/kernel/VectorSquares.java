package rung.kernel;

import static rung.kernel.VectorKernels.LANE;
import static rung.kernel.VectorKernels.LANES;
import static rung.kernel.VectorKernels.PLAIN;
import static rung.kernel.VectorKernels.SPECIES;
import static rung.kernel.VectorKernels.TWO_LANES;
import static rung.kernel.VectorKernels.VECTOR;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;

/** The part of {@link VectorKernels} that works on small square matrices: normal equations and their solution. */
final class VectorSquares {
    /** The number of rows of a square matrix that are updated together, and of unknowns that are eliminated together. */
    private static final int TILE = 4;

    private VectorSquares() {}

    static void gram(double[] a, int n, int w, double[] c, double[] g) {
        for (int i = 0; i < w; i += TILE) {
            int last = Math.min(i + TILE, w) - 1;
            for (int j = 0; j <= last; j += 2 * LANES) {
                tile(a, n, w, c, g, i, last, j, false);
            }
        }
    }

    static boolean cholesky(double[] g, int r, int w, double floor) {
        /*
         * We copy the triangle above the diagonal and factor UᵀU there, eight rows of U at a time: then every update is
         * a tile whose lanes run along a row, without reductions. Until U is copied back the other triangle is scratch,
         * and its first column keeps the diagonal for the test of the pivots.
         */
        for (int i = 1; i < r; i++) {
            int above = i;
            for (int at = i * w; at < i * w + i; at++) {
                g[above] = g[at];
                above += w;
            }
            g[i * w] = g[i * w + i];
        }
        for (int i = 0; i < r; i += Kernels.PAD) {
            int end = Math.min(i + Kernels.PAD, r);
            for (int t = i; t < end && i > 0; t += TILE) {
                for (int j = i; j < r; j += 2 * LANES) {
                    tile(g, i, w, null, g, t, end - 1, j, true);
                }
            }
            if (!triangle(g, w, i, end, floor)) {
                return false;
            }
            for (int j = end; j < r; j += LANES) {
                finish(g, w, i, end, j);
            }
        }
        for (int i = 1; i < r; i++) {
            int above = i;
            for (int at = i * w; at < i * w + i; at++) {
                g[at] = g[above];
                above += w;
            }
        }
        return true;
    }

    static void choleskySolve(double[] l, int r, int w, double[] x) {
        // Above the diagonal cholesky has left Lᵀ, whose rows the forward solve needs.
        for (int i = 0; i < r; i += TILE) {
            int end = Math.min(i + TILE, r);
            for (int t = i; t < end; t++) {
                double sum = x[t];
                for (int k = i; k < t; k++) {
                    sum -= l[t * w + k] * x[k];
                }
                x[t] = sum / l[t * w + t];
            }
            subtractRows(l, w, i, end, r, x);
        }
        for (int end = r; end > 0; end -= TILE) {
            int i = Math.max(end - TILE, 0);
            for (int t = end - 1; t >= i; t--) {
                double sum = x[t];
                for (int k = t + 1; k < end; k++) {
                    sum -= l[k * w + t] * x[k];
                }
                x[t] = sum / l[t * w + t];
            }
            subtractRows(l, w, i, 0, i, x);
        }
    }

    /** Factors the diagonal block of unknowns i to end − 1; earlier unknowns have been eliminated from it. */
    private static boolean triangle(double[] u, int w, int i, int end, double floor) {
        for (int t = i; t < end; t++) {
            double pivot = u[t * w + t];
            for (int k = i; k < t; k++) {
                pivot -= u[k * w + t] * u[k * w + t];
            }
            if (!(pivot > floor * u[t * w])) {
                return false;
            }
            u[t * w + t] = Math.sqrt(pivot);
            double inverse = 1 / u[t * w + t];
            for (int j = t + 1; j < end; j++) {
                double sum = u[t * w + j];
                for (int k = i; k < t; k++) {
                    sum -= u[k * w + t] * u[k * w + j];
                }
                u[t * w + j] = sum * inverse;
            }
        }
        return true;
    }

    /** Computes rows i to end − 1 of U in one vector of columns from j, right of the diagonal block of these rows. */
    private static void finish(double[] u, int w, int i, int end, int j) {
        for (int t = i; t < end; t++) {
            DoubleVector x = VECTOR.cast(DoubleVector.fromArray(SPECIES, u, t * w + j));
            for (int k = i; k < t; k++) {
                DoubleVector scale = DoubleVector.broadcast(SPECIES, -u[k * w + t]);
                x = VECTOR.cast(DoubleVector.fromArray(SPECIES, u, k * w + j)).fma(scale, x);
            }
            DoubleVector inverse = DoubleVector.broadcast(SPECIES, 1 / u[t * w + t]);
            VECTOR.cast(x).mul(inverse).intoArray(u, t * w + j);
        }
    }

    /** Computes x[from…to) ← x[from…to) − Σ_k x[k]·l_k over the four rows k from i. If the range is empty those rows need not exist. */
    private static void subtractRows(double[] l, int w, int i, int from, int to, double[] x) {
        if (to - from < LANES) {
            for (int k = i; k < i + TILE && from < to; k++) {
                PLAIN.axpy(-x[k], l, k * w + from, x, from, to - from);
            }
            return;
        }
        DoubleVector x0 = VECTOR.cast(DoubleVector.broadcast(SPECIES, -x[i]));
        DoubleVector x1 = VECTOR.cast(DoubleVector.broadcast(SPECIES, -x[i + 1]));
        DoubleVector x2 = VECTOR.cast(DoubleVector.broadcast(SPECIES, -x[i + 2]));
        DoubleVector x3 = VECTOR.cast(DoubleVector.broadcast(SPECIES, -x[i + 3]));
        int vectors = TWO_LANES ? to - (to - from) % LANES : to;
        for (int j = from; j < vectors; j += LANES) {
            int at = Math.min(j, to - LANES);
            int row = i * w + at;
            DoubleVector old = DoubleVector.fromArray(SPECIES, x, at);
            DoubleVector even = x0.fma(DoubleVector.fromArray(SPECIES, l, row), old);
            DoubleVector odd = x1.mul(DoubleVector.fromArray(SPECIES, l, row + w));
            even = x2.fma(DoubleVector.fromArray(SPECIES, l, row + 2 * w), even);
            odd = x3.fma(DoubleVector.fromArray(SPECIES, l, row + 3 * w), odd);
            DoubleVector sum = even.add(odd);
            sum = TWO_LANES ? sum : sum.blend(old, LANE.compare(VectorOperators.LT, (double) (j - at)));
            VECTOR.cast(sum).intoArray(x, at);
        }
        if (vectors < to) { // the last element, by the operations of one lane
            int row = i * w + vectors;
            double even = Math.fma(-x[i + 2], l[row + 2 * w], Math.fma(-x[i], l[row], x[vectors]));
            x[vectors] = even + Math.fma(-x[i + 3], l[row + 3 * w], -x[i + 1] * l[row + w]);
        }
    }

    /**
     * Computes a tile of Aᵀ·diag(c)·A for the first n rows of A and stores it in G, or subtracts it from G: four rows, i to i + 3 but
     * none after {@code last}, by two vectors of columns from j. G may be A where the tile is below those n rows. A row or column that
     * would be outside repeats the last one; everything is read before anything is stored, so that does no harm.
     */
    private static void tile(
            double[] a, int n, int w, double[] c, double[] g, int i, int last, int j, boolean subtract) {
        int i1 = Math.min(i + 1, last);
        int i2 = Math.min(i + 2, last);
        int i3 = Math.min(i + 3, last);
        int leftFrom = Math.min(j, w - LANES);
        int rightFrom = Math.min(j + LANES, w - LANES);
        DoubleVector left0 = DoubleVector.zero(SPECIES);
        DoubleVector left1 = left0;
        DoubleVector left2 = left0;
        DoubleVector left3 = left0;
        DoubleVector right0 = left0;
        DoubleVector right1 = left0;
        DoubleVector right2 = left0;
        DoubleVector right3 = left0;
        for (int k = 0; k < n; k++) {
            int at = k * w;
            DoubleVector left = VECTOR.cast(DoubleVector.fromArray(SPECIES, a, at + leftFrom));
            DoubleVector right = VECTOR.cast(DoubleVector.fromArray(SPECIES, a, at + rightFrom));
            if (c != null) {
                DoubleVector weight = DoubleVector.broadcast(SPECIES, c[k]);
                left = left.mul(weight);
                right = right.mul(weight);
            }
            left = VECTOR.cast(left);
            right = VECTOR.cast(right);
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
        int at = i * w;
        int at1 = i1 * w;
        int at2 = i2 * w;
        int at3 = i3 * w;
        if (subtract) {
            left0 = VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at + leftFrom))
                    .sub(left0);
            right0 = VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at + rightFrom))
                    .sub(right0);
            left1 = VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at1 + leftFrom))
                    .sub(left1);
            right1 = VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at1 + rightFrom))
                    .sub(right1);
            left2 = VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at2 + leftFrom))
                    .sub(left2);
            right2 = VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at2 + rightFrom))
                    .sub(right2);
            left3 = VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at3 + leftFrom))
                    .sub(left3);
            right3 = VECTOR.cast(DoubleVector.fromArray(SPECIES, g, at3 + rightFrom))
                    .sub(right3);
        }
        VECTOR.cast(left0).intoArray(g, at + leftFrom);
        VECTOR.cast(right0).intoArray(g, at + rightFrom);
        VECTOR.cast(left1).intoArray(g, at1 + leftFrom);
        VECTOR.cast(right1).intoArray(g, at1 + rightFrom);
        VECTOR.cast(left2).intoArray(g, at2 + leftFrom);
        VECTOR.cast(right2).intoArray(g, at2 + rightFrom);
        VECTOR.cast(left3).intoArray(g, at3 + leftFrom);
        VECTOR.cast(right3).intoArray(g, at3 + rightFrom);
    }
}
