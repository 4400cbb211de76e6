package rung.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rung.linalg.Side;

/** The factors by which columns enter the means. */
class ColumnBalanceTest {
    /* Squared norms 81 and 1: U times 1/3 and V times 3 both have 9. The last number is that of the bias. */
    @Test
    void bothSidesGetTheSameNorm() {
        ColumnBalance balance = ColumnBalance.none()
                .before(Side.RIGHT, new double[] {1, 16, 5})
                .before(Side.LEFT, new double[] {81, 1, 7});
        assertThat(balance.scale(Side.LEFT)).containsExactly(1 / 3f, 2);
        assertThat(balance.scale(Side.RIGHT)).containsExactly(3, 1 / 2f);
        assertThat(balance.without(0).scale(Side.LEFT)).containsExactly(2);
    }

    @Test
    void aDrawOfTheRightSideHasTheFactorsOfTheLeftDrawBefore() {
        ColumnBalance balance =
                ColumnBalance.none().before(Side.RIGHT, new double[] {1, 0}).before(Side.LEFT, new double[] {16, 0});
        assertThat(balance.before(Side.RIGHT, new double[] {625, 0}).scale(Side.RIGHT))
                .isEqualTo(balance.scale(Side.RIGHT));
    }

    @Test
    void columnsWithoutNormStayAsTheyAre() {
        assertThat(ColumnBalance.none().scale(Side.LEFT)).isEmpty();
        assertThat(ColumnBalance.none()
                        .before(Side.LEFT, new double[] {1, 2, 3})
                        .scale(Side.LEFT))
                .isEmpty();
        ColumnBalance balance = ColumnBalance.none()
                .before(Side.RIGHT, new double[] {0, 0, Double.NaN, 1, 1})
                .before(Side.LEFT, new double[] {0, 1, 1, 0, 1});
        assertThat(balance.scale(Side.LEFT)).containsOnly(1);
        assertThat(balance.without(9).scale(Side.LEFT)).hasSize(4);
    }
}
