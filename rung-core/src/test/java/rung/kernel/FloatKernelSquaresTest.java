package rung.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What every family of single-precision kernels must do with small square matrices, against the definitions in double precision. */
class FloatKernelSquaresTest {
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

    private abstract static class Contract extends FloatKernelContract {
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

        /** The least width for a rank, and one more. */
        private static int[] widths(int r) {
            return new int[] {FloatKernels.padded(r), FloatKernels.padded(r) + FloatKernels.PAD};
        }

        /** Makes unknown {@code to} the copy of the one before it, so that its pivot is zero. */
        private static void copyUnknown(float[] g, int w, int from, int to) {
            for (int j = 0; j <= from; j++) {
                g[j * w + to] = g[j * w + from];
            }
            g[to * w + to] = g[from * w + from];
        }
    }
}
