package rung.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import rung.Algorithm;
import rung.Certificate;
import rung.ExactIterate;
import rung.ExactProblem;
import rung.HeldOut;
import rung.Insertion;
import rung.Limits;
import rung.LowRankMatrix;
import rung.Provenance;
import rung.Refit;
import rung.Settings;
import rung.Solution;
import rung.StopReason;
import rung.Truncation;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/** The four loops call by call, on an iterate that only writes down what it is asked and whose values are made up. */
class LoopTest {
    private static final double FIRST_SIGMA = 100;

    /** After k insertions R is {@code values[k]} and σ₁ is 100 − k. */
    private static final class Script implements ExactProblem<Script.Point> {
        private final double[] values;
        private final List<String> calls = new ArrayList<>();

        Script(double... values) {
            this.values = values;
        }

        @Override
        public int rows() {
            return 9;
        }

        @Override
        public int columns() {
            return 8;
        }

        @Override
        public Point start() {
            return new Point(0, 0, calls);
        }

        @Override
        public double strongConvexity() {
            return 4;
        }

        @Override
        public long seed() {
            return 77;
        }

        @Override
        public int threads() {
            return 5;
        }

        @Override
        public String description() {
            return "a script";
        }

        private final class Point implements ExactIterate<Point> {
            private final List<String> written;
            private int rank;
            private int insertions;

            Point(int rank, int insertions, List<String> written) {
                this.rank = rank;
                this.insertions = insertions;
                this.written = written;
            }

            @Override
            public int rank() {
                return rank;
            }

            @Override
            public double value() {
                return values[insertions];
            }

            @Override
            public SingularPair steepest(double tolerance) {
                written.add("pair");
                return new SingularPair(FIRST_SIGMA - insertions, new double[9], new double[8]);
            }

            /** One entry, in units of the first. */
            @Override
            public LinearOperator gradient() {
                Matrix g = new Matrix(9, 8);
                g.set(0, 0, FIRST_SIGMA - insertions);
                return g;
            }

            @Override
            public double lineSearch(SingularPair pair) {
                return 1;
            }

            @Override
            public void append(SingularPair pair, double s) {
                written.add("append");
                rank++;
                insertions++;
            }

            @Override
            public void remove(int i) {
                written.add("remove " + i);
                rank--;
            }

            @Override
            public double[] weights() {
                double[] weights = new double[rank];
                Arrays.fill(weights, 3);
                weights[rank - 1] = 2;
                return weights;
            }

            @Override
            public void truncate() {
                written.add("truncate");
                rank--;
            }

            @Override
            public void refitCore(Refit refit) {
                written.add("core");
            }

            @Override
            public void refit(Side side, Refit refit) {
                written.add(side == Side.LEFT ? "U" : "V");
            }

            @Override
            public Point copy() {
                return new Point(rank, insertions, new ArrayList<>());
            }

            /** The number of insertions is at (0, 0). */
            @Override
            public LowRankMatrix matrix() {
                Matrix u = new Matrix(9, rank);
                Matrix v = new Matrix(8, rank);
                if (rank > 0) {
                    u.set(0, 0, insertions);
                    v.set(0, 0, 1);
                }
                return LowRankMatrix.of(u, v);
            }
        }
    }

    private static int insertions(LowRankMatrix a) {
        return (int) a.get(0, 0);
    }

    private static String calls(Algorithm algorithm, double... values) {
        Script script = new Script(values);
        algorithm.minimize(script);
        return String.join(" ", script.calls);
    }

    @Test
    void greedy() {
        assertThat(calls(Greedy.asInPaper(3), 9, 8, 7, 6))
                .isEqualTo("pair append core pair append core pair append core");
    }

    @Test
    void fastGreedyAlternatesTheSides() {
        assertThat(calls(FastGreedy.asInPaper(4, 2), 9, 8, 7, 6, 5))
                .isEqualTo("pair append U pair append V pair append U pair append V");
        Settings three = Settings.ofRank(2).withRefits(3);
        assertThat(calls(new FastGreedy(three), 9, 8, 7)).isEqualTo("pair append U V U pair append V U V");
    }

    @Test
    void localSearchTruncatesBeforeItInserts() {
        assertThat(calls(LocalSearch.asInPaper(2, 4), 9, 8, 7, 6, 5))
                .isEqualTo("pair append core pair append core pair truncate append core pair truncate append core");
    }

