package rung.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.BeforeEach;

/** What the tests of the single-precision kernels share: sizes, numbers drawn anew for each test, and guarded outputs. */
abstract class FloatKernelContract {
    static final int[] SIZES = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100, 1000};

    static final int[] WIDTHS = {16, 32, 48, 64, 80};

    static final int[] RANKS = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 30, 31, 32, 33, 47, 48, 50, 63, 64};

    static final int SEED = 20211115;

    /** Rows to sample from: so many that a sum of a thousand of them is no multiple of a few, but of mixed signs. */
    static final int POOL = 501;

    /** The sums of the definitions have at most this many terms of at most 1, so errors scale with their number. */
    static double tolerance(int terms) {
        return 2 * Math.ulp(1f) * (terms + 1);
    }

    /** The same where it is the root of the number that counts: sums of blocks whose errors are independent. */
    static double blockedTolerance(int terms) {
        return 4 * Math.ulp(1f) * (Math.sqrt(terms) + 1);
    }

    final Random random = new Random(SEED);

    FloatKernels kernels;

    abstract FloatKernels kernels();

    @BeforeEach
    void choose() {
        kernels = kernels();
    }

    float[] uniform(int n) {
        float[] x = new float[n];
        for (int i = 0; i < n; i++) {
            x[i] = 2 * random.nextFloat() - 1;
        }
        return x;
    }

    int[] indices(int n, int bound) {
        return random.ints(n, 0, bound).toArray();
    }

    /** I + B·Bᵀ/r with entries of B in [−1, 1], so well conditioned and at most 2 in size; NaN above the diagonal. */
    float[] positiveDefinite(int r, int w) {
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

    static double sum(int n, IntToDoubleFunction term) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += term.applyAsDouble(i);
        }
        return sum;
    }

    /** An output of n cells between guard cells that no kernel may touch. */
    final class Guarded {
        private static final int GUARDS = 32;
        final int from;
        final int n;
        final float[] all;
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

    static boolean vectorModule() {
        return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    }
}
