package rung.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;
import static rung.Near.small;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import rung.ConvexFunction;
import rung.ExactIterate;
import rung.ExactProblem;
import rung.Instances;
import rung.LowRankMatrix;
import rung.Refit;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.Svd;

/**
 * What every exact iterate must do, from the mathematics of the inner problems; each subclass names an engine and a function.
 *
 * @param <A> the engine's iterate
 */
abstract class ExactIterateContract<A extends ExactIterate<A>> extends IterateContract<A> {
    /** The engine under test. */
    @Override
    protected abstract ExactProblem<A> problem();

    /** The same function written out plainly, without the penalty on the factors. */
    abstract ConvexFunction function();

    /** The engine on the transposed data. */
    abstract ExactProblem<A> transposed();

    /** The gradient of the penalty on the left factor, row by row; zero unless the engine has one. */
    Matrix penaltyGradient(Matrix factor, Side side) {
        return new Matrix(factor.rows(), factor.columns());
    }

    /** The penalty on the factors; zero unless the engine has one. */
    double penalty(LowRankMatrix a) {
        return 0;
    }

    /* This tolerance, or what the engine can keep. */
    private double to(double tolerance) {
        return Math.max(tolerance, precision());
    }

    private A exactlyClimbed(int steps) {
        A a = problem().start();
        for (int t = 0; t < steps; t++) {
            SingularPair pair = a.steepest(1e-10);
            a.append(pair, a.lineSearch(pair));
            a.refit(Side.of(t), Refit.exact());
        }
        return a;
    }

    @Override
    protected double loss(A a) {
        return function().value(a.matrix());
    }

    @Override
    protected double searched(A a) {
        return a.value();
    }

    private LinearOperator gradient(A a) {
        return function().gradient(a.matrix());
    }

    private double scale() {
        return problem().start().steepest(1e-10).sigma();
    }

    @Test
    void startsAtTheZeroMatrix() {
        A a = problem().start();
        assertThat(a.rank()).isZero();
        assertThat(a.matrix().rows()).isEqualTo(problem().rows());
        assertThat(a.matrix().columns()).isEqualTo(problem().columns());
        near(
                a.value(),
                function().value(LowRankMatrix.zero(problem().rows(), problem().columns())),
                to(1e-12));
    }

    @Test
    void theValueIsThatOfTheMatrix() {
        A a = exactlyClimbed(STEPS);
        near(a.value(), function().value(a.matrix()) + penalty(a.matrix()), to(1e-11));
    }

    @Test
    void theSteepestPairIsTheTopOfAnIndependentSvdOfTheGradient() {
        A a = exactlyClimbed(STEPS);
        Svd svd = Instances.ejmlSvd(dense(gradient(a)));
        SingularPair pair = a.steepest(1e-10);
        near(pair.sigma(), svd.sigma()[0], to(1e-9));
        near(Matrix.norm(pair.u()), 1, to(1e-12));
        near(Matrix.norm(pair.v()), 1, to(1e-12));
        Matrix uGv = Matrix.column(pair.u()).multiplyTransposed(gradient(a).multiply(Matrix.column(pair.v())));
        near(uGv.get(0, 0), svd.sigma()[0], to(1e-8));
    }

    @Test
    void theLineSearchStopsWhereTheSlopeVanishes() {
        A a = exactlyClimbed(STEPS - 1);
        SingularPair pair = a.steepest(1e-10);
        double s = a.lineSearch(pair);
        assertThat(s).isPositive();
        double best = appended(a, pair, s).value();
        for (double factor : new double[] {0, 0.9, 0.99, 1.01, 1.1, 2}) {
            assertThat(appended(a, pair, s * factor).value()).isGreaterThanOrEqualTo(best - 1e-9 * Math.abs(best));
        }
    }

    @Test
    void appendSubtractsTheScaledPair() {
        A a = exactlyClimbed(1);
        SingularPair pair = a.steepest(1e-10);
        Matrix expected = a.matrix().toDense();
        for (int i = 0; i < expected.rows(); i++) {
            for (int j = 0; j < expected.columns(); j++) {
                expected.set(i, j, expected.get(i, j) - 2.5 * pair.u()[i] * pair.v()[j]);
            }
        }
        a.append(pair, 2.5);
        assertThat(a.rank()).isEqualTo(2);
        near(a.matrix().toDense(), expected, to(1e-12));
        double[] weights = a.weights();
        near(weights[1], 2.5, to(1e-12));
    }

