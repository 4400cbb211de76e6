package rung.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/** The double-precision kernels on the JDK's Vector API: they run where the module {@code jdk.incubator.vector} is present. */
final class VectorKernels implements Kernels {
    /*
     * Widths. A row of w columns is read as ⌈w / LANES⌉ vectors. The last one ends where the row ends, so it may overlap
     * the one before: where results are stored they are stored twice alike, where they are summed the lanes already
     * counted are zeroed in the operand that all rows share. Rows narrower than a vector go to the plain loops.
     *
     * Order of additions. reduceLanes is not used: its order is unspecified, and compiled code in fact adds in another
     * order than interpreted code, so a result would change while the program warms up. Lanes are summed by one tree,
     * ((0+1)+(2+3))+((4+5)+(6+7)), which does not depend on whether a row is reduced alone or with seven others.
     *
     * Registers. Each loop over rows holds eight accumulators: enough to hide the latency of two FMA units, few enough
     * for the 16 registers of AVX2.
     *
     * What the compiler needs: no vector crosses a call of our own. C2 stops inlining our methods, but not those of the API,
     * once a method has grown to about 40 vector operations, or where the method called was compiled to much code before; every
     * vector that crosses such a call is an object, and the kernel is ten times slower. Hence the kernels spell out fromArray
     * and broadcast instead of calling helpers. For the same reason an accumulator starts as zero(SPECIES) and not as a
     * constant of the class, which is an object already.
     *
     * What the compiler needs: the class of a vector on which a method is called. JDK 17 reads the bytecode of a kernel before
     * it expands the intrinsics of the API. What fromArray, broadcast and zero return, and what a loop or a branch merges, is
     * then only some DoubleVector to it, and it takes the class from what was seen at run time. That is recorded in methods that
     * everybody shares, such as intoArray, and not reliably: vectors of another length, used by anybody, spoil it, and so do two
     * threads that record the same class at once (JDK-8357258). What it does not know stays a virtual call, and vectors
     * become objects: with 16 threads that happened in some runs and not in others. So we say it: VECTOR.cast(x), which the
     * compiler proves and which costs nothing. The result of an operation needs no cast as long as no loop or branch is in
     * between, since the API casts it, and arguments never do. Before a last intoArray there is one anyway where a method is so
     * long that C2 puts off inlining. KernelAllocationTest runs all kernels with the types seen at run time switched off.
     *
     * Why the largest species and not the preferred one, of the same length. They are two classes, and Spark's linear algebra
     * uses the largest: one class in all of the JVM suits what else of the API relies on the types seen.
     */
    static final VectorSpecies<Double> SPECIES =
            DoubleVector.SPECIES_MAX.length() > PAD ? DoubleVector.SPECIES_512 : DoubleVector.SPECIES_MAX;

    /** The class of every vector in these kernels. */
    static final Class<DoubleVector> VECTOR = vectorClass();

    static final int LANES = SPECIES.length();

    /*
     * Vectors of two doubles, as ARM's: JDK 17 neither rearranges nor masks them in registers (seen on x86 with vectors held to
     * 16 bytes), but makes objects. What needs either goes to the plain loops, or handles the odd column by itself; and so does
     * what two lanes do not make faster. The rule is the same on every JDK, since results depend on it.
     */
    static final boolean TWO_LANES = LANES == 2;

    /** Rows narrower than this go to the plain loops. */
    private static final int NARROW = LANES == 1 ? Integer.MAX_VALUE : LANES;

    /** Systems of fewer unknowns are factored and solved by the plain loops: two lanes pay from about 24 on. */
    private static final int NARROW_SQUARE = TWO_LANES ? 24 : NARROW;

    /** From this many numbers on rows are summed as they lie in memory: a processor's first cache does not hold them. */
    private static final int LARGE = 1 << 12;

    /** The least width of rows for that. */
    private static final int WIDE = 32;

    static final Kernels PLAIN = new ScalarKernels();

