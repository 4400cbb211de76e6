package rung.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rung.ConvexFunction;
import rung.Instances;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.loss.Loss;

/** Every function of a matrix that the library has: gradient, adjointness, convexity, strong convexity. */
class ObjectiveTest {
    static final SplittableRandom RANDOM = new SplittableRandom(11);

    static Stream<ConvexFunction> functions() {
        Matrix m = Instances.lowRank(9, 7, 3, RANDOM);
        Entries entries = new Entries(Instances.sampled(m, 0.7, RANDOM), Loss.huber(1));
        Matrix x = Matrix.gaussian(15, 9, RANDOM);
        return Stream.of(
                entries,
                new Entries(Observations.dense(m, Instances.weights(9, 7, 0.5, 2, RANDOM)), Loss.squared()),
                new Ridge(entries, 0.3),
                new ReducedRankRegression(x, Matrix.gaussian(15, 7, RANDOM)),
                new MatrixSensing(new GaussianMap(9, 7, 30, RANDOM), new double[30]),
                new DiagonalEmbedding(Quadratic.random(8, 12, RANDOM), 5));
    }

    /** ½‖F·x − y‖². */
    record Quadratic(Matrix f, double[] y) implements DiagonalEmbedding.VectorFunction {
        static Quadratic random(int n, int samples, SplittableRandom random) {
            return new Quadratic(
                    Matrix.gaussian(samples, n, random),
                    Matrix.gaussian(samples, 1, random).array());
        }

        @Override
        public int size() {
            return f.columns();
        }

        private Matrix residual(double[] x) {
            Matrix r = f.multiply(Matrix.column(x));
            for (int k = 0; k < y.length; k++) {
                r.array()[k] -= y[k];
            }
            return r;
        }

        @Override
        public double value(double[] x) {
            double norm = residual(x).norm();
            return 0.5 * norm * norm;
        }

        @Override
        public double[] gradient(double[] x) {
            return f.multiplyTransposed(residual(x)).array();
        }
    }

    /** 𝒜(A)_k = ⟨G_k, A⟩ with Gaussian G_k. */
    static final class GaussianMap implements MatrixSensing.LinearMap {
        private final int rows;
        private final int columns;
        private final Matrix g;

        GaussianMap(int rows, int columns, int measurements, SplittableRandom random) {
            this.rows = rows;
            this.columns = columns;
            this.g = Matrix.gaussian(measurements, rows * columns, random);
        }

        @Override
        public int rows() {
            return rows;
        }

        @Override
        public int columns() {
            return columns;
        }

        @Override
        public int measurements() {
            return g.rows();
        }

        @Override
        public double[] apply(LowRankMatrix a) {
            return g.multiply(Matrix.column(a.toDense().array())).array();
        }

        @Override
        public LinearOperator adjoint(double[] y) {
            return new Matrix(
                    rows, columns, g.multiplyTransposed(Matrix.column(y)).array());
        }
    }

    private static LowRankMatrix random(ConvexFunction f, int r) {
        return LowRankMatrix.of(Matrix.gaussian(f.rows(), r, RANDOM), Matrix.gaussian(f.columns(), r, RANDOM));
    }

    private static LowRankMatrix plus(LowRankMatrix a, double h, LowRankMatrix b) {
        Matrix sum = a.toDense();
        for (int k = 0; k < sum.array().length; k++) {
            sum.array()[k] += h * b.toDense().array()[k];
        }
        return LowRankMatrix.of(sum, Matrix.identity(sum.columns()));
    }

    private static double inner(LinearOperator g, LowRankMatrix b) {
        Matrix product = b.left().multiplyTransposed(g.multiply(b.right()));
        double sum = 0;
        for (int i = 0; i < product.rows(); i++) {
            sum += product.get(i, i);
        }
        return sum;
    }

    @ParameterizedTest
    @MethodSource("functions")
    void theGradientIsThatOfTheValue(ConvexFunction f) {
        for (int trial = 0; trial < 20; trial++) {
            LowRankMatrix a = random(f, 3);
            LowRankMatrix b = random(f, 2);
            double slope = inner(f.gradient(a), b);
            double big = Math.abs(f.value(plus(a, 1e-2, b)) - f.value(a) - 1e-2 * slope);
            double small = Math.abs(f.value(plus(a, 1e-3, b)) - f.value(a) - 1e-3 * slope);
            assertThat(small / big).as("Taylor's error falls a hundredfold").isBetween(0.0, 0.03);
        }
    }

    @ParameterizedTest
    @MethodSource("functions")
    void theGradientMultipliesTheSameFromEitherSide(ConvexFunction f) {
        LinearOperator g = f.gradient(random(f, 3));
        Matrix x = Matrix.gaussian(f.columns(), 4, RANDOM);
        Matrix y = Matrix.gaussian(f.rows(), 4, RANDOM);
        near(g.multiply(x).multiplyTransposed(y), x.multiplyTransposed(g.multiplyTransposed(y)), 1e-10);
        Matrix narrow = x.firstColumns(1);
        near(g.multiply(narrow), g.multiply(x).firstColumns(1), 1e-12);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void itIsConvexAndAsStronglyAsItSays(ConvexFunction f) {
        for (int trial = 0; trial < 50; trial++) {
            LowRankMatrix a = random(f, 3);
            LowRankMatrix b = random(f, 2);
            double linear = f.value(a) + inner(f.gradient(a), b) - inner(f.gradient(a), a);
            double distance = a.distance(b);
            double bound = linear + 0.5 * f.strongConvexity() * distance * distance;
            assertThat(f.value(b)).isGreaterThanOrEqualTo(bound - 1e-9 * Math.abs(bound));
        }
    }
}
