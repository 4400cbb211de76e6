package rung.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rung.LowRankMatrix;
import rung.Refit;
import rung.engine.preference.PreferenceClimb;
import rung.linalg.Side;

/**
 * What every pair must do that climbs preferences by many columns at once, wherever its lines are kept; each subclass names a place.
 *
 * @param <A> the pair
 */
public abstract class PreferenceClimbContract<A extends PreferenceClimb<A>> {
    private static final int COLUMNS = 5;

    /** For subclasses. */
    protected PreferenceClimbContract() {}

    /** A pair of rank 0, over entries that more than {@value #COLUMNS} columns help to explain. */
    protected abstract A start();

    /** R without the penalty at a matrix, written down from the definition. */
    protected abstract double loss(LowRankMatrix a);

    /** To what part the place's numbers are exact. */
    protected double precision() {
        return 1e-5;
    }

    private A climbed() {
        A a = start();
        a.appendTop(COLUMNS);
        a.refit(Side.LEFT, Refit.exact());
        return a;
    }

    @Test
    void rankZeroIsTheZeroMatrix() {
        A a = start();
        assertThat(a.rank()).isZero();
        assertThat(a.matrix().norm()).isZero();
        double loss = loss(a.matrix());
        assertThat(a.value()).isBetween(loss * (1 - precision()), loss * (1 + precision()));
        a.release();
    }

    @Test
    void appendedColumnsLowerTheObjective() {
        A a = start();
        for (int times = 0; times < 2; times++) {
            int rank = a.rank();
            double before = a.value();
            int appended = a.appendTop(COLUMNS);
            assertThat(appended).isBetween(1, COLUMNS);
            assertThat(a.rank()).isEqualTo(rank + appended);
            assertThat(a.matrix().rank()).isEqualTo(a.rank());
            assertThat(a.value()).isLessThan(before);
        }
        a.release();
    }

    @Test
    void theValueIsTheLossAndAPenaltyThatIsNotNegative() {
        A a = climbed();
        double loss = loss(a.matrix());
        double none = loss(LowRankMatrix.zero(a.matrix().rows(), a.matrix().columns()));
        assertThat(a.value()).isBetween(loss * (1 - precision()), none);
        a.release();
    }

    @Test
    void noRefitRaisesTheObjective() {
        A a = climbed();
        for (Refit refit : new Refit[] {Refit.warm(3), Refit.exact(), Refit.exact()}) {
            for (Side side : Side.values()) {
                double before = a.value();
                a.refit(side, refit);
                assertThat(a.value()).isLessThanOrEqualTo(before * (1 + precision()));
            }
        }
        a.release();
    }

    @Test
    void anExactRefitOfTheSameSideChangesNothingMore() {
        A a = climbed();
        a.refit(Side.RIGHT, Refit.exact());
        LowRankMatrix once = a.matrix();
        a.refit(Side.RIGHT, Refit.exact());
        assertThat(a.matrix().distance(once)).isLessThan(100 * precision() * once.norm());
        a.release();
    }

    @Test
    void aCopyIsLeftAlone() {
        A a = climbed();
        A copy = a.copy();
        LowRankMatrix before = a.matrix();
        double value = a.value();
        a.appendTop(2);
        a.refit(Side.RIGHT, Refit.exact());
        assertThat(copy.rank()).isEqualTo(before.rank());
        assertThat(copy.matrix().distance(before)).isLessThan(precision() * before.norm());
        assertThat(copy.value()).isBetween(value * (1 - precision()), value * (1 + precision()));
        a.release();
        copy.release();
    }
}
