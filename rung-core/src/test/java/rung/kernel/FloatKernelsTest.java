package rung.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What every family of single-precision kernels must do, each kernel against its definition in double precision. */
class FloatKernelsTest {
    private static final int[] SIZES = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100, 1000};
    private static final int[] WIDTHS = {16, 32, 48, 64, 80};
    private static final int[] RANKS = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 30, 31, 32, 33, 47, 48, 50, 63, 64};
    private static final int SEED = 20211115;

    /** Rows to sample from: so many that a sum of a thousand of them is no multiple of a few, but of mixed signs. */
    private static final int POOL = 501;

    @Nested
    class Scalar extends Contract {
        @Override
        FloatKernels kernels() {
            return KernelChoice.chooseSingle("scalar");
        }
    }

    @Nested
    class Vector extends Contract {
        @Override
        FloatKernels kernels() {
            assumeTrue(vectorModule(), "the vector module is absent");
            return KernelChoice.chooseSingle("vector");
        }
    }

    @Test
    void theFamilyIsThatOfDoublePrecision() {
        assertThat(KernelChoice.single().name()).isEqualTo(KernelChoice.active().name());
        assertThat(KernelChoice.chooseSingle(null).name()).isEqualTo(vectorModule() ? "vector" : "scalar");
        assertThatThrownBy(() -> KernelChoice.chooseSingle("simd"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rung.kernels must be one of scalar, vector, got 'simd'");
    }

    @Test
    void paddedIsTheNextMultiple() {
        assertThat(new int[] {0, 1, 15, 16, 17, 33})
                .satisfies(widths -> assertThat(
                                Arrays.stream(widths).map(FloatKernels::padded).toArray())
                        .containsExactly(0, 16, 16, 16, 32, 48));
    }

    private static boolean vectorModule() {
        return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    }

    /** The sums of the definitions have at most this many terms of at most 1, so errors scale with their number. */
    private static double tolerance(int terms) {
        return 2 * Math.ulp(1f) * (terms + 1);
    }

    /** The same where it is the root of the number that counts: sums of blocks whose errors are independent. */
    private static double blockedTolerance(int terms) {
        return 4 * Math.ulp(1f) * (Math.sqrt(terms) + 1);
    }

    private abstract static class Contract {
        private final Random random = new Random(SEED);
        private FloatKernels kernels;

        abstract FloatKernels kernels();

        @BeforeEach
        void choose() {
            kernels = kernels();
        }

        @Test
        void dotIsTheSumOfProducts() {
            for (int n : SIZES) {
                float[] x = uniform(n + 3);
                float[] y = uniform(n + 5);
                assertThat((double) kernels.dot(x, 3, y, 5, n))
                        .as("n = %d", n)
                        .isCloseTo(sum(n, i -> (double) x[3 + i] * y[5 + i]), within(tolerance(n)));
            }
        }

        @Test
        void axpyAddsAMultiple() {
            for (int n : SIZES) {
                float[] x = uniform(n + 3);
                Guarded y = new Guarded(2, n);
                float[] before = y.all.clone();
                kernels.axpy(0.3f, x, 3, y.all, 2, n);
                y.check(n, i -> before[2 + i] + 0.3f * (double) x[3 + i], 1);
            }
        }

        @Test
        void gatherCopiesRows() {
            for (int n : SIZES) {
                for (int w : WIDTHS) {
                    float[] b = uniform(11 * w);
                    int[] index = indices(n + 2, 11);
                    Guarded out = new Guarded(0, n * w);
                    kernels.gather(b, w, index, 2, n + 2, out.all);
                    out.checkGuards(w);
                    for (int i = 0; i < n * w; i++) {
                        if (out.all[i] != b[index[2 + i / w] * w + i % w]) {
                            throw new AssertionError("n = " + n + ", w = " + w + ", row " + i / w + " differs");
                        }
                    }
                }
            }
        }

        @Test
        void multiplyIsADotPerRow() {
            for (int n : SIZES) {
                for (int w : WIDTHS) {
                    float[] a = uniform(n * w);
                    float[] x = uniform(w + 3);
                    Guarded y = new Guarded(0, n);
                    kernels.multiply(a, n, w, x, 3, y.all);
                    y.check(w, k -> sum(w, j -> (double) a[k * w + j] * x[3 + j]), w);
                }
            }
        }

        @Test
        void multiplyTransposedIsASumOfRows() {
            for (int n : SIZES) {
                for (int w : WIDTHS) {
                    float[] a = uniform(n * w);
                    float[] y = uniform(n);
                    Guarded x = new Guarded(0, w);
                    kernels.multiplyTransposed(a, n, w, y, x.all);
                    x.check(w, j -> sum(n, k -> (double) y[k] * a[k * w + j]), n);
                }
            }
        }

        @Test
        void gramIsTheUpperTriangleOfTheProduct() {
            for (int n : SIZES) {
                for (int w : WIDTHS) {
                    float[] a = uniform(n * w);
                    Guarded g = new Guarded(0, w * w);
                    kernels.gram(a, n, w, w, false, g.all);
                    checkGram(g, a, n, w, tolerance(n));
                }
            }
        }

        /** Signs cancel off the diagonal but not on it, where plain summation in single precision would be far off. */
        @Test
        void gramStaysAccurateOverManyRows() {
            int n = 20_000;
            float[] a = uniform(n * 16);
            Guarded g = new Guarded(0, 16 * 16);
            kernels.gram(a, n, 16, 16, false, g.all);
            checkGram(g, a, n, 16, n / 3.0 * Math.ulp(1f) * 20);
        }

        @Test
        void gramCanBeAddedAndCutToItsLeadingPart() {
            for (int n : SIZES) {
                for (int w : WIDTHS) {
                    float[] a = uniform(2 * n * w);
                    Guarded whole = new Guarded(0, w * w);
                    kernels.gram(a, 2 * n, w, w, false, whole.all);
                    Guarded parts = new Guarded(0, w * w);
                    int r = w - n % w;
                    kernels.gram(a, n, w, r, false, parts.all);
                    kernels.gram(Arrays.copyOfRange(a, n * w, 2 * n * w), n, w, r, true, parts.all);
                    parts.checkGuards(w);
                    for (int i = 0; i < r; i++) {
                        for (int j = i; j < r; j++) {
                            assertThat((double) parts.all[i * w + j])
                                    .as("n = %d, w = %d, row %d", n, w, i)
                                    .isCloseTo(whole.all[i * w + j], within(tolerance(2 * n)));
                        }
                    }
                }
            }
        }

        @Test
        void choleskyFactorsTheLeadingPart() {
            for (int r : RANKS) {
                for (int w : widths(r)) {
                    float[] upper = positiveDefinite(r, w);
                    Guarded l = new Guarded(0, r * w);
                    System.arraycopy(upper, 0, l.all, 0, r * w);
                    assertThat(kernels.cholesky(l.all, r, w, 1e-6f))
                            .as("r = %d", r)
                            .isTrue();
                    l.checkGuards(r);
                    for (int i = 0; i < r; i++) {
                        assertThat(l.all[i * w + i]).isPositive();
                        for (int j = 0; j <= i; j++) {
                            int p = i;
                            int q = j;
                            assertThat(sum(j + 1, k -> (double) l.all[p * w + k] * l.all[q * w + k]))
                                    .as("r = %d, w = %d, entry (%d, %d)", r, w, i, j)
                                    .isCloseTo(upper[j * w + i], within(2 * tolerance(2 * r)));
                        }
                    }
                }
            }
        }

        @Test
        void bothSolvesLeaveNoResidual() {
            for (int r : RANKS) {
                for (int w : widths(r)) {
                    float[] upper = positiveDefinite(r, w);
                    float[] l = upper.clone();
                    assertThat(kernels.cholesky(l, r, w, 0)).isTrue();
                    float[] factor = l.clone();
                    Guarded x = new Guarded(0, r);
                    float[] b = x.all.clone();
                    kernels.forwardSolve(l, r, w, x.all);
                    kernels.backSolve(l, r, w, x.all);
                    x.checkGuards(r);
                    assertThat(Arrays.equals(l, factor)).as("the factor").isTrue();
                    for (int i = 0; i < r; i++) {
                        int p = i;
                        double product = sum(r, j -> (double) upper[Math.min(p, j) * w + Math.max(p, j)] * x.all[j]);
                        assertThat(product)
                                .as("r = %d, w = %d, row %d", r, w, i)
                                .isCloseTo(b[i], within(4 * tolerance(2 * r)));
                    }
                }
            }
        }

        @Test
        void choleskyRefusesAPivotThatIsNotAboveItsFloor() {
            for (int r : new int[] {0, 1, 2, 3, 4, 5, 15, 16, 17, 33}) {
                int w = FloatKernels.padded(r);
                for (int bad = 0; bad < r; bad++) {
                    float[] indefinite = positiveDefinite(r, w);
                    indefinite[bad * w + bad] = -1;
                    assertThat(kernels.cholesky(indefinite, r, w, 0))
                            .as("r = %d, pivot %d < 0", r, bad)
                            .isFalse();
                    float[] undefined = positiveDefinite(r, w);
                    undefined[bad * w + bad] = Float.NaN;
                    assertThat(kernels.cholesky(undefined, r, w, 0))
                            .as("r = %d, pivot %d NaN", r, bad)
                            .isFalse();
                    if (bad > 0) {
                        float[] dependent = positiveDefinite(r, w);
                        copyUnknown(dependent, w, bad - 1, bad);
                        assertThat(kernels.cholesky(dependent, r, w, 1e-5f))
                                .as("r = %d, unknowns %d and %d alike", r, bad - 1, bad)
                                .isFalse();
                    }
                }
            }
        }

        @Test
        void theFloorIsRelativeToThePivotsOwnDiagonal() {
            for (int r : RANKS) {
                int w = FloatKernels.padded(r);
                float[] g = new float[r * w];
                for (int i = 0; i < r; i++) {
                    g[i * w + i] = (float) Math.pow(3, -i);
                }
                assertThat(kernels.cholesky(g.clone(), r, w, 0.5f))
                        .as("r = %d", r)
                        .isTrue();
                assertThat(kernels.cholesky(g, r, w, 1))
                        .as("r = %d, not above", r)
                        .isEqualTo(r == 0);
            }
        }

        @Test
        void aPivotWithoutAnInverseIsRefused() {
            float[] g = new float[16 * 16];
            g[0] = Float.MIN_VALUE;
            assertThat(kernels.cholesky(g, 1, 16, 0)).isFalse();
            g[0] = Float.MIN_NORMAL;
            assertThat(kernels.cholesky(g, 1, 16, 0)).isTrue();
        }

        @Test
        void sampledProductIsADotPerEntry() {
            for (int n : SIZES) {
                for (int w : WIDTHS) {
                    float[] u = uniform(w + 3);
                    float[] v = uniform(11 * w);
                    int[] index = indices(n + 2, 11);
                    Guarded out = new Guarded(2, n);
                    kernels.sampledProduct(u, 3, v, w, index, 2, n + 2, out.all);
                    out.check(w, k -> sum(w, j -> (double) u[3 + j] * v[index[2 + k] * w + j]), w);
                }
            }
        }

        @Test
        void sparseTimesBlockIsASumOfRows() {
            for (int n : SIZES) {
                for (int w : WIDTHS) {
                    for (boolean ones : new boolean[] {false, true}) {
                        float[] values = uniform(n + 2);
                        int[] index = indices(n + 2, POOL);
                        float[] b = uniform(POOL * w);
                        Guarded out = new Guarded(3, w);
                        kernels.sparseTimesBlock(ones ? null : values, index, 2, n + 2, b, w, out.all, 3);
                        out.check(
                                w, j -> sum(n, k -> (ones ? 1 : values[2 + k]) * (double) b[index[2 + k] * w + j]), n);
                    }
                }
            }
        }

        @Test
        void aWidthThatIsNotPaddedIsRefused() {
            float[] a = new float[1000];
            int[] index = {0};
            assertRefused(() -> kernels.gather(a, 15, index, 0, 1, new float[99]));
            assertRefused(() -> kernels.multiply(a, 1, 15, a, 0, new float[1]));
            assertRefused(() -> kernels.multiplyTransposed(a, 1, 17, a, new float[17]));
            assertRefused(() -> kernels.gram(a, 1, 8, 8, false, new float[64]));
            assertRefused(() -> kernels.cholesky(a, 1, 8, 0));
            assertRefused(() -> kernels.forwardSolve(a, 1, 8, new float[8]));
            assertRefused(() -> kernels.backSolve(a, 1, 8, new float[8]));
            assertRefused(() -> kernels.sampledProduct(a, 0, a, 24, index, 0, 1, new float[1]));
            assertRefused(() -> kernels.sparseTimesBlock(a, index, 0, 1, a, 24, new float[24], 0));
        }

        private void assertRefused(Runnable call) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("the width must be a multiple of 16, got ");
        }

        /** Enough calls to reach the optimizing compiler, which must not change the order of additions. */
        @Test
        void theSameArgumentsGiveTheSameBitsHoweverTheEntriesAreSplitAndBeforeAndAfterCompilation() {
            for (int w : new int[] {16, 32, 48, 64}) {
                int n = 100;
                float[] u = uniform(w);
                float[] v = uniform(20 * w);
                float[] values = uniform(n);
                int[] index = indices(n, 20);
                float[] first = new float[n];
                kernels.sampledProduct(u, 0, v, w, index, 0, n, first);
                float[] solution = solve(v, w, values, index);
                for (int repeat = 0; repeat < 600; repeat++) {
                    float[] out = new float[n];
                    int split = random.nextInt(n + 1);
                    kernels.sampledProduct(u, 0, v, w, index, 0, split, out);
                    kernels.sampledProduct(u, 0, v, w, index, split, n, out);
                    assertThat(Arrays.equals(out, first))
                            .as("w = %d, split at %d", w, split)
                            .isTrue();
                    assertThat(Arrays.equals(solve(v, w, values, index), solution))
                            .as("w = %d, repeat %d", w, repeat)
                            .isTrue();
                }
            }
        }

        /** What a refit of one row does. */
        private float[] solve(float[] v, int w, float[] values, int[] index) {
            int n = index.length;
            float[] gram = new float[w * w];
            float[] gathered = new float[n * w];
            kernels.gather(v, w, index, 0, n, gathered);
            kernels.gram(gathered, n, w, w, false, gram);
            for (int i = 0; i < w; i++) {
                gram[i * w + i]++;
            }
            float[] x = new float[2 * w + 1];
            kernels.sparseTimesBlock(values, index, 0, n, v, w, x, 0);
            assertThat(kernels.cholesky(gram, w, w, 0)).isTrue();
            kernels.forwardSolve(gram, w, w, x);
            System.arraycopy(x, 0, x, w, w);
            kernels.backSolve(gram, w, w, x);
            x[2 * w] = kernels.dot(v, 0, v, w, 3 * w + 5);
            return x;
        }

        @Test
        void aRowThatIsNotFiniteSpoilsNoOther() {
            for (int w : WIDTHS) {
                int n = 37;
                float[] a = uniform(n * w);
                float[] x = uniform(w);
                float[] expected = new float[n];
                kernels.multiply(a, n, w, x, 0, expected);
                Arrays.fill(a, 5 * w, 6 * w, Float.NaN);
                float[] y = new float[n];
                kernels.multiply(a, n, w, x, 0, y);
                for (int k = 0; k < n; k++) {
                    assertThat(y[k])
                            .as("w = %d, row %d", w, k)
                            .isEqualTo(Float.valueOf(k == 5 ? Float.NaN : expected[k]));
                }
            }
        }

        private void checkGram(Guarded g, float[] a, int n, int w, double tolerance) {
            g.checkGuards(w);
            for (int i = 0; i < w; i++) {
                for (int j = i; j < w; j++) {
                    double expected = 0;
                    for (int k = 0; k < n; k++) {
                        expected += (double) a[k * w + i] * a[k * w + j];
                    }
                    assertThat((double) g.all[i * w + j])
                            .as("n = %d, w = %d, entry (%d, %d)", n, w, i, j)
                            .isCloseTo(expected, within(tolerance));
                }
            }
        }

        private float[] uniform(int n) {
            float[] x = new float[n];
            for (int i = 0; i < n; i++) {
                x[i] = 2 * random.nextFloat() - 1;
            }
            return x;
        }

        private int[] indices(int n, int bound) {
            return random.ints(n, 0, bound).toArray();
        }

        /** The least width for a rank, and one more. */
        private static int[] widths(int r) {
            return new int[] {FloatKernels.padded(r), FloatKernels.padded(r) + FloatKernels.PAD};
        }

        /** I + B·Bᵀ/r with entries of B in [−1, 1], so well conditioned and at most 2 in size; NaN above the diagonal. */
        private float[] positiveDefinite(int r, int w) {
            float[] b = uniform(r * r);
            float[] g = new float[r * w];
            Arrays.fill(g, Float.NaN);
            for (int i = 0; i < r; i++) {
                for (int j = 0; j <= i; j++) {
                    int p = i;
                    int q = j;
                    double product = sum(r, k -> (double) b[p * r + k] * b[q * r + k]);
                    g[j * w + i] = (float) ((i == j ? 1 : 0) + product / r);
                }
            }
            return g;
        }

        /** Makes unknown {@code to} the copy of the one before it, so that its pivot is zero. */
        private static void copyUnknown(float[] g, int w, int from, int to) {
            for (int j = 0; j <= from; j++) {
                g[j * w + to] = g[j * w + from];
            }
            g[to * w + to] = g[from * w + from];
        }

        private static double sum(int n, IntToDoubleFunction term) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += term.applyAsDouble(i);
            }
            return sum;
        }

        /** An output of n cells between guard cells that no kernel may touch. */
        private final class Guarded {
            private static final int GUARDS = 32;
            private final int from;
            private final int n;
            private final float[] all;
            private final float[] before;

            Guarded(int from, int n) {
                this.from = from;
                this.n = n;
                all = uniform(from + n + GUARDS);
                before = all.clone();
            }

            void check(int size, IntToDoubleFunction expected, int terms) {
                checkGuards(size);
                for (int i = 0; i < n; i++) {
                    assertThat((double) all[from + i])
                            .as("n = %d, size = %d, output %d", n, size, i)
                            .isCloseTo(expected.applyAsDouble(i), within(tolerance(terms)));
                }
            }

            void checkGuards(int size) {
                for (int i = 0; i < all.length; i++) {
                    if (i < from || i >= from + n) {
                        assertThat(all[i])
                                .as("n = %d, size = %d, guard %d", n, size, i)
                                .isEqualTo(before[i]);
                    }
                }
            }
        }
    }
}
