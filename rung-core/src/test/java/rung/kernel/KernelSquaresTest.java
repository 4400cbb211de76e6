package rung.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What every family of kernels must do with small square matrices: each kernel against its definition. */
class KernelSquaresTest {
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

    private abstract static class Contract extends KernelContract {
        @Test
        void gramIsTheLowerTriangleOfTheWeightedProduct() {
            for (int n : SIZES) {
                for (int w : SIZES) {
                    for (boolean weighted : new boolean[] {false, true}) {
                        double[] a = uniform(n * w);
                        double[] c = weighted ? uniform(n) : null;
                        Guarded g = new Guarded(0, w * w);
                        kernels.gram(a, n, w, c, g.all);
                        g.checkGuards(w);
                        for (int i = 0; i < w; i++) {
                            for (int j = 0; j <= i; j++) {
                                int p = i;
                                int q = j;
                                double expected = sum(n, k -> (weighted ? c[k] : 1) * a[k * w + p] * a[k * w + q]);
                                assertThat(g.all[i * w + j])
                                        .as("n = %d, w = %d, weighted = %b, entry (%d, %d)", n, w, weighted, i, j)
                                        .isCloseTo(expected, within(tolerance(n)));
                            }
                        }
                    }
                }
            }
        }

        @Test
        void choleskyFactorsTheLeadingPart() {
            for (int r : SIZES) {
                for (int w : new int[] {r, r + 1, Kernels.padded(r)}) {
                    double[] lower = positiveDefinite(r, w);
                    Guarded l = new Guarded(0, r * w);
                    System.arraycopy(lower, 0, l.all, 0, r * w);
                    assertThat(kernels.cholesky(l.all, r, w, 1e-12))
                            .as("r = %d", r)
                            .isTrue();
                    l.checkGuards(r);
                    for (int i = 0; i < r; i++) {
                        assertThat(l.all[i * w + i]).isPositive();
                        for (int j = 0; j <= i; j++) {
                            int p = i;
                            int q = j;
                            assertThat(sum(j + 1, k -> l.all[p * w + k] * l.all[q * w + k]))
                                    .as("r = %d, w = %d, entry (%d, %d)", r, w, i, j)
                                    .isCloseTo(lower[i * w + j], within(2 * tolerance(2 * r)));
                        }
                    }
                }
            }
        }

        @Test
        void choleskySolveLeavesNoResidual() {
            for (int r : SIZES) {
                for (int w : new int[] {r, r + 1, Kernels.padded(r)}) {
                    double[] lower = positiveDefinite(r, w);
                    double[] l = lower.clone();
                    assertThat(kernels.cholesky(l, r, w, 0)).isTrue();
                    double[] factor = l.clone();
                    Guarded x = new Guarded(0, r);
                    double[] b = x.all.clone();
                    kernels.choleskySolve(l, r, w, x.all);
                    x.checkGuards(r);
                    assertThat(l).as("the factor").containsExactly(factor);
                    for (int i = 0; i < r; i++) {
                        int p = i;
                        double product = sum(r, j -> lower[Math.max(p, j) * w + Math.min(p, j)] * x.all[j]);
                        assertThat(product)
                                .as("r = %d, w = %d, row %d", r, w, i)
                                .isCloseTo(b[i], within(4 * tolerance(2 * r)));
                    }
                }
            }
        }

