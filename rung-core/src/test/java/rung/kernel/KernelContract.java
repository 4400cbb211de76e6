package rung.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.BeforeEach;

/** What the tests of the kernels share: sizes around every vector's length, numbers drawn anew for each test, and guarded outputs. */
abstract class KernelContract {
    static final int[] SIZES = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33};

    static final int SEED = 20211115;

    /** The sums of the definitions have at most this many terms of at most 1, so errors scale with their number. */
    static double tolerance(int terms) {
        return 4 * Math.ulp(1.0) * (terms + 1);
    }

    final Random random = new Random(SEED);

    Kernels kernels;

    abstract Kernels kernels();

    @BeforeEach
    void choose() {
        kernels = kernels();
    }

    double[] uniform(int n) {
        return random.doubles(n, -1, 1).toArray();
    }

    int[] indices(int n, int bound) {
        return random.ints(n, 0, bound).toArray();
    }

    /** I + B·Bᵀ/r with entries of B in [−1, 1], so well conditioned and at most 2 in size; NaN above the diagonal. */
    double[] positiveDefinite(int r, int w) {
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

    static double sum(int n, IntToDoubleFunction term) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += term.applyAsDouble(i);
        }
        return sum;
    }

    /** An output of n cells between guard cells that no kernel may touch. */
    final class Guarded {
        private static final int GUARDS = 16;
        final int from;
        final int n;
        final double[] all;
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

    static boolean vectorModule() {
        return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    }
}
