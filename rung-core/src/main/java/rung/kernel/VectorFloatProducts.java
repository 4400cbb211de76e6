package rung.kernel;

import static rung.kernel.VectorFloatKernels.LANES;
import static rung.kernel.VectorFloatKernels.SPECIES;
import static rung.kernel.VectorFloatKernels.SWAP_EIGHTS;
import static rung.kernel.VectorFloatKernels.SWAP_FOURS;
import static rung.kernel.VectorFloatKernels.SWAP_ONES;
import static rung.kernel.VectorFloatKernels.SWAP_TWOS;
import static rung.kernel.VectorFloatKernels.VECTOR;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** The part of {@link VectorFloatKernels} that computes the dot products of one vector with many rows, a group of rows at a time. */
final class VectorFloatProducts {
    /** The number of dot products that are reduced together: their sums fill a vector, and the registers suffice. */
    private static final int GROUP = LANES == 16 ? 16 : 8;

    private static final VectorMask<Float> ODD_ONES = VectorMask.fromLong(SPECIES, 0xAAAA & (1 << LANES) - 1);
    private static final VectorMask<Float> ODD_TWOS = VectorMask.fromLong(SPECIES, 0xCCCC & (1 << LANES) - 1);
    private static final VectorMask<Float> ODD_FOURS = VectorMask.fromLong(SPECIES, 0xF0F0 & (1 << LANES) - 1);
    private static final VectorMask<Float> ODD_EIGHTS = VectorMask.fromLong(SPECIES, 0xFF00 & (1 << LANES) - 1);

    private VectorFloatProducts() {}

    /** Computes the dot products of u with rows of v; {@code index == null} means the rows from, from + 1, …. */
    static void products(float[] u, int uFrom, float[] v, int w, int[] index, int from, int to, float[] out) {
        if (w == 0) {
            Arrays.fill(out, from, to, 0);
        } else if (to - from < GROUP) {
            fewDots(u, uFrom, v, w, index, from, to, out);
        } else if (LANES == 16 && w > 2 * LANES) {
            sixteenWideDots(u, uFrom, v, w, index, from, to, out);
        } else if (LANES == 16) {
            sixteenDots(u, uFrom, v, w, index, from, to, out);
        } else {
            eightDots(u, uFrom, v, w, index, from, to, out);
        }
    }

