package rung.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.minus;
import static rung.Near.near;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Instances;
import rung.LowRankMatrix;
import rung.Solution;
import rung.Step;
import rung.StopReason;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Svd;

/** SoftImpute by the optimality conditions of its problem, and against the iteration written down naively. */
class SoftImputeTest {
    private static final double TIGHT = 1e-7;

    private static SoftImpute at(double lambda) {
        return SoftImpute.ofMaxRank(1000)
                .withLambdas(SoftImpute.Lambdas.of(lambda))
                .withTolerance(TIGHT)
                .withMaxIterations(5_000);
    }

    private static FitOptions seeded(long seed) {
        return FitOptions.byDefault().withSeed(seed).withThreads(1);
    }

    private static Observations instance(int m, int n, int k, double p, double noise, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix a = Instances.lowRank(m, n, k, random).plus(noise, Matrix.gaussian(m, n, random));
        return Instances.sampled(a, p, random);
    }

    /** P_Ω(M − Z), weighted, as a dense matrix. */
    private static Matrix residual(Observations data, Matrix z) {
        Matrix g = new Matrix(data.rows(), data.columns());
        data.forEach((i, j, value, weight) -> g.set(i, j, g.get(i, j) + weight * (value - z.get(i, j))));
        return g;
    }

    private static double loss(Observations data, Matrix z) {
        double[] sum = new double[1];
        data.forEach((i, j, value, weight) -> sum[0] += 0.5 * weight * Math.pow(value - z.get(i, j), 2));
        return sum[0];
    }

    private static double largest(Observations data) {
        return Instances.ejmlSvd(residual(data, new Matrix(data.rows(), data.columns())))
                .sigma()[0];
    }

    /** ‖G‖₂ ≤ λ and UᵀGV = λI: zero is in the subdifferential. */
    private static void optimal(Observations data, LowRankMatrix z, double lambda, double tolerance) {
        Matrix g = residual(data, z.toDense());
        assertThat(Instances.ejmlSvd(g).sigma()[0]).isLessThanOrEqualTo(lambda * (1 + tolerance));
        Svd svd = z.orthonormal();
        Matrix core = svd.u().multiplyTransposed(g.multiply(svd.v()));
        near(new Matrix(z.rank(), z.rank()).plus(1 / lambda, core), Matrix.identity(z.rank()), tolerance);
    }

    @ParameterizedTest
    @CsvSource({"30, 20, 0.5, 0.3", "20, 30, 0.5, 0.1", "40, 40, 0.3, 0.5", "60, 50, 0.4, 0.05", "1, 9, 0.9, 0.5"})
    void satisfiesTheOptimalityConditions(int m, int n, double p, double part) {
        Observations data = instance(m, n, 3, p, 1, m * 31 + n);
        double lambda = part * largest(data);
        Solution solution = at(lambda).fit(data, seeded(0));
        assertThat(solution.matrix().rank())
                .isPositive()
                .isEqualTo(solution.trace().get(0).rank());
        optimal(data, solution.matrix(), lambda, 1e-4);
        double nuclear = Arrays.stream(solution.matrix().singularValues()).sum();
        near(solution.value(), loss(data, solution.matrix().toDense()) + lambda * nuclear, 1e-10);
    }

    @Test
    void satisfiesThemWithWeightsAndEntriesObservedOften() {
        SplittableRandom random = new SplittableRandom(1);
        Matrix a = Instances.lowRank(25, 20, 2, random);
        Observations.Builder builder = Observations.builder(25, 20);
        for (int k = 0; k < 300; k++) {
            int i = k < 9 ? 3 : random.nextInt(25); // one entry nine times
            int j = k < 9 ? 7 : random.nextInt(20);
            builder.add(i, j, a.get(i, j) + random.nextGaussian(), 0.5 + 2 * random.nextDouble());
        }
        Observations data = builder.build();
        double lambda = 0.2 * largest(data);
        optimal(data, at(lambda).fit(data, seeded(0)).matrix(), lambda, 1e-4);
    }

    @ParameterizedTest
    @CsvSource({"12, 9", "9, 12", "40, 30", "1, 1", "7, 1"})
    void isInClosedFormWhereAllIsObserved(int m, int n) {
        Matrix a = Matrix.gaussian(m, n, new SplittableRandom(m + n));
        Svd svd = Instances.ejmlSvd(a);
        double lambda = 0.4 * svd.sigma()[0];
        double[] shrunk = svd.sigma().clone();
        for (int k = 0; k < shrunk.length; k++) {
            shrunk[k] = Math.max(0, shrunk[k] - lambda);
        }
        LowRankMatrix z = at(lambda).fit(Observations.dense(a), seeded(0)).matrix();
        near(z.toDense(), svd.u().scaledColumns(shrunk).multiplyByTransposed(svd.v()), 1e-6);
    }

