package rung.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.linalg.Matrix;

/** What is foreseen of a completion: neighbors that are alike, and columns of several kinds. */
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
    void aSecondFitIsForeseenForColumnsOfSeveralKindsOnly() {
        Observations data = table(0);
        List<ColumnKind> numbers = Collections.nCopies(COLUMNS, ColumnKind.NUMBER);
        List<ColumnKind> counts = Collections.nCopies(COLUMNS, ColumnKind.COUNT);
        assertThat(new CompletionTime(data, numbers).usual(false))
                .doesNotContainKeys(CompletionTime.KINDS_CHOOSING, CompletionTime.KINDS_FITTING);
        Map<String, Double> usual = new CompletionTime(data, counts).usual(false);
        assertThat(usual).containsKeys(CompletionTime.KINDS_CHOOSING, CompletionTime.KINDS_FITTING);
        assertThat(usual.get(CompletionTime.NEIGHBORS)).isZero();
        assertThat(new CompletionTime(data, counts).usual(true).get(CompletionTime.NEIGHBORS))
                .isPositive();
    }

    @Test
    void drawsAreForeseenWhileTheyAreAffordable() {
        List<ColumnKind> numbers = Collections.nCopies(COLUMNS, ColumnKind.NUMBER);
        CompletionTime time = new CompletionTime(table(0), numbers);
        assertThat(time.draws(0)).containsEntry(CompletionTime.AVERAGING, 0.0);
        for (String part : List.of(CompletionTime.DRAWS, CompletionTime.AVERAGING)) {
            assertThat(time.draws(6).get(part))
                    .isGreaterThan(time.draws(3).get(part))
                    .isPositive();
        }
        assertThat(time.draws(100_000).values()).containsOnly(0.0);
    }
}
