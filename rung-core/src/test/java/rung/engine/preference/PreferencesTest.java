package rung.engine.preference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static rung.Near.near;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rung.Algorithm;
import rung.Climbed;
import rung.Instances;
import rung.LowRankMatrix;
import rung.Refit;
import rung.Solution;
import rung.StopReason;
import rung.algorithm.FastGreedy;
import rung.algorithm.FastLocalSearch;
import rung.algorithm.Greedy;
import rung.algorithm.LocalSearch;
import rung.data.Observations;
import rung.engine.convex.AnyConvex;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.Svd;
import rung.loss.Loss;
import rung.objective.Entries;
import rung.objective.Ridge;

/** The engine for preferences against other solvers of the same problem, on any number of threads, and on odd data. */
class PreferencesTest {
    /** Events of a few kinds of people and things, with counts as weights. */
    record Data(int rows, int columns, int[] i, int[] j, float[] weights) {
        static Data of(int rows, int columns, int count, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            int[] all = random.ints(0, rows * columns)
                    .distinct()
                    .filter(k -> k / columns % 4 == k % columns % 4 || random.nextInt(5) == 0)
                    .limit(count)
                    .toArray();
            float[] weights = new float[count];
            for (int k = 0; k < count; k++) {
                weights[k] = 1 + random.nextInt(4);
            }
            int[] i = Arrays.stream(all).map(k -> k / columns).toArray();
            return new Data(
                    rows, columns, i, Arrays.stream(all).map(k -> k % columns).toArray(), weights);
        }

        Preferences problem() {
            return Preferences.of(rows, columns, i, j, weights);
        }

        Observations observations() {
            Observations.Builder data = Observations.builder(rows, columns);
            for (int k = 0; k < i.length; k++) {
                data.add(i[k], j[k], 1, weights[k]);
            }
            return data.build();
        }
    }

    /**
     * The same penalized problem by alternating least squares on all m·n entries, each with a weight and a target of its own, in double
     * precision: w·(t − a)² + α·a² is (w + α)·(w·t/(w + α) − a)² and a constant.
     */
    record Dense(Data data, double alpha, double lambda, double nu) {
        double value(Matrix u, Matrix v) {
            Matrix a = u.multiplyByTransposed(v);
            double sum = 0;
            for (double x : a.array()) {
                sum += 0.5 * alpha * x * x;
            }
            for (int k = 0; k < data.i.length; k++) {
                double residual = 1 - a.get(data.i[k], data.j[k]);
                sum += 0.5 * data.weights[k] * residual * residual;
            }
            for (boolean left : new boolean[] {true, false}) {
                Matrix x = left ? u : v;
                for (int line = 0; line < x.rows(); line++) {
                    double norm = Matrix.norm(x.row(line));
                    sum += 0.5 * coefficient(line, left) * norm * norm;
                }
            }
            return sum;
        }

        double coefficient(int line, boolean left) {
            double sum = alpha * (left ? data.columns : data.rows);
            for (int k = 0; k < data.i.length; k++) {
                sum += (left ? data.i[k] : data.j[k]) == line ? data.weights[k] : 0;
            }
            return lambda * Math.pow(sum, nu);
        }

        /* Gaussian elimination on the normal equations of every line. */
        Matrix refit(Matrix fixed, boolean left) {
            int r = fixed.columns();
            int lines = left ? data.rows : data.columns;
            Matrix out = new Matrix(lines, r);
            for (int line = 0; line < lines; line++) {
                double[] weight = new double[fixed.rows()];
                double[] seen = new double[fixed.rows()];
                for (int k = 0; k < data.i.length; k++) {
                    if ((left ? data.i[k] : data.j[k]) == line) {
                        seen[left ? data.j[k] : data.i[k]] += data.weights[k];
                    }
                }
                double[][] g = new double[r][r + 1];
                for (int k = 0; k < weight.length; k++) {
                    for (int a = 0; a < r; a++) {
                        for (int b = 0; b < r; b++) {
                            g[a][b] += (seen[k] + alpha) * fixed.get(k, a) * fixed.get(k, b);
                        }
                        g[a][r] += seen[k] * fixed.get(k, a);
                    }
                }
                for (int a = 0; a < r; a++) {
                    g[a][a] += coefficient(line, left);
                }
                double[] x = eliminate(g);
                for (int a = 0; a < r; a++) {
                    out.set(line, a, x[a]);
                }
            }
            return out;
        }