    @Test
    void fromTheLargestLambdaOnItIsZero() {
        Observations data = instance(30, 20, 3, 0.5, 1, 2);
        double largest = largest(data);
        assertThat(at(1.0001 * largest).fit(data, seeded(0)).matrix().rank()).isZero();
        assertThat(at(0.999 * largest).fit(data, seeded(0)).matrix().rank()).isOne();
        SoftImpute path = SoftImpute.ofMaxRank(20).withLambdas(SoftImpute.Lambdas.below(0.5, 4));
        double[] expected = new double[4];
        for (int k = 0; k < 4; k++) {
            expected[k] = largest * Math.pow(0.5, (k + 1) / 4.0);
        }
        Solution solution = path.fit(data, seeded(0));
        assertThat(solution.stop()).isEqualTo(StopReason.PATH_ENDED);
        for (int k = 0; k < 4; k++) {
            near(solution.trace().get(k).sigma().orElseThrow(), expected[k], 1e-8);
        }
    }

    /** Z ← S_λ(Z + P_Ω(M − Z)) with dense matrices and EJML's SVD, as [MHT10] state it. */
    private static Matrix naive(Observations data, double lambda, int iterations) {
        Matrix z = new Matrix(data.rows(), data.columns());
        for (int k = 0; k < iterations; k++) {
            Svd svd = Instances.ejmlSvd(z.plus(1, residual(data, z)));
            double[] shrunk = svd.sigma().clone();
            for (int a = 0; a < shrunk.length; a++) {
                shrunk[a] = Math.max(0, shrunk[a] - lambda);
            }
            z = svd.u().scaledColumns(shrunk).multiplyByTransposed(svd.v());
        }
        return z;
    }

    @Test
    void isWhatTheNaiveIterationConvergesTo() {
        Observations data = instance(25, 30, 2, 0.6, 0.5, 3);
        double lambda = 0.15 * largest(data);
        near(at(lambda).fit(data, seeded(0)).matrix().toDense(), naive(data, lambda, 1_500), 1e-5);
    }

    @Test
    void everyPointOfThePathIsThatOfItsLambdaAlone() {
        Observations data = instance(40, 30, 3, 0.5, 1, 4);
        SoftImpute path = at(1).withLambdas(SoftImpute.Lambdas.below(0.1, 8));
        FitOptions course = seeded(0).withListener(progress -> {
            Matrix alone = at(progress.step().sigma().orElseThrow())
                    .fit(data, seeded(7))
                    .matrix()
                    .toDense();
            near(progress.matrix().toDense(), alone, 1e-4);
        });
        Solution solution = path.fit(data, course);
        double before = Double.POSITIVE_INFINITY;
        for (Step step : solution.trace()) {
            assertThat(step.value()).isLessThan(before); // for the objective falls with λ, and so does its least value
            before = step.value();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 13, 21, 34})
    void moreIterationsNeverEndHigher(int iterations) {
        Observations data = instance(40, 30, 3, 0.4, 1, 5);
        SoftImpute one = at(0.1 * largest(data));
        double value = one.withMaxIterations(iterations).fit(data, seeded(0)).value();
        assertThat(one.withMaxIterations(iterations + 1).fit(data, seeded(0)).value())
                .isLessThanOrEqualTo(value);
        assertThat(value).isLessThanOrEqualTo(loss(data, new Matrix(40, 30)));
    }

    @Test
    void debiasedSingularValuesSolveTheNormalEquations() {
        Observations data = instance(40, 30, 3, 0.5, 0.5, 6);
        SoftImpute soft = at(0.3 * largest(data));
        LowRankMatrix z = soft.fit(data, seeded(0)).matrix();
        LowRankMatrix debiased = soft.withDebiased(true).fit(data, seeded(0)).matrix();
        assertThat(debiased.rank()).isEqualTo(z.rank()).isGreaterThan(2);
        Svd svd = z.orthonormal();
        Matrix core = svd.u().multiplyTransposed(debiased.multiply(svd.v()));
        Matrix gradient =
                svd.u().multiplyTransposed(residual(data, debiased.toDense()).multiply(svd.v()));
        double norm = residual(data, z.toDense()).norm();
        for (int a = 0; a < z.rank(); a++) {
            assertThat(Math.abs(gradient.get(a, a))).isLessThan(1e-8 * norm);
            for (int b = 0; b < z.rank(); b++) {
                if (a != b) {
                    assertThat(Math.abs(core.get(a, b))).isLessThan(1e-8 * debiased.norm()); // the vectors have stayed
                }
            }
        }
        assertThat(loss(data, debiased.toDense())).isLessThan(loss(data, z.toDense()));
    }

