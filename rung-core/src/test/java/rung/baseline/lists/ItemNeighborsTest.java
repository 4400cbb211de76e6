package rung.baseline.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.Execution;
import rung.data.Ratings;

class ItemNeighborsTest {
    @ParameterizedTest
    @CsvSource({"1, 0", "5, 0", "5, 3.5", "25, 10", "100, 10"})
    void scoresAreSumsOverAllPairs(int neighbors, double shrinkage) {
        Ratings train = ListInstances.random(40, 25, 0.5, 7);
        double[][] x = ListInstances.dense(train);
        ListMethod.Fit fit = new ItemNeighbors(neighbors, shrinkage).fit(train, Execution.byDefault());
        for (int user = 0; user < 40; user++) {
            float[] scores = ListInstances.scores(fit, user, 25);
            for (int i = 0; i < 25; i++) {
                double expected = 0;
                for (int j : nearest(x, i, neighbors, shrinkage)) {
                    expected += x[user][j] * similarity(x, i, j, shrinkage);
                }
                assertThat((double) scores[i]).isCloseTo(expected, within(1e-5));
            }
        }
    }

    private static double similarity(double[][] x, int i, int j, double shrinkage) {
        double common = 0;
        double first = 0;
        double second = 0;
        for (double[] row : x) {
            common += row[i] * row[j];
            first += row[i];
            second += row[j];
        }
        return common / (Math.sqrt(first * second) + shrinkage);
    }

    private static List<Integer> nearest(double[][] x, int i, int neighbors, double shrinkage) {
        return IntStream.range(0, x[0].length)
                .boxed()
                .filter(j -> j != i && similarity(x, i, j, shrinkage) > 0)
                .sorted(Comparator.comparing((Integer j) -> -(float) similarity(x, i, j, shrinkage)))
                .limit(neighbors)
                .toList();
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> new ItemNeighbors(0, 1)).hasMessage("neighbors must be at least 1, got 0");
        assertThatThrownBy(() -> new ItemNeighbors(1, -1))
                .hasMessage("shrinkage must be finite and not negative, got -1.0");
    }
}
