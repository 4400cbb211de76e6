package rung.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.linalg.Matrix;

/** What is foreseen of a completion from the table alone: neighbors that are alike, columns of several kinds, draws. */
class CompletionTimeTest {
    private static final int ROWS = 200;
    private static final int COLUMNS = 8;

    /* Levels of rows and columns, and what each column adds to the row before, of which {@code kept} stays. */
    private static Observations table(double kept) {
        SplittableRandom random = new SplittableRandom(7);
        double[] state = new double[COLUMNS];
        Matrix m = new Matrix(ROWS, COLUMNS);
        for (int i = 0; i < ROWS; i++) {
            double level = 5 * Math.sin(0.1 * i);
            for (int j = 0; j < COLUMNS; j++) {
                state[j] = kept * state[j] + random.nextGaussian();
                m.set(i, j, random.nextInt(5) == 0 ? Double.NaN : level + j + state[j]);
            }
        }
        return Observations.withHoles(m);
    }

    @Test
    void neighborsAreForeseenWhereTheyAreAlikeBeyondLevels() {
        assertThat(CompletionTime.looksOrdered(table(0.9))).isTrue();
        assertThat(CompletionTime.looksOrdered(table(0))).isFalse();
    }

    @Test
    void columnsOfSeveralKindsAreFittedTwice() {
        Observations data = table(0);
        List<ColumnKind> numbers = Collections.nCopies(COLUMNS, ColumnKind.NUMBER);
        List<ColumnKind> counts = Collections.nCopies(COLUMNS, ColumnKind.COUNT);
        assertThat(CompletionTime.of(data, numbers).hasKinds()).isFalse();
        assertThat(CompletionTime.of(data, counts).hasKinds()).isTrue();
        assertThat(CompletionTime.of(data, counts).isSkewed()).isTrue();
        assertThat(CompletionTime.of(data, counts).hasCategories()).isFalse();
    }

    @Test
    void drawsAreMadeWhileTheyAreAffordable() {
        List<ColumnKind> numbers = Collections.nCopies(COLUMNS, ColumnKind.NUMBER);
        CompletionTime time = CompletionTime.of(table(0), numbers);
        assertThat(time.affordableDraws(0)).isZero();
        assertThat(time.affordableDraws(3)).isGreaterThan(time.affordableDraws(6));
        assertThat(time.affordableDraws(6)).isGreaterThan(1);
        assertThat(time.affordableDraws(100_000)).isLessThan(1);
        assertThat(time.draw(6)).isGreaterThan(time.draw(3));
    }
}