        @Test
        void aGroupIsInvertedAndSolvedAsOneByOne() {
            for (int r : SIZES) {
                int size = r * (r + 1) / 2;
                double[][] matrices = new double[Kernels.PAD][];
                Guarded h = new Guarded(0, size * Kernels.PAD);
                Guarded x = new Guarded(0, r * Kernels.PAD);
                Guarded work = new Guarded(0, size * Kernels.PAD);
                double[] rhs = x.all.clone();
                for (int b = 0; b < Kernels.PAD; b++) {
                    matrices[b] = positiveDefinite(r, r);
                    for (int i = 0, e = 0; i < r; i++) {
                        for (int j = 0; j <= i; j++, e++) {
                            h.all[e * Kernels.PAD + b] = matrices[b][i * r + j];
                        }
                    }
                }
                kernels.invertGroup(h.all, r, x.all, work.all);
                h.checkGuards(size * Kernels.PAD);
                x.checkGuards(r * Kernels.PAD);
                work.checkGuards(size * Kernels.PAD);
                for (int b = 0; b < Kernels.PAD; b++) {
                    double[] matrix = matrices[b];
                    int number = b;
                    double root = 1;
                    for (int i = 0; i < r; i++) {
                        int p = i;
                        double product = sum(
                                r, k -> matrix[Math.max(p, k) * r + Math.min(p, k)] * x.all[k * Kernels.PAD + number]);
                        assertThat(product)
                                .as("r = %d, number %d, row %d of the solution", r, b, i)
                                .isCloseTo(rhs[i * Kernels.PAD + b], within(8 * tolerance(2 * r)));
                        for (int j = 0; j < r; j++) {
                            int q = j;
                            double entry = sum(
                                    r,
                                    k -> matrix[Math.max(p, k) * r + Math.min(p, k)]
                                            * h.all[
                                                    (Math.max(k, q) * (Math.max(k, q) + 1) / 2 + Math.min(k, q))
                                                                    * Kernels.PAD
                                                            + number]);
                            assertThat(entry)
                                    .as("r = %d, number %d, entry (%d, %d) of H·H⁻¹", r, b, i, j)
                                    .isCloseTo(i == j ? 1 : 0, within(8 * tolerance(2 * r)));
                        }
                        root *= work.all[(i * (i + 1) / 2 + i) * Kernels.PAD + b];
                    }
                    double[] l = matrix.clone();
                    assertThat(kernels.cholesky(l, r, r, 0)).isTrue();
                    double determinant = 1;
                    for (int i = 0; i < r; i++) {
                        determinant *= l[i * r + i];
                    }
                    assertThat(root * determinant).as("r = %d, determinant", r).isCloseTo(1, within(1e-9));
                }
            }
        }

        @Test
        void choleskyRefusesAPivotThatIsNotAboveItsFloor() {
            for (int r : SIZES) {
                for (int bad = 0; bad < r; bad++) {
                    double[] indefinite = positiveDefinite(r, r);
                    indefinite[bad * r + bad] = -1;
                    assertThat(kernels.cholesky(indefinite, r, r, 0))
                            .as("r = %d, pivot %d < 0", r, bad)
                            .isFalse();
                    double[] undefined = positiveDefinite(r, r);
                    undefined[bad * r + bad] = Double.NaN;
                    assertThat(kernels.cholesky(undefined, r, r, 0))
                            .as("r = %d, pivot %d NaN", r, bad)
                            .isFalse();
                    double[] dependent = positiveDefinite(r, r);
                    if (bad > 0) {
                        copyUnknown(dependent, r, bad - 1, bad);
                        assertThat(kernels.cholesky(dependent, r, r, 1e-10))
                                .as("r = %d, unknowns %d and %d alike", r, bad - 1, bad)
                                .isFalse();
                    }
                }
            }
        }

        @Test
        void theFloorIsRelativeToThePivotsOwnDiagonal() {
            for (int r : SIZES) {
                double[] g = new double[r * r];
                for (int i = 0; i < r; i++) {
                    g[i * r + i] = Math.pow(10, -i);
                }
                assertThat(kernels.cholesky(g.clone(), r, r, 0.5))
                        .as("r = %d", r)
                        .isTrue();
                assertThat(kernels.cholesky(g, r, r, 1))
                        .as("r = %d, not above", r)
                        .isEqualTo(r == 0);
            }
        }

        /** Makes unknown {@code to} the copy of the one before it, so that its pivot is zero. */
        private static void copyUnknown(double[] g, int r, int from, int to) {
            for (int j = 0; j <= from; j++) {
                g[to * r + j] = g[from * r + j];
            }
            g[to * r + to] = g[from * r + from];
        }
    }
}
