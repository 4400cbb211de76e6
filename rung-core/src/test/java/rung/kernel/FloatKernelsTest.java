package rung.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What every family of single-precision kernels must do, each kernel against its definition in double precision. */
class FloatKernelsTest {
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
            assumeTrue(FloatKernelContract.vectorModule(), "the vector module is absent");
            return KernelChoice.chooseSingle("vector");
        }
    }

    @Test
    void theFamilyIsThatOfDoublePrecision() {
        assertThat(KernelChoice.single().name()).isEqualTo(KernelChoice.active().name());
        assertThat(KernelChoice.chooseSingle(null).name())
                .isEqualTo(FloatKernelContract.vectorModule() ? "vector" : "scalar");
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

    private abstract static class Contract extends FloatKernelContract {
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

        @Test
        void productIsThatOfMatrices() {
            for (int n : new int[] {0, 1, 3, 4, 5, 7, 8, 9, 16, 17, 70}) {
                for (int w : new int[] {0, 16, 48, 80}) {
                    for (int c : new int[] {16, 32, 48, 64, 80}) {
                        float[] a = uniform((n + 2) * w);
                        float[] b = uniform(w * c);
                        Guarded out = new Guarded(0, n * c);
                        kernels.product(a, 2, n + 2, w, b, c, out.all);
                        out.check(w, i -> sum(w, j -> (double) a[(2 + i / c) * w + j] * b[j * c + i % c]), w);
                    }
                }
            }
        }

        @Test
        void anElementOfAProductHasTheSameBitsInEveryBlock() {
            int n = 37;
            int w = 48;
            float[] a = uniform(n * w);
            float[] b = uniform(w * 64);
            float[] whole = new float[n * 64];
            kernels.product(a, 0, n, w, b, 64, whole);
            for (int p = 0; p < 64; p += 5) {
                float[] column = new float[w * 16];
                for (int j = 0; j < w; j++) {
                    column[j * 16 + 3] = b[j * 64 + p];
                }
                for (int from = 0; from < n; from += 6) {
                    float[] part = new float[(n - from) * 16];
                    kernels.product(a, from, n, w, column, 16, part);
                    for (int k = from; k < n; k++) {
                        assertThat(part[(k - from) * 16 + 3]).isEqualTo(whole[k * 64 + p]);
                    }
                }
            }
        }

        @Test
        void largeElementsAreFoundAfterTheyAreScaled() {
            for (int n : new int[] {0, 1, 2, 9}) {
                for (int c : new int[] {16, 48, 64}) {
                    float[] up = uniform(n + 2);
                    float[] down = uniform(n + 2);
                    float[] least = uniform(c);
                    least[3] = Float.NEGATIVE_INFINITY;
                    least[5] = Float.NaN;
                    up[0] = Float.NaN;
                    Guarded x = new Guarded(0, n * c);
                    if (n > 1) {
                        up[3] = Float.NaN;
                        down[3] = Float.NaN;
                        x.all[0] = Float.NaN;
                        x.all[3] = Float.NEGATIVE_INFINITY;
                        x.all[1] = 1;
                        least[1] = up[2]; // just enough
                    }
                    float[] before = x.all.clone();
                    int[] found = new int[n * c];
                    int count = kernels.scaleAndSelect(x.all, n, c, up, down, 2, least, found);
                    x.checkGuards(c);
                    List<Integer> expected = new ArrayList<>();
                    for (int at = 0; at < n * c; at++) {
                        float scaled = before[at] * (before[at] > 0 ? up[2 + at / c] : down[2 + at / c]);
                        assertThat(x.all[at]).isEqualTo(Float.valueOf(scaled)); // NaN equals NaN
                        if (scaled >= least[at % c]) {
                            expected.add(at);
                        }
                    }
                    assertThat(Arrays.stream(found, 0, count).boxed()).isEqualTo(expected);
                }
            }
        }
    }
}
