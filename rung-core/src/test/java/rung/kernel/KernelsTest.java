package rung.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What every family of kernels must do, each kernel against its definition, at sizes around every vector's length. */
class KernelsTest {
    @Nested
    class Scalar extends Contract {
        @Override
        Kernels kernels() {
            return KernelChoice.choose("scalar");
        }
    }

    @Nested
    class Vector extends Contract {
        @Override
        Kernels kernels() {
            assumeTrue(KernelContract.vectorModule(), "the vector module is absent");
            return KernelChoice.choose("vector");
        }
    }

    @Test
    void forcingTheVectorKernelsWithoutTheirModuleIsAnError() {
        assumeFalse(KernelContract.vectorModule(), "the vector module is present");
        assertThatThrownBy(() -> KernelChoice.choose("vector"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("--add-modules jdk.incubator.vector");
    }

    @Test
    void forcingAnUnknownFamilyIsAnError() {
        assertThatThrownBy(() -> KernelChoice.choose("simd"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rung.kernels must be one of scalar, vector, got 'simd'");
    }

    @Test
    void withoutForceTheModuleDecides() {
        assertThat(KernelChoice.choose(null).name()).isEqualTo(KernelContract.vectorModule() ? "vector" : "scalar");
    }

    private abstract static class Contract extends KernelContract {
        @Test
        void dotIsTheSumOfProducts() {
            for (int n : SIZES) {
                double[] x = uniform(n + 3);
                double[] y = uniform(n + 5);
                assertThat(kernels.dot(x, 3, y, 5, n))
                        .as("n = %d", n)
                        .isCloseTo(sum(n, i -> x[3 + i] * y[5 + i]), within(tolerance(n)));
            }
        }

        @Test
        void axpyAddsAMultiple() {
            for (int n : SIZES) {
                double[] x = uniform(n + 3);
                Guarded y = new Guarded(2, n);
                double[] before = y.all.clone();
                kernels.axpy(0.3, x, 3, y.all, 2, n);
                y.check(n, i -> before[2 + i] + 0.3 * x[3 + i], 1);
            }
        }

        @Test
        void multiplyIsADotPerRow() {
            for (int n : SIZES) {
                for (int w : SIZES) {
                    double[] a = uniform(n * w);
                    double[] x = uniform(w + 3);
                    Guarded y = new Guarded(0, n);
                    kernels.multiply(a, n, w, x, 3, y.all);
                    y.check(w, k -> sum(w, j -> a[k * w + j] * x[3 + j]), w);
                }
            }
        }

        @Test
        void multiplyTransposedIsASumOfRows() {
            for (int n : SIZES) {
                for (int w : SIZES) {
                    double[] a = uniform(n * w);
                    double[] y = uniform(n);
                    Guarded x = new Guarded(0, w);
                    kernels.multiplyTransposed(a, n, w, y, x.all);
                    x.check(w, j -> sum(n, k -> y[k] * a[k * w + j]), n);
                }
            }
        }

        @Test
        void productIsADotPerEntry() {
            for (int n : new int[] {0, 1, 3, 4, 5, 9}) {
                for (int w : SIZES) {
                    for (int p : SIZES) {
                        double[] a = uniform(n * w + 3);
                        double[] b = uniform(w * p);
                        Guarded c = new Guarded(5, n * p);
                        kernels.product(a, 3, n, w, b, p, c.all, 5);
                        c.check(w, e -> sum(w, k -> a[3 + e / p * w + k] * b[k * p + e % p]), w);
                    }
                }
            }
        }

        @Test
        void addTransposedProductAddsToWhatIsThere() {
            for (int n : new int[] {0, 1, 5, 16}) {
                for (int w : SIZES) {
                    for (int p : SIZES) {
                        double[] a = uniform(n * w + 3);
                        double[] b = uniform(n * p + 2);
                        Guarded g = new Guarded(0, w * p);
                        double[] before = g.all.clone();
                        kernels.addTransposedProduct(a, 3, w, b, 2, p, n, g.all, false);
                        g.check(p, e -> before[e] + sum(n, k -> a[3 + k * w + e / p] * b[2 + k * p + e % p]), n + 1);
                        Guarded lower = new Guarded(0, w * p);
                        double[] lowerBefore = lower.all.clone();
                        kernels.addTransposedProduct(a, 3, w, b, 2, p, n, lower.all, true);
                        lower.checkGuards(p);
                        for (int i = 0; i < w; i++) {
                            for (int j = 0; j <= Math.min(i, p - 1); j++) {
                                int row = i;
                                int column = j;
                                double added = sum(n, k -> a[3 + k * w + row] * b[2 + k * p + column]);
                                assertThat(lower.all[i * p + j])
                                        .isCloseTo(lowerBefore[i * p + j] + added, within(tolerance(n + 1)));
                            }
                        }
                    }
                }
            }
        }

        @Test
        void rotateRowsRotatesFromTheLastPairToTheFirst() {
            for (int rows : new int[] {1, 2, 3, 6}) {
                for (int w : SIZES) {
                    double[] angles = uniform(rows + 2);
                    double[] c = Arrays.stream(angles).map(Math::cos).toArray();
                    double[] s = Arrays.stream(angles).map(Math::sin).toArray();
                    int first = rows > 2 ? 1 : 0;
                    Guarded v = new Guarded(0, rows * w);
                    double[] expected = v.all.clone();
                    for (int i = rows - 2; i >= first; i--) {
                        for (int j = 0; j < w; j++) {
                            double x = expected[i * w + j];
                            double y = expected[(i + 1) * w + j];
                            expected[i * w + j] = c[2 + i] * x - s[2 + i] * y;
                            expected[(i + 1) * w + j] = s[2 + i] * x + c[2 + i] * y;
                        }
                    }
                    kernels.rotateRows(v.all, w, c, s, 2, first, rows - 1);
                    v.check(w, e -> expected[e], 2 * rows);
                }
            }
        }

        @Test
        void gatherCopiesRows() {
            for (int n : SIZES) {
                for (int w : SIZES) {
                    double[] b = uniform(11 * w);
                    int[] index = indices(n + 2, 11);
                    Guarded out = new Guarded(0, n * w);
                    kernels.gather(b, w, index, 2, n + 2, out.all);
                    out.check(w, k -> b[index[2 + k / w] * w + k % w], 0);
                }
            }
        }

        @Test
        void sampledProductIsADotPerEntry() {
            for (int n : SIZES) {
                for (int r : SIZES) {
                    double[] u = uniform(r + 3);
                    double[] v = uniform(11 * r);
                    int[] index = indices(n + 2, 11);
                    Guarded out = new Guarded(2, n);
                    kernels.sampledProduct(u, 3, v, r, index, 2, n + 2, out.all);
                    out.check(r, k -> sum(r, j -> u[3 + j] * v[index[2 + k] * r + j]), r);
                }
            }
        }

        @Test
        void sparseDotIsTheRowTimesTheVector() {
            for (int n : SIZES) {
                double[] values = uniform(n + 2);
                int[] index = indices(n + 2, 11);
                double[] x = uniform(11);
                assertThat(kernels.sparseDot(values, index, 2, n + 2, x))
                        .as("n = %d", n)
                        .isCloseTo(sum(n, k -> values[2 + k] * x[index[2 + k]]), within(tolerance(n)));
            }
        }

        @Test
        void sparseTimesBlockIsASumOfRows() {
            for (int n : SIZES) {
                for (int w : SIZES) {
                    double[] values = uniform(n + 2);
                    int[] index = indices(n + 2, 11);
                    double[] b = uniform(11 * w);
                    Guarded out = new Guarded(3, w);
                    kernels.sparseTimesBlock(values, index, 2, n + 2, b, w, out.all, 3);
                    out.check(w, j -> sum(n, k -> values[2 + k] * b[index[2 + k] * w + j]), n);
                }
            }
        }

        /** Enough numbers that rows are summed in the order of memory. */
        @Test
        void sparseTimesBlockSumsManyWideRows() {
            for (int n : new int[] {128, 129, 135, 136, 200}) {
                for (int w : new int[] {32, 33, 37, 80}) {
                    double[] values = uniform(n + 2);
                    int[] index = indices(n + 2, 11);
                    double[] b = uniform(11 * w);
                    Guarded out = new Guarded(3, w);
                    kernels.sparseTimesBlock(values, index, 2, n + 2, b, w, out.all, 3);
                    out.check(w, j -> sum(n, k -> values[2 + k] * b[index[2 + k] * w + j]), n);
                }
            }
        }

        /** Enough calls to reach the optimizing compiler, which must not change the order of additions. */
        @Test
        void theSameArgumentsGiveTheSameBitsHoweverTheEntriesAreSplitAndBeforeAndAfterCompilation() {
            for (int r : new int[] {7, 30, 32}) {
                int n = 100;
                double[] u = uniform(r);
                double[] v = uniform(20 * r);
                int[] index = indices(n, 20);
                double[] first = new double[n];
                kernels.sampledProduct(u, 0, v, r, index, 0, n, first);
                double[] gram = new double[r * r];
                kernels.gram(v, 20, r, null, gram);
                for (int repeat = 0; repeat < 5000; repeat++) {
                    double[] out = new double[n];
                    int split = random.nextInt(n + 1);
                    kernels.sampledProduct(u, 0, v, r, index, 0, split, out);
                    kernels.sampledProduct(u, 0, v, r, index, split, n, out);
                    assertThat(Arrays.equals(out, first))
                            .as("r = %d, split at %d", r, split)
                            .isTrue();
                    double[] again = new double[r * r];
                    kernels.gram(v, 20, r, null, again);
                    assertThat(Arrays.equals(again, gram))
                            .as("r = %d, repeat %d", r, repeat)
                            .isTrue();
                }
            }
        }

        @Test
        void aRowThatIsNotFiniteSpoilsNoOther() {
            for (int w : SIZES) {
                int n = 17;
                double[] a = uniform(n * w);
                double[] x = uniform(w);
                double[] expected = new double[n];
                kernels.multiply(a, n, w, x, 0, expected);
                Arrays.fill(a, 5 * w, 6 * w, Double.NaN);
                double[] y = new double[n];
                kernels.multiply(a, n, w, x, 0, y);
                for (int k = 0; k < n; k++) {
                    assertThat(y[k])
                            .as("w = %d, row %d", w, k)
                            .isEqualTo(Double.valueOf(k == 5 && w > 0 ? Double.NaN : expected[k]));
                }
            }
        }
    }
}
