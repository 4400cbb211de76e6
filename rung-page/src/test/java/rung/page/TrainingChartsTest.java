package rung.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrainingChartsTest {
    @Test
    void theShareOfTheMostPopularIsTheirs() {
        assertThat(TrainingCharts.popularityInWords(new int[] {2, 1, 2}, "ratings"))
                .isEqualTo("80 % of the ratings are of 67 % of the items.");
        assertThat(TrainingCharts.popularityInWords(new int[] {7}, "choices"))
                .isEqualTo("100 % of the choices are of 100 % of the items.");
        assertThat(TrainingCharts.popularityInWords(new int[] {1, 5, 1, 1, 1, 1}, "ratings"))
                .isEqualTo("Half of the ratings are of 17 % of the items.");
        assertThat(TrainingCharts.popularityInWords(
                        IntStream.generate(() -> 3).limit(1001).toArray(), "ratings"))
                .as("501 of 1001")
                .isEqualTo("Half of the ratings are of 50 % of the items.");
    }
}
