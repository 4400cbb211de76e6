package rung.kernel;

import jdk.incubator.vector.FloatVector;
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

    /** The class of every vector in these kernels; {@code VectorKernels} says why vectors are cast to it. */
    static final Class<FloatVector> VECTOR = vectorClass();

    static final int LANES = SPECIES.length();

    static final FloatKernels PLAIN = new ScalarFloatKernels();

    // Exchange lanes that are 1, 2, 4 or 8 apart.
    static final VectorShuffle<Float> SWAP_ONES = VectorShuffle.fromOp(SPECIES, i -> (i ^ 1) % LANES);
    static final VectorShuffle<Float> SWAP_TWOS = VectorShuffle.fromOp(SPECIES, i -> (i ^ 2) % LANES);
    static final VectorShuffle<Float> SWAP_FOURS = VectorShuffle.fromOp(SPECIES, i -> (i ^ 4) % LANES);
    static final VectorShuffle<Float> SWAP_EIGHTS = VectorShuffle.fromOp(SPECIES, i -> (i ^ 8) % LANES);

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
        VectorFloatProducts.products(x, xFrom, a, w, null, 0, n, y);
    }

    @Override
    public void sampledProduct(float[] u, int uFrom, float[] v, int w, int[] index, int from, int to, float[] out) {
        FloatKernels.checkWidth(w);
        VectorFloatProducts.products(u, uFrom, v, w, index, from, to, out);
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
    public void product(float[] a, int from, int to, int w, float[] b, int c, float[] out) {
        FloatKernels.checkWidth(w);
        FloatKernels.checkWidth(c);
        VectorFloatBlocks.product(a, from, to, w, b, c, out);
    }

    @Override
    public int scaleAndSelect(float[] x, int n, int c, float[] up, float[] down, int from, float[] least, int[] found) {
        FloatKernels.checkWidth(c);
        return VectorFloatBlocks.scaleAndSelect(x, n, c, up, down, from, least, found);
    }

    @Override
    public void gram(float[] a, int n, int w, int r, boolean add, float[] g) {
        FloatKernels.checkWidth(w);
        VectorFloatSquares.gram(a, n, w, r, add, g);
    }

    @Override
    public boolean cholesky(float[] g, int r, int w, float floor) {
        FloatKernels.checkWidth(w);
        return VectorFloatCholesky.cholesky(g, r, w, floor);
    }

    @Override
    public void forwardSolve(float[] l, int r, int w, float[] x) {
        FloatKernels.checkWidth(w);
        if (r < LANES) {
            PLAIN.forwardSolve(l, r, w, x);
        } else {
            VectorFloatCholesky.forwardSolve(l, r, w, x);
        }
    }

    @Override
    public void backSolve(float[] l, int r, int w, float[] x) {
        FloatKernels.checkWidth(w);
        if (r < LANES) {
            PLAIN.backSolve(l, r, w, x);
        } else {
            VectorFloatCholesky.backSolve(l, r, w, x);
        }
    }

    /**
     * Computes out ← Σ_k s[k]·b_k over the rows k, or index[k], of B; {@code s == null} means that each s[k] is 1. Up to four vectors
     * of columns are summed at a time; with fewer vectors more rows are taken at once, so that about eight sums are in flight.
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
