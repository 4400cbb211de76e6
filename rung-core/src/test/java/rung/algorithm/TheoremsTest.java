package rung.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.Algorithm;
import rung.Certificate;
import rung.Climbed;
import rung.ConvexFunction;
import rung.ExactProblem;
import rung.Instances;
import rung.Limits;
import rung.LowRankMatrix;
import rung.Near;
import rung.Refit;
import rung.Settings;
import rung.Solution;
import rung.Step;
import rung.data.Observations;
import rung.engine.LbfgsIterate;
import rung.engine.entrywise.Entrywise;
import rung.engine.entrywise.EntrywiseIterate;
import rung.linalg.Lanczos;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.Svd;
import rung.loss.Loss;

/**
 * Theorems 2.1 and 2.2 of [AS21] on weighted squared losses with weights in [1, κ], whose condition number is at most κ: with a global
 * optimum M of rank r*, so that R* = 0, and with noise around one, so that R* > 0.
 */
class TheoremsTest {
    private static final int INSTANCES = 12;

    private static Entrywise problem(int m, int n, int rStar, double kappa, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix optimum = Instances.lowRank(m, n, rStar, random);
        return Entrywise.of(Observations.dense(optimum, Instances.weights(m, n, 1, kappa, random)), Loss.squared());
    }

    /* M of full rank, and a matrix of rank r* near its best approximation: the theorems hold for every A* of that rank. */
    private static Noisy noisy(int m, int n, int rStar, double kappa, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix data = Instances.noisy(Instances.lowRank(m, n, rStar, random), 0.5, random);
        Entrywise problem =
                Entrywise.of(Observations.dense(data, Instances.weights(m, n, 1, kappa, random)), Loss.squared());
        double best = FastGreedy.ofRank(rStar)
                .with(s -> s.withRefit(Refit.exact()).withRefits(40))
                .minimize(problem)
                .value();
        assertThat(best).isPositive();
        return new Noisy(problem, best);
    }

    private record Noisy(Entrywise problem, double best) {}

    private static double valueAtZero(Entrywise problem) {
        return problem.start().value();
    }

    /* Below this R is rounding: the gradient's entries are computed with an error of 1e-16 each. */
    private static double floor(double valueAtZero) {
        return 1e-22 * valueAtZero;
    }

    private static void contracts(Algorithm algorithm, Entrywise problem, double factor, String what) {
        Solution solution = algorithm.minimize(problem);
        double zero = valueAtZero(problem);
        double before = zero;
        assertThat(solution.trace()).as(what).isNotEmpty();
        for (Step step : solution.trace()) {
            assertThat(step.value()).as("%s, step %s", what, step).isLessThanOrEqualTo(factor * before + floor(zero));
            before = step.value();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "12,  9, 1, 1",
        "12, 9, 2, 2",
        "15, 20, 3, 1.5",
        "10, 10, 2, 5",
        "30, 8, 1, 10",
        "6, 25, 2, 3",
        "14, 14, 4, 20",
    })
    void greedyContracts(int m, int n, int rStar, double kappa) {
        for (long seed = 0; seed < INSTANCES; seed++) {
            contracts(
                    Greedy.asInPaper(Math.min(m, n)),
                    problem(m, n, rStar, kappa, seed),
                    1 - 1 / (2 * rStar * kappa),
                    "seed " + seed);
        }
    }