        private static double[] eliminate(double[][] g) {
            int r = g.length;
            for (int a = 0; a < r; a++) {
                for (int b = a + 1; b < r; b++) {
                    double s = g[b][a] / g[a][a];
                    for (int c = a; c <= r; c++) {
                        g[b][c] -= s * g[a][c];
                    }
                }
            }
            double[] x = new double[r];
            for (int a = r - 1; a >= 0; a--) {
                x[a] = g[a][r];
                for (int b = a + 1; b < r; b++) {
                    x[a] -= g[a][b] * x[b];
                }
                x[a] /= g[a][a];
            }
            return x;
        }
    }

    private static void round(PreferenceIterate a, Refit refit) {
        a.refit(Side.LEFT, refit);
        a.refit(Side.RIGHT, refit);
    }

    @Test
    void aDenseSolverWithAWeightForEveryEntryAgrees() {
        Data data = Data.of(40, 30, 300, 1);
        Dense dense = new Dense(data, 0.3, 0.8, 0.25);
        PreferenceIterate a = FastGreedy.ofRank(5)
                .minimize(data.problem().withAlpha(0.3).withRidge(0.8, 0.25))
                .iterate();
        Matrix u = a.matrix().left();
        Matrix v = a.matrix().right();
        for (int k = 0; k < 300; k++) { // both to convergence
            u = dense.refit(v, true);
            v = dense.refit(u, false);
            round(a, Refit.exact());
        }
        near(a.value(), dense.value(u, v), 1e-6);
        near(a.matrix().toDense(), u.multiplyByTransposed(v), 1e-4);
        near(a.value(), dense.value(a.matrix().left(), a.matrix().right()), 1e-6);
    }

    @Test
    void theSameFunctionThroughAnyConvexAgreesUnderAllFourAlgorithms() {
        Data data = Data.of(25, 20, 160, 2);
        Ridge function = new Ridge(new Entries(data.observations(), Loss.squared()), 0.4);
        List<Algorithm> algorithms =
                List.of(Greedy.ofRank(4), LocalSearch.ofRank(4), FastGreedy.ofRank(4), FastLocalSearch.ofRank(4));
        for (Algorithm algorithm : algorithms) {
            // exact inner problems and pairs, so that both engines take the same way
            Algorithm exact = algorithm.with(s -> s.withRefit(Refit.exact()).withPairTolerance(1e-10));
            Solution ours = exact.minimize(data.problem());
            Solution theirs = exact.minimize(AnyConvex.of(function));
            near(ours.value(), theirs.value(), 1e-6);
            near(function.value(ours.matrix()), ours.value(), 1e-6);
        }
    }

    @Test
    void theBitsDoNotDependOnTheThreads() {
        Data data = Data.of(600, 500, 30_000, 3);
        for (Refit refit : List.of(Refit.exact(), Refit.warm(3))) {
            FastGreedy climb = FastGreedy.ofRank(9).with(s -> s.withRefit(refit).withFinishing(2));
            Preferences problem = data.problem().withRidge(1, 0.25);
            Climbed<PreferenceIterate> one = climb.minimize(problem.withThreads(1));
            for (int threads : new int[] {2, 3, 7}) {
                Climbed<PreferenceIterate> more = climb.minimize(problem.withThreads(threads));
                assertThat(more.iterate().left().values())
                        .isEqualTo(one.iterate().left().values());
                assertThat(more.iterate().right().values())
                        .isEqualTo(one.iterate().right().values());
                assertThat(more.value()).isEqualTo(one.value());
            }
            PreferenceIterate core = one.iterate().copy();
            core.refitCore(Refit.exact());
            PreferenceIterate others =
                    problem.withThreads(3).withStart(one.iterate()).start();
            others.steepest();
            others.refitCore(Refit.exact());
            near(others.value(), core.value(), 1e-6);
        }
    }

