package rung.baseline.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.Execution;
import rung.LowRankMatrix;
import rung.Refit;
import rung.Step;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.engine.preference.PreferenceIterate;
import rung.engine.preference.Preferences;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.Workers;

class ImplicitAlsTest {
    private static final double ALPHA = 1.5;
    private static final double LAMBDA = 4;

    private static final Ratings WEIGHTED = ListInstances.random(30, 22, 0.5, 1).withMeaning(Meaning.WEIGHT);

    private final ConfidenceLeastSquares problem =
            new ConfidenceLeastSquares(Choices.of(WEIGHTED), ALPHA, LAMBDA, Workers.ONE);

    private static Factors start(int rank) {
        return Factors.random(30, 22, rank, 0.5, 3);
    }

    /** The definition, over all pairs; with the gradient of one side. */
    private static double value(Factors a, Side side, Matrix gradient) {
        double[][] w = new double[30][22];
        for (int e = 0; e < WEIGHTED.count(); e++) {
            w[WEIGHTED.user()[e]][WEIGHTED.item()[e]] = WEIGHTED.value()[e];
        }
        double norm = a.users().norm();
        double other = a.items().norm();
        double sum = LAMBDA * (norm * norm + other * other);
        Matrix scores = a.users().multiplyByTransposed(a.items());
        int r = a.users().columns();
        for (int u = 0; u < 30; u++) {
            for (int i = 0; i < 22; i++) {
                double residual = (w[u][i] > 0 ? 1 : 0) - scores.get(u, i);
                double confidence = 1 + ALPHA * w[u][i];
                sum += confidence * residual * residual;
                for (int k = 0; k < r; k++) {
                    int line = side == Side.LEFT ? u : i;
                    double factor =
                            side == Side.LEFT ? a.items().get(i, k) : a.users().get(u, k);
                    gradient.set(line, k, gradient.get(line, k) - 2 * confidence * residual * factor);
                }
            }
        }
        Matrix own = side == Side.LEFT ? a.users() : a.items();
        for (int e = 0; e < own.array().length; e++) {
            gradient.array()[e] += 2 * LAMBDA * own.array()[e];
        }
        return sum;
    }

    private static Matrix zero(Side side, int rank) {
        return new Matrix(side == Side.LEFT ? 30 : 22, rank);
    }

    @Test
    void theValueIsThatOfTheDefinition() {
        Factors a = start(5);
        double expected = value(a, Side.LEFT, zero(Side.LEFT, 5));
        assertThat(problem.value(a)).isCloseTo(expected, within(1e-10 * expected));
    }

    @Test
    void eachHalfStepMakesTheGradientOfItsSideZeroAndNeverRaisesTheValue() {
        Factors a = start(5);
        double before = problem.value(a);
        for (int step = 0; step < 10; step++) {
            Side side = step % 2 == 0 ? Side.LEFT : Side.RIGHT;
            problem.solve(a, side);
            Matrix gradient = zero(side, 5);
            double value = value(a, side, gradient);
            assertThat(gradient.norm()).isLessThan(1e-9 * value);
            assertThat(value).isLessThanOrEqualTo(before * (1 + 1e-12));
            before = value;
        }
    }

    @Test
    void bothGradientsAreZeroWhenItHasConverged() {
        Factors a = start(4);
        for (int step = 0; step < 3_000; step++) {
            problem.solve(a, Side.LEFT);
            problem.solve(a, Side.RIGHT);
        }
        Matrix gradient = zero(Side.LEFT, 4);
        double value = value(a, Side.LEFT, gradient);
        assertThat(gradient.norm()).isLessThan(1e-6 * value);
    }