    @Test
    void debiasingCountsWeights() {
        SplittableRandom random = new SplittableRandom(7);
        Matrix a = Instances.lowRank(12, 10, 2, random).plus(0.5, Matrix.gaussian(12, 10, random));
        Observations data = Observations.dense(a, Instances.weights(12, 10, 0.2, 3, random));
        SoftImpute soft = at(0.3 * largest(data)).withDebiased(true);
        LowRankMatrix debiased = soft.fit(data, seeded(0)).matrix();
        Svd svd = debiased.orthonormal();
        Matrix gradient =
                svd.u().multiplyTransposed(residual(data, debiased.toDense()).multiply(svd.v()));
        for (int k = 0; k < debiased.rank(); k++) {
            assertThat(Math.abs(gradient.get(k, k))).isLessThan(1e-7 * a.norm());
        }
    }

    @Test
    void theRankIsNeverAboveTheLargest() {
        Observations data = instance(60, 50, 20, 0.6, 1, 8);
        Solution solution = SoftImpute.ofMaxRank(5).fit(data, seeded(0));
        assertThat(solution.trace()).hasSize(SoftImpute.LAMBDAS).allMatch(step -> step.rank() <= 5);
        assertThat(solution.trace().get(SoftImpute.LAMBDAS - 1).rank()).isEqualTo(5);
        assertThat(solution.matrix().rank()).isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource(Centering.class)
    void whatIsRemovedFirstIsPutBackLast(Centering centering) {
        Observations data = instance(30, 25, 2, 0.6, 0.3, 9);
        LowRankMatrix centers = centering.of(data, 1);
        Observations.Builder builder = Observations.builder(30, 25);
        data.forEach((i, j, value, weight) -> builder.add(i, j, value - (centers.rank() == 0 ? 0 : centers.get(i, j))));
        Observations rest = builder.build();
        SoftImpute soft = at(0.2 * largest(rest));
        Solution centered = soft.withCentering(centering).fit(data, seeded(0));
        Solution direct = soft.fit(rest, seeded(0));
        near(
                minus(centered.matrix().toDense(), centers.toDense()),
                direct.matrix().toDense(),
                1e-9);
        assertThat(centered.trace().get(0).rank()).isEqualTo(direct.matrix().rank());
        assertThat(centered.matrix().rank()).isEqualTo(direct.matrix().rank() + centers.rank());
    }

    @Test
    void threadsDoNotMatter() {
        Observations data = instance(400, 300, 5, 0.2, 1, 10);
        SoftImpute soft = SoftImpute.ofMaxRank(20)
                .withLambdas(SoftImpute.Lambdas.below(0.2, 5))
                .withDebiased(true)
                .withCentering(Centering.BIASES);
        FitOptions course = FitOptions.byDefault().withSeed(3);
        assertThat(soft.fit(data, course.withThreads(3)).matrix())
                .isEqualTo(soft.fit(data, course.withThreads(1)).matrix());
    }

    @Test
    void nothingObservedOrNothingButZerosIsZero() {
        for (Observations data : new Observations[] {
            Observations.builder(4, 3).build(),
            Observations.builder(4, 3).add(1, 1, 0).add(2, 0, 0).build()
        }) {
            Solution solution = at(1).fit(data, seeded(0));
            assertThat(solution.matrix().rank()).isZero();
            assertThat(solution.value()).isZero();
        }
    }

    @Test
    void numbersTooLargeEndTheRun() {
        Observations data =
                Observations.builder(4, 3).add(1, 1, 1e200).add(2, 0, -1e200).build();
        Solution solution = at(1).fit(data, seeded(0));
        assertThat(solution.stop()).isEqualTo(StopReason.NOT_FINITE);
        assertThat(solution.matrix().left().isFinite()).isTrue();
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> SoftImpute.ofMaxRank(0)).hasMessage("maxRank must be at least 1, got 0");
        assertThatThrownBy(() -> SoftImpute.ofMaxRank(1).withTolerance(1e-9))
                .hasMessage("tolerance must be at least 1.0E-7 and below 1, got 1.0E-9");
        assertThatThrownBy(() -> SoftImpute.ofMaxRank(1).withMaxIterations(0))
                .hasMessage("maxIterations must be at least 1, got 0");
        assertThatThrownBy(() -> SoftImpute.Lambdas.of(0))
                .hasMessage("lambdas must be positive, finite and not ascending, got 0.0 and then 0.0");
        assertThatThrownBy(() -> new SoftImpute.Lambdas(2, 1, 1, false))
                .hasMessage("count must be at least 1, and at least 2 if the first lambda is not the last, got 1");
    }
}
