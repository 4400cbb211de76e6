package rung.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The time left of a completion, on records of sixteen tables between 40×8 and 60,000×10: of low and of high rank, ordered, with gross
 * errors, of several kinds of columns. {@link CompletionRecorder} made them; no clock runs here.
 */
class CompletionForecastTest {
    static List<Path> records() throws IOException, URISyntaxException {
        Path folder =
                Path.of(CompletionForecastTest.class.getResource("records").toURI());
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    /* The part of what is shown from a tenth of each run on that is wrong by more than a factor of two. */
    private static double off(DoubleUnaryOperator clock) throws IOException, URISyntaxException {
        int shown = 0;
        int off = 0;
        for (Path file : records()) {
            List<CompletionRecord.Shown> all = CompletionRecord.read(file).play(clock);
            shown += all.size();
            off += (int) all.stream().filter(CompletionRecord.Shown::isOff).count();
        }
        assertThat(shown).isGreaterThan(200);
        return (double) off / shown;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.4, 1, 2, 6})
    void estimatesAreRightWithinAFactorOfTwoOnSlowerAndFasterMachines(double slower) throws Exception {
        assertThat(off(seconds -> slower * seconds)).isLessThan(0.11);
    }

    /* Something else takes half of the machine every other second. */
    @Test
    void othersMayUseTheMachineNowAndThen() throws Exception {
        assertThat(off(seconds -> {
                    double whole = Math.floor(seconds / 2);
                    return 3 * whole + Math.min(1, seconds - 2 * whole) + 2 * Math.max(0, seconds - 2 * whole - 1);
                }))
                .isLessThan(0.12);
    }

    @ParameterizedTest
    @MethodSource("records")
    void noTableIsForeseenWrongly(Path file) {
        List<CompletionRecord.Shown> shown = CompletionRecord.read(file).play(seconds -> 3 * seconds);
        assertThat(shown).isNotEmpty();
        assertThat(shown.stream().filter(CompletionRecord.Shown::isOff).count())
                .as("%s, of %d", file.getFileName(), shown.size())
                .isLessThanOrEqualTo(Math.max(1, shown.size() / 3));
    }

    @Test
    void theRankAtWhichTheErrorStopsToFallIsForeseen() {
        RankTrend steady = new RankTrend();
        assertThat(steady.end(7)).isEqualTo(7);
        for (int rank = 1; rank <= 8; rank++) {
            steady.add(rank, Math.sqrt(1 - rank / 20.0));
        }
        assertThat(steady.isFlat()).isFalse();
        assertThat(steady.end(7)).isBetween(20.0, 27.0);
        RankTrend flat = new RankTrend();
        for (int rank = 1; rank <= 8; rank++) {
            flat.add(rank, Math.sqrt(Math.max(0.2, 1 - rank / 5.0)));
        }
        assertThat(flat.isFlat()).isTrue();
        assertThat(flat.end(7)).isEqualTo(4);
        assertThat(flat.chosen(0.01)).isEqualTo(8);
    }
}