    /**
     * Computes sixteen dot products at a time, for rows of one or two vectors. The last group ends at {@code to} and may compute some
     * products of the group before it again. Two vectors of partial sums become one by exchanging every other lane and adding, so
     * sixteen become one vector of sixteen sums in fifteen such steps. There is no loop over a row, since to enter one costs more than
     * two vectors do; with more than two spelled out, the compiler gives up and makes objects of them.
     */
    private static void sixteenDots(
            float[] u, int uFrom, float[] v, int w, int[] index, int from, int to, float[] out) {
        for (int next = from; next < to; next += 16) {
            int k = Math.min(next, to - 16);
            int at0 = (index == null ? k : index[k]) * w;
            int at1 = (index == null ? k + 1 : index[k + 1]) * w;
            int at2 = (index == null ? k + 2 : index[k + 2]) * w;
            int at3 = (index == null ? k + 3 : index[k + 3]) * w;
            int at4 = (index == null ? k + 4 : index[k + 4]) * w;
            int at5 = (index == null ? k + 5 : index[k + 5]) * w;
            int at6 = (index == null ? k + 6 : index[k + 6]) * w;
            int at7 = (index == null ? k + 7 : index[k + 7]) * w;
            int at8 = (index == null ? k + 8 : index[k + 8]) * w;
            int at9 = (index == null ? k + 9 : index[k + 9]) * w;
            int at10 = (index == null ? k + 10 : index[k + 10]) * w;
            int at11 = (index == null ? k + 11 : index[k + 11]) * w;
            int at12 = (index == null ? k + 12 : index[k + 12]) * w;
            int at13 = (index == null ? k + 13 : index[k + 13]) * w;
            int at14 = (index == null ? k + 14 : index[k + 14]) * w;
            int at15 = (index == null ? k + 15 : index[k + 15]) * w;
            FloatVector zero = FloatVector.zero(SPECIES);
            FloatVector first = FloatVector.fromArray(SPECIES, u, uFrom);
            FloatVector s0 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at0)).fma(first, zero);
            FloatVector s1 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at1)).fma(first, zero);
            FloatVector s2 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at2)).fma(first, zero);
            FloatVector s3 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at3)).fma(first, zero);
            FloatVector s4 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at4)).fma(first, zero);
            FloatVector s5 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at5)).fma(first, zero);
            FloatVector s6 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at6)).fma(first, zero);
            FloatVector s7 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at7)).fma(first, zero);
            FloatVector s8 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at8)).fma(first, zero);
            FloatVector s9 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at9)).fma(first, zero);
            FloatVector s10 =
                    VECTOR.cast(FloatVector.fromArray(SPECIES, v, at10)).fma(first, zero);
            FloatVector s11 =
                    VECTOR.cast(FloatVector.fromArray(SPECIES, v, at11)).fma(first, zero);
            FloatVector s12 =
                    VECTOR.cast(FloatVector.fromArray(SPECIES, v, at12)).fma(first, zero);
            FloatVector s13 =
                    VECTOR.cast(FloatVector.fromArray(SPECIES, v, at13)).fma(first, zero);
            FloatVector s14 =
                    VECTOR.cast(FloatVector.fromArray(SPECIES, v, at14)).fma(first, zero);
            FloatVector s15 =
                    VECTOR.cast(FloatVector.fromArray(SPECIES, v, at15)).fma(first, zero);
            if (w > LANES) {
                FloatVector x = FloatVector.fromArray(SPECIES, u, uFrom + LANES);
                s0 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at0 + LANES)).fma(x, s0);
                s1 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at1 + LANES)).fma(x, s1);
                s2 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at2 + LANES)).fma(x, s2);
                s3 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at3 + LANES)).fma(x, s3);
                s4 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at4 + LANES)).fma(x, s4);
                s5 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at5 + LANES)).fma(x, s5);
                s6 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at6 + LANES)).fma(x, s6);
                s7 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at7 + LANES)).fma(x, s7);
                s8 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at8 + LANES)).fma(x, s8);
                s9 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at9 + LANES)).fma(x, s9);
                s10 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at10 + LANES))
                        .fma(x, s10);
                s11 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at11 + LANES))
                        .fma(x, s11);
                s12 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at12 + LANES))
                        .fma(x, s12);
                s13 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at13 + LANES))
                        .fma(x, s13);
                s14 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at14 + LANES))
                        .fma(x, s14);
                s15 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at15 + LANES))
                        .fma(x, s15);
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
            s8 = VECTOR.cast(s8)
                    .blend(s9, ODD_ONES)
                    .add(VECTOR.cast(s9).blend(s8, ODD_ONES).rearrange(SWAP_ONES));
            s10 = VECTOR.cast(s10)
                    .blend(s11, ODD_ONES)
                    .add(VECTOR.cast(s11).blend(s10, ODD_ONES).rearrange(SWAP_ONES));
            s12 = VECTOR.cast(s12)
                    .blend(s13, ODD_ONES)
                    .add(VECTOR.cast(s13).blend(s12, ODD_ONES).rearrange(SWAP_ONES));
            s14 = VECTOR.cast(s14)
                    .blend(s15, ODD_ONES)
                    .add(VECTOR.cast(s15).blend(s14, ODD_ONES).rearrange(SWAP_ONES));
            s0 = s0.blend(s2, ODD_TWOS).add(s2.blend(s0, ODD_TWOS).rearrange(SWAP_TWOS));
            s4 = s4.blend(s6, ODD_TWOS).add(s6.blend(s4, ODD_TWOS).rearrange(SWAP_TWOS));
            s8 = s8.blend(s10, ODD_TWOS).add(s10.blend(s8, ODD_TWOS).rearrange(SWAP_TWOS));
            s12 = s12.blend(s14, ODD_TWOS).add(s14.blend(s12, ODD_TWOS).rearrange(SWAP_TWOS));
            s0 = s0.blend(s4, ODD_FOURS).add(s4.blend(s0, ODD_FOURS).rearrange(SWAP_FOURS));
            s8 = s8.blend(s12, ODD_FOURS).add(s12.blend(s8, ODD_FOURS).rearrange(SWAP_FOURS));
            s0 = s0.blend(s8, ODD_EIGHTS).add(s8.blend(s0, ODD_EIGHTS).rearrange(SWAP_EIGHTS));
            VECTOR.cast(s0).intoArray(out, k);
        }
    }

    /** Computes the same as {@link #sixteenDots}, for rows of more than two vectors. */
    private static void sixteenWideDots(
            float[] u, int uFrom, float[] v, int w, int[] index, int from, int to, float[] out) {
        for (int next = from; next < to; next += 16) {
            int k = Math.min(next, to - 16);
            int at0 = (index == null ? k : index[k]) * w;
            int at1 = (index == null ? k + 1 : index[k + 1]) * w;
            int at2 = (index == null ? k + 2 : index[k + 2]) * w;
            int at3 = (index == null ? k + 3 : index[k + 3]) * w;
            int at4 = (index == null ? k + 4 : index[k + 4]) * w;
            int at5 = (index == null ? k + 5 : index[k + 5]) * w;
            int at6 = (index == null ? k + 6 : index[k + 6]) * w;
            int at7 = (index == null ? k + 7 : index[k + 7]) * w;
            int at8 = (index == null ? k + 8 : index[k + 8]) * w;
            int at9 = (index == null ? k + 9 : index[k + 9]) * w;
            int at10 = (index == null ? k + 10 : index[k + 10]) * w;
            int at11 = (index == null ? k + 11 : index[k + 11]) * w;
            int at12 = (index == null ? k + 12 : index[k + 12]) * w;
            int at13 = (index == null ? k + 13 : index[k + 13]) * w;
            int at14 = (index == null ? k + 14 : index[k + 14]) * w;
            int at15 = (index == null ? k + 15 : index[k + 15]) * w;
            FloatVector s0 = FloatVector.zero(SPECIES);
            FloatVector s1 = s0;
            FloatVector s2 = s0;
            FloatVector s3 = s0;
            FloatVector s4 = s0;
            FloatVector s5 = s0;
            FloatVector s6 = s0;
            FloatVector s7 = s0;
            FloatVector s8 = s0;
            FloatVector s9 = s0;
            FloatVector s10 = s0;
            FloatVector s11 = s0;
            FloatVector s12 = s0;
            FloatVector s13 = s0;
            FloatVector s14 = s0;
            FloatVector s15 = s0;
            for (int j = 0; j < w; j += LANES) {
                FloatVector x = FloatVector.fromArray(SPECIES, u, uFrom + j);
                s0 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at0 + j)).fma(x, s0);
                s1 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at1 + j)).fma(x, s1);
                s2 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at2 + j)).fma(x, s2);
                s3 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at3 + j)).fma(x, s3);
                s4 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at4 + j)).fma(x, s4);
                s5 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at5 + j)).fma(x, s5);
                s6 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at6 + j)).fma(x, s6);
                s7 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at7 + j)).fma(x, s7);
                s8 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at8 + j)).fma(x, s8);
                s9 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at9 + j)).fma(x, s9);
                s10 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at10 + j)).fma(x, s10);
                s11 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at11 + j)).fma(x, s11);
                s12 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at12 + j)).fma(x, s12);
                s13 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at13 + j)).fma(x, s13);
                s14 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at14 + j)).fma(x, s14);
                s15 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at15 + j)).fma(x, s15);
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
            s8 = VECTOR.cast(s8)
                    .blend(s9, ODD_ONES)
                    .add(VECTOR.cast(s9).blend(s8, ODD_ONES).rearrange(SWAP_ONES));
            s10 = VECTOR.cast(s10)
                    .blend(s11, ODD_ONES)
                    .add(VECTOR.cast(s11).blend(s10, ODD_ONES).rearrange(SWAP_ONES));
            s12 = VECTOR.cast(s12)
                    .blend(s13, ODD_ONES)
                    .add(VECTOR.cast(s13).blend(s12, ODD_ONES).rearrange(SWAP_ONES));
            s14 = VECTOR.cast(s14)
                    .blend(s15, ODD_ONES)
                    .add(VECTOR.cast(s15).blend(s14, ODD_ONES).rearrange(SWAP_ONES));
            s0 = s0.blend(s2, ODD_TWOS).add(s2.blend(s0, ODD_TWOS).rearrange(SWAP_TWOS));
            s4 = s4.blend(s6, ODD_TWOS).add(s6.blend(s4, ODD_TWOS).rearrange(SWAP_TWOS));
            s8 = s8.blend(s10, ODD_TWOS).add(s10.blend(s8, ODD_TWOS).rearrange(SWAP_TWOS));
            s12 = s12.blend(s14, ODD_TWOS).add(s14.blend(s12, ODD_TWOS).rearrange(SWAP_TWOS));
            s0 = s0.blend(s4, ODD_FOURS).add(s4.blend(s0, ODD_FOURS).rearrange(SWAP_FOURS));
            s8 = s8.blend(s12, ODD_FOURS).add(s12.blend(s8, ODD_FOURS).rearrange(SWAP_FOURS));
            s0 = s0.blend(s8, ODD_EIGHTS).add(s8.blend(s0, ODD_EIGHTS).rearrange(SWAP_EIGHTS));
            VECTOR.cast(s0).intoArray(out, k);
        }
    }

    /** Computes the same eight at a time, for vectors of fewer than 16 lanes. */
    private static void eightDots(float[] u, int uFrom, float[] v, int w, int[] index, int from, int to, float[] out) {
        for (int next = from; next < to; next += 8) {
            int k = Math.min(next, to - 8);
            int at0 = (index == null ? k : index[k]) * w;
            int at1 = (index == null ? k + 1 : index[k + 1]) * w;
            int at2 = (index == null ? k + 2 : index[k + 2]) * w;
            int at3 = (index == null ? k + 3 : index[k + 3]) * w;
            int at4 = (index == null ? k + 4 : index[k + 4]) * w;
            int at5 = (index == null ? k + 5 : index[k + 5]) * w;
            int at6 = (index == null ? k + 6 : index[k + 6]) * w;
            int at7 = (index == null ? k + 7 : index[k + 7]) * w;
            FloatVector s0 = FloatVector.zero(SPECIES);
            FloatVector s1 = s0;
            FloatVector s2 = s0;
            FloatVector s3 = s0;
            FloatVector s4 = s0;
            FloatVector s5 = s0;
            FloatVector s6 = s0;
            FloatVector s7 = s0;
            for (int j = 0; j < w; j += LANES) {
                FloatVector x = FloatVector.fromArray(SPECIES, u, uFrom + j);
                s0 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at0 + j)).fma(x, s0);
                s1 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at1 + j)).fma(x, s1);
                s2 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at2 + j)).fma(x, s2);
                s3 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at3 + j)).fma(x, s3);
                s4 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at4 + j)).fma(x, s4);
                s5 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at5 + j)).fma(x, s5);
                s6 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at6 + j)).fma(x, s6);
                s7 = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at7 + j)).fma(x, s7);
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
            if (LANES == 2) {
                VECTOR.cast(s0).intoArray(out, k);
                VECTOR.cast(s2).intoArray(out, k + 2);
                VECTOR.cast(s4).intoArray(out, k + 4);
                VECTOR.cast(s6).intoArray(out, k + 6);
                continue;
            }
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
    private static void fewDots(float[] u, int uFrom, float[] v, int w, int[] index, int from, int to, float[] out) {
        for (int k = from; k < to; k++) {
            int at = (index == null ? k : index[k]) * w;
            FloatVector zero = FloatVector.zero(SPECIES);
            FloatVector s = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at))
                    .fma(FloatVector.fromArray(SPECIES, u, uFrom), zero);
            if (w > LANES) {
                FloatVector x = FloatVector.fromArray(SPECIES, u, uFrom + LANES);
                s = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at + LANES)).fma(x, s);
            }
            for (int j = 2 * LANES; j < w; j += LANES) {
                FloatVector x = FloatVector.fromArray(SPECIES, u, uFrom + j);
                s = VECTOR.cast(FloatVector.fromArray(SPECIES, v, at + j)).fma(x, s);
            }
            s = VECTOR.cast(s);
            s = s.add(s.rearrange(SWAP_ONES));
            s = LANES > 2 ? s.add(s.rearrange(SWAP_TWOS)) : s;
            s = LANES > 4 ? s.add(s.rearrange(SWAP_FOURS)) : s;
            s = LANES > 8 ? s.add(s.rearrange(SWAP_EIGHTS)) : s;
            out[k] = s.lane(0);
        }
    }
}
