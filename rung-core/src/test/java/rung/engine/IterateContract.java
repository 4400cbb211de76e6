package rung.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.List;
import org.junit.jupiter.api.Test;
import rung.Iterate;
import rung.LowRankMatrix;
import rung.Problem;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/**
 * What every iterate must do, whatever its engine; each subclass names one.
 *
 * @param <A> the engine's iterate
 */
public abstract class IterateContract<A extends Iterate<A>> {
    /** Pairs in U and V where most tests begin. */
    protected static final int STEPS = 3;

    /** For subclasses. */
    protected IterateContract() {}

    /** The engine under test. */
    protected abstract Problem<A> problem();

    /** The loss at U and V as they stand, of which the pairs are to be a gradient. */
    protected abstract double loss(A a);

    /** What the line search is to make least: the loss, unless the engine has a penalty that it searches with. */
    protected double searched(A a) {
        return loss(a);
    }

    /** To what part the engine's numbers are exact. */
    protected double precision() {
        return 1e-12;
    }

    private A climbed() {
        A a = problem().start();
        for (int t = 0; t < STEPS; t++) {
            SingularPair pair = a.steepest();
            a.append(pair, a.lineSearch(pair));
            a.refit(Side.of(t));
        }
        return a;
    }

    /** A copy with one pair more. */
    public static <A extends Iterate<A>> A appended(A a, SingularPair pair, double s) {
        A b = a.copy();
        b.append(pair, s);
        return b;
    }

    @Test
    void startsAtRankZero() {
        A a = problem().start();
        assertThat(a.rank()).isZero();
        assertThat(a.weights()).isEmpty();
        assertThat(a.value()).isFinite();
        assertThat(a.matrix().rows()).isEqualTo(problem().rows());
        assertThat(a.matrix().columns()).isEqualTo(problem().columns());
    }

    @Test
    void anAppendedPairHasTheWeightOfItsStep() {
        A a = climbed();
        double[] before = a.weights();
        assertThat(before).hasSize(STEPS);
        SingularPair pair = a.steepest();
        a.append(pair, 2.5);
        assertThat(a.rank()).isEqualTo(STEPS + 1);
        for (int k = 0; k < STEPS; k++) {
            near(a.weights()[k], before[k], precision());
        }
        near(a.weights()[STEPS], 2.5 * Matrix.norm(pair.u()) * Matrix.norm(pair.v()), precision());
    }

    @Test
    void removeDropsOneColumn() {
        A a = climbed();
        double[] before = a.weights();
        a.remove(1);
        assertThat(a.rank()).isEqualTo(STEPS - 1);
        assertThat(a.weights()).containsExactly(before[0], before[2]);
        assertThat(a.value()).isFinite();
    }

    /* −σ is the slope of the loss along the pair where it begins. */
    @Test
    void thePairLeadsDownAsSteeplyAsItSays() {
        for (A a : List.of(problem().start(), climbed())) {
            SingularPair pair = a.steepest();
            assertThat(pair.sigma()).isPositive();
            double s = a.lineSearch(pair);
            double h = 1e-2 * s; // of a smooth loss: the slope in the middle of a short step
            double slope = (loss(appended(a, pair, h)) - loss(appended(a, pair, h / 2))) / (h / 2);
            near(slope, -pair.sigma() * (1 - 0.75e-2), 2e-2);
        }
    }

    @Test
    void theLineSearchFindsTheLeastLoss() {
        A a = climbed();
        SingularPair pair = a.steepest();
        double s = a.lineSearch(pair);
        assertThat(s).isPositive();
        double least = searched(appended(a, pair, s));
        for (double factor : new double[] {0, 0.8, 1.25, 2}) {
            assertThat(searched(appended(a, pair, s * factor)))
                    .as("%s times the step", factor)
                    .isGreaterThan(least * (1 - precision()));
        }
    }

    @Test
    void aCopyIsIndependentAndGoesOnTheSameWay() {
        A a = climbed();
        LowRankMatrix before = a.matrix();
        double value = a.value();
        A copy = a.copy();
        copy.append(copy.steepest(), 1);
        copy.refit(Side.LEFT);
        copy.refit(Side.RIGHT);
        copy.remove(0);
        assertThat(a.rank()).isEqualTo(STEPS);
        assertThat(a.matrix()).isEqualTo(before);
        assertThat(a.value()).isEqualTo(value);
        A twin = a.copy();
        a.refit(Side.of(STEPS)); // the side that is due
        assertThat(a.matrix()).isNotEqualTo(before);
        assertThat(twin.matrix()).isEqualTo(before);
        twin.refit(Side.of(STEPS));
        assertThat(twin.matrix()).isEqualTo(a.matrix());
        assertThat(twin.value()).isEqualTo(a.value());
    }

    @Test
    void theSameRunGivesTheSameBits() {
        A one = climbed();
        A other = climbed();
        assertThat(other.matrix()).isEqualTo(one.matrix());
        assertThat(other.value()).isEqualTo(one.value());
    }
}