    static final DoubleVector LANE = DoubleVector.zero(SPECIES).addIndex(1);
    static final VectorShuffle<Double> SWAP_ONES = VectorShuffle.fromOp(SPECIES, i -> (i ^ 1) % LANES);
    static final VectorShuffle<Double> SWAP_TWOS = VectorShuffle.fromOp(SPECIES, i -> (i ^ 2) % LANES);
    static final VectorShuffle<Double> SWAP_FOURS = VectorShuffle.fromOp(SPECIES, i -> (i ^ 4) % LANES);

    @SuppressWarnings("unchecked")
    private static Class<DoubleVector> vectorClass() {
        return (Class<DoubleVector>) (Class<?>) SPECIES.vectorType();
    }

    @Override
    public String name() {
        return "vector";
    }

    @Override
    public double dot(double[] x, int xFrom, double[] y, int yFrom, int n) {
        if (n < NARROW || TWO_LANES) {
            return PLAIN.dot(x, xFrom, y, yFrom, n);
        }
        DoubleVector even = DoubleVector.zero(SPECIES);
        DoubleVector odd = DoubleVector.zero(SPECIES);
        int i = 0;
        for (; i <= n - 2 * LANES; i += 2 * LANES) {
            even = VECTOR.cast(DoubleVector.fromArray(SPECIES, x, xFrom + i))
                    .fma(DoubleVector.fromArray(SPECIES, y, yFrom + i), even);
            odd = VECTOR.cast(DoubleVector.fromArray(SPECIES, x, xFrom + i + LANES))
                    .fma(DoubleVector.fromArray(SPECIES, y, yFrom + i + LANES), odd);
        }
        if (i <= n - LANES) {
            even = VECTOR.cast(DoubleVector.fromArray(SPECIES, x, xFrom + i))
                    .fma(DoubleVector.fromArray(SPECIES, y, yFrom + i), even);
            i += LANES;
        }
        DoubleVector sum = VECTOR.cast(even).add(odd);
        sum = sum.add(sum.rearrange(SWAP_ONES));
        sum = sum.add(sum.rearrange(SWAP_TWOS));
        sum = LANES > 4 ? sum.add(sum.rearrange(SWAP_FOURS)) : sum;
        return sum.lane(0) + PLAIN.dot(x, xFrom + i, y, yFrom + i, n - i);
    }

    @Override
    public void axpy(double s, double[] x, int xFrom, double[] y, int yFrom, int n) {
        if (TWO_LANES) {
            PLAIN.axpy(s, x, xFrom, y, yFrom, n);
            return;
        }
        DoubleVector scale = DoubleVector.broadcast(SPECIES, s);
        int i = 0;
        for (; i <= n - LANES; i += LANES) {
            VECTOR.cast(DoubleVector.fromArray(SPECIES, x, xFrom + i))
                    .fma(scale, DoubleVector.fromArray(SPECIES, y, yFrom + i))
                    .intoArray(y, yFrom + i);
        }
        PLAIN.axpy(s, x, xFrom + i, y, yFrom + i, n - i);
    }

