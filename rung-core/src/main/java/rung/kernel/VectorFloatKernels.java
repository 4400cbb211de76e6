package rung.kernel;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The single-precision kernels on the JDK's Vector API. What {@code VectorKernels} says about the order of additions and
 * about what the compiler needs holds here too, also for methods so small that they are inlined into a caller: no vector
 * crosses a call of our own. There are no tails, since widths are multiples of 16.
 */
final class VectorFloatKernels implements FloatKernels {
    static final VectorSpecies<Float> SPECIES =
            FloatVector.SPECIES_MAX.length() > PAD ? FloatVector.SPECIES_512 : FloatVector.SPECIES_MAX;

    /** The class of every vector here; {@code VectorKernels} says why vectors are cast to it. */
    static final Class<FloatVector> VECTOR = vectorClass();

    static final int LANES = SPECIES.length();

    static final FloatKernels PLAIN = new ScalarFloatKernels();

    /** How many dot products are reduced together: their sums fill a vector, and the registers are not exhausted. */
    private static final int GROUP = LANES == 16 ? 16 : 8;

    private static final VectorShuffle<Float> SWAP_ONES = VectorShuffle.fromOp(SPECIES, i -> (i ^ 1) % LANES);
    private static final VectorShuffle<Float> SWAP_TWOS = VectorShuffle.fromOp(SPECIES, i -> (i ^ 2) % LANES);
    private static final VectorShuffle<Float> SWAP_FOURS = VectorShuffle.fromOp(SPECIES, i -> (i ^ 4) % LANES);
    private static final VectorShuffle<Float> SWAP_EIGHTS = VectorShuffle.fromOp(SPECIES, i -> (i ^ 8) % LANES);
    private static final VectorMask<Float> ODD_ONES = VectorMask.fromLong(SPECIES, 0xAAAA & (1 << LANES) - 1);
    private static final VectorMask<Float> ODD_TWOS = VectorMask.fromLong(SPECIES, 0xCCCC & (1 << LANES) - 1);
    private static final VectorMask<Float> ODD_FOURS = VectorMask.fromLong(SPECIES, 0xF0F0 & (1 << LANES) - 1);
    private static final VectorMask<Float> ODD_EIGHTS = VectorMask.fromLong(SPECIES, 0xFF00 & (1 << LANES) - 1);

    @SuppressWarnings("unchecked")
    private static Class<FloatVector> vectorClass() {
        return (Class<FloatVector>) (Class<?>) SPECIES.vectorType();
    }

    @Override
    public String name() {
        return "vector";
    }

    @Override
    public float dot(float[] x, int xFrom, float[] y, int yFrom, int n) {
        FloatVector even = FloatVector.zero(SPECIES);
        FloatVector odd = FloatVector.zero(SPECIES);
        int i = 0;
        for (; i <= n - 2 * LANES; i += 2 * LANES) {
            even = VECTOR.cast(FloatVector.fromArray(SPECIES, x, xFrom + i))
                    .fma(FloatVector.fromArray(SPECIES, y, yFrom + i), even);
            odd = VECTOR.cast(FloatVector.fromArray(SPECIES, x, xFrom + i + LANES))
                    .fma(FloatVector.fromArray(SPECIES, y, yFrom + i + LANES), odd);
        }
        if (i <= n - LANES) {
            even = VECTOR.cast(FloatVector.fromArray(SPECIES, x, xFrom + i))
                    .fma(FloatVector.fromArray(SPECIES, y, yFrom + i), even);
            i += LANES;
        }
        FloatVector s = VECTOR.cast(even).add(odd);
        s = s.add(s.rearrange(SWAP_ONES));
        s = LANES > 2 ? s.add(s.rearrange(SWAP_TWOS)) : s;
        s = LANES > 4 ? s.add(s.rearrange(SWAP_FOURS)) : s;
        s = LANES > 8 ? s.add(s.rearrange(SWAP_EIGHTS)) : s;
        return s.lane(0) + PLAIN.dot(x, xFrom + i, y, yFrom + i, n - i);
    }

