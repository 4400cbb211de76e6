package rung.engine.entrywise;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.Instances;
import rung.LowRankMatrix;
import rung.Refit;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.Svd;
import rung.loss.Loss;

/** What the engine for entries does beyond the contract: bounds, few iterations, the ridge's corner cases. */
class EntrywiseTest {
    private static final int M = 17;
    private static final int N = 13;
    private static final int RANK = 3;

    /** One observation. */
    private record Entry(int i, int j, double value, double weight) {}

    private static List<Entry> entries(boolean weighted) {
        SplittableRandom random = new SplittableRandom(12);
        Matrix m = Instances.lowRank(M, N, 4, random);
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < M; i++) {
            for (int j = 0; j < N; j++) {
                if (random.nextDouble() < 0.6) {
                    entries.add(new Entry(i, j, m.get(i, j), weighted ? 0.1 + 3 * random.nextDouble() : 1));
                }
            }
        }
        return entries;
    }

    private static Observations observations(List<Entry> entries) {
        Observations.Builder builder = Observations.builder(M, N);
        entries.forEach(e -> builder.add(e.i, e.j, e.value, e.weight));
        return builder.build();
    }

    private static EntrywiseIterate climbed(Entrywise problem, int steps) {
        EntrywiseIterate a = problem.start();
        for (int t = 0; t < steps; t++) {
            SingularPair pair = a.steepest(1e-10);
            a.append(pair, a.lineSearch(pair));
            a.refit(Side.of(t), Refit.exact());
        }
        return a;
    }

    @Test
    void boundsClipTheGradientOfTheNextPairAndNothingElse() {
        List<Entry> entries = entries(true);
        double low = -0.5;
        double high = 0.8;
        Entrywise plain = Entrywise.of(observations(entries), Loss.squared());
        EntrywiseIterate a = climbed(plain, RANK);
        LowRankMatrix fitted = a.matrix();
        EntrywiseIterate b = plain.withBounds(low, high).start();
        for (int k = 0; k < RANK; k++) {
            double[] u = fitted.left().column(k);
            for (int i = 0; i < M; i++) {
                u[i] = -u[i];
            }
            b.append(new SingularPair(1, u, fitted.right().column(k)), 1);
        }
        near(b.matrix().toDense(), fitted.toDense(), 1e-12);

        Matrix clipped = new Matrix(M, N);
        int below = 0;
        int above = 0;
        for (Entry e : entries) {
            double x = fitted.get(e.i, e.j);
            below += x < low ? 1 : 0;
            above += x > high ? 1 : 0;
            clipped.set(e.i, e.j, e.weight * (Math.min(Math.max(x, low), high) - e.value));
        }
        assertThat(below).isPositive();
        assertThat(above).isPositive();
        near(b.steepest(1e-10).sigma(), Instances.ejmlSvd(clipped).sigma()[0], 1e-9);

        SingularPair pair = a.steepest(1e-10);
        near(b.value(), a.value(), 1e-12);
        near(b.lineSearch(pair), a.lineSearch(pair), 1e-9);
        a.refit(Side.RIGHT, Refit.exact());
        b.refit(Side.RIGHT, Refit.exact());
        near(b.matrix().toDense(), a.matrix().toDense(), 1e-9);
        near(b.value(), a.value(), 1e-12);
    }

    /*
     * k iterations of LSQR on a line minimize ‖C^½(A·x − b)‖² + c·‖x‖² over start + span{g, Hg, …, H^{k−1}g}, where H
     * and g are the Hessian and the gradient at the start; solved here by EJML, line by line.
     */
    @ParameterizedTest
    @CsvSource({
        "1, true, false, 0",
        "2, true, false, 0",
        "2, false, false, 0",
        "1, true, true, 0",
        "2, true, true, 0.6",
        "2, false, true, 0",
        "1, false, true, 0.6",
        "2, false, false, 0.6"
    })
    void fewIterationsMinimizeInTheKrylovSpaceOfEachLine(int k, boolean fromZero, boolean weighted, double lambda) {
        List<Entry> entries = entries(weighted);
        Entrywise problem = Entrywise.of(observations(entries), Loss.squared()).withRidge(lambda, 0.5);
        for (Side side : Side.values()) {
            boolean left = side == Side.LEFT;
            EntrywiseIterate a = climbed(problem, RANK - 1);
            a.append(a.steepest(1e-10), 2);
            Matrix fixed = left ? a.matrix().right() : a.matrix().left();
            Matrix moving = left ? a.matrix().left() : a.matrix().right();
            a.refit(side, fromZero ? Refit.fromZero(k) : Refit.warm(k));
            Matrix found = left ? a.matrix().left() : a.matrix().right();
            near(left ? a.matrix().right() : a.matrix().left(), fixed, 0);
            for (int line = 0; line < moving.rows(); line++) {
                int here = line;
                List<Entry> own =
                        entries.stream().filter(e -> (left ? e.i : e.j) == here).toList();
                double[] start = fromZero ? new double[RANK] : moving.row(line);
                double[] expected = krylov(own, left, fixed, start, lambda * Math.sqrt(own.size()), k);
                near(Matrix.column(found.row(line)), Matrix.column(expected), 1e-8);
            }
        }
    }

    private static double[] krylov(List<Entry> own, boolean left, Matrix fixed, double[] start, double ridge, int k) {
        int n = own.size();
        Matrix a = new Matrix(n + RANK, RANK);
        Matrix rest = new Matrix(n + RANK, 1);
        for (int e = 0; e < n; e++) {
            Entry entry = own.get(e);
            double root = Math.sqrt(entry.weight);
            double fit = 0;
            for (int c = 0; c < RANK; c++) {
                double x = fixed.get(left ? entry.j : entry.i, c);
                a.set(e, c, root * x);
                fit += x * start[c];
            }
            rest.set(e, 0, root * (entry.value - fit));
        }
        for (int c = 0; c < RANK; c++) {
            a.set(n + c, c, Math.sqrt(ridge));
            rest.set(n + c, 0, -Math.sqrt(ridge) * start[c]);
        }
        Matrix space = new Matrix(RANK, 0);
        Matrix next = a.multiplyTransposed(rest);
        for (int t = 0; t < k; t++) {
            space = space.withColumn(next.array(), 1 / next.norm());
            next = a.multiplyTransposed(a.multiply(next));
        }
        Matrix step = space.multiply(leastNorm(a.multiply(space), rest));
        double[] x = start.clone();
        for (int c = 0; c < RANK; c++) {
            x[c] += step.get(c, 0);
        }
        return x;
    }

    /** A⁺·b by EJML. */
    private static Matrix leastNorm(Matrix a, Matrix b) {
        Svd svd = Instances.ejmlSvd(a);
        double[] inverse = svd.sigma().clone();
        for (int i = 0; i < inverse.length; i++) {
            inverse[i] = inverse[i] > 1e-12 * svd.sigma()[0] ? 1 / inverse[i] : 0;
        }
        return svd.v().scaledColumns(inverse).multiply(svd.u().multiplyTransposed(b));
    }

    /* One Newton step from zero goes along −(¼AᵀA + c)⁻¹·Aᵀ(½ − b), here by EJML; how far is up to the line search. */
    @Test
    void oneNewtonIterationGoesAlongTheNewtonStep() {
        SplittableRandom random = new SplittableRandom(4);
        Matrix m = Matrix.gaussian(M, N, random);
        for (int k = 0; k < m.array().length; k++) {
            m.array()[k] = m.array()[k] > 0 ? 1 : 0;
        }
        double c = 0.2;
        EntrywiseIterate a =
                climbed(Entrywise.of(Observations.dense(m), Loss.logistic()).withRidge(c, 0), RANK);
        Matrix fixed = a.matrix().right();
        a.refit(Side.LEFT, Refit.fromZero(1));
        Matrix system = new Matrix(N + RANK, RANK);
        for (int j = 0; j < N; j++) {
            for (int k = 0; k < RANK; k++) {
                system.set(j, k, 0.5 * fixed.get(j, k));
            }
        }
        for (int k = 0; k < RANK; k++) {
            system.set(N + k, k, Math.sqrt(c));
        }
        for (int i = 0; i < M; i++) {
            Matrix rest = new Matrix(N + RANK, 1);
            for (int j = 0; j < N; j++) {
                rest.set(j, 0, 2 * (m.get(i, j) - 0.5));
            }
            Matrix step = leastNorm(system, rest);
            Matrix x = Matrix.column(a.matrix().left().row(i));
            double length = x.multiplyTransposed(step).get(0, 0) / (step.norm() * step.norm());
            assertThat(length).isPositive();
            near(x, step.scaledColumns(new double[] {length}), 1e-9);
        }
    }

    /* Columns that differ by 1e-5 square to a condition of 1e10; the data are consistent, so the answer is known. */
    @Test
    void anExactRefitSurvivesIllConditionedFactors() {
        SplittableRandom random = new SplittableRandom(5);
        Matrix truth = Matrix.gaussian(M, 2, random);
        double[] v = Matrix.gaussian(N, 1, random).array();
        double[] other = Matrix.gaussian(N, 1, random).array();
        for (int j = 0; j < N; j++) {
            other[j] = v[j] + 1e-5 * other[j];
        }
        Matrix right = new Matrix(N, 0).withColumn(v, 1).withColumn(other, 1);
        Matrix m = truth.multiplyByTransposed(right);
        for (Observations data : new Observations[] {Observations.dense(m), Instances.sampled(m, 0.8, random)}) {
            EntrywiseIterate a = Entrywise.of(data, Loss.squared()).start();
            a.append(new SingularPair(1, new double[M], v), 1);
            a.append(new SingularPair(1, new double[M], other), 1);
            a.refit(Side.LEFT, Refit.exact());
            near(a.matrix().left(), truth, 1e-9);
        }
    }

    /* Row 0 has one observation and two unknowns: of all exact fits the shortest, wherever the row was before. */
    @Test
    void anExactRefitOfTooFewObservationsHasTheLeastNorm() {
        Observations data = Observations.builder(3, 3)
                .add(0, 0, 2)
                .add(1, 0, 1)
                .add(1, 1, -1)
                .add(1, 2, 2)
                .add(2, 1, 3)
                .add(2, 2, 1)
                .build();
        double[][] v = {{3, 1, 0}, {4, -1, 2}};
        EntrywiseIterate a = Entrywise.of(data, Loss.squared()).start();
        a.append(new SingularPair(1, new double[] {5, 1, 1}, v[0]), 1);
        a.append(new SingularPair(1, new double[] {-1, 1, 2}, v[1]), 1);
        for (int twice = 0; twice < 2; twice++) {
            a.refit(Side.LEFT, Refit.exact());
            near(a.matrix().left().get(0, 0), 3 * 2 / 25.0, 1e-9); // x = b·a/‖a‖² with a = (3, 4), b = 2
            near(a.matrix().left().get(0, 1), 4 * 2 / 25.0, 1e-9);
        }
    }

    /* The third column is the sum of the others up to rounding: the normal equations are singular, nearly. */
    @Test
    void anExactRefitOfDependentFactorsHasTheLeastNorm() {
        SplittableRandom random = new SplittableRandom(6);
        List<Entry> entries = entries(true);
        Matrix right = new Matrix(N, RANK);
        for (int j = 0; j < N; j++) {
            right.set(j, 0, random.nextGaussian());
            right.set(j, 1, random.nextGaussian());
            right.set(j, 2, right.get(j, 0) + right.get(j, 1));
        }
        EntrywiseIterate a = Entrywise.of(observations(entries), Loss.squared()).start();
        for (int k = 0; k < RANK; k++) {
            a.append(new SingularPair(1, Matrix.gaussian(M, 1, random).array(), right.column(k)), 1);
        }
        a.refit(Side.LEFT, Refit.exact());
        for (int i = 0; i < M; i++) {
            int row = i;
            List<Entry> own = entries.stream().filter(e -> e.i == row).toList();
            Matrix system = new Matrix(own.size(), RANK);
            Matrix values = new Matrix(own.size(), 1);
            for (int e = 0; e < own.size(); e++) {
                double root = Math.sqrt(own.get(e).weight);
                values.set(e, 0, root * own.get(e).value);
                for (int k = 0; k < RANK; k++) {
                    system.set(e, k, root * right.get(own.get(e).j, k));
                }
            }
            near(Matrix.column(a.matrix().left().row(i)), leastNorm(system, values), 1e-8);
        }
    }

    /* Nothing is known of row 1 and column 2, so they are zero and cost nothing, whatever n^α is at n = 0. */
    @ParameterizedTest
    @CsvSource({"-1", "0", "0.5"})
    void emptyLinesCostNothing(double alpha) {
        Observations data = Observations.builder(3, 3)
                .add(0, 0, 1)
                .add(2, 1, 2)
                .add(2, 0, -1)
                .build();
        EntrywiseIterate a = climbed(Entrywise.of(data, Loss.squared()).withRidge(0.1, alpha), 2);
        LowRankMatrix m = a.matrix();
        double expected = 0.5 * Math.pow(m.get(0, 0) - 1, 2)
                + 0.5 * Math.pow(m.get(2, 1) - 2, 2)
                + 0.5 * Math.pow(m.get(2, 0) + 1, 2);
        int[] rowCounts = {1, 0, 2};
        int[] columnCounts = {2, 1, 0};
        for (int line = 0; line < 3; line++) {
            expected += rowCounts[line] == 0 ? 0 : penalty(m.left(), line, rowCounts[line], alpha);
            expected += columnCounts[line] == 0 ? 0 : penalty(m.right(), line, columnCounts[line], alpha);
        }
        near(a.value(), expected, 1e-12);
        near(Matrix.norm(m.left().row(1)), 0, 0);
        near(Matrix.norm(m.right().row(2)), 0, 0);
    }

    private static double penalty(Matrix factor, int line, int n, double alpha) {
        double norm = Matrix.norm(factor.row(line));
        return 0.5 * 0.1 * Math.pow(n, alpha) * norm * norm;
    }

    @Test
    void eachWithChangesOneThingAlone() {
        Entrywise plain = Entrywise.of(observations(entries(false)), Loss.squared());
        Entrywise one = plain.withBounds(1, 5).withRidge(0.3, 0.5).withSeed(7).withThreads(3);
        Entrywise other = plain.withThreads(3).withSeed(7).withRidge(0.3, 0.5).withBounds(1, 5);
        for (Entrywise problem : new Entrywise[] {one, other}) {
            assertThat(problem.seed()).isEqualTo(7);
            assertThat(problem.threads()).isEqualTo(3);
            assertThat(problem.description()).contains("ridge 0.3·n^0.5").contains("clipped to [1.0, 5.0]");
        }
    }

    /** Of a sum over all entries it is the least weight; a penalty on the factors is no function of A. */
    @Test
    void strongConvexityIsKnownOnlyForAFunctionOfTheMatrix() {
        Matrix m = Matrix.gaussian(4, 3, new SplittableRandom(1));
        Matrix weights = Instances.weights(4, 3, 0.5, 2, new SplittableRandom(2));
        weights.set(2, 1, 0.25);
        Entrywise dense = Entrywise.of(Observations.dense(m, weights), Loss.squared());
        assertThat(dense.strongConvexity()).isEqualTo(0.25);
        assertThat(dense.withRidge(0.1, 0).strongConvexity()).isZero();
        assertThat(Entrywise.of(Observations.dense(m), Loss.huber(1)).strongConvexity())
                .isZero();
        assertThat(Entrywise.of(observations(entries(true)), Loss.squared()).strongConvexity())
                .isZero();
    }
}