    @Test
    void theOrderOfTheEntriesDoesNotMatter() {
        Data data = Data.of(40, 30, 300, 4);
        int[] order = IntStream.range(0, 300).map(k -> (7 * k + 11) % 300).toArray();
        float[] weights = new float[300];
        for (int k = 0; k < 300; k++) {
            weights[k] = data.weights[order[k]];
        }
        int[] i = Arrays.stream(order).map(k -> data.i[k]).toArray();
        int[] j = Arrays.stream(order).map(k -> data.j[k]).toArray();
        FastGreedy climb = FastGreedy.ofRank(4);
        assertThat(climb.minimize(Preferences.of(40, 30, i, j, weights)).matrix())
                .isEqualTo(climb.minimize(data.problem()).matrix());
    }

    @Test
    void weightsAndTargetsOfOneAreNotKept() {
        Data data = Data.of(40, 30, 300, 5);
        float[] ones = new float[300];
        Arrays.fill(ones, 1);
        FastGreedy climb = FastGreedy.ofRank(4).with(s -> s.withRefit(Refit.exact()));
        LowRankMatrix plain =
                climb.minimize(Preferences.of(40, 30, data.i, data.j)).matrix();
        assertThat(climb.minimize(Preferences.of(40, 30, data.i, data.j, ones, ones))
                        .matrix())
                .isEqualTo(plain);
        float[] nearly = ones.clone();
        nearly[17] = Math.nextUp(1f); // so that all of them are kept
        near(
                climb.minimize(Preferences.of(40, 30, data.i, data.j, nearly, nearly))
                        .matrix()
                        .toDense(),
                plain.toDense(),
                1e-5);
    }

