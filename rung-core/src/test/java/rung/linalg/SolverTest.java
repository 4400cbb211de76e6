package rung.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.Instances;

/** LSQR, L-BFGS and the line search, by what they are supposed to reach. */
class SolverTest {
    private record Dense(Matrix a) implements Lsqr.Equations {
        @Override
        public int rows() {
            return a.rows();
        }

        @Override
        public int columns() {
            return a.columns();
        }

        @Override
        public void multiply(double[] x, double[] y) {
            Matrix product = a.multiply(Matrix.column(Arrays.copyOf(x, a.columns())));
            System.arraycopy(product.array(), 0, y, 0, a.rows());
        }

        @Override
        public void multiplyTransposed(double[] y, double[] x) {
            Matrix product = a.multiplyTransposed(Matrix.column(Arrays.copyOf(y, a.rows())));
            System.arraycopy(product.array(), 0, x, 0, a.columns());
        }
    }

    /** A⁺·b by EJML: the least squares solution of least norm. */
    private static Matrix pseudoInverse(Matrix a, Matrix b) {
        Svd svd = Instances.ejmlSvd(a);
        double[] inverse = svd.sigma().clone();
        for (int i = 0; i < inverse.length; i++) {
            inverse[i] = inverse[i] > 1e-10 * svd.sigma()[0] ? 1 / inverse[i] : 0;
        }
        return svd.v().scaledColumns(inverse).multiply(svd.u().multiplyTransposed(b));
    }

    @ParameterizedTest
    @CsvSource({"20, 8, 8", "8, 8, 8", "5, 12, 5", "20, 10, 4", "1, 1, 1", "7, 1, 1"})
    void lsqrConvergesToTheSolutionOfLeastNorm(int m, int n, int rank) {
        SplittableRandom random = new SplittableRandom(1);
        Matrix a = Instances.lowRank(m, n, rank, random);
        Matrix b = Matrix.gaussian(m, 1, random);
        double[] x = new double[n];
        new Lsqr().solve(new Dense(a), b.array(), 200, 1e-12, x);
        near(Matrix.column(x), pseudoInverse(a, b), 1e-7);
    }

    /* After k iterations x minimizes ‖A·x − b‖ over the Krylov space span{Aᵀb, …, (AᵀA)^{k−1}Aᵀb}: solve that by EJML. */
    @Test
    void lsqrStoppedEarlyIsTheMinimizerInTheKrylovSpace() {
        SplittableRandom random = new SplittableRandom(2);
        Matrix a = Matrix.gaussian(30, 12, random);
        Matrix b = Matrix.gaussian(30, 1, random);
        Matrix krylov = new Matrix(12, 0);
        Matrix next = a.multiplyTransposed(b);
        for (int k = 1; k <= 5; k++) {
            krylov = krylov.withColumn(next.array(), 1 / next.norm());
            next = a.multiplyTransposed(a.multiply(next));
            Matrix expected = krylov.multiply(pseudoInverse(a.multiply(krylov), b));
            double[] x = new double[12];
            assertThat(new Lsqr().solve(new Dense(a), b.array(), k, 0, x)).isEqualTo(k);
            near(Matrix.column(x), expected, 1e-9);
        }
    }

    /* The Krylov space of a matrix of rank 1 is exhausted after one step; what comes after must not follow rounding. */
    @Test
    void lsqrStopsWhereTheKrylovSpaceEnds() {
        SplittableRandom random = new SplittableRandom(9);
        for (int trial = 0; trial < 500; trial++) {
            int rank = 1 + trial % 3;
            Matrix a = new Matrix(9, 5);
            double[][] distinct = new double[rank][];
            for (int k = 0; k < rank; k++) {
                distinct[k] = Matrix.gaussian(1, 5, random).array();
            }
            for (int i = 0; i < 9; i++) { // repeated rows, as repeated observations make them
                System.arraycopy(distinct[i % rank], 0, a.array(), i * 5, 5);
            }
            Matrix b = Matrix.gaussian(9, 1, random);
            double[] x = new double[5];
            new Lsqr().solve(new Dense(a), b.array(), 30, 0, x);
            near(Matrix.column(x), pseudoInverse(a, b), 1e-6);
        }
    }

    @Test
    void lsqrOfNothing() {
        double[] x = {1, 2};
        new Lsqr().solve(new Dense(new Matrix(0, 2)), new double[0], 5, 0, x);
        assertThat(x).containsExactly(0, 0);
        new Lsqr().solve(new Dense(Matrix.gaussian(3, 2, new SplittableRandom(1))), new double[3], 5, 0, x);
        assertThat(x).containsExactly(0, 0);
    }