    /* Above R(A*) each step takes its part of what is left; below there is nothing to show. */
    @ParameterizedTest
    @CsvSource({"12, 9, 2, 2", "15, 20, 3, 1.5", "10, 10, 2, 5", "30, 8, 1, 10"})
    void greedyContractsTowardsAnOptimumThatIsNotZero(int m, int n, int rStar, double kappa) {
        for (long seed = 0; seed < INSTANCES; seed++) {
            Noisy noisy = noisy(m, n, rStar, kappa, seed);
            double before = valueAtZero(noisy.problem) - noisy.best;
            for (Step step :
                    Greedy.asInPaper(Math.min(m, n)).minimize(noisy.problem).trace()) {
                double left = step.value() - noisy.best;
                assertThat(left)
                        .as("seed %s, %s", seed, step)
                        .isLessThanOrEqualTo((1 - 1 / (2 * rStar * kappa)) * Math.max(0, before) + 1e-12);
                before = left;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"12, 14, 1, 1", "24, 20, 2, 1", "20, 16, 1, 1.3"})
    void localSearchContractsTowardsAnOptimumThatIsNotZero(int m, int n, int rStar, double kappa) {
        int r = (int) Math.ceil(rStar * (1 + 8 * kappa * kappa));
        for (long seed = 0; seed < INSTANCES; seed++) {
            Noisy noisy = noisy(m, n, rStar, kappa, seed);
            double before = valueAtZero(noisy.problem) - noisy.best;
            for (Step step :
                    LocalSearch.asInPaper(r, r + 20).minimize(noisy.problem).trace()) {
                double left = step.value() - noisy.best;
                assertThat(left)
                        .as("seed %s, %s", seed, step)
                        .isLessThanOrEqualTo((1 - 1 / (4 * rStar * kappa)) * Math.max(0, before) + 1e-12);
                before = left;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"12, 14, 1, 1", "24, 20, 2, 1", "20, 16, 1, 1.3", "40, 45, 2, 1.5", "34, 40, 1, 2"})
    void localSearchContracts(int m, int n, int rStar, double kappa) {
        int r = (int) Math.ceil(rStar * (1 + 8 * kappa * kappa));
        assertThat(r).as("the shape must leave room for the theorem's rank").isLessThanOrEqualTo(Math.min(m, n));
        for (long seed = 0; seed < INSTANCES; seed++) {
            contracts(
                    LocalSearch.asInPaper(r, r + 20),
                    problem(m, n, rStar, kappa, seed),
                    1 - 1 / (4 * rStar * kappa),
                    "seed " + seed);
        }
    }

    @ParameterizedTest
    @CsvSource({"40, 30, 1, 2", "30, 50, 2, 1.5", "25, 25, 1, 4"})
    void greedyReachesEpsilonAtTheRankOfTheTheorem(int m, int n, int rStar, double kappa) {
        for (long seed = 0; seed < INSTANCES; seed++) {
            Entrywise problem = problem(m, n, rStar, kappa, seed);
            int r = Math.min(m, n) / 2;
            double epsilon = valueAtZero(problem) * Math.exp(-r / (2 * rStar * kappa)); // r = 2r*κ·log(R(0)/ε)
            assertThat(Greedy.ofRank(r).minimize(problem).value()).isLessThanOrEqualTo(epsilon);
        }
    }

    @ParameterizedTest
    @CsvSource({"16, 12, 2, 3", "10, 20, 3, 10"})
    void theCertificateBoundsTheGapAtEveryRank(int m, int n, int rStar, double kappa) {
        for (long seed = 0; seed < INSTANCES; seed++) {
            Entrywise problem = problem(m, n, rStar, kappa, seed);
            for (int r = 1; r <= 5; r++) {
                Solution solution = Greedy.ofRank(r).minimize(problem);
                double gap = solution.certificate().orElseThrow().gap(rStar); // R* = 0 at rank r*
                assertThat(solution.value()).isLessThanOrEqualTo(gap * (1 + 1e-9) + floor(valueAtZero(problem)));
                Solution fast = new FastGreedy(
                                FastGreedy.ofRank(r).settings().withRefits(1).withRefit(Refit.exact()))
                        .minimize(problem);
                assertThat(fast.value())
                        .isLessThanOrEqualTo(
                                fast.certificate().orElseThrow().gap(rStar) * (1 + 1e-9) + floor(valueAtZero(problem)));
            }
        }
    }

    @Test
    void nothingIsCertifiedWhereTheTheoremDoesNotHold() {
        Entrywise problem = problem(8, 7, 2, 2, 1);
        assertThat(Greedy.ofRank(2).minimize(problem).certificate()).isPresent();
        assertThat(Greedy.ofRank(2).minimize(problem.withBounds(-1, 1)).certificate())
                .isEmpty();
        assertThat(Greedy.ofRank(2).minimize(problem.withRidge(0.1, 0)).certificate())
                .isEmpty();
    }

    /* The search for the steepest pair with so few steps that it does not converge: σ is below σ₁, and bounds nothing. */
    @Test
    void nothingIsCertifiedIfTheSearchForThePairDidNotConverge() {
        SplittableRandom random = new SplittableRandom(3);
        Matrix m = Instances.noisy(Instances.lowRank(40, 30, 2, random), 0.5, random);
        for (Algorithm algorithm : List.of(Greedy.ofRank(3), FastGreedy.ofRank(3), FastLocalSearch.ofRank(3))) {
            assertThat(algorithm.minimize(new FewSteps(m, 200)).certificate())
                    .as("%s", algorithm)
                    .isPresent();
            assertThat(algorithm.minimize(new FewSteps(m, 4)).certificate())
                    .as("%s", algorithm)
                    .isEmpty();
        }
    }

    /* ½‖A − M‖², whose steepest pairs are searched for with at most some steps. */
    private record FewSteps(Matrix m, int steps) implements ExactProblem<FewStepsIterate>, ConvexFunction {
        @Override
        public int rows() {
            return m.rows();
        }

        @Override
        public int columns() {
            return m.columns();
        }

        @Override
        public double value(LowRankMatrix a) {
            double norm = Near.minus(a.toDense(), m).norm();
            return norm * norm / 2;
        }

        @Override
        public LinearOperator gradient(LowRankMatrix a) {
            return Near.minus(a.toDense(), m);
        }

        @Override
        public double strongConvexity() {
            return 1;
        }

        @Override
        public long seed() {
            return 1;
        }

        @Override
        public int threads() {
            return 1;
        }

        @Override
        public String description() {
            return "few steps";
        }

        @Override
        public FewStepsIterate start() {
            return new FewStepsIterate(this, new Matrix(rows(), 0), new Matrix(columns(), 0));
        }
    }

    private static final class FewStepsIterate extends LbfgsIterate<FewStepsIterate> {
        private final FewSteps problem;

        FewStepsIterate(FewSteps problem, Matrix u, Matrix v) {
            super(problem, 1, u, v);
            this.problem = problem;
        }

        @Override
        protected FewStepsIterate with(Matrix newU, Matrix newV) {
            return new FewStepsIterate(problem, newU, newV);
        }

        @Override
        protected SingularPair top(LinearOperator gradient, Lanczos lanczos) {
            return new Lanczos(Settings.EXACT_PAIRS, problem.steps).top(gradient, seed);
        }

        @Override
        public void refit(Side side, Refit refit) {
            refitCore(refit);
        }
    }

    /* Whatever the algorithm, and however few its iterations: R(A) − R(A*) is within the gap. */
    @ParameterizedTest
    @CsvSource({"16, 12, 2, 3", "10, 20, 3, 10", "12, 12, 1, 1"})
    void everyAlgorithmCarriesACertificateThatHolds(int m, int n, int rStar, double kappa) {
        for (long seed = 0; seed < INSTANCES; seed++) {
            Noisy noisy = noisy(m, n, rStar, kappa, seed);
            for (int r = 1; r <= 5; r++) {
                for (Algorithm algorithm : List.of(
                        Greedy.ofRank(r),
                        Greedy.ofRank(r).with(s -> s.withRefit(Refit.fromZero(1))),
                        LocalSearch.asInPaper(r, 2 * r),
                        FastGreedy.ofRank(r),
                        FastGreedy.asInPaper(r, 1),
                        FastLocalSearch.ofRank(r))) {
                    Solution solution = algorithm.minimize(noisy.problem);
                    double gap = solution.certificate().orElseThrow().gap(rStar);
                    assertThat(solution.value() - noisy.best)
                            .as("%s at rank %s, seed %s", algorithm, r, seed)
                            .isLessThanOrEqualTo(gap);
                }
            }
        }
    }

    /* By its definition, written out: σ₁, and the gradient between orthonormal bases. */
    @Test
    void theCertificateIsMadeOfTheGradientAtTheSolution() {
        SplittableRandom random = new SplittableRandom(8);
        Matrix m = Instances.noisy(Instances.lowRank(9, 7, 2, random), 0.5, random);
        Entrywise problem = Entrywise.of(Observations.dense(m), Loss.squared());
        Climbed<EntrywiseIterate> found =
                FastGreedy.asInPaper(3, 1).with(s -> s.withFinishing(0)).minimize(problem);
        Certificate certificate = found.certificate().orElseThrow();
        Matrix gradient = Near.minus(found.matrix().toDense(), m);
        near(certificate.sigma(), Instances.ejmlSvd(gradient).sigma()[0], 1e-9);
        Svd bases = found.matrix().orthonormal();
        near(
                certificate.core(),
                bases.u().multiplyTransposed(gradient.multiply(bases.v())).norm(),
                1e-9);
        assertThat(certificate.core()).isPositive();
        double sigma = certificate.sigma();
        for (int rStar = 1; rStar <= 7; rStar++) {
            double any = (3 + rStar) * sigma * sigma / 2;
            double refitted = rStar * sigma * sigma + certificate.core() * certificate.core() / 2;
            near(certificate.gap(rStar), Math.min(any, refitted), 1e-12);
        }
    }

    @ParameterizedTest
    @CsvSource({"20, 30, 4", "30, 20, 4"})
    void localSearchIsNoWorseThanGreedyAtTheSameRank(int m, int n, int r) {
        for (long seed = 0; seed < INSTANCES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Entrywise problem = Entrywise.of(
                    Instances.sampled(Instances.lowRank(m, n, r + 2, random), 0.6, random), Loss.squared());
            double greedy = Greedy.ofRank(r).minimize(problem).value();
            double local = new LocalSearch(LocalSearch.ofRank(r)
                            .settings()
                            .withLimits(Limits.NONE.withUntilNoDecrease(true).withSteps(60)))
                    .minimize(problem)
                    .value();
            assertThat(local).isLessThanOrEqualTo(greedy * (1 + 1e-9));
        }
    }
}
