package rung.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.minus;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Instances;
import rung.baseline.PrincipalComponentPursuit.Decomposition;
import rung.linalg.Lanczos;
import rung.linalg.Matrix;
import rung.linalg.Svd;

/** What was hidden is found, the answer is optimal by its dual, and changes of the problem change it as they must. */
class PrincipalComponentPursuitTest {
    private static final PrincipalComponentPursuit PURSUIT = PrincipalComponentPursuit.byDefault();

    /** A low-rank matrix and gross errors, as [LCM10] make them. */
    private record Instance(Matrix low, Matrix errors) {
        static Instance of(int m, int n, int rank, double part, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            Matrix low = Instances.lowRank(m, n, rank, random);
            Matrix errors = new Matrix(m, n);
            for (int k = 0; k < m * n; k++) {
                errors.array()[k] = random.nextDouble() < part ? 1000 * random.nextDouble() - 500 : 0;
            }
            return new Instance(low, errors);
        }

        Matrix sum() {
            return low.plus(1, errors);
        }
    }

    private static Matrix small() {
        return Instance.of(60, 40, 3, 0.05, 7).sum();
    }

    private static Matrix scaled(Matrix a, double c) {
        return new Matrix(a.rows(), a.columns()).plus(c, a);
    }

    private static void same(Decomposition actual, Matrix low, Matrix sparse, double tolerance) {
        assertThat(minus(actual.background().toDense(), low).norm()).isLessThan(tolerance * low.norm());
        assertThat(minus(actual.sparse(), sparse).norm()).isLessThan(tolerance * sparse.norm());
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"0.05, 1", "0.10, 2"})
    void recoversAFiveHundredSquare(double part, long seed) {
        Instance instance = Instance.of(500, 500, 25, part, seed);
        Decomposition found = PURSUIT.decompose(instance.sum());
        assertThat(found.converged()).isTrue();
        assertThat(found.background().rank()).isEqualTo(25);
        same(found, instance.low, instance.errors, 1e-5);
        // errors below a thousandth are none on the scale of ±500, and with a finer tolerance there are none to leave
        // out
        assertThat(wronglyPlaced(found, instance, 1e-3)).isZero();
        Decomposition finer = PURSUIT.withTolerance(1e-9).decompose(instance.sum());
        assertThat(wronglyPlaced(finer, instance, 0)).isZero();
        same(finer, instance.low, instance.errors, 1e-7);
        optimal(finer, instance.sum(), 2e-4);
    }

    private static int wronglyPlaced(Decomposition found, Instance instance, double least) {
        int wrong = 0;
        for (int k = 0; k < instance.errors.array().length; k++) {
            boolean is = Math.abs(found.sparse().array()[k]) > least;
            wrong += is == (instance.errors.array()[k] != 0) ? 0 : 1;
        }
        return wrong;
    }

    /**
     * Y is a subgradient of both norms: Y = U·Vᵀ + W with UᵀW = 0, W·V = 0, ‖W‖₂ ≤ 1; |Y_ij| ≤ λ, and λ·sign(S_ij) where S is
     * not zero. Then no feasible pair has a lower value, and ⟨Y, M⟩ is the value.
     */
    private static void optimal(Decomposition found, Matrix m, double tolerance) {
        Matrix y = found.multiplier();
        Svd svd = found.background().orthonormal();
        int r = found.background().rank();
        assertThat(minus(y.multiplyTransposed(svd.u()), svd.v()).norm()).isLessThan(tolerance * Math.sqrt(r));
        assertThat(minus(y.multiply(svd.v()), svd.u()).norm()).isLessThan(tolerance * Math.sqrt(r));
        assertThat(new Lanczos(1e-8, 5000).top(y, 1).sigma()).isLessThan(1 + tolerance);
        double inner = 0;
        double norm = 0;
        double largest = 0;
        double farthest = 0;
        for (int k = 0; k < m.array().length; k++) {
            double s = found.sparse().array()[k];
            double part = y.array()[k] / found.lambda();
            largest = Math.max(largest, Math.abs(part));
            farthest = s == 0 ? farthest : Math.max(farthest, Math.abs(part - Math.signum(s)));
            inner += Double.isNaN(m.array()[k]) ? 0 : y.array()[k] * m.array()[k];
            norm += Math.abs(s);
        }
        assertThat(largest).isLessThanOrEqualTo(1 + 1e-14);
        assertThat(farthest).isLessThanOrEqualTo(1e-14);
        double value = Arrays.stream(svd.sigma()).sum() + found.lambda() * norm;
        near(found.value() / value, 1, 1e-12);
        near(inner / value, 1, tolerance);
    }

    @ParameterizedTest
    @CsvSource({"60, 40, 3, 0.05", "40, 60, 2, 0.05", "50, 50, 1, 0.1"})
    void theMultiplierProvesOptimality(int m, int n, int rank, double part) {
        Matrix sum = Instance.of(m, n, rank, part, 11).sum();
        optimal(PURSUIT.withTolerance(1e-9).decompose(sum), sum, 5e-3);
    }

    /** Where nothing is hidden that could be recovered, a slowly growing penalty still finds the least value. */
    @Test
    void slowGrowthIsOptimalAnywhere() {
        for (Matrix m :
                new Matrix[] {Instance.of(200, 7, 1, 0.02, 11).sum(), Matrix.gaussian(30, 20, new SplittableRandom(4))
                }) {
            Decomposition slow = PURSUIT.withGrowth(1.02).decompose(m);
            optimal(slow, m, 5e-3);
            assertThat(slow.value()).isLessThanOrEqualTo(PURSUIT.decompose(m).value() * (1 + 1e-6));
        }
    }

    @ParameterizedTest
    @CsvSource({"60, 40", "40, 60", "50, 50"})
    void transposingTransposes(int m, int n) {
        Matrix sum = Instance.of(m, n, 3, 0.05, 3).sum();
        Decomposition a = PURSUIT.decompose(sum);
        Decomposition b = PURSUIT.decompose(sum.transposed());
        same(b, a.background().toDense().transposed(), a.sparse().transposed(), 1e-11);
        near(
                minus(b.multiplier(), a.multiplier().transposed()).norm()
                        / a.multiplier().norm(),
                0,
                1e-9);
        assertThat(b.iterations()).isEqualTo(a.iterations());
    }

    @ParameterizedTest
    @ValueSource(doubles = {-3, 1e-200, 1e200, 0.125})
    void scalingScales(double c) {
        Decomposition one = PURSUIT.decompose(small());
        Decomposition other = PURSUIT.decompose(scaled(small(), c));
        Matrix low = scaled(other.background().toDense(), 1 / c);
        assertThat(minus(low, one.background().toDense()).norm()).isLessThan(1e-11 * low.norm());
        Matrix sparse = scaled(other.sparse(), 1 / c);
        assertThat(minus(sparse, one.sparse()).norm()).isLessThan(1e-11 * sparse.norm());
        near(other.value() / Math.abs(c) / one.value(), 1, 1e-12);
    }

    private static Matrix reversedColumns(Matrix a) {
        Matrix b = new Matrix(a.rows(), a.columns());
        for (int i = 0; i < a.rows(); i++) {
            for (int j = 0; j < a.columns(); j++) {
                b.set(i, j, a.get(i, a.columns() - 1 - j));
            }
        }
        return b;
    }

    @Test
    void permutingColumnsPermutesThem() {
        Decomposition a = PURSUIT.decompose(small());
        Decomposition b = PURSUIT.decompose(reversedColumns(small()));
        same(b, reversedColumns(a.background().toDense()), reversedColumns(a.sparse()), 1e-11);
    }

    @Test
    void threadsDoNotShow() {
        Matrix sum = Instance.of(700, 90, 4, 0.05, 5).sum();
        Decomposition one = PURSUIT.withThreads(1).decompose(sum);
        Decomposition three = PURSUIT.withThreads(3).decompose(sum);
        assertThat(three.background()).isEqualTo(one.background());
        assertThat(three.sparse().array()).containsExactly(one.sparse().array());
        assertThat(three.residuals()).containsExactly(one.residuals());
    }

    @Test
    void missingEntriesAreFilledIn() {
        Instance instance = Instance.of(120, 100, 2, 0.03, 13);
        Matrix holed = instance.sum();
        SplittableRandom random = new SplittableRandom(14);
        for (int k = 0; k < holed.array().length; k++) {
            holed.array()[k] = random.nextDouble() < 0.1 ? Double.NaN : holed.array()[k];
        }
        Matrix given = holed.copy();
        Decomposition found = PURSUIT.withTolerance(1e-9).decompose(holed);
        assertThat(holed.array()).containsExactly(given.array());
        assertThat(found.converged()).isTrue();
        assertThat(minus(found.background().toDense(), instance.low).norm()).isLessThan(1e-6 * instance.low.norm());
        for (int k = 0; k < holed.array().length; k++) {
            boolean missing = Double.isNaN(holed.array()[k]);
            double error = missing ? 0 : instance.errors.array()[k];
            near(found.sparse().array()[k], error, 1e-3);
            assertThat(missing
                            && (found.sparse().array()[k] != 0
                                    || found.multiplier().array()[k] != 0))
                    .isFalse();
        }
        optimal(found, holed, 5e-3);
    }

    @Test
    void theTraceIsOfTheResidual() {
        Matrix m = small();
        Decomposition found = PURSUIT.decompose(m);
        Matrix rest = minus(minus(m, found.background().toDense()), found.sparse());
        double last = found.residuals()[found.iterations() - 1];
        assertThat(last).isLessThan(PrincipalComponentPursuit.TOLERANCE);
        near(rest.norm() / m.norm() / last, 1, 1e-6);
        Decomposition early = PURSUIT.withMaxIterations(4).decompose(m);
        assertThat(early.converged()).isFalse();
        assertThat(early.residuals()).containsExactly(Arrays.copyOf(found.residuals(), 4));
        Matrix earlyRest = minus(minus(m, early.background().toDense()), early.sparse());
        near(earlyRest.norm() / m.norm() / early.residuals()[3], 1, 1e-9);
    }

    /** With λ ≥ 1 no error is worth its price, as |Y_ij| ≤ ‖Y‖₂; with λ ≤ 1/√(mn) no rank is, as ‖Y‖₂ ≤ ‖Y‖. */
    @Test
    void lambdaBeyondItsRangeLeavesOnePart() {
        Matrix m = small();
        assertThat(PURSUIT.withLambda(1.5).decompose(m).sparse().norm()).isLessThan(1e-6 * m.norm());
        Decomposition sparse = PURSUIT.withLambda(0.9 / Math.sqrt(2400)).decompose(m);
        assertThat(sparse.background().norm()).isLessThan(1e-6 * m.norm());
    }

    @Test
    void degenerateMatrices() {
        for (Matrix zero : new Matrix[] {new Matrix(0, 0), new Matrix(0, 3), new Matrix(3, 0), new Matrix(4, 3)}) {
            Decomposition found = PURSUIT.decompose(zero);
            assertThat(found.converged()).isTrue();
            assertThat(found.background().rank()).isZero();
            assertThat(found.value()).isZero();
        }
        Matrix missing = new Matrix(2, 2, new double[] {Double.NaN, Double.NaN, Double.NaN, Double.NaN});
        assertThat(PURSUIT.decompose(missing).background().rank()).isZero();
        Decomposition one = PURSUIT.decompose(new Matrix(1, 1, new double[] {-5}));
        near(one.background().toDense().get(0, 0) + one.sparse().get(0, 0), -5, 1e-6);
        near(one.value(), 5, 1e-6);
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> PURSUIT.decompose(new Matrix(1, 2, new double[] {1, Double.POSITIVE_INFINITY})))
                .hasMessage("entries must be finite, or NaN where missing, got Infinity in row 0, column 1");
        assertThatThrownBy(() -> PURSUIT.withLambda(0)).hasMessage("lambda must be positive and finite, got 0.0");
        assertThatThrownBy(() -> PURSUIT.withTolerance(1e-20)).hasMessageContaining("tolerance must be at least");
        assertThatThrownBy(() -> PURSUIT.withMaxIterations(0)).hasMessage("maxIterations must be at least 1, got 0");
        assertThatThrownBy(() -> PURSUIT.withGrowth(1)).hasMessage("growth must be above 1 and at most 10, got 1.0");
        assertThatThrownBy(() -> PURSUIT.withThreads(0)).hasMessage("threads must be at least 1, got 0");
    }
}