    @Override
    public void gather(double[] b, int w, int[] index, int from, int to, double[] out) {
        if (w % LANES != 0 || TWO_LANES) {
            PLAIN.gather(b, w, index, from, to, out);
            return;
        }
        for (int k = from; k < to; k++) {
            int at = index[k] * w;
            int outAt = (k - from) * w;
            for (int j = 0; j < w; j += LANES) {
                VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at + j)).intoArray(out, outAt + j);
            }
        }
    }

    @Override
    public void multiply(double[] a, int n, int w, double[] x, int xFrom, double[] y) {
        if (w < NARROW) {
            PLAIN.multiply(a, n, w, x, xFrom, y);
        } else {
            VectorDots.dots(x, xFrom, a, w, null, 0, n, y);
        }
    }

    @Override
    public void sampledProduct(double[] u, int uFrom, double[] v, int r, int[] index, int from, int to, double[] out) {
        if (r < NARROW) {
            PLAIN.sampledProduct(u, uFrom, v, r, index, from, to, out);
        } else {
            VectorDots.dots(u, uFrom, v, r, index, from, to, out);
        }
    }

    @Override
    public void multiplyTransposed(double[] a, int n, int w, double[] y, double[] x) {
        if (w < NARROW) {
            PLAIN.multiplyTransposed(a, n, w, y, x);
        } else {
            sumRows(y, null, 0, n, a, w, x, 0);
        }
    }

    @Override
    public void sparseTimesBlock(
            double[] values, int[] index, int from, int to, double[] b, int w, double[] out, int outFrom) {
        if (w < NARROW) {
            PLAIN.sparseTimesBlock(values, index, from, to, b, w, out, outFrom);
        } else {
            sumRows(values, index, from, to, b, w, out, outFrom);
        }
    }

    @Override
    public double sparseDot(double[] values, int[] index, int from, int to, double[] x) {
        if (TWO_LANES) { // four sums gain nothing there: 4 to 7 % slower on a Neoverse N1
            return PLAIN.sparseDot(values, index, from, to, x);
        }
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int k = from;
        for (; k < to - 3; k += 4) {
            s0 += values[k] * x[index[k]];
            s1 += values[k + 1] * x[index[k + 1]];
            s2 += values[k + 2] * x[index[k + 2]];
            s3 += values[k + 3] * x[index[k + 3]];
        }
        for (; k < to; k++) {
            s0 += values[k] * x[index[k]];
        }
        return (s0 + s1) + (s2 + s3);
    }

    @Override
    public void product(double[] a, int aFrom, int n, int w, double[] b, int p, double[] c, int cFrom) {
        if (p < NARROW) {
            PLAIN.product(a, aFrom, n, w, b, p, c, cFrom);
        } else {
            VectorProducts.product(a, aFrom, n, w, b, p, c, cFrom);
        }
    }

    @Override
    public void addTransposedProduct(
            double[] a, int aFrom, int w, double[] b, int bFrom, int p, int n, double[] g, boolean lower) {
        if (p < NARROW) {
            PLAIN.addTransposedProduct(a, aFrom, w, b, bFrom, p, n, g, lower);
        } else {
            VectorProducts.addTransposedProduct(a, aFrom, w, b, bFrom, p, n, g, lower);
        }
    }

    @Override
    public void rotateRows(double[] v, int w, double[] c, double[] s, int at, int first, int last) {
        int done = VectorProducts.rotateRows(v, w, c, s, at, first, last);
        ScalarKernels.rotateColumns(v, w, done, c, s, at, first, last);
    }

    @Override
    public void gram(double[] a, int n, int w, double[] c, double[] g) {
        if (w < NARROW) {
            PLAIN.gram(a, n, w, c, g);
        } else {
            VectorSquares.gram(a, n, w, c, g);
        }
    }

    @Override
    public boolean cholesky(double[] g, int r, int w, double floor) {
        return r < NARROW_SQUARE || w % LANES != 0
                ? PLAIN.cholesky(g, r, w, floor)
                : VectorSquares.cholesky(g, r, w, floor);
    }

    @Override
    public void choleskySolve(double[] l, int r, int w, double[] x) {
        if (r < NARROW_SQUARE || w % LANES != 0) {
            PLAIN.choleskySolve(l, r, w, x);
        } else {
            VectorSquares.choleskySolve(l, r, w, x);
        }
    }

    @Override
    public void invertGroup(double[] h, int r, double[] x, double[] work) {
        if (LANES == 1) {
            PLAIN.invertGroup(h, r, x, work);
            return;
        }
        for (int b = 0; b < PAD; b += LANES) {
            VectorGroups.factor(h, r, b, work);
            VectorGroups.square(h, r, b, work);
            VectorGroups.solve(r, b, work, x);
        }
    }

    /** Computes out ← Σ_k s[k]·b_k over the rows k, or index[k], of B, column by column or row by row. */
    private static void sumRows(
            double[] s, int[] index, int from, int to, double[] b, int w, double[] out, int outFrom) {
        if (w >= WIDE && (long) (to - from) * w >= LARGE) {
            VectorRowSums.combine(s, index, from, to, b, w, out, outFrom);
        } else {
            combine(s, index, from, to, b, w, out, outFrom);
        }
    }

    /**
     * Computes out ← Σ_k s[k]·b_k over the rows k, or index[k], of B: even and odd k are summed apart, four vectors of columns at a
     * time.
     */
    private static void combine(
            double[] s, int[] index, int from, int to, double[] b, int w, double[] out, int outFrom) {
        int j = 0;
        for (; j <= w - 4 * LANES; j += 4 * LANES) {
            DoubleVector even0 = DoubleVector.zero(SPECIES);
            DoubleVector even1 = even0;
            DoubleVector even2 = even0;
            DoubleVector even3 = even0;
            DoubleVector odd0 = even0;
            DoubleVector odd1 = even0;
            DoubleVector odd2 = even0;
            DoubleVector odd3 = even0;
            int k = from;
            for (; k < to - 1; k += 2) {
                DoubleVector even = DoubleVector.broadcast(SPECIES, s[k]);
                int at = (index == null ? k : index[k]) * w + j;
                even0 = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at)).fma(even, even0);
                even1 = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at + LANES))
                        .fma(even, even1);
                even2 = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at + 2 * LANES))
                        .fma(even, even2);
                even3 = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at + 3 * LANES))
                        .fma(even, even3);
                DoubleVector odd = DoubleVector.broadcast(SPECIES, s[k + 1]);
                at = (index == null ? k + 1 : index[k + 1]) * w + j;
                odd0 = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at)).fma(odd, odd0);
                odd1 = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at + LANES))
                        .fma(odd, odd1);
                odd2 = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at + 2 * LANES))
                        .fma(odd, odd2);
                odd3 = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at + 3 * LANES))
                        .fma(odd, odd3);
            }
            if (k < to) {
                DoubleVector even = DoubleVector.broadcast(SPECIES, s[k]);
                int at = (index == null ? k : index[k]) * w + j;
                even0 = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at)).fma(even, even0);
                even1 = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at + LANES))
                        .fma(even, even1);
                even2 = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at + 2 * LANES))
                        .fma(even, even2);
                even3 = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at + 3 * LANES))
                        .fma(even, even3);
            }
            VECTOR.cast(even0).add(odd0).intoArray(out, outFrom + j);
            VECTOR.cast(even1).add(odd1).intoArray(out, outFrom + j + LANES);
            VECTOR.cast(even2).add(odd2).intoArray(out, outFrom + j + 2 * LANES);
            VECTOR.cast(even3).add(odd3).intoArray(out, outFrom + j + 3 * LANES);
        }
        for (; j < w; j += LANES) {
            int column = Math.min(j, w - LANES);
            DoubleVector even = DoubleVector.zero(SPECIES);
            DoubleVector odd = even;
            int k = from;
            for (; k < to - 1; k += 2) {
                int at = (index == null ? k : index[k]) * w + column;
                even = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at))
                        .fma(DoubleVector.broadcast(SPECIES, s[k]), even);
                at = (index == null ? k + 1 : index[k + 1]) * w + column;
                odd = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at))
                        .fma(DoubleVector.broadcast(SPECIES, s[k + 1]), odd);
            }
            if (k < to) {
                int at = (index == null ? k : index[k]) * w + column;
                even = VECTOR.cast(DoubleVector.fromArray(SPECIES, b, at))
                        .fma(DoubleVector.broadcast(SPECIES, s[k]), even);
            }
            VECTOR.cast(even).add(odd).intoArray(out, outFrom + column);
        }
    }
}