    @Test
    void scalesOfLinesAreTargets() {
        Data data = Data.of(40, 30, 300, 10);
        SplittableRandom random = new SplittableRandom(10);
        float[] rows = new float[40];
        float[] columns = new float[30];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = 0.5f + (float) random.nextDouble();
        }
        for (int j = 0; j < columns.length; j++) {
            columns[j] = 0.5f + (float) random.nextDouble();
        }
        float[] targets = new float[300];
        for (int k = 0; k < targets.length; k++) {
            targets[k] = rows[data.i[k]] * columns[data.j[k]];
        }
        Preferences scaled = data.problem().withScales(rows, columns).withRidge(0.5, 0.25);
        Preferences given =
                Preferences.of(40, 30, data.i, data.j, data.weights, targets).withRidge(0.5, 0.25);
        for (Algorithm algorithm : List.of(Greedy.ofRank(4), FastGreedy.ofRank(4))) {
            assertThat(algorithm.minimize(scaled).matrix())
                    .isEqualTo(algorithm.minimize(given).matrix());
        }
    }

    /* Alone the top pair is the same; many together are those of an independent decomposition, each with its own line search. */
    @Test
    void manyPairsEnterAtOnce() {
        Data data = Data.of(60, 50, 700, 11);
        Preferences problem = data.problem().withRidge(0.3, 0.25);
        PreferenceIterate a = problem.start();
        a.append(a.steepest(), a.lineSearch(a.steepest()));
        round(a, Refit.exact());
        Svd svd = Instances.ejmlSvd(a.gradient().multiply(Matrix.identity(50)));
        PreferenceIterate b = a.copy();
        assertThat(b.appendTop(5)).isEqualTo(5);
        assertThat(b.rank()).isEqualTo(6);
        assertThat(b.value()).isLessThan(a.value());
        SingularPair top =
                new SingularPair(svd.sigma()[0], svd.u().column(0), svd.v().column(0));
        near(b.weights()[1], a.lineSearch(top), 0.05);
        assertThat(a.rank()).isEqualTo(1);
        round(b, Refit.exact());
        assertThat(b.value()).isLessThan(a.value());
        PreferenceIterate heavy = data.problem().withRidge(1e4, 0).start();
        assertThat(heavy.appendTop(5)).as("no pair is worth such a ridge").isZero();
        assertThat(heavy.rank()).isZero();
        assertThat(problem.start().appendTop(1000)).isLessThanOrEqualTo(50);
        for (int threads : new int[] {2, 3, 7}) {
            PreferenceIterate one = problem.withThreads(1).start();
            PreferenceIterate more = problem.withThreads(threads).start();
            one.appendTop(8);
            more.appendTop(8);
            assertThat(more.matrix()).isEqualTo(one.matrix());
        }
    }

    @Test
    void anEntryTwiceIsOneOfTwiceTheWeight() {
        Preferences twice = Preferences.of(3, 3, new int[] {0, 0, 1, 2}, new int[] {1, 1, 2, 0});
        Preferences heavy = Preferences.of(3, 3, new int[] {0, 1, 2}, new int[] {1, 2, 0}, new float[] {2, 1, 1});
        PreferenceIterate a = twice.withRidge(0.1, 0.5).start();
        PreferenceIterate b = heavy.withRidge(0.1, 0.5).start();
        for (int t = 0; t < 2; t++) {
            SingularPair pair = a.steepest(1e-10);
            near(b.steepest(1e-10).sigma(), pair.sigma(), 1e-6);
            double s = a.lineSearch(pair);
            near(b.lineSearch(pair), s, 1e-6);
            a.append(pair, s);
            b.append(pair, s);
            round(a, Refit.exact());
            round(b, Refit.exact());
            near(b.value(), a.value(), 1e-6);
        }
    }

    /* A is w/(w + α) where the one entry is, and 0 elsewhere. */
    @Test
    void oneEventHasAnAnswerOnPaper() {
        Climbed<PreferenceIterate> solution = FastGreedy.ofRank(2)
                .minimize(Preferences.of(5, 4, new int[] {3}, new int[] {2}).withAlpha(0.25));
        Matrix expected = new Matrix(5, 4);
        expected.set(3, 2, 1 / 1.25);
        near(solution.matrix().toDense(), expected, 1e-5);
    }

    @Test
    void whoSawEverythingAndWhoSawNothing() {
        int[] i = IntStream.range(0, 12).map(k -> k < 6 ? 0 : k < 9 ? 1 : 2).toArray();
        int[] j = {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5};
        PreferenceIterate a = FastGreedy.ofRank(2)
                .minimize(Preferences.of(4, 7, i, j).withRidge(0.05, 0.25))
                .iterate();
        LowRankMatrix m = a.matrix();
        for (int column = 0; column < 7; column++) {
            assertThat(m.get(3, column)).as("a row that saw nothing").isZero();
        }
        for (int row = 0; row < 4; row++) {
            assertThat(m.get(row, 6)).as("a column that nobody saw").isZero();
        }
        for (int column = 0; column < 6; column++) {
            assertThat(m.get(0, column)).as("a row that saw everything").isBetween(0.4, 0.8);
        }
    }

    @Test
    void everyEntrySeenIsOneMatrix() {
        int[] i = IntStream.range(0, 30).map(k -> k / 5).toArray();
        int[] j = IntStream.range(0, 30).map(k -> k % 5).toArray();
        Climbed<PreferenceIterate> solution =
                FastGreedy.ofRank(3).minimize(Preferences.of(6, 5, i, j).withAlpha(0.5));
        Matrix expected = new Matrix(6, 5);
        Arrays.fill(expected.array(), 1 / 1.5);
        near(solution.matrix().toDense(), expected, 1e-5);
    }

    /* Single precision alone cannot solve these lines: refits must not raise R, and large weights must be fitted. */
    @Test
    void weightsFarApartAreSolved() {
        Data data = Data.of(40, 30, 300, 6);
        float[] weights = data.weights.clone();
        for (int k = 0; k < weights.length; k += 7) {
            weights[k] = 1e9f;
        }
        for (double lambda : new double[] {0, 1}) {
            PreferenceIterate a = Preferences.of(40, 30, data.i, data.j, weights)
                    .withRidge(lambda, 0.25)
                    .start();
            double before = a.value();
            for (int t = 0; t < 6; t++) {
                SingularPair pair = a.steepest();
                a.append(pair, a.lineSearch(pair));
                round(a, Refit.exact());
                assertThat(a.value()).as("rank %s", a.rank()).isLessThanOrEqualTo(before * (1 + 1e-5));
                before = a.value();
            }
            assertThat(a.matrix().left().isFinite()).isTrue();
        }
    }

    @Test
    void withoutARidgeThereIsACertificate() {
        Data data = Data.of(25, 20, 160, 7);
        assertThat(Greedy.ofRank(3).minimize(data.problem()).certificate()).isPresent();
        assertThat(Greedy.ofRank(3).minimize(data.problem().withRidge(1, 0)).certificate())
                .isEmpty();
    }

    /* A penalty on both factors is one on the singular values: from some rank on no pair is worth it. */
    @Test
    void aRidgeEndsTheClimbByItself() {
        Data data = Data.of(60, 50, 700, 8);
        Climbed<PreferenceIterate> solution =
                FastGreedy.ofRank(40).minimize(data.problem().withRidge(6, 0));
        assertThat(solution.stop()).isEqualTo(StopReason.STATIONARY);
        assertThat(solution.matrix().rank()).isBetween(1, 20);
    }

    @Test
    void goesOnFromAnotherSolution() {
        Data data = Data.of(40, 30, 300, 9);
        PreferenceIterate first = FastGreedy.ofRank(3).minimize(data.problem()).iterate();
        Climbed<PreferenceIterate> more =
                FastGreedy.ofRank(5).minimize(data.problem().withStart(first));
        assertThat(more.iterate().rank()).isEqualTo(5);
        assertThat(more.value()).isLessThan(first.value());
    }

    @Test
    void badInputGetsASentence() {
        int[] one = {0};
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Preferences.of(2, 2, new int[0], new int[0]))
                .withMessage("there must be at least one entry, got none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Preferences.of(0, 2, one, one))
                .withMessage("a matrix must have at least one row and one column, got 0×2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Preferences.of(2, 2, one, new int[] {2}))
                .withMessage("an entry must lie inside the 2×2 matrix, got (0, 2)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Preferences.of(2, 2, one, new int[2]))
                .withMessageContaining("as many columns as rows");
        for (float weight : new float[] {-1, Float.NaN, Float.POSITIVE_INFINITY, 1e13f}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Preferences.of(2, 2, one, one, new float[] {weight}))
                    .withMessage("the weight at (0, 0) must be between 0 and 1e12, got " + weight);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Preferences.of(2, 2, one, one, new float[] {1}, new float[] {Float.NaN}))
                .withMessage("the target at (0, 0) must be between -1e12 and 1e12, got NaN");
        Preferences problem = Preferences.of(2, 2, one, one);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> problem.withAlpha(-0.1))
                .withMessage("alpha must be finite and not negative, got -0.1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> problem.withRidge(Double.NaN, 0))
                .withMessage("lambda must be finite and not negative, got NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> problem.withRidge(1, -1))
                .withMessage("nu must be finite and not negative, got -1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> problem.withStart(Preferences.of(3, 2, one, one).start()))
                .withMessage("the start must be a 2×2 matrix, got 3×2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> problem.withScales(new float[] {1}, new float[] {1, 1}))
                .withMessage("there must be a scale for each of 2 rows, got 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> problem.withScales(new float[] {1, 1}, new float[] {1, 0}))
                .withMessage("the scale of column 1 must be positive and at most 1e12, got 0.0");
    }
}