    /**
     * With c = 1 + α·w, c·(1 − a)² = (c − 1)·(c/(c − 1) − a)² + a² − c/(c − 1): the engine's problem with weights c − 1, targets c/(c − 1)
     * and 1 for all entries, which is half of this one but for a constant.
     */
    @Test
    void theEngineOfPreferencesFindsTheSame() {
        int rank = 8;
        float[] weights = new float[WEIGHTED.count()];
        float[] targets = new float[WEIGHTED.count()];
        double constant = 0;
        for (int e = 0; e < weights.length; e++) {
            double c = 1 + ALPHA * WEIGHTED.value()[e];
            weights[e] = (float) (c - 1);
            targets[e] = (float) (c / (c - 1));
            constant -= c / (c - 1);
        }
        PreferenceIterate theirs = Preferences.of(30, 22, WEIGHTED.user(), WEIGHTED.item(), weights, targets)
                .withAlpha(1)
                .withRidge(LAMBDA, 0)
                .start();
        SplittableRandom random = new SplittableRandom(5);
        for (int k = 0; k < rank; k++) {
            double[] u = Matrix.gaussian(30, 1, random).array();
            double[] v = Matrix.gaussian(22, 1, random).array();
            theirs.append(new SingularPair(1, u, v), 0.1);
        }
        assertSame(theirs, constant, 1e-5);
        Factors ours = start(rank);
        for (int step = 0; step < 1_000; step++) {
            problem.solve(ours, Side.LEFT);
            problem.solve(ours, Side.RIGHT);
            theirs.refit(Side.LEFT, Refit.exact());
            theirs.refit(Side.RIGHT, Refit.exact());
        }
        assertSame(theirs, constant, 1e-5);
        double value = problem.value(ours);
        assertThat(2 * theirs.value() + constant).isCloseTo(value, within(1e-4 * value));
        Matrix difference = theirs.matrix().toDense().plus(-1, ours.users().multiplyByTransposed(ours.items()));
        assertThat(difference.norm()).isLessThan(2e-3 * Math.sqrt(value));
    }

    private void assertSame(PreferenceIterate theirs, double constant, double tolerance) {
        LowRankMatrix a = theirs.matrix();
        double here = problem.value(new Factors(a.left(), a.right(), new double[22]));
        assertThat(2 * theirs.value() + constant).isCloseTo(here, within(tolerance * here));
    }

    @Test
    void iterationsAreToldAndFall() {
        List<Step> steps = new ArrayList<>();
        ImplicitAls als = ImplicitAls.byDefault().withRank(3).withLambda(2);
        als.fit(WEIGHTED, Execution.byDefault().withListener(progress -> {
            steps.add(progress.step());
            assertThat(progress.steps()).hasValue(ImplicitAls.ITERATIONS);
        }));
        assertThat(steps).hasSize(ImplicitAls.ITERATIONS);
        for (int k = 1; k < steps.size(); k++) {
            assertThat(steps.get(k).value())
                    .isLessThanOrEqualTo(steps.get(k - 1).value() * (1 + 1e-12));
        }
    }

    @Test
    void weightsCount() {
        ImplicitAls als = ImplicitAls.byDefault().withRank(3).withLambda(2);
        ListMethod.Fit weighted = als.fit(WEIGHTED, Execution.byDefault());
        ListMethod.Fit binary = als.fit(WEIGHTED.withMeaning(Meaning.RATING), Execution.byDefault());
        assertThat(ListInstances.scores(weighted, 0, 22)).isNotEqualTo(ListInstances.scores(binary, 0, 22));
    }

    @Test
    void ownBlocksComeFirst() {
        Ratings train = ListInstances.blocks(300, 40, 4, 3);
        ListMethod.Fit fit = ImplicitAls.byDefault().withRank(6).fit(train, Execution.byDefault());
        assertThat(Planted.precision(fit, train, 4)).isGreaterThan(0.95);
    }

    @Test
    void refusals() {
        ImplicitAls als = ImplicitAls.byDefault();
        assertThatThrownBy(() -> als.withRank(0)).hasMessage("rank must be at least 1, got 0");
        assertThatThrownBy(() -> als.withAlpha(-1)).hasMessage("alpha must be finite and not negative, got -1.0");
        assertThatThrownBy(() -> als.withLambda(0)).hasMessage("lambda must be positive and finite, got 0.0");
        assertThatThrownBy(() -> als.withIterations(0)).hasMessage("iterations must be at least 1, got 0");
    }
}
