package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.completion.kind.Bounds;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.linalg.Matrix;

class BoundsTest {
    private static Bounds of(double... column) {
        Observations.Builder builder = Observations.builder(column.length, 2);
        for (int i = 0; i < column.length; i++) {
            builder.add(i, 0, column[i]);
        }
        return Bounds.of(builder.build());
    }

    private static double[] range(double from, double to, int count) {
        double[] values = new double[count];
        for (int k = 0; k < count; k++) {
            values[k] = from + (to - from) * k / (count - 1);
        }
        return values;
    }

    @Test
    void twoValuesArePlacesToStayBetween() {
        Bounds bounds = of(2, 5, 5, 2, 2);
        assertThat(bounds.clip(0, 1.9)).isEqualTo(2);
        assertThat(bounds.clip(0, 3.3)).isEqualTo(3.3);
        assertThat(bounds.clip(0, 7)).isEqualTo(5);
        assertThat(of(4, 4).clip(0, 9)).isEqualTo(4);
    }

    @Test
    void oneValueOrTwoSayLittleOfOthers() {
        assertThat(of(-0.25).clip(0, -3)).isEqualTo(-3);
        assertThat(of(-0.25).clip(0, 3)).as("no other sign").isZero();
        assertThat(of(1, 2).clip(0, 3)).isEqualTo(3);
    }

    /* A whole number that is out of bounds stays whole, but not at the price of leaving them on the other side. */
    @Test
    void wholeNumbersStayWholeWithinBounds() {
        double[] counts = range(5, 20, 16);
        double[] small = {-0.04, -0.03, -0.04, -0.03};
        assertThat(filled(1_000, counts)).isEqualTo(Math.floor(of(counts).clip(0, 1_000)));
        assertThat(filled(0, small)).isEqualTo(-0.03);
        assertThat(filled(-1, small)).isEqualTo(-0.04);
    }

    /* Nor in a table: beside a column of counts from 0, numbers of rank 1 say what is below 0. */
    @Test
    void aTableIsNoSurerThanBoundsMovedIt() {
        Matrix table = new Matrix(24, 4);
        for (int i = 0; i < table.rows(); i++) {
            for (int j = 0; j < table.columns(); j++) {
                table.set(i, j, j == 0 && i < 2 ? Double.NaN : (i - 2) * (j + 1));
            }
        }
        Completion.Completed completed = Completion.byDefault()
                .withKind(0, ColumnKind.COUNT)
                .withMaxRank(2)
                .withSmoothness(Smoothness.none())
                .complete(Observations.withHoles(table));
        assertThat(completed.fill(0, 0)).isZero();
        assertThat(completed.uncertainty().orElseThrow().standardError(0, 0)).isGreaterThan(1.9);
    }

    private static double filled(double expected, double... column) {
        return filling(expected, of(column)).at(0, 0);
    }

    private static Filling filling(double expected, Bounds bounds) {
        return new Filling((i, j) -> expected, number -> (i, j) -> expected, bounds);
    }

    /* A fit that is sure of −1 where counts begin at 0: either it or the kind is wrong, so 0 is not sure. */
    @Test
    void aCellIsNoSurerThanBoundsMovedIt() {
        Uncertainty sure = new Uncertainty(
                (i, j) -> 1e-10, column -> Calibration.of(range(0.1, 2, 60)), column -> ColumnKind.COUNT);
        Filling bounded = filling(-1, of(range(0, 20, 21)));
        assertThat(bounded.at(0, 0)).isZero();
        assertThat(sure.with(bounded).standardError(0, 0)).isEqualTo(1);
        assertThat(sure.with(bounded).interval(bounded, 0, 0, 0.9).orElseThrow().high())
                .isGreaterThanOrEqualTo(1);
        for (double value : new double[] {-1, 1 - 1e-11, 14 + 1e-11}) { // no bounds: what the fit is sure of
            Filling free = filling(value, Bounds.none(2));
            assertThat(sure.with(free).standardError(0, 0)).isCloseTo(1e-10, withinPercentage(100));
            assertThat(sure.with(free).interval(free, 0, 0, 0.9))
                    .contains(new Uncertainty.Interval(Math.rint(value), Math.rint(value)));
        }
    }

    @Test
    void theMoreIsKnownTheLessIsAllowedBeyond() {
        double few = of(range(10, 20, 16)).clip(0, 100);
        double many = of(range(10, 20, 1600)).clip(0, 100);
        assertThat(few).isEqualTo(20 + 10 * (2.0 / 4) * (1 + 20.0 / 16));
        assertThat(many).isCloseTo(20.5, within(0.01));
        assertThat(of(range(10, 20, 1600)).clip(0, -100)).isCloseTo(9.5, within(0.01));
    }

    @Test
    void signsAndPilesAreKept() {
        assertThat(of(range(0.5, 20, 16)).clip(0, -3)).isZero();
        assertThat(of(range(-20, -0.5, 16)).clip(0, 3)).isZero();
        double[] shares = range(0, 1, 20);
        shares[3] = 1;
        shares[4] = 1;
        assertThat(of(shares).clip(0, 1.1)).as("three of twenty are at 1").isEqualTo(1);
    }

    @Test
    void aColumnOfWhichNothingIsKnownHasNoBounds() {
        assertThat(of(1, 2).clip(1, -1e300)).isEqualTo(-1e300);
        assertThat(Bounds.none(1).clip(0, 1e300)).isEqualTo(1e300);
    }

    /* What is filled in can be: two-valued columns stay between their values, shares within [0, 1], and counts above 0. */
    @Test
    void fillsStayWithinWhatAColumnCanHold() {
        SplittableRandom random = new SplittableRandom(13);
        Observations.Builder builder = Observations.builder(200, 5);
        for (int i = 0; i < 200; i++) {
            double u = random.nextGaussian();
            double[] row = {
                u > 1 ? 1 : 0,
                Math.max(0, Math.min(1, 0.5 + u)),
                Math.floor(Math.exp(2 * u)),
                u,
                u + 0.1 * random.nextGaussian()
            };
            for (int j = 0; j < 5; j++) {
                if (random.nextDouble() < 0.6) {
                    builder.add(i, j, row[j]);
                }
            }
        }
        Observations data = builder.build();
        Completion completion = Completion.byDefault();
        for (int j = 0; j < 5; j++) {
            completion = completion.withKind(j, ColumnKind.NUMBER);
        }
        Completion.Completed bounded = completion.complete(data);
        Completion.Completed free = completion.withBounds(false).complete(data);
        boolean differ = false;
        for (int i = 0; i < 200; i++) {
            assertThat(bounded.fill(i, 0)).isBetween(0.0, 1.0);
            assertThat(bounded.fill(i, 1)).isBetween(0.0, 1.0);
            assertThat(bounded.fill(i, 2)).isNotNegative();
            differ |= free.fill(i, 0) < 0 || free.fill(i, 1) > 1 || free.fill(i, 2) < 0;
            assertThat(free.fill(i, 3)).isEqualTo(free.matrix().get(i, 3));
        }
        assertThat(differ).as("something to keep within bounds").isTrue();
    }
}