    @Test
    void aSolverCanBeUsedAgainForASmallerProblem() {
        SplittableRandom random = new SplittableRandom(3);
        Lsqr lsqr = new Lsqr();
        for (int m : new int[] {20, 6, 13}) {
            Matrix a = Matrix.gaussian(m, 4, random);
            Matrix b = Matrix.gaussian(m, 1, random);
            double[] x = new double[4];
            lsqr.solve(new Dense(a), b.array(), 50, 0, x);
            near(Matrix.column(x), pseudoInverse(a, b), 1e-9);
        }
    }

    @Test
    void lbfgsReachesTheMinimumOfAnIllConditionedQuadratic() {
        int n = 40;
        double[] center = Matrix.gaussian(n, 1, new SplittableRandom(4)).array();
        Lbfgs.Function f = (x, g) -> {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                double curvature = Math.pow(1e4, i / (n - 1.0));
                g[i] = curvature * (x[i] - center[i]);
                sum += 0.5 * curvature * (x[i] - center[i]) * (x[i] - center[i]);
            }
            return sum;
        };
        Lbfgs.Minimum minimum = Lbfgs.minimize(f, new double[n], 2000, 1e-12, 0);
        assertThat(minimum.converged()).isTrue();
        near(Matrix.column(minimum.x()), Matrix.column(center), 1e-7);
    }

    @Test
    void lbfgsReachesTheMinimumOfASmoothNonquadratic() {
        // Σ log(e^{x_i−i} + e^{−(x_i−i)}): minimal at x_i = i, flat curvature far away
        Lbfgs.Function f = (x, g) -> {
            double sum = 0;
            for (int i = 0; i < x.length; i++) {
                g[i] = Math.tanh(x[i] - i);
                sum += Math.abs(x[i] - i) + Math.log1p(Math.exp(-2 * Math.abs(x[i] - i)));
            }
            return sum;
        };
        Lbfgs.Minimum minimum = Lbfgs.minimize(f, new double[50], 500, 1e-11, 0);
        for (int i = 0; i < 50; i++) {
            near(minimum.x()[i], i, 1e-8);
        }
    }

    @Test
    void lbfgsNeverRaisesTheValueAndStopsAtRounding() {
        int[] evaluations = new int[1];
        Lbfgs.Function f = (x, g) -> {
            evaluations[0]++;
            g[0] = 2 * (x[0] - 1) * 1e-3;
            return 1e8 + 1e-3 * (x[0] - 1) * (x[0] - 1); // the decrease drowns in the constant
        };
        Lbfgs.Minimum minimum = Lbfgs.minimize(f, new double[] {5}, 1000, 0, 0);
        near(minimum.x()[0], 1, 1e-6);
        assertThat(evaluations[0]).isLessThan(500);
    }

    @Test
    void lbfgsStaysInsideTheDomain() {
        // −log(x) + x is not defined for x ≤ 0; minimal at 1
        Lbfgs.Function f = (x, g) -> {
            g[0] = 1 - 1 / x[0];
            return x[0] > 0 ? x[0] - Math.log(x[0]) : Double.NaN;
        };
        near(Lbfgs.minimize(f, new double[] {100}, 100, 1e-10, 0).x()[0], 1, 1e-8);
    }

    @Test
    void theLineSearchFindsTheRootOfTheSlope() {
        for (double root : new double[] {1e-8, 0.3, 1, 7, 1e6}) {
            near(LineSearch.minimize(s -> s - root, -root, 1, 1e-10) / root, 1, 1e-9);
            near(LineSearch.minimize(s -> Math.tanh(s - root), Math.tanh(-root), 1, 1e-9) / root, 1, 1e-7);
            near(LineSearch.minimize(s -> Math.pow(s / root, 9) - 1, -1, 1, 1e-9) / root, 1, 1e-8);
        }
        // beyond 2 there is nothing: the search stays before it
        double edge = LineSearch.minimize(s -> s < 2 ? -1 : Double.NaN, -1, 1, 1e-9);
        assertThat(edge).isBetween(1.99, 2.0);
        assertThat(LineSearch.minimize(s -> 1, 0, 1, 1e-9)).isZero();
        assertThat(LineSearch.minimize(s -> 1, Double.NaN, 1, 1e-9)).isZero();
    }
}