    @Override
    public void axpy(float s, float[] x, int xFrom, float[] y, int yFrom, int n) {
        FloatVector scale = FloatVector.broadcast(SPECIES, s);
        int i = 0;
        for (; i <= n - LANES; i += LANES) {
            VECTOR.cast(FloatVector.fromArray(SPECIES, x, xFrom + i))
                    .fma(scale, FloatVector.fromArray(SPECIES, y, yFrom + i))
                    .intoArray(y, yFrom + i);
        }
        PLAIN.axpy(s, x, xFrom + i, y, yFrom + i, n - i);
    }

    @Override
    public void gather(float[] b, int w, int[] index, int from, int to, float[] out) {
        if (LANES < 8) {
            PLAIN.gather(b, w, index, from, to, out);
            return;
        }
        FloatKernels.checkWidth(w);
        for (int k = from; k < to && w > 0; k++) {
            int at = index[k] * w;
            int outAt = (k - from) * w;
            VECTOR.cast(FloatVector.fromArray(SPECIES, b, at)).intoArray(out, outAt);
            if (w > LANES) {
                VECTOR.cast(FloatVector.fromArray(SPECIES, b, at + LANES)).intoArray(out, outAt + LANES);
            }
            for (int j = 2 * LANES; j < w; j += LANES) {
                VECTOR.cast(FloatVector.fromArray(SPECIES, b, at + j)).intoArray(out, outAt + j);
            }
        }
    }

    @Override
    public void multiply(float[] a, int n, int w, float[] x, int xFrom, float[] y) {
        FloatKernels.checkWidth(w);
        products(x, xFrom, a, w, null, 0, n, y);
    }

    @Override
    public void sampledProduct(float[] u, int uFrom, float[] v, int w, int[] index, int from, int to, float[] out) {
        FloatKernels.checkWidth(w);
        products(u, uFrom, v, w, index, from, to, out);
    }

    @Override
    public void multiplyTransposed(float[] a, int n, int w, float[] y, float[] x) {
        FloatKernels.checkWidth(w);
        combine(y, null, 0, n, a, w, x, 0);
    }

    @Override
    public void sparseTimesBlock(
            float[] values, int[] index, int from, int to, float[] b, int w, float[] out, int outFrom) {
        FloatKernels.checkWidth(w);
        combine(values, index, from, to, b, w, out, outFrom);
    }

    @Override
    public void gram(float[] a, int n, int w, int r, boolean add, float[] g) {
        FloatKernels.checkWidth(w);
        VectorFloatSquares.gram(a, n, w, r, add, g);
    }

    @Override
    public boolean cholesky(float[] g, int r, int w, float floor) {
        FloatKernels.checkWidth(w);
        return VectorFloatSquares.cholesky(g, r, w, floor);
    }

    @Override
    public void forwardSolve(float[] l, int r, int w, float[] x) {
        FloatKernels.checkWidth(w);
        if (r < LANES) {
            PLAIN.forwardSolve(l, r, w, x);
        } else {
            VectorFloatSquares.forwardSolve(l, r, w, x);
        }
    }

    @Override
    public void backSolve(float[] l, int r, int w, float[] x) {
        FloatKernels.checkWidth(w);
        if (r < LANES) {
            PLAIN.backSolve(l, r, w, x);
        } else {
            VectorFloatSquares.backSolve(l, r, w, x);
        }
    }

