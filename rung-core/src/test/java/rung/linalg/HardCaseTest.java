package rung.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;
import static rung.Near.orthonormal;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import rung.Instances;

/** The paths of the solvers that easy matrices do not reach. */
class HardCaseTest {
    /** Counts the products with a matrix. */
    private record Counting(Matrix a, int[] products) implements LinearOperator {
        Counting(Matrix a) {
            this(a, new int[1]);
        }

        @Override
        public int rows() {
            return a.rows();
        }

        @Override
        public int columns() {
            return a.columns();
        }

        @Override
        public Matrix multiply(Matrix x) {
            products[0]++;
            return a.multiply(x);
        }

        @Override
        public Matrix multiplyTransposed(Matrix y) {
            return a.multiplyTransposed(y);
        }
    }

    /** Singular values 1, 1 − 1/n, 1 − 2/n, …: none stands out. */
    private static Matrix crowded(int n) {
        SplittableRandom random = new SplittableRandom(1);
        double[] sigma = new double[n];
        for (int i = 0; i < n; i++) {
            sigma[i] = 1 - (double) i / n;
        }
        Matrix u = Qr.of(Matrix.gaussian(n, n, random)).q();
        return u.scaledColumns(sigma)
                .multiplyByTransposed(Qr.of(Matrix.gaussian(n, n, random)).q());
    }

    @Test
    void lanczosStartsAgainFromTheBestPairAndStillConverges() {
        for (double scale : new double[] {1e-9, 1, 1e9}) {
            double[] scales = new double[150];
            Arrays.fill(scales, scale);
            Counting a = new Counting(crowded(150).scaledColumns(scales));
            SingularPair pair = new Lanczos(1e-10, 2000).top(a, 3);
            assertThat(a.products[0]).as("products").isGreaterThan(48).isLessThan(2000);
            near(pair.sigma() / scale, 1, 1e-10);
            Matrix residual = a.multiplyTransposed(Matrix.column(pair.u()));
            for (int j = 0; j < residual.rows(); j++) {
                residual.set(j, 0, residual.get(j, 0) - pair.sigma() * pair.v()[j]);
            }
            assertThat(residual.norm()).isLessThanOrEqualTo(2e-10 * pair.sigma());
        }
    }

    @Test
    void lanczosEndsAtItsLimit() {
        for (int limit : new int[] {1, 5, 48, 49, 70}) {
            Counting a = new Counting(crowded(150));
            SingularPair pair = new Lanczos(1e-15, limit).top(a, 3);
            assertThat(a.products[0]).isEqualTo(limit);
            near(Matrix.norm(pair.u()), 1, 1e-12);
            assertThat(pair.sigma()).isBetween(limit > 4 ? 0.8 : 0.3, 1 + 1e-12);
        }
    }

    /* Here the decomposition meets singular values that are exactly zero, whose vectors it must make up. */
    @Test
    void svdOfMatricesWithExactZeros() {
        double[][][] matrices = {
            {{1, 1, 0}, {1, 1, 0}, {0, 0, 0}},
            {{0, 0, 0}, {0, 2, 0}, {0, 0, 0}},
            {{3, 0, 4}, {3, 0, 4}, {0, 0, 0}, {0, 0, 0}},
            {{0, 1, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0}},
        };
        for (double[][] rows : matrices) {
            Matrix a = Matrix.of(rows);
            Svd svd = Svd.of(a);
            orthonormal(svd.u(), 1e-13);
            orthonormal(svd.v(), 1e-13);
            near(svd.u().scaledColumns(svd.sigma()).multiplyByTransposed(svd.v()), a, 1e-13);
        }
    }

    /* ‖A − Q·Qᵀ·A‖ shrinks by the squared ratio of singular values with each pass: σ_{b+1}/σ_1 = ½ here. */
    @Test
    void eachPassSharpensTheLargestSingularValues() {
        int n = 40;
        double[] sigma = new double[n];
        Arrays.fill(sigma, 0.5);
        sigma[0] = 1;
        SplittableRandom random = new SplittableRandom(2);
        Matrix a = Qr.of(Matrix.gaussian(n, n, random))
                .q()
                .scaledColumns(sigma)
                .multiplyByTransposed(Qr.of(Matrix.gaussian(n, n, random)).q());
        double before = 1;
        for (int passes = 0; passes < 5; passes++) {
            Counting counting = new Counting(a);
            double error = 1
                    - Svd.largest(counting, 1, passes, new SplittableRandom(3)).sigma()[0];
            assertThat(counting.products[0]).isEqualTo(passes + 1);
            assertThat(error).isBetween(-1e-12, before * 0.3);
            before = error;
        }
    }

    /** A quadratic with curvatures from 1 to 10⁴, minimal at (1, 1, …); counts its evaluations. */
    private static Lbfgs.Function quadratic(AtomicInteger evaluations) {
        return (x, g) -> {
            evaluations.incrementAndGet();
            double sum = 0;
            for (int i = 0; i < x.length; i++) {
                double curvature = Math.pow(1e4, i / (x.length - 1.0));
                g[i] = curvature * (x[i] - 1);
                sum += 0.5 * curvature * (x[i] - 1) * (x[i] - 1);
            }
            return sum;
        };
    }

