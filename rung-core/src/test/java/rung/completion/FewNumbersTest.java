package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.completion.Completion.Completed;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.linalg.Matrix;

/** Tables of labels with one column of numbers or none: labels learn from each other and from the number. */
class FewNumbersTest {
    private static final double HOLE = Double.NaN;
    private static final int ROWS = 30;

    /* The labels of a row are all the same, and the number goes with them. */
    private static Matrix table(int numbers) {
        Matrix table = new Matrix(ROWS, numbers + 3);
        for (int i = 0; i < ROWS; i++) {
            int label = i * 7 % 5 < 3 ? 1 : 0;
            for (int j = 0; j < table.columns(); j++) {
                boolean isHole = j == numbers + 1 + i % 2 && i % 5 == 0;
                table.set(i, j, isHole ? HOLE : j < numbers ? 10 * label + i * 11 % 13 * 0.4 : label);
            }
        }
        return table;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void labelsLearnFromEachOther(int numbers) {
        Matrix table = table(numbers);
        Completion completion = Completion.byDefault();
        for (int j = numbers; j < table.columns(); j++) {
            completion = completion.withKind(j, ColumnKind.CATEGORY);
        }
        Completed completed = completion.complete(Observations.withHoles(table));
        for (int i = 0; i < ROWS; i++) {
            for (int j = numbers; j < table.columns(); j++) {
                if (Double.isNaN(table.get(i, j))) {
                    assertThat(completed.fill(i, j)).as("row %d", i).isEqualTo(table.get(i, numbers));
                    assertThat(completed.uncertainty().orElseThrow().standardError(i, j))
                            .isLessThan(0.3);
                }
            }
        }
        List<Completion.Column> labels = completed.columns().subList(numbers, table.columns());
        assertThat(labels)
                .allSatisfy(column -> assertThat(column.error().orElseThrow())
                        .isLessThan(0.5 * column.errorOfMean().orElseThrow()));
        assertThat(completed.rank()).isPositive();
        assertThat(completed.heldOutError().isPresent()).isEqualTo(numbers > 0);
    }
}
