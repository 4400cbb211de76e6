package rung.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What every family of kernels for tiles must do, each kernel against its definition in double precision. */
class TileKernelsTest {
    private static final int WIDTH = TileKernels.WIDTH;
    private static final int PARTS = TileKernels.PARTS;
    private static final int[] COLUMNS = {0, 1, 2, 3, 5, 8, 17, 100};
    private static final int SEED = 20211115;
    private static final float GUARD = 12345;

    @Nested
    class Scalar extends Contract {
        @Override
        TileKernels kernels() {
            return KernelChoice.chooseTiles("scalar");
        }
    }

    @Nested
    class Vector extends Contract {
        @Override
        TileKernels kernels() {
            assumeTrue(vectorModule(), "the vector module is absent");
            return KernelChoice.chooseTiles("vector");
        }
    }

    @Test
    void theFamilyIsThatOfDoublePrecision() {
        assertThat(KernelChoice.tiles().name()).isEqualTo(KernelChoice.active().name());
        assertThat(KernelChoice.chooseTiles(null).name()).isEqualTo(vectorModule() ? "vector" : "scalar");
        assertThatThrownBy(() -> KernelChoice.chooseTiles("simd"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rung.kernels must be one of scalar, vector, got 'simd'");
    }

    private static boolean vectorModule() {
        return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    }

    private abstract static class Contract {
        private final Random random = new Random(SEED);
        private TileKernels kernels;

        abstract TileKernels kernels();

        @BeforeEach
        void choose() {
            kernels = kernels();
        }

        /** The weight of a residual by the loss's definition. */
        private interface Weight {
            double of(double rho);
        }

        private interface Kernel {
            void run(float[] m, int n, float[] u, float[] v, int r, float width, float[] weights, float[] weighted);
        }

        @Test
        void huberWeighsByItsDefinition() {
            weighs(0.4f, kernels::huber, rho -> Math.min(1, 0.4f / Math.abs(rho)));
        }

        @Test
        void huberOfALargeDeltaIsPlainLeastSquares() {
            weighs(Float.MAX_VALUE, kernels::huber, rho -> 1);
        }

        @Test
        void cauchyWeighsByItsDefinition() {
            weighs(0.4f, kernels::cauchy, rho -> 1 / (1 + rho * rho / (0.4f * (double) 0.4f)));
        }

        private void weighs(float width, Kernel kernel, Weight weight) {
            for (int n : COLUMNS) {
                for (int r = 0; r < 10; r++) {
                    float[] m = uniform(n * WIDTH);
                    for (int k = 0; k < m.length; k++) {
                        m[k] = random.nextInt(7) == 0 ? Float.NaN : m[k];
                    }
                    float[] u = uniform(r * WIDTH);
                    float[] v = uniform(n * r);
                    float[] weights = guarded(n * WIDTH);
                    float[] weighted = guarded(n * WIDTH);
                    kernel.run(m, n, u, v, r, width, weights, weighted);
                    assertThat(weights[n * WIDTH]).isEqualTo(GUARD);
                    assertThat(weighted[n * WIDTH]).isEqualTo(GUARD);
                    for (int k = 0; k < n * WIDTH; k++) {
                        if (Float.isNaN(m[k])) {
                            close(weights[k], 0, 0, n, r, k);
                            close(weighted[k], 0, 0, n, r, k);
                            continue;
                        }
                        double rho = m[k];
                        for (int c = 0; c < r; c++) {
                            rho -= (double) u[c * WIDTH + k % WIDTH] * v[k / WIDTH * r + c];
                        }
                        double w = weight.of(rho);
                        close(weights[k], w, 1e-5, n, r, k);
                        close(weighted[k], w * rho, 1e-5, n, r, k);
                    }
                }
            }
        }

        @Test
        void huberAtItsEdges() {
            float delta = 0.7f;
            float above = Math.nextUp(delta);
            float[] m = new float[WIDTH];
            Arrays.fill(m, Float.NaN);
            float[] rho = {0, -0f, delta, -delta, above, -above, 1e30f, -1e30f, 1e-42f, Float.MIN_VALUE};
            System.arraycopy(rho, 0, m, 0, rho.length);
            float[] weights = new float[WIDTH];
            float[] weighted = new float[WIDTH];
            kernels.huber(m, 1, new float[0], new float[0], 0, delta, weights, weighted);
            assertThat(Arrays.copyOf(weights, 4)).containsExactly(1, 1, 1, 1);
            assertThat(Arrays.copyOfRange(weighted, 2, 6)).containsExactly(delta, -delta, delta, -delta);
            assertThat(weighted[0]).isZero();
            assertThat(weighted[1] == 0).isTrue();
            assertThat(weights[4]).isBetween(1 - 1e-6f, 1f);
            assertThat(weights[6]).isCloseTo(0.7e-30f, within(1e-36f));
            assertThat(weighted[6]).isEqualTo(delta);
            assertThat(weighted[7]).isEqualTo(-delta);
            assertThat(weights[8]).isEqualTo(1);
            assertThat(weighted[8]).isEqualTo(1e-42f);
            assertThat(weights[9]).isEqualTo(1);
        }

        /** Where more than half of the entries fit exactly the width found is next to nothing: that must stay a number. */
        @Test
        void cauchyOfATinyWidthIsStillANumber() {
            for (float c : new float[] {Float.MIN_VALUE, 1e-41f, 1e-30f, 1e-20f, 1e-10f}) {
                float[] m = new float[WIDTH];
                m[1] = 5;
                m[2] = -c;
                m[3] = Float.NaN;
                float[] weights = new float[WIDTH];
                float[] weighted = new float[WIDTH];
                kernels.cauchy(m, 1, new float[0], new float[0], 0, c, weights, weighted);
                assertThat(weights[0]).as("c = %s", c).isEqualTo(1);
                assertThat(weighted[0]).as("c = %s", c).isZero();
                assertThat(weights[1]).as("c = %s", c).isBetween(0f, 1e-10f);
                assertThat(weighted[1]).as("c = %s", c).isBetween(0f, 1e-10f);
                assertThat(weights[2]).as("c = %s", c).isBetween(0f, 1f);
                assertThat(weights[3]).as("c = %s", c).isZero();
                assertThat(weighted[3]).as("c = %s", c).isZero();
            }
        }

        @Test
        void cauchyHalvesWhatIsOneWidthAway() {
            float[] m = new float[WIDTH];
            m[0] = 3;
            m[1] = -3;
            m[2] = 9;
            float[] weights = new float[WIDTH];
            float[] weighted = new float[WIDTH];
            kernels.cauchy(m, 1, new float[0], new float[0], 0, 3, weights, weighted);
            assertThat(weights[0]).isCloseTo(0.5f, within(1e-6f));
            assertThat(weights[1]).isCloseTo(0.5f, within(1e-6f));
            assertThat(weights[2]).isCloseTo(0.1f, within(1e-6f));
            assertThat(weighted[1]).isCloseTo(-1.5f, within(1e-6f));
            assertThat(weights[5]).isEqualTo(1);
        }

        @Test
        void rowProductsAreAdded() {
            for (int n : COLUMNS) {
                for (int w = 0; w <= 12; w += TileKernels.GROUP) {
                    float[] a = uniform(n * WIDTH);
                    float[] b = uniform(n * w);
                    for (int k = 0; k < b.length; k += 3) {
                        b[k] = 0; // as padding is
                    }
                    float[] c = uniform(w * WIDTH + 1);
                    float[] before = c.clone();
                    kernels.addRowProducts(a, n, b, w, c);
                    assertThat(c[w * WIDTH]).isEqualTo(before[w * WIDTH]);
                    for (int k = 0; k < w * WIDTH; k++) {
                        double sum = before[k];
                        for (int j = 0; j < n; j++) {
                            sum += (double) b[j * w + k / WIDTH] * a[j * WIDTH + k % WIDTH];
                        }
                        close(c[k], sum, tolerance(n), n, w, k);
                    }
                }
            }
        }

        @Test
        void columnProductsAreAddedInPartsFromAnOffset() {
            for (int n : COLUMNS) {
                for (int w = 0; w < 10; w++) {
                    int from = 3 * w + 1;
                    float[] a = uniform(n * WIDTH);
                    float[] b = uniform(w * WIDTH);
                    float[] c = uniform((from + n * w) * PARTS + 1);
                    float[] before = c.clone();
                    kernels.addColumnProducts(a, n, b, w, c, from);
                    for (int k = 0; k < c.length; k++) {
                        int at = k / PARTS - from;
                        double sum = before[k];
                        if (at >= 0 && at < n * w) {
                            for (int p = k % PARTS; p < WIDTH; p += PARTS) {
                                sum += (double) a[at / w * WIDTH + p] * b[at % w * WIDTH + p];
                            }
                        }
                        close(c[k], sum, tolerance(WIDTH / PARTS), n, w, k);
                    }
                }
            }
        }

        private static void close(double actual, double expected, double tolerance, int n, int w, int k) {
            if (!(Math.abs(actual - expected) <= tolerance)) {
                throw new AssertionError(
                        "n = " + n + ", width " + w + ", element " + k + ": expected " + expected + ", was " + actual);
            }
        }

        private static double tolerance(int terms) {
            return 2 * Math.ulp(1f) * (terms + 1);
        }

        private float[] uniform(int n) {
            float[] x = new float[n];
            for (int i = 0; i < n; i++) {
                x[i] = 2 * random.nextFloat() - 1;
            }
            return x;
        }

        private static float[] guarded(int n) {
            float[] x = new float[n + 1];
            Arrays.fill(x, GUARD);
            return x;
        }
    }
}