    /** Dot products of u with rows of v; {@code index == null} means rows from, from + 1, …. */
    private static void products(float[] u, int uFrom, float[] v, int w, int[] index, int from, int to, float[] out) {
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
     * Sixteen dot products at a time, for rows of one or two vectors. The last group ends at {@code to} and may repeat some of the one before. Two
     * vectors of partial sums become one by exchanging every other lane and adding, so sixteen become one vector of
     * sixteen sums in fifteen such steps. There is no loop over a row, since to enter one costs more than
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

    /** The same for rows of more vectors. */
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

    /** The same for shorter vectors, eight at a time. */
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

    /** The same one at a time, for fewer than a group. */
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

    /**
     * out ← Σ_k s[k]·b_k over the rows k, or index[k], of b, all s[k] being 1 for {@code s == null}: up to four vectors
     * of columns at a time, and the fewer they are the more rows, so that about eight sums are in flight.
     */
    private static void combine(float[] s, int[] index, int from, int to, float[] b, int w, float[] out, int outFrom) {
        int j = 0;
        for (; j <= w - 4 * LANES; j += 4 * LANES) {
            combine4(s, index, from, to, b, w, j, out, outFrom);
        }
        switch ((w - j) / LANES) {
            case 3 -> combine3(s, index, from, to, b, w, j, out, outFrom);
            case 2 -> combine2(s, index, from, to, b, w, j, out, outFrom);
            case 1 -> combine1(s, index, from, to, b, w, j, out, outFrom);
            default -> {}
        }
    }

    private static void combine4(
            float[] s, int[] index, int from, int to, float[] b, int w, int j, float[] out, int outFrom) {
        FloatVector s00 = FloatVector.zero(SPECIES);
        FloatVector s01 = s00;
        FloatVector s02 = s00;
        FloatVector s03 = s00;
        FloatVector s10 = s00;
        FloatVector s11 = s00;
        FloatVector s12 = s00;
        FloatVector s13 = s00;
        int k = from;
        for (; k < to - 1; k += 2) {
            FloatVector x0 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k]);
            int at0 = (index == null ? k : index[k]) * w + j;
            s00 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at0)).fma(x0, s00);
            s01 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at0 + LANES)).fma(x0, s01);
            s02 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at0 + 2 * LANES))
                    .fma(x0, s02);
            s03 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at0 + 3 * LANES))
                    .fma(x0, s03);
            FloatVector x1 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k + 1]);
            int at1 = (index == null ? k + 1 : index[k + 1]) * w + j;
            s10 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at1)).fma(x1, s10);
            s11 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at1 + LANES)).fma(x1, s11);
            s12 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at1 + 2 * LANES))
                    .fma(x1, s12);
            s13 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at1 + 3 * LANES))
                    .fma(x1, s13);
        }
        for (; k < to; k++) {
            FloatVector x0 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k]);
            int at = (index == null ? k : index[k]) * w + j;
            s00 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at)).fma(x0, s00);
            s01 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at + LANES)).fma(x0, s01);
            s02 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at + 2 * LANES)).fma(x0, s02);
            s03 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at + 3 * LANES)).fma(x0, s03);
        }
        VECTOR.cast(s00).add(s10).intoArray(out, outFrom + j);
        VECTOR.cast(s01).add(s11).intoArray(out, outFrom + j + LANES);
        VECTOR.cast(s02).add(s12).intoArray(out, outFrom + j + 2 * LANES);
        VECTOR.cast(s03).add(s13).intoArray(out, outFrom + j + 3 * LANES);
    }

    private static void combine3(
            float[] s, int[] index, int from, int to, float[] b, int w, int j, float[] out, int outFrom) {
        FloatVector s00 = FloatVector.zero(SPECIES);
        FloatVector s01 = s00;
        FloatVector s02 = s00;
        FloatVector s10 = s00;
        FloatVector s11 = s00;
        FloatVector s12 = s00;
        int k = from;
        for (; k < to - 1; k += 2) {
            FloatVector x0 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k]);
            int at0 = (index == null ? k : index[k]) * w + j;
            s00 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at0)).fma(x0, s00);
            s01 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at0 + LANES)).fma(x0, s01);
            s02 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at0 + 2 * LANES))
                    .fma(x0, s02);
            FloatVector x1 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k + 1]);
            int at1 = (index == null ? k + 1 : index[k + 1]) * w + j;
            s10 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at1)).fma(x1, s10);
            s11 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at1 + LANES)).fma(x1, s11);
            s12 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at1 + 2 * LANES))
                    .fma(x1, s12);
        }
        for (; k < to; k++) {
            FloatVector x0 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k]);
            int at = (index == null ? k : index[k]) * w + j;
            s00 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at)).fma(x0, s00);
            s01 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at + LANES)).fma(x0, s01);
            s02 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at + 2 * LANES)).fma(x0, s02);
        }
        VECTOR.cast(s00).add(s10).intoArray(out, outFrom + j);
        VECTOR.cast(s01).add(s11).intoArray(out, outFrom + j + LANES);
        VECTOR.cast(s02).add(s12).intoArray(out, outFrom + j + 2 * LANES);
    }

    private static void combine2(
            float[] s, int[] index, int from, int to, float[] b, int w, int j, float[] out, int outFrom) {
        FloatVector s00 = FloatVector.zero(SPECIES);
        FloatVector s01 = s00;
        FloatVector s10 = s00;
        FloatVector s11 = s00;
        FloatVector s20 = s00;
        FloatVector s21 = s00;
        FloatVector s30 = s00;
        FloatVector s31 = s00;
        int k = from;
        for (; k < to - 3; k += 4) {
            FloatVector x0 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k]);
            int at0 = (index == null ? k : index[k]) * w + j;
            s00 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at0)).fma(x0, s00);
            s01 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at0 + LANES)).fma(x0, s01);
            FloatVector x1 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k + 1]);
            int at1 = (index == null ? k + 1 : index[k + 1]) * w + j;
            s10 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at1)).fma(x1, s10);
            s11 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at1 + LANES)).fma(x1, s11);
            FloatVector x2 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k + 2]);
            int at2 = (index == null ? k + 2 : index[k + 2]) * w + j;
            s20 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at2)).fma(x2, s20);
            s21 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at2 + LANES)).fma(x2, s21);
            FloatVector x3 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k + 3]);
            int at3 = (index == null ? k + 3 : index[k + 3]) * w + j;
            s30 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at3)).fma(x3, s30);
            s31 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at3 + LANES)).fma(x3, s31);
        }
        for (; k < to; k++) {
            FloatVector x0 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k]);
            int at = (index == null ? k : index[k]) * w + j;
            s00 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at)).fma(x0, s00);
            s01 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at + LANES)).fma(x0, s01);
        }
        VECTOR.cast(s00).add(s10).add(VECTOR.cast(s20).add(s30)).intoArray(out, outFrom + j);
        VECTOR.cast(s01).add(s11).add(VECTOR.cast(s21).add(s31)).intoArray(out, outFrom + j + LANES);
    }

    private static void combine1(
            float[] s, int[] index, int from, int to, float[] b, int w, int j, float[] out, int outFrom) {
        FloatVector s00 = FloatVector.zero(SPECIES);
        FloatVector s10 = s00;
        FloatVector s20 = s00;
        FloatVector s30 = s00;
        FloatVector s40 = s00;
        FloatVector s50 = s00;
        FloatVector s60 = s00;
        FloatVector s70 = s00;
        int k = from;
        for (; k < to - 7; k += 8) {
            FloatVector x0 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k]);
            int at0 = (index == null ? k : index[k]) * w + j;
            s00 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at0)).fma(x0, s00);
            FloatVector x1 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k + 1]);
            int at1 = (index == null ? k + 1 : index[k + 1]) * w + j;
            s10 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at1)).fma(x1, s10);
            FloatVector x2 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k + 2]);
            int at2 = (index == null ? k + 2 : index[k + 2]) * w + j;
            s20 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at2)).fma(x2, s20);
            FloatVector x3 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k + 3]);
            int at3 = (index == null ? k + 3 : index[k + 3]) * w + j;
            s30 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at3)).fma(x3, s30);
            FloatVector x4 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k + 4]);
            int at4 = (index == null ? k + 4 : index[k + 4]) * w + j;
            s40 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at4)).fma(x4, s40);
            FloatVector x5 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k + 5]);
            int at5 = (index == null ? k + 5 : index[k + 5]) * w + j;
            s50 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at5)).fma(x5, s50);
            FloatVector x6 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k + 6]);
            int at6 = (index == null ? k + 6 : index[k + 6]) * w + j;
            s60 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at6)).fma(x6, s60);
            FloatVector x7 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k + 7]);
            int at7 = (index == null ? k + 7 : index[k + 7]) * w + j;
            s70 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at7)).fma(x7, s70);
        }
        for (; k < to; k++) {
            FloatVector x0 = FloatVector.broadcast(SPECIES, s == null ? 1 : s[k]);
            int at = (index == null ? k : index[k]) * w + j;
            s00 = VECTOR.cast(FloatVector.fromArray(SPECIES, b, at)).fma(x0, s00);
        }
        VECTOR.cast(s00)
                .add(s10)
                .add(VECTOR.cast(s20).add(s30))
                .add(VECTOR.cast(s40).add(s50).add(VECTOR.cast(s60).add(s70)))
                .intoArray(out, outFrom + j);
    }
}
