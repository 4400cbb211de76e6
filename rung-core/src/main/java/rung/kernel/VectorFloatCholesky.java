package rung.kernel;

import static rung.kernel.VectorFloatKernels.LANES;
import static rung.kernel.VectorFloatKernels.SPECIES;
import static rung.kernel.VectorFloatKernels.VECTOR;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** The part of {@link VectorFloatKernels} that solves normal equations: Cholesky's factor, and the two solves with it. */
final class VectorFloatCholesky {
    /** The number of unknowns that are eliminated together. */
    private static final int TILE = 4;

    private static final FloatVector LANE = FloatVector.zero(SPECIES).addIndex(1);

    private VectorFloatCholesky() {}

    static boolean cholesky(float[] g, int r, int w, float floor) {
        /*
         * We factor UᵀU in the triangle above the diagonal, four rows of U at a time: then every update runs along a row, without
         * reductions. For each row t of the four, d_t·U_t is computed first, since that needs no root: the next pivot waits only for
         * 1/d_t.
         */
        for (int i = 0; i < r; i += TILE) {
            if (!eliminate(g, r, w, i, floor)) {
                return false;
            }
        }
        mirror(g, r, w);
        return true;
    }

    /**
     * Copies the upper triangle of the leading r×r part to the lower one, by blocks of four by four. Plain loops, for the sake of
     * JDK 17: vectors of a second length anywhere spoil its type profiles, and then others are boxed.
     */
    private static void mirror(float[] g, int r, int w) {
        int blocks = r & -TILE;
        for (int i = TILE; i < blocks; i += TILE) {
            for (int j = 0; j < i; j += TILE) {
                int from = j * w + i;
                int to = i * w + j;
                for (int k = 0; k < TILE; k++) {
                    int at = from + k * w;
                    g[to + k] = g[at];
                    g[to + k + w] = g[at + 1];
                    g[to + k + 2 * w] = g[at + 2];
                    g[to + k + 3 * w] = g[at + 3];
                }
            }
        }
        for (int i = 1; i < r; i++) {
            for (int j = i < blocks ? i & -TILE : 0; j < i; j++) {
                g[i * w + j] = g[j * w + i];
            }
        }
    }

