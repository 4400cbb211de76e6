package rung.kernel;

import static rung.kernel.VectorKernels.LANE;
import static rung.kernel.VectorKernels.LANES;
import static rung.kernel.VectorKernels.SPECIES;
import static rung.kernel.VectorKernels.SWAP_FOURS;
import static rung.kernel.VectorKernels.SWAP_ONES;
import static rung.kernel.VectorKernels.SWAP_TWOS;
import static rung.kernel.VectorKernels.TWO_LANES;
import static rung.kernel.VectorKernels.VECTOR;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** Dot products of one vector with many rows of a matrix. */
final class VectorDots {
    /** The number of dot products that are computed together: while the processor adds to one sum, it can begin to add to the others. */
    private static final int GROUP = 8;

    private static final VectorMask<Double> ODD_ONES = VectorMask.fromLong(SPECIES, 0b10101010 & (1 << LANES) - 1);
    private static final VectorMask<Double> ODD_TWOS = VectorMask.fromLong(SPECIES, 0b11001100 & (1 << LANES) - 1);
    private static final VectorMask<Double> ODD_FOURS = VectorMask.fromLong(SPECIES, 0b11110000 & (1 << LANES) - 1);

    private VectorDots() {}

    /**
     * Computes the dot products of u with rows of v; {@code index == null} means the rows from, from + 1, ….
     *
     * <p>They are computed eight at a time: the last group ends at {@code to} and may compute some products of the group before it
     * again. Two vectors of partial sums become one by exchanging every other lane and adding, so eight become one vector of eight sums
     * in seven such steps. Vectors of two lanes are neither exchanged nor masked: their lanes are read, and an odd last column is added
     * by itself.
     */
    static void dots(double[] u, int uFrom, double[] v, int r, int[] index, int from, int to, double[] out) {
        if (to - from < GROUP) {
            fewDots(u, uFrom, v, r, index, from, to, out);
            return;
        }
        int end = TWO_LANES ? r & ~1 : r;
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
            for (int j = 0; j < end; j += LANES) {
                int at = TWO_LANES ? j : Math.min(j, r - LANES);
                DoubleVector x = VECTOR.cast(DoubleVector.fromArray(SPECIES, u, uFrom + at));
                if (!TWO_LANES && at < j) {
                    x = x.blend(0, LANE.compare(VectorOperators.LT, (double) (j - at)));
                }
                s0 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at0 + at)).fma(x, s0);
                s1 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at1 + at)).fma(x, s1);
                s2 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at2 + at)).fma(x, s2);
                s3 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at3 + at)).fma(x, s3);
                s4 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at4 + at)).fma(x, s4);
                s5 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at5 + at)).fma(x, s5);
                s6 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at6 + at)).fma(x, s6);
                s7 = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, at7 + at)).fma(x, s7);
            }
            if (TWO_LANES) {
                out[k] = VECTOR.cast(s0).lane(0) + VECTOR.cast(s0).lane(1);
                out[k + 1] = VECTOR.cast(s1).lane(0) + VECTOR.cast(s1).lane(1);
                out[k + 2] = VECTOR.cast(s2).lane(0) + VECTOR.cast(s2).lane(1);
                out[k + 3] = VECTOR.cast(s3).lane(0) + VECTOR.cast(s3).lane(1);
                out[k + 4] = VECTOR.cast(s4).lane(0) + VECTOR.cast(s4).lane(1);
                out[k + 5] = VECTOR.cast(s5).lane(0) + VECTOR.cast(s5).lane(1);
                out[k + 6] = VECTOR.cast(s6).lane(0) + VECTOR.cast(s6).lane(1);
                out[k + 7] = VECTOR.cast(s7).lane(0) + VECTOR.cast(s7).lane(1);
                for (int i = k; i < k + GROUP && end < r; i++) {
                    out[i] += u[uFrom + end] * v[(index == null ? i : index[i]) * r + end];
                }
                continue;
            }
            s0 = VECTOR.cast(s0)
                    .blend(s1, ODD_ONES)
                    .add(VECTOR.cast(s1).blend(s0, ODD_ONES).rearrange(SWAP_ONES));
            s2 = VECTOR.cast(s2)
                    .blend(s3, ODD_ONES)
                    .add(VECTOR.cast(s3).blend(s2, ODD_ONES).rearrange(SWAP_ONES));
            s4 = VECTOR.cast(s4)
                    .blend(s5, ODD_ONES)
                    .add(VECTOR.cast(s5).blend(s4, ODD_ONES).rearrange(SWAP_ONES));
            s6 = VECTOR.cast(s6)
                    .blend(s7, ODD_ONES)
                    .add(VECTOR.cast(s7).blend(s6, ODD_ONES).rearrange(SWAP_ONES));
            s0 = s0.blend(s2, ODD_TWOS).add(s2.blend(s0, ODD_TWOS).rearrange(SWAP_TWOS));
            s4 = s4.blend(s6, ODD_TWOS).add(s6.blend(s4, ODD_TWOS).rearrange(SWAP_TWOS));
            if (LANES == 4) {
                VECTOR.cast(s0).intoArray(out, k);
                VECTOR.cast(s4).intoArray(out, k + 4);
                continue;
            }
            s0 = s0.blend(s4, ODD_FOURS).add(s4.blend(s0, ODD_FOURS).rearrange(SWAP_FOURS));
            VECTOR.cast(s0).intoArray(out, k);
        }
    }

    /** Computes the same one at a time, for fewer rows than a group. */
    private static void fewDots(double[] u, int uFrom, double[] v, int r, int[] index, int from, int to, double[] out) {
        int end = TWO_LANES ? r & ~1 : r;
        for (int k = from; k < to; k++) {
            int row = (index == null ? k : index[k]) * r;
            DoubleVector s = DoubleVector.zero(SPECIES);
            for (int j = 0; j < end; j += LANES) {
                int at = TWO_LANES ? j : Math.min(j, r - LANES);
                DoubleVector x = VECTOR.cast(DoubleVector.fromArray(SPECIES, u, uFrom + at));
                if (!TWO_LANES && at < j) {
                    x = x.blend(0, LANE.compare(VectorOperators.LT, (double) (j - at)));
                }
                s = VECTOR.cast(DoubleVector.fromArray(SPECIES, v, row + at)).fma(x, s);
            }
            s = VECTOR.cast(s);
            if (TWO_LANES) {
                double sum = s.lane(0) + s.lane(1);
                out[k] = end < r ? sum + u[uFrom + end] * v[row + end] : sum;
                continue;
            }
            s = s.add(s.rearrange(SWAP_ONES));
            s = s.add(s.rearrange(SWAP_TWOS));
            s = LANES > 4 ? s.add(s.rearrange(SWAP_FOURS)) : s;
            out[k] = s.lane(0);
        }
    }
}
