package rung.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Solution;
import rung.engine.convex.AnyConvex;
import rung.linalg.Matrix;
import rung.objective.DiagonalEmbedding;

/**
 * The lemma of the appendix of [AS21]: on R(A) = f(diag A) + β/2·‖A − diag A‖², Greedy picks exactly the coordinates of
 * orthogonal matching pursuit on f, and Local Search those of the same with replacement [JTD11]. Both pursuits are written
 * here once more, on vectors, with least squares by EJML.
 */
class SparseEquivalenceTest {
    private static final int N = 14;
    private static final int SAMPLES = 30;

    /** f(x) = ½‖F·x − y‖² with y made of a few columns of F and noise. */
    private static final class LeastSquares implements DiagonalEmbedding.VectorFunction {
        private final Matrix f;
        private final double[] y;

        LeastSquares(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            f = Matrix.gaussian(SAMPLES, N, random);
            double[] x = new double[N];
            for (int k = 0; k < 6; k++) {
                x[random.nextInt(N)] = random.nextGaussian() * 3;
            }
            y = f.multiply(Matrix.column(x)).array();
            for (int i = 0; i < SAMPLES; i++) {
                y[i] += 0.5 * random.nextGaussian();
            }
        }

        private double[] residual(double[] x) {
            double[] r = f.multiply(Matrix.column(x)).array();
            for (int i = 0; i < r.length; i++) {
                r[i] -= y[i];
            }
            return r;
        }

        @Override
        public int size() {
            return N;
        }

        @Override
        public double value(double[] x) {
            double norm = Matrix.norm(residual(x));
            return 0.5 * norm * norm;
        }

        @Override
        public double[] gradient(double[] x) {
            return f.multiplyTransposed(Matrix.column(residual(x))).array();
        }

        /** The minimizer of f among vectors with the given support, by EJML. */
        double[] restricted(List<Integer> support) {
            DMatrixRMaj a = new DMatrixRMaj(SAMPLES, support.size());
            for (int i = 0; i < SAMPLES; i++) {
                for (int k = 0; k < support.size(); k++) {
                    a.set(i, k, f.get(i, support.get(k)));
                }
            }
            DMatrixRMaj solution = new DMatrixRMaj(support.size(), 1);
            assertThat(CommonOps_DDRM.solve(a, new DMatrixRMaj(SAMPLES, 1, true, y), solution))
                    .isTrue();
            double[] x = new double[N];
            for (int k = 0; k < support.size(); k++) {
                x[support.get(k)] = solution.get(k);
            }
            return x;
        }

        double smoothness() {
            double norm = f.norm();
            return norm * norm;
        }
    }

    private static int largest(double[] gradient) {
        int best = 0;
        for (int i = 1; i < gradient.length; i++) {
            best = Math.abs(gradient[i]) > Math.abs(gradient[best]) ? i : best;
        }
        return best;
    }

    private static List<double[]> matchingPursuit(LeastSquares f, int steps, int sparsity) {
        List<Integer> support = new ArrayList<>();
        List<double[]> path = new ArrayList<>();
        double[] x = new double[N];
        for (int t = 0; t < steps; t++) {
            double[] at = x;
            int in = largest(f.gradient(at));
            if (support.size() == sparsity) {
                support.remove(support.stream()
                        .min((i, j) -> Double.compare(Math.abs(at[i]), Math.abs(at[j])))
                        .orElseThrow());
            }
            support.add(in);
            x = f.restricted(support);
            path.add(x);
        }
        return path;
    }

    private static double[] diagonal(Matrix a) {
        double[] d = new double[a.rows()];
        for (int i = 0; i < d.length; i++) {
            d[i] = a.get(i, i);
        }
        return d;
    }

    private static void samePath(List<Matrix> ours, List<double[]> expected) {
        assertThat(ours).hasSameSizeAs(expected);
        for (int t = 0; t < expected.size(); t++) {
            double[] d = diagonal(ours.get(t));
            near(Matrix.column(d), Matrix.column(expected.get(t)), 1e-6);
            near(ours.get(t).norm(), Matrix.norm(d), 1e-6); // nothing off the diagonal
            Set<Integer> picked = new HashSet<>();
            Set<Integer> wanted = new HashSet<>();
            for (int i = 0; i < N; i++) {
                if (Math.abs(d[i]) > 1e-6) {
                    picked.add(i);
                }
                if (Math.abs(expected.get(t)[i]) > 1e-6) {
                    wanted.add(i);
                }
            }
            assertThat(picked).isEqualTo(wanted);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7})
    void greedyIsMatchingPursuit(long seed) {
        LeastSquares f = new LeastSquares(seed);
        List<Matrix> ours = new ArrayList<>();
        new Greedy(Greedy.asInPaper(8)
                        .settings()
                        .withListener(progress -> ours.add(progress.matrix().toDense())))
                .minimize(AnyConvex.of(new DiagonalEmbedding(f, f.smoothness())));
        samePath(ours, matchingPursuit(f, 8, 8));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7})
    void localSearchIsMatchingPursuitWithReplacement(long seed) {
        LeastSquares f = new LeastSquares(seed);
        List<Matrix> ours = new ArrayList<>();
        Solution solution = new LocalSearch(LocalSearch.asInPaper(4, 12)
                        .settings()
                        .withListener(progress -> ours.add(progress.matrix().toDense())))
                .minimize(AnyConvex.of(new DiagonalEmbedding(f, f.smoothness())));
        List<double[]> expected = matchingPursuit(f, 12, 4);
        samePath(ours, expected);
        assertThat(solution.trace()).hasSize(12);
        assertThat(Arrays.stream(diagonal(solution.matrix().toDense()))
                        .filter(x -> Math.abs(x) > 1e-6)
                        .count())
                .isLessThanOrEqualTo(4);
    }
}