    /* Ten variables fit into the memory, so it is BFGS: a few times ten steps, where gradient descent needs 10⁵. */
    @Test
    void lbfgsLearnsTheCurvature() {
        AtomicInteger evaluations = new AtomicInteger();
        Lbfgs.Minimum minimum = Lbfgs.minimize(quadratic(evaluations), new double[10], 5000, 1e-10, 0);
        assertThat(minimum.converged()).isTrue();
        assertThat(evaluations.get()).isLessThan(150);
    }

    @Test
    void lbfgsStopsAtOnceIfTheGradientIsSmallAgainstTheReference() {
        AtomicInteger evaluations = new AtomicInteger();
        double[] start = new double[60];
        Arrays.fill(start, 1 + 1e-9); // ‖∇f‖ < 1e-9·1e4·√60 < 1e-4
        Lbfgs.Minimum minimum = Lbfgs.minimize(quadratic(evaluations), start, 5000, 1e-6, 1e2);
        assertThat(minimum.converged()).isTrue();
        assertThat(minimum.iterations()).isZero();
        assertThat(minimum.x()).containsExactly(start);
        assertThat(evaluations.get()).isOne();
    }

    @Test
    void theLineSearchLeavesItsCallerAtTheAnswer() {
        double[] last = new double[1];
        for (int edge = 2; edge < 40; edge++) { // beyond the edge there is nothing
            double end = edge / 7.0;
            double answer = LineSearch.minimize(
                    s -> {
                        last[0] = s;
                        return s < end ? -1 : Double.NaN;
                    },
                    -1,
                    1,
                    1e-9);
            assertThat(answer).isBetween(0.99 * end, end);
            assertThat(last[0]).isEqualTo(answer);
        }
    }

    /* From 1 to 10⁹ by factors of four is fifteen evaluations. */
    @Test
    void theLineSearchExpandsFast() {
        int[] evaluations = new int[1];
        double s = LineSearch.minimize(
                t -> {
                    evaluations[0]++;
                    return t - 1e9;
                },
                -1e9,
                1,
                1e-6);
        near(s / 1e9, 1, 1e-5);
        assertThat(evaluations[0]).isLessThan(25);
    }

    /* Given in any order, a position twice: row after row, columns ascending, and the repeated ones as they came. */
    @Test
    void aPatternIsInRowOrder() {
        int[] i = {2, 0, 1, 0, 2, 0, 2};
        int[] j = {1, 3, 0, 1, 0, 3, 1};
        int[] order = new int[7];
        Pattern pattern = Pattern.of(3, 4, i, j, order);
        assertThat(order).containsExactly(3, 1, 5, 2, 4, 0, 6);
        assertThat(pattern.lines(Side.LEFT).index()).containsExactly(1, 3, 3, 0, 0, 1, 1);
        assertThat(pattern.lines(Side.RIGHT).index()).containsExactly(1, 2, 0, 2, 2, 0, 0);
        assertThat(pattern.lines(Side.RIGHT).longest()).isEqualTo(3);
    }

    @Test
    void lsqrStopsWhereItsTargetIsMetAndNotBefore() {
        SplittableRandom random = new SplittableRandom(7);
        Matrix a = Instances.lowRank(40, 25, 25, random);
        Matrix b = Matrix.gaussian(40, 1, random);
        Lsqr.Equations equations = new Lsqr.Equations() {
            @Override
            public int rows() {
                return 40;
            }

            @Override
            public int columns() {
                return 25;
            }

            @Override
            public void multiply(double[] x, double[] y) {
                System.arraycopy(
                        a.multiply(new Matrix(25, 1, Arrays.copyOf(x, 25))).array(), 0, y, 0, 40);
            }

            @Override
            public void multiplyTransposed(double[] y, double[] x) {
                Matrix product = a.multiplyTransposed(new Matrix(40, 1, Arrays.copyOf(y, 40)));
                System.arraycopy(product.array(), 0, x, 0, 25);
            }
        };
        for (double target : new double[] {10, 1, 1e-2, 1e-4}) {
            double[] x = new double[25];
            int iterations = new Lsqr().solve(equations, b.array(), 500, target, x);
            assertThat(gradient(a, b, x)).isLessThanOrEqualTo(target * 1.01);
            new Lsqr().solve(equations, b.array(), iterations - 1, 0, x);
            assertThat(gradient(a, b, x)).as("one iteration earlier").isGreaterThan(target * 0.99);
        }
    }

    private static double gradient(Matrix a, Matrix b, double[] x) {
        Matrix rest = a.multiply(Matrix.column(x));
        for (int k = 0; k < rest.rows(); k++) {
            rest.set(k, 0, b.get(k, 0) - rest.get(k, 0));
        }
        return a.multiplyTransposed(rest).norm();
    }
}