    @Test
    void fastLocalSearchTruncatesBeforeItInsertsAndGoesOnWithTheSideThatIsDue() {
        assertThat(calls(FastLocalSearch.asInPaper(3, 2), 9, 8, 7, 6, 5, 4, 4.5))
                .isEqualTo(
                        "pair append U pair append V pair append U pair remove 2 append V pair remove 2 append U pair remove 2 append V");
        Settings three = Settings.ofRank(1).withRefits(3).withTruncation(Truncation.SMALLEST_SINGULAR_VALUE);
        assertThat(calls(new FastLocalSearch(three), 9, 8, 7, 7.5))
                .isEqualTo("pair append U V U pair truncate append V U V pair truncate append U V U");
    }

    @Test
    void aSwapThatDoesNotLowerRIsUndone() {
        for (double next : new double[] {5, 5.5}) {
            Solution solution = FastLocalSearch.asInPaper(2, 2).minimize(new Script(9, 7, 6, 5, next));
            assertThat(solution.stop()).isEqualTo(StopReason.NO_DECREASE);
            assertThat(solution.value()).isEqualTo(5);
            assertThat(insertions(solution.matrix())).isEqualTo(3);
            assertThat(solution.trace()).hasSize(3);
        }
    }

    /* Insertions may raise R: only a greedy run that was told so ends there. */
    @Test
    void aRiseEndsAGreedyRunIfToldToButNotTheInsertionsOfALocalSearch() {
        Limits untilNoDecrease = Limits.NONE.withUntilNoDecrease(true);
        Settings told = Settings.ofRank(3).withLimits(untilNoDecrease);
        for (Algorithm algorithm : new Algorithm[] {new Greedy(told), new FastGreedy(told)}) {
            Solution solution = algorithm.minimize(new Script(9, 7, 8, 6));
            assertThat(solution.stop()).isEqualTo(StopReason.NO_DECREASE);
            assertThat(insertions(solution.matrix())).isEqualTo(1);
        }
        assertThat(Greedy.ofRank(3).minimize(new Script(9, 7, 8, 6)).stop()).isEqualTo(StopReason.RANK_REACHED);
        for (Algorithm algorithm : new Algorithm[] {new LocalSearch(told), new FastLocalSearch(told)}) {
            Solution solution = algorithm.minimize(new Script(9, 7, 8, 6, 5, 5.5));
            assertThat(solution.stop()).isEqualTo(StopReason.NO_DECREASE);
            assertThat(insertions(solution.matrix())).isEqualTo(4);
        }
    }

    /* The second step gains 10.5 of then 110.5, less than a tenth, though more than a tenth of the first step's 100. */
    @Test
    void theToleranceIsAFractionOfAllThatWasGained() {
        Limits limits = Limits.NONE.withTolerance(0.1);
        double[] values = {200, 100, 89.5, 40, 30, 29};
        Solution greedy = new Greedy(Settings.ofRank(5).withLimits(limits)).minimize(new Script(values));
        assertThat(greedy.stop()).isEqualTo(StopReason.CONVERGED);
        assertThat(insertions(greedy.matrix())).isEqualTo(2);
        // a local search looks at its swaps alone, and keeps the last one
        Solution local = new LocalSearch(Settings.ofRank(3).withLimits(limits)).minimize(new Script(values));
        assertThat(local.stop()).isEqualTo(StopReason.CONVERGED);
        assertThat(insertions(local.matrix())).isEqualTo(4);
    }

    @Test
    void theTraceTellsTheSigmaThatEachStepFollowed() {
        for (Algorithm algorithm : new Algorithm[] {Greedy.ofRank(3), FastGreedy.ofRank(3)}) {
            assertThat(algorithm.minimize(new Script(9, 8, 7, 6)).trace())
                    .extracting(step -> step.sigma().orElseThrow())
                    .containsExactly(FIRST_SIGMA, FIRST_SIGMA - 1, FIRST_SIGMA - 2);
        }
    }

    private static Solution heldOut(int patience, double... errors) {
        double[] values = new double[errors.length];
        Arrays.setAll(values, k -> 100 - k);
        HeldOut<LowRankMatrix> heldOut = new HeldOut<>(a -> errors[a.rank() == 0 ? 0 : insertions(a)], patience);
        return new Greedy(Settings.ofRank(errors.length - 1).withHeldOut(heldOut)).minimize(new Script(values));
    }

