package rung.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What every family of kernels must do, each kernel against its definition, at sizes around every vector's length. */
class KernelsTest {
    private static final int[] SIZES = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33};
    private static final int SEED = 20211115;

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
            assumeTrue(vectorModule(), "the vector module is absent");
            return KernelChoice.choose("vector");
        }
    }

    @Test
    void forcingTheVectorKernelsWithoutTheirModuleIsAnError() {
        assumeFalse(vectorModule(), "the vector module is present");
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
        assertThat(KernelChoice.choose(null).name()).isEqualTo(vectorModule() ? "vector" : "scalar");
    }

    private static boolean vectorModule() {
        return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    }

    /** The sums of the definitions have at most this many terms of at most 1, so errors scale with their number. */
    private static double tolerance(int terms) {
        return 4 * Math.ulp(1.0) * (terms + 1);
    }

    private abstract static class Contract {
        private final Random random = new Random(SEED);
        private Kernels kernels;

        abstract Kernels kernels();

        @BeforeEach
        void choose() {
            kernels = kernels();
        }

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

        private double[] uniform(int n) {
            return random.doubles(n, -1, 1).toArray();
        }

        private int[] indices(int n, int bound) {
            return random.ints(n, 0, bound).toArray();
        }

        /** I + B·Bᵀ/r with entries of B in [−1, 1], so well conditioned and at most 2 in size; NaN above the diagonal. */
        private double[] positiveDefinite(int r, int w) {
            double[] b = uniform(r * r);
            double[] g = new double[r * w];
            Arrays.fill(g, Double.NaN);
            for (int i = 0; i < r; i++) {
                for (int j = 0; j <= i; j++) {
                    int p = i;
                    int q = j;
                    g[i * w + j] = (i == j ? 1 : 0) + sum(r, k -> b[p * r + k] * b[q * r + k]) / r;
                }
            }
            return g;
        }

        /** Makes unknown {@code to} the copy of the one before it, so that its pivot is zero. */
        private static void copyUnknown(double[] g, int r, int from, int to) {
            for (int j = 0; j <= from; j++) {
                g[to * r + j] = g[from * r + j];
            }
            g[to * r + to] = g[from * r + from];
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
            private static final int GUARDS = 16;
            private final int from;
            private final int n;
            private final double[] all;
            private final double[] before;

            Guarded(int from, int n) {
                this.from = from;
                this.n = n;
                all = uniform(from + n + GUARDS);
                before = all.clone();
            }

            void check(int size, IntToDoubleFunction expected, int terms) {
                checkGuards(size);
                for (int i = 0; i < n; i++) {
                    assertThat(all[from + i])
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
