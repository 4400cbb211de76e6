package rung.kernel;

import static rung.kernel.VectorKernels.SPECIES;
import static rung.kernel.VectorKernels.VECTOR;

import jdk.incubator.vector.DoubleVector;

/**
 * Dot products for vectors of two doubles, as ARM's. Lanes are neither rearranged nor masked, which JDK 17 does not do in registers: the
 * two lanes of a sum are read, and an odd last column is added by itself.
 */
final class VectorPairs {
    /** The number of dot products that are computed together: while the processor adds to one sum, it can begin to add to the others. */
    private static final int GROUP = 8;

    private VectorPairs() {}

    /**
     * Computes the dot products of u with rows of v; {@code index == null} means the rows from, from + 1, …. The last group ends at
     * {@code to} and may compute some products of the group before it again.
     */
    static void dots(double[] u, int uFrom, double[] v, int r, int[] index, int from, int to, double[] out) {
        if (to - from < GROUP) {
            for (int k = from; k < to; k++) {
                out[k] = dot(u, uFrom, v, (index == null ? k : index[k]) * r, r);
            }
            return;
        }
        int even = r & ~1;
        for (int next = from; next < to; next += GROUP) {
            int k = Math.min(next, to - GROUP);
            int at0 = (index == null ? k : index[k]) * r;
            int at1 = (index == null ? k + 1 : index[k + 1]) * r;
            int at2 = (index == null ? k + 2 : index[k + 2]) * r;
            int at3 = (index == null ? k + 3 : index[k + 3]) * r;
            int at4 = (index == null ? k + 4 : index[k + 4]) * r;
            int at5 = (index == null ? k + 5 : index[k + 5]) * r;
            int at6 = (index == null ? k + 6 : index[k + 6]) * r;
            int at7 = (index == null ? k + 7 : index[k + 7]) * r;
            DoubleVector s0 = DoubleVector.zero(SPECIES);
            DoubleVector s1 = s0;
            DoubleVector s2 = s0;
            DoubleVector s3 = s0;
            DoubleVector s4 = s0;
            DoubleVector s5 = s0;
            DoubleVector s6 = s0;
            DoubleVector s7 = s0;
            for (int j = 0; j < even; j += 2) {
                DoubleVector x = VECTOR.cast(DoubleVector.fromArray(SPECIES, u, uFrom + j));
                s0 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at0 + j)).fma(x, s0);
                s1 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at1 + j)).fma(x, s1);
                s2 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at2 + j)).fma(x, s2);
                s3 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at3 + j)).fma(x, s3);
                s4 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at4 + j)).fma(x, s4);
                s5 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at5 + j)).fma(x, s5);
                s6 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at6 + j)).fma(x, s6);
                s7 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at7 + j)).fma(x, s7);
            }
            out[k] = sum(VECTOR.cast(s0));
            out[k + 1] = sum(VECTOR.cast(s1));
            out[k + 2] = sum(VECTOR.cast(s2));
            out[k + 3] = sum(VECTOR.cast(s3));
            out[k + 4] = sum(VECTOR.cast(s4));
            out[k + 5] = sum(VECTOR.cast(s5));
            out[k + 6] = sum(VECTOR.cast(s6));
            out[k + 7] = sum(VECTOR.cast(s7));
            for (int i = k; i < k + GROUP && even < r; i++) {
                out[i] += u[uFrom + even] * v[(index == null ? i : index[i]) * r + even];
            }
        }
    }

    /** One of them, in the same order of additions. */
    private static double dot(double[] u, int uFrom, double[] v, int at, int r) {
        DoubleVector s = DoubleVector.zero(SPECIES);
        int j = 0;
        for (; j < r - 1; j += 2) {
            s = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at + j))
                    .fma(DoubleVector.fromArray(SPECIES, u, uFrom + j), s);
        }
        double sum = sum(VECTOR.cast(s));
        return j < r ? sum + u[uFrom + j] * v[at + j] : sum;
    }

    private static double sum(DoubleVector s) {
        return s.lane(0) + s.lane(1);
    }
}