    /** Computes rows i to i + 3 of U, as far as they are before row r. */
    private static boolean eliminate(float[] u, int r, int w, int i, float floor) {
        int rows = Math.min(TILE, r - i);
        int at0 = i * w;
        int at1 = rows > 1 ? at0 + w : at0;
        int at2 = rows > 2 ? at0 + 2 * w : at0;
        int at3 = rows > 3 ? at0 + 3 * w : at0;
        float old0 = u[at0 + i];
        float old1 = u[at1 + i + 1];
        float old2 = u[at2 + i + 2];
        float old3 = u[at3 + i + 3];
        int first = i & -LANES;
        if (i > 0) {
            int j = first;
            for (; j + LANES < r; j += 2 * LANES) {
                subtractTwo(u, w, i, j, at0, at1, at2, at3);
            }
            if (j < r) {
                subtractOne(u, w, i, j, at0, at1, at2, at3);
            }
        }
        // The triangle of the four rows; a row that does not exist is a copy of the first, and its pivot does not
        // count.
        float d0 = u[at0 + i];
        float u01 = u[at0 + i + 1];
        float u02 = u[at0 + i + 2];
        float u03 = u[at0 + i + 3];
        float inverse0 = 1 / d0;
        float m01 = u01 * inverse0;
        float m02 = u02 * inverse0;
        float m03 = u03 * inverse0;
        float d1 = u[at1 + i + 1] - m01 * u01;
        float u12 = u[at1 + i + 2] - m01 * u02;
        float u13 = u[at1 + i + 3] - m01 * u03;
        float inverse1 = 1 / d1;
        float m12 = u12 * inverse1;
        float m13 = u13 * inverse1;
        float d2 = u[at2 + i + 2] - m02 * u02 - m12 * u12;
        float u23 = u[at2 + i + 3] - m02 * u03 - m12 * u13;
        float inverse2 = 1 / d2;
        float m23 = u23 * inverse2;
        float d3 = u[at3 + i + 3] - m03 * u03 - m13 * u13 - m23 * u23;
        float inverse3 = 1 / d3;
        if (!(above(d0, floor * old0)
                && (rows < 2 || above(d1, floor * old1))
                && (rows < 3 || above(d2, floor * old2))
                && (rows < 4 || above(d3, floor * old3)))) {
            return false;
        }
        float root0 = (float) Math.sqrt(inverse0);
        float root1 = (float) Math.sqrt(inverse1);
        float root2 = (float) Math.sqrt(inverse2);
        float root3 = (float) Math.sqrt(inverse3);
        for (int j = first; j < r; j += LANES) {
            FloatVector x0 = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at0 + j));
            FloatVector x1 = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at1 + j));
            FloatVector x2 = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at2 + j));
            FloatVector x3 = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at3 + j));
            x1 = x0.fma(FloatVector.broadcast(SPECIES, -m01), x1);
            x2 = x0.fma(FloatVector.broadcast(SPECIES, -m02), x2);
            x3 = x0.fma(FloatVector.broadcast(SPECIES, -m03), x3);
            x2 = x1.fma(FloatVector.broadcast(SPECIES, -m12), x2);
            x3 = x1.fma(FloatVector.broadcast(SPECIES, -m13), x3);
            x3 = x2.fma(FloatVector.broadcast(SPECIES, -m23), x3);
            if (rows == TILE) {
                x3.mul(FloatVector.broadcast(SPECIES, root3)).intoArray(u, at3 + j);
            }
            if (rows > 2) {
                x2.mul(FloatVector.broadcast(SPECIES, root2)).intoArray(u, at2 + j);
            }
            if (rows > 1) {
                x1.mul(FloatVector.broadcast(SPECIES, root1)).intoArray(u, at1 + j);
            }
            x0.mul(FloatVector.broadcast(SPECIES, root0)).intoArray(u, at0 + j);
        }
        return true;
    }

    private static boolean above(float pivot, float floor) {
        return pivot > floor && pivot >= Float.MIN_NORMAL;
    }

    /** Subtracts what rows 0 to i − 1 of U contribute to rows i to i + 3, in two vectors of columns from j. */
    private static void subtractTwo(float[] u, int w, int i, int j, int at0, int at1, int at2, int at3) {
        FloatVector s0l = FloatVector.zero(SPECIES);
        FloatVector s0r = s0l;
        FloatVector s1l = s0l;
        FloatVector s1r = s0l;
        FloatVector s2l = s0l;
        FloatVector s2r = s0l;
        FloatVector s3l = s0l;
        FloatVector s3r = s0l;
        for (int k = 0; k < i; k++) {
            int row = k * w;
            int at = row + i;
            FloatVector left = VECTOR.cast(FloatVector.fromArray(SPECIES, u, row + j));
            FloatVector right = VECTOR.cast(FloatVector.fromArray(SPECIES, u, row + j + LANES));
            FloatVector x0 = FloatVector.broadcast(SPECIES, u[at]);
            s0l = left.fma(x0, s0l);
            s0r = right.fma(x0, s0r);
            FloatVector x1 = FloatVector.broadcast(SPECIES, u[at + 1]);
            s1l = left.fma(x1, s1l);
            s1r = right.fma(x1, s1r);
            FloatVector x2 = FloatVector.broadcast(SPECIES, u[at + 2]);
            s2l = left.fma(x2, s2l);
            s2r = right.fma(x2, s2r);
            FloatVector x3 = FloatVector.broadcast(SPECIES, u[at + 3]);
            s3l = left.fma(x3, s3l);
            s3r = right.fma(x3, s3r);
        }
        // Everything is read before anything is stored: a row that does not exist repeats the first, stored last.
        s0l = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at0 + j)).sub(s0l);
        s0r = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at0 + j + LANES)).sub(s0r);
        s1l = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at1 + j)).sub(s1l);
        s1r = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at1 + j + LANES)).sub(s1r);
        s2l = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at2 + j)).sub(s2l);
        s2r = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at2 + j + LANES)).sub(s2r);
        s3l = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at3 + j)).sub(s3l);
        s3r = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at3 + j + LANES)).sub(s3r);
        s3l.intoArray(u, at3 + j);
        s3r.intoArray(u, at3 + j + LANES);
        s2l.intoArray(u, at2 + j);
        s2r.intoArray(u, at2 + j + LANES);
        s1l.intoArray(u, at1 + j);
        s1r.intoArray(u, at1 + j + LANES);
        s0l.intoArray(u, at0 + j);
        s0r.intoArray(u, at0 + j + LANES);
    }

    /** Subtracts as {@link #subtractTwo} does, in one vector of columns; even and odd rows are summed apart, and i is even. */
    private static void subtractOne(float[] u, int w, int i, int j, int at0, int at1, int at2, int at3) {
        FloatVector even0 = FloatVector.zero(SPECIES);
        FloatVector even1 = even0;
        FloatVector even2 = even0;
        FloatVector even3 = even0;
        FloatVector odd0 = even0;
        FloatVector odd1 = even0;
        FloatVector odd2 = even0;
        FloatVector odd3 = even0;
        for (int k = 0; k < i; k += 2) {
            int row = k * w;
            int at = row + i;
            FloatVector even = VECTOR.cast(FloatVector.fromArray(SPECIES, u, row + j));
            even0 = even.fma(FloatVector.broadcast(SPECIES, u[at]), even0);
            even1 = even.fma(FloatVector.broadcast(SPECIES, u[at + 1]), even1);
            even2 = even.fma(FloatVector.broadcast(SPECIES, u[at + 2]), even2);
            even3 = even.fma(FloatVector.broadcast(SPECIES, u[at + 3]), even3);
            int next = at + w;
            FloatVector odd = VECTOR.cast(FloatVector.fromArray(SPECIES, u, row + w + j));
            odd0 = odd.fma(FloatVector.broadcast(SPECIES, u[next]), odd0);
            odd1 = odd.fma(FloatVector.broadcast(SPECIES, u[next + 1]), odd1);
            odd2 = odd.fma(FloatVector.broadcast(SPECIES, u[next + 2]), odd2);
            odd3 = odd.fma(FloatVector.broadcast(SPECIES, u[next + 3]), odd3);
        }
        FloatVector s0 = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at0 + j))
                .sub(VECTOR.cast(even0).add(odd0));
        FloatVector s1 = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at1 + j))
                .sub(VECTOR.cast(even1).add(odd1));
        FloatVector s2 = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at2 + j))
                .sub(VECTOR.cast(even2).add(odd2));
        FloatVector s3 = VECTOR.cast(FloatVector.fromArray(SPECIES, u, at3 + j))
                .sub(VECTOR.cast(even3).add(odd3));
        s3.intoArray(u, at3 + j);
        s2.intoArray(u, at2 + j);
        s1.intoArray(u, at1 + j);
        s0.intoArray(u, at0 + j);
    }

    static void forwardSolve(float[] l, int r, int w, float[] x) {
        // Above the diagonal cholesky has left Lᵀ, whose rows the forward solve needs.
        for (int i = 0; i < r; i += TILE) {
            int end = Math.min(i + TILE, r);
            for (int t = i; t < end; t++) {
                float inverse = 1 / l[t * w + t];
                float sum = x[t];
                for (int k = i; k < t; k++) {
                    sum -= l[t * w + k] * x[k];
                }
                x[t] = sum * inverse;
            }
            if (end < r) {
                subtractRows(l, r, w, i, end, r, x);
            }
        }
    }

    static void backSolve(float[] l, int r, int w, float[] x) {
        for (int i = r - 1 & -TILE; i >= 0; i -= TILE) {
            int end = Math.min(i + TILE, r);
            for (int t = end - 1; t >= i; t--) {
                float inverse = 1 / l[t * w + t];
                float sum = x[t];
                for (int k = t + 1; k < end; k++) {
                    sum -= l[k * w + t] * x[k];
                }
                x[t] = sum * inverse;
            }
            if (end < i + TILE) {
                for (int t = i; t < end; t++) {
                    VectorFloatKernels.PLAIN.axpy(-x[t], l, t * w, x, 0, i);
                }
            } else if (i > 0) {
                subtractRows(l, r, w, i, 0, i, x);
            }
        }
    }

    /** Computes x[from…to) ← x[from…to) − Σ_k x[k]·l_k over the four rows k from i. */
    private static void subtractRows(float[] l, int r, int w, int i, int from, int to, float[] x) {
        FloatVector x0 = VECTOR.cast(FloatVector.broadcast(SPECIES, -x[i]));
        FloatVector x1 = VECTOR.cast(FloatVector.broadcast(SPECIES, -x[i + 1]));
        FloatVector x2 = VECTOR.cast(FloatVector.broadcast(SPECIES, -x[i + 2]));
        FloatVector x3 = VECTOR.cast(FloatVector.broadcast(SPECIES, -x[i + 3]));
        for (int j = from; j < to; j += LANES) {
            int at = Math.min(j, r - LANES);
            int row = i * w + at;
            FloatVector old = FloatVector.fromArray(SPECIES, x, at);
            FloatVector even = x0.fma(FloatVector.fromArray(SPECIES, l, row), old);
            FloatVector odd = x1.mul(FloatVector.fromArray(SPECIES, l, row + w));
            even = x2.fma(FloatVector.fromArray(SPECIES, l, row + 2 * w), even);
            odd = x3.fma(FloatVector.fromArray(SPECIES, l, row + 3 * w), odd);
            VectorMask<Float> outside = LANE.compare(VectorOperators.LT, (float) (j - at))
                    .or(LANE.compare(VectorOperators.GE, (float) (to - at)));
            even.add(odd).blend(old, outside).intoArray(x, at);
        }
    }
}