    @Test
    void anExactCoreRefitLeavesNoGradientBetweenTheSpans() {
        A a = exactlyClimbed(STEPS);
        SingularPair pair = a.steepest(1e-10);
        a.append(pair, 1);
        double before = a.value();
        a.refitCore(Refit.exact());
        assertThat(a.value()).isLessThanOrEqualTo(before + to(1e-12) * Math.abs(before));
        Svd svd = a.matrix().orthonormal();
        Matrix u = a.matrix().left();
        // UᵀGV + Uᵀ·(gradient of the penalty), in an orthonormal basis of U
        Matrix inner = gradient(a).multiply(a.matrix().right());
        Matrix penalty = penaltyGradient(u, Side.LEFT);
        for (int k = 0; k < inner.array().length; k++) {
            inner.array()[k] += penalty.array()[k];
        }
        small(
                svd.u().multiplyTransposed(inner),
                to(1e-7) * scale() * Math.max(1, a.matrix().right().norm()));
    }

    @Test
    void anExactRefitOfASideLeavesNoGradientAlongIt() {
        for (Side side : Side.values()) {
            A a = exactlyClimbed(STEPS);
            SingularPair pair = a.steepest(1e-10);
            a.append(pair, 1);
            double before = a.value();
            LowRankMatrix fixed = a.matrix();
            a.refit(side, Refit.exact());
            assertThat(a.value()).isLessThanOrEqualTo(before + to(1e-12) * Math.abs(before));
            boolean left = side == Side.LEFT;
            LowRankMatrix m = a.matrix();
            assertThat((left ? m.right() : m.left()).array())
                    .as("the other side")
                    .isEqualTo((left ? fixed.right() : fixed.left()).array());
            Matrix along = left ? gradient(a).multiply(m.right()) : gradient(a).multiplyTransposed(m.left());
            Matrix penalty = penaltyGradient(left ? m.left() : m.right(), left ? Side.LEFT : Side.RIGHT);
            for (int k = 0; k < along.array().length; k++) {
                along.array()[k] += penalty.array()[k];
            }
            small(along, to(1e-7) * scale() * Math.max(1, (left ? m.right() : m.left()).norm()));
        }
    }

    @Test
    void exactRefitsFromZeroAndWarmAgree() {
        for (Side side : Side.values()) {
            A warm = exactlyClimbed(STEPS);
            A zero = warm.copy();
            Side other = side.other();
            warm.refit(other, Refit.exact());
            zero.refit(other, Refit.exact());
            warm.refit(side, Refit.exact());
            zero.refit(side, new Refit(Refit.EXACT, true));
            near(zero.value(), warm.value(), to(1e-9));
        }
    }

    @Test
    void moreInnerIterationsGetNoWorse() {
        A start = exactlyClimbed(STEPS);
        start.append(start.steepest(1e-10), 1);
        double last = start.value();
        for (int k : new int[] {1, 2, 4, 8, 16, Refit.EXACT}) {
            A a = start.copy();
            a.refit(Side.LEFT, Refit.warm(k));
            assertThat(a.value()).as("%s iterations", k).isLessThanOrEqualTo(last + to(1e-10) * Math.abs(last));
            last = a.value();
        }
    }

    @Test
    void moreInnerIterationsOnTheCoreGetNoWorse() {
        A start = exactlyClimbed(STEPS);
        start.append(start.steepest(1e-10), 1);
        double last = start.value();
        for (int k : new int[] {1, 2, 4, 8, 16, Refit.EXACT}) {
            A a = start.copy();
            a.refitCore(Refit.warm(k));
            assertThat(a.value()).as("%s iterations", k).isLessThanOrEqualTo(last + to(1e-10) * Math.abs(last));
            last = a.value();
        }
    }

    /* The fixed side is the same for both iterates, the moving one is not: from zero that must not show. */
    @Test
    void fewIterationsFromZeroForgetWhereTheSideWas() {
        for (Side side : Side.values()) {
            A a = exactlyClimbed(STEPS);
            a.append(a.steepest(1e-10), 1);
            A b = a.copy();
            b.refit(side, Refit.exact());
            assertThat(a.matrix().distance(b.matrix())).isGreaterThan(1e-3);
            a.refit(side, Refit.fromZero(2));
            b.refit(side, Refit.fromZero(2));
            near(b.matrix().toDense(), a.matrix().toDense(), to(1e-7));
        }
    }

    /* A core refit leaves the spans as they are, so a second one from zero must not see the first. */
    @Test
    void fewIterationsFromZeroForgetWhereTheCoreWas() {
        A a = exactlyClimbed(STEPS);
        a.append(a.steepest(1e-10), 1);
        A b = a.copy();
        b.refitCore(Refit.exact());
        assertThat(a.matrix().distance(b.matrix())).isGreaterThan(1e-3);
        a.refitCore(Refit.fromZero(2));
        b.refitCore(Refit.fromZero(2));
        near(b.matrix().toDense(), a.matrix().toDense(), to(1e-7));
    }

