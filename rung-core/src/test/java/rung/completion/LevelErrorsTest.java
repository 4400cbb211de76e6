package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.linalg.Matrix;

/** Tables that are too small to hold anything out say how sure their cells are, too. */
class LevelErrorsTest {
    private static final double HOLE = Double.NaN;

    private static Completion.Completed complete(double[]... rows) {
        return Completion.byDefault().complete(Observations.withHoles(Matrix.of(rows)));
    }

    /* What single cells are off if they are left out, by the other five: from 0.8 to 4.5 here. */
    @Test
    void cellsThatAreLeftOutTellTheError() {
        double[][] rows = {{1, 2.5}, {2, HOLE}, {3, 6.1}, {HOLE, 8.2}};
        Completion.Completed completed = complete(rows);
        Uncertainty sure = completed.uncertainty().orElseThrow();
        for (int[] hole : new int[][] {{1, 1}, {3, 0}}) {
            double error = sure.standardError(hole[0], hole[1]);
            double fill = completed.fill(hole[0], hole[1]);
            assertThat(error).isBetween(0.8, 4.5);
            Uncertainty.Interval interval =
                    sure.interval(completed.filling(), hole[0], hole[1], 0.9).orElseThrow();
            assertThat(interval.contains(fill)).isTrue();
            double squares = 0;
            for (int k = 0; k < 400; k++) {
                squares += Math.pow(completed.filling().drawn(k).at(hole[0], hole[1]) - fill, 2);
            }
            assertThat(Math.sqrt(squares / 400) / error).isBetween(0.85, 1.15);
        }
    }

    @Test
    void standardErrorsAreNumbersWhateverIsThere() {
        double[][][] tables = {
            {{1}, {2}, {HOLE}, {4}},
            {{1, HOLE}, {HOLE, 4}},
            {{1, 3}, {2, HOLE}},
            {{1, 5}, {1, HOLE}, {1, 7}, {HOLE, 5}},
            {{1, 2500}, {2, HOLE}, {3, 6100}, {HOLE, 8200}}
        };
        for (double[][] rows : tables) {
            Uncertainty sure = complete(rows).uncertainty().orElseThrow();
            for (int i = 0; i < rows.length; i++) {
                for (int j = 0; j < rows[i].length; j++) {
                    assertThat(sure.standardError(i, j)).isFinite().isGreaterThan(0.01);
                }
            }
        }
    }

    @Test
    void nothingIsUncertainWhereNothingVaries() {
        double[][] rows = {{1, 5}, {1, HOLE}, {1, 5}, {HOLE, 5}};
        assertThat(complete(rows).uncertainty().orElseThrow().standardError(1, 1))
                .isBetween(0.0, 1e-9);
    }

    /* Labels of which nothing but their shares is known: two of three are the first, each counted once more, so two of five are not. */
    @Test
    void labelsHaveTheirShares() {
        double[][] rows = {{0, 2.5}, {1, HOLE}, {0, 6.1}, {HOLE, 8.2}};
        Completion.Completed completed = Completion.byDefault()
                .withKind(0, ColumnKind.CATEGORY)
                .complete(Observations.withHoles(Matrix.of(rows)));
        assertThat(completed.uncertainty().orElseThrow().standardError(3, 0)).isEqualTo(1 - 3 / 5.0);
        int others = 0;
        for (int k = 0; k < 600; k++) {
            others += completed.draw(k).at(3, 0) == 1 ? 1 : 0;
        }
        assertThat(others).isBetween(150, 250);
    }
}
