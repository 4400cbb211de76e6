package rung.bench.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.completion.Synthetic;
import rung.completion.order.Order;
import rung.completion.order.Stretches;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;

/** The tables that the sections make are what they say. */
class SectionTablesTest {
    /** The error of the benchmark is that of the paper's problem. */
    @Test
    void thePapersHiddenCellsAreTheTruth() {
        Synthetic problem = new Synthetic(100, 100, 5, 0.2, 10, 3);
        HiddenCells table = PaperSection.table(5, 0.2, 10, 3);
        assertThat(problem.testError(PaperSection.truth(5, 3))).isLessThan(1e-25);
        assertThat(table.observed().values()).containsExactly(problem.data().values());
        assertThat(table.hidden().count()).isEqualTo(10_000 - problem.data().count());
        var other = PaperSection.truth(5, 4);
        double[] filled = new double[table.hidden().count()];
        int[] next = new int[1];
        table.hidden().forEach((i, j, value, weight) -> filled[next[0]++] = other.get(i, j));
        assertThat(table.error(filled)).isCloseTo(problem.testError(other), within(1e-9));
    }

    /** Three tenths are hidden, in stretches of at least the length, and nothing is lost. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 60})
    void outagesAreAsLongAsTheyShould(int length) {
        Matrix speeds = Matrix.gaussian(400, 20, new SplittableRandom(1));
        HiddenCells table = TrafficSection.table(speeds, length, 7);
        assertThat(table.hidden().count()).isEqualTo(2_400);
        assertThat(table.observed().count()).isEqualTo(5_600);
        table.hidden().forEach((i, j, value, weight) -> assertThat(value).isEqualTo(speeds.get(i, j)));
        int[] lengths = Stretches.lengths(table.observed(), Order.of(Side.LEFT, 400));
        long shorter = Arrays.stream(lengths, 0, length).sum();
        assertThat(shorter).isLessThanOrEqualTo(1); // the last one may be cut
        assertThat(table.isOrdered()).isTrue();
        Observations.Split split = table.split(1);
        assertThat(split.heldOut().count()).isCloseTo(560, within(60));
        assertThat(TrafficSection.table(speeds, length, 8).hidden().values())
                .isNotEqualTo(table.hidden().values());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void rowsHaveAsManyValuesAsTheyShould(int values) {
        HiddenCells table = RowsSection.table(10, values, 5);
        Pattern.Lines rows = table.observed().pattern().lines(Side.LEFT);
        for (int i = 0; i < rows.count(); i += 5) {
            assertThat(rows.size(i)).isEqualTo(values);
        }
        assertThat(table.hidden().count()).isEqualTo(60 * (20 - values));
        table.hidden().forEach((i, j, value, weight) -> assertThat(i % 5).isZero());
    }

    /** As many cells are off as were asked for, and those that are not stay as they were. */
    @Test
    void grossErrorsAreAddedToTheSameTable() {
        Observations clean = ErrorsSection.table(0, 2).observed();
        Observations gross = ErrorsSection.table(0.1, 2).observed();
        assertThat(gross.count()).isEqualTo(clean.count());
        int off = 0;
        for (int k = 0; k < clean.count(); k++) {
            off += gross.values()[k] == clean.values()[k] ? 0 : 1;
        }
        assertThat(off).isCloseTo(160, within(50));
        assertThat(ErrorsSection.table(0.1, 2).hidden().values())
                .containsExactly(ErrorsSection.table(0, 2).hidden().values());
    }

    /** Means of many draws are the expected value, and one who knows it is better than the mean of the column. */
    @ParameterizedTest
    @EnumSource
    void drawsHaveTheExpectedValue(KindsSection.Kind kind) {
        SplittableRandom random = new SplittableRandom(9);
        for (double a : new double[] {-1.5, 0, 1}) {
            double[] draws =
                    random.doubles(40_000).map(unused -> kind.draw(a, random)).toArray();
            double mean = Arrays.stream(draws).average().orElseThrow();
            double variance = Arrays.stream(draws)
                    .map(x -> (x - mean) * (x - mean))
                    .average()
                    .orElseThrow();
            assertThat(mean).isCloseTo(kind.mean(a), within(5 * Math.sqrt(variance / draws.length)));
            assertThat(Arrays.stream(draws)).allMatch(x -> switch (kind) {
                case TWO_VALUED -> x == 0 || x == 1;
                case COUNTS -> x >= 0 && x == Math.rint(x);
                case LOG_NORMAL -> x > 0;
            });
            if (kind == KindsSection.Kind.COUNTS) {
                assertThat(variance).isCloseTo(mean, within(0.05 * mean)); // Poisson's
            }
        }
        KindsSection.Drawn drawn = KindsSection.table(List.of(kind), 1);
        assertThat(drawn.least()).isLessThan(0.9);
        assertThat(drawn.table().hidden().count()).isCloseTo(3_600, within(250));
    }

    @Test
    void speedTablesMissAThird() {
        HiddenCells table = SpeedSection.table(3_000, 12, 1);
        assertThat(table.observed().count()).isCloseTo(24_000, within(400));
        assertThat(table.hidden().count()).isCloseTo(120, within(50));
    }
}