    @Test
    void theValueFollowsEveryChange() {
        A a = exactlyClimbed(STEPS);
        SingularPair pair = a.steepest(1e-10);
        List<Consumer<A>> changes = List.of(
                b -> b.append(pair, 0.5),
                b -> b.refit(Side.LEFT, Refit.warm(1)),
                b -> b.refit(Side.RIGHT, Refit.warm(1)),
                b -> b.refitCore(Refit.warm(1)),
                A::truncate,
                b -> b.remove(0));
        for (Consumer<A> change : changes) {
            assertThat(a.value()).isFinite(); // asked for, so that an engine that keeps it has one to forget
            change.accept(a);
            near(a.value(), function().value(a.matrix()) + penalty(a.matrix()), to(1e-10));
        }
    }

    @Test
    void theTransposedProblemGivesTheTransposedIterate() {
        A a = problem().start();
        A b = transposed().start();
        for (int t = 0; t < STEPS; t++) {
            SingularPair pair = a.steepest(1e-10);
            SingularPair swapped = new SingularPair(pair.sigma(), pair.v(), pair.u());
            near(b.steepest(1e-10).sigma(), pair.sigma(), to(1e-6));
            double s = a.lineSearch(pair);
            near(b.lineSearch(swapped), s, to(1e-5));
            a.append(pair, s);
            b.append(swapped, s);
            a.refit(Side.of(t), Refit.warm(3));
            b.refit(Side.of(t + 1), Refit.warm(3));
            near(b.matrix().transposed().toDense(), a.matrix().toDense(), to(1e-8));
            near(b.value(), a.value(), to(1e-9));
        }
        a.refitCore(Refit.exact());
        if (penalty(a.matrix()) == 0) { // with a penalty the core belongs to the left side
            b.refitCore(Refit.exact());
            near(b.value(), a.value(), to(1e-8));
        }
    }

    @Test
    void truncateDropsTheSmallestSingularValue() {
        A a = exactlyClimbed(STEPS);
        Matrix expected = Instances.ejmlTruncated(a.matrix().toDense(), STEPS - 1);
        a.truncate();
        assertThat(a.rank()).isEqualTo(STEPS - 1);
        near(a.matrix().toDense(), expected, to(1e-10));
        near(a.value(), function().value(a.matrix()) + penalty(a.matrix()), to(1e-10));
        double[] sigma = Instances.ejmlSvd(expected).sigma(); // the root of each to either side
        for (int i = 0; i < STEPS - 1; i++) {
            near(Matrix.norm(a.matrix().left().column(i)), Math.sqrt(sigma[i]), to(1e-8));
            near(Matrix.norm(a.matrix().right().column(i)), Math.sqrt(sigma[i]), to(1e-8));
        }
    }

    @Test
    void theGradientIsThatOfTheFunction() {
        A a = exactlyClimbed(STEPS);
        near(dense(a.gradient()), dense(gradient(a)), to(1e-10));
    }

    @Test
    void removeDropsOnePair() {
        A a = exactlyClimbed(STEPS);
        Matrix u = a.matrix().left();
        Matrix v = a.matrix().right();
        a.remove(1);
        assertThat(a.rank()).isEqualTo(STEPS - 1);
        near(a.matrix().toDense(), u.withoutColumn(1).multiplyByTransposed(v.withoutColumn(1)), to(1e-12));
        near(a.value(), function().value(a.matrix()) + penalty(a.matrix()), to(1e-10));
    }

    @Test
    void aCopyIsIndependent() {
        A a = exactlyClimbed(STEPS);
        LowRankMatrix before = a.matrix();
        double value = a.value();
        A copy = a.copy();
        copy.append(copy.steepest(1e-10), 1);
        copy.refit(Side.LEFT, Refit.warm(2));
        copy.refit(Side.RIGHT, Refit.exact());
        copy.truncate();
        assertThat(a.matrix()).isEqualTo(before);
        assertThat(a.value()).isEqualTo(value);
        A other = a.copy();
        a.refit(Side.RIGHT, Refit.exact());
        assertThat(other.matrix()).isEqualTo(before);
        assertThat(other.value()).isEqualTo(value);
    }

    static Matrix dense(LinearOperator a) {
        return a.multiply(Matrix.identity(a.columns()));
    }

    static SplittableRandom random() {
        return new SplittableRandom(20210405);
    }
}