    @Test
    void theFirstOfEquallyGoodPointsIsKept() {
        assertThat(heldOut(9, 3, 2, 2, 5).matrix().rank()).isEqualTo(1);
        assertThat(heldOut(9, 3, 3, 3).matrix().rank()).isZero();
    }

    @Test
    void patienceCountsStepsInARow() {
        Solution solution = heldOut(2, 9, 8, 8.5, 7, 7.5, 6, 6.5, 6.5, 1);
        assertThat(solution.stop()).isEqualTo(StopReason.HELD_OUT_ROSE);
        assertThat(solution.trace()).hasSize(7);
        assertThat(solution.matrix().rank()).isEqualTo(5);
        assertThat(heldOut(3, 9, 8, 8.5, 8.5, 7).stop()).isEqualTo(StopReason.RANK_REACHED);
    }

    /* With σ₁ at the solution that is returned, neither before its step nor at the last step. */
    @Test
    void theCertificateIsThatOfTheSolution() {
        Solution chosen = heldOut(9, 9, 8, 7, 8, 8);
        assertThat(insertions(chosen.matrix())).isEqualTo(2);
        Certificate certificate = chosen.certificate().orElseThrow();
        assertThat(certificate.sigma()).isEqualTo(98);
        assertThat(certificate.strongConvexity()).isEqualTo(4);
        assertThat(certificate.rank()).isEqualTo(2);
        assertThat(certificate.gap(3)).as("(r + r*)/2·σ²/ρ⁻").isEqualTo(2.5 * 98.0 * 98.0 / 4);
    }

    @Test
    void theProvenanceSaysHowToMakeTheSolutionAgain() {
        Greedy greedy = Greedy.ofRank(2);
        Provenance provenance = greedy.minimize(new Script(9, 8, 7)).provenance();
        assertThat(provenance.algorithm()).isEqualTo("Greedy");
        assertThat(provenance.settings())
                .isEqualTo(greedy.settings().toString())
                .contains("scaled by a line search")
                .as("names of constants are no words")
                .doesNotContainPattern("[A-Z]_?[A-Z]");
        assertThat(provenance.problem()).isEqualTo("a script");
        assertThat(provenance.seed()).isEqualTo(77);
        assertThat(provenance.threads()).isEqualTo(5);
        assertThat(provenance.version()).isEqualTo(Provenance.libraryVersion());
        assertThat(provenance.java()).contains(Runtime.version().toString());
        assertThat(provenance.system()).isEqualTo(System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        assertThat(provenance.cpu()).isNotBlank();
    }

    /** What distinguishes the variants that are named. */
    @Test
    void theVariantsAreWhatTheirNamesSay() {
        for (Algorithm literal : new Algorithm[] {
            Greedy.asInPaper(3),
            LocalSearch.asInPaper(3, 7),
            FastGreedy.asInPaper(3, 2),
            FastLocalSearch.asInPaper(3, 2)
        }) {
            assertThat(literal.settings().insertion()).as(literal.name()).isEqualTo(Insertion.UNIT);
        }
        for (Algorithm ours : new Algorithm[] {Greedy.ofRank(3), LocalSearch.ofRank(3)}) {
            assertThat(ours.settings().insertion()).as(ours.name()).isEqualTo(Insertion.LINE_SEARCH);
        }
        for (Algorithm ours : new Algorithm[] {FastGreedy.ofRank(3), FastLocalSearch.ofRank(3)}) {
            assertThat(ours.settings().insertion()).as(ours.name()).isEqualTo(Insertion.FITTED);
        }
        assertThat(FastLocalSearch.asInPaper(3, 2).settings().truncation()).isEqualTo(Truncation.SMALLEST_WEIGHT);
        assertThat(FastLocalSearch.asInPaper(3, 2).settings().refit()).isEqualTo(Refit.fromZero(2));
        assertThat(FastGreedy.stoppedEarly(3, 2).settings().refit()).isEqualTo(Refit.fromZero(2));
        assertThat(FastGreedy.asInPaper(3, 2).settings().refits()).isOne();
        assertThat(LocalSearch.asInPaper(3, 7).settings().truncation()).isEqualTo(Truncation.SMALLEST_SINGULAR_VALUE);
        assertThat(LocalSearch.asInPaper(3, 7).settings().limits()).isEqualTo(Limits.NONE.withSteps(7));
    }
}
