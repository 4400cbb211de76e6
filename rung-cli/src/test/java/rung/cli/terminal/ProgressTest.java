package rung.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of progress at any width, and one estimate of the time that is left. */
class ProgressTest {
    @AfterEach
    void forget() {
        System.clearProperty(Terminal.PROPERTY);
        System.clearProperty(Terminal.COLUMNS);
    }

    private static ProgressLine line() {
        return ProgressLine.of("choosing the rank: 7 of at most 30")
                .detail("error 0.8412")
                .detail("12.3 M ratings a second")
                .end("about 1:20 min left");
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 60, 80, 100, 200})
    void aLineNeverWraps(int columns) {
        System.setProperty(Terminal.PROPERTY, "true");
        System.setProperty(Terminal.COLUMNS, String.valueOf(columns));
        StringWriter out = new StringWriter();
        Terminal terminal = new Terminal(new PrintWriter(out, true), false);
        terminal.pulse(line());
        String drawn = out.toString().replace("\r\u001b[K", "");
        assertThat(drawn.length()).isLessThan(columns);
        assertThat(drawn).startsWith("choosing the ran");
        if (columns >= 60) {
            assertThat(drawn).as("the time is what is read first").endsWith("about 1:20 min left");
        }
        if (columns >= 100) {
            assertThat(drawn).contains("error 0.8412").contains("ratings a second");
        }
    }

    /**
     * A run of three stages whose shares are not quite the usual ones and whose first steps are slow, as those of a young JVM are: from a
     * tenth of the time on, the estimate is right within a factor of two.
     */
    @ParameterizedTest
    @CsvSource({"28, 18.5, 33", "34, 10.7, 51.7", "50, 25, 70", "10, 8, 14", "300, 150, 420"})
    void theEstimateIsRightWithinAFactorOfTwo(double choosing, double training, double lists) {
        Map<String, Double> shares = new LinkedHashMap<>();
        shares.put("choosing", 0.29);
        shares.put("training", 0.2);
        shares.put("lists", 0.49);
        TimeLeft left = new TimeLeft(shares);
        double total = choosing + training + lists;
        double began = 0;
        for (String stage : shares.keySet()) {
            double takes = stage.equals("choosing") ? choosing : stage.equals("training") ? training : lists;
            for (int step = 0; step <= 40; step++) {
                double done = step / 40.0;
                double pace = stage.equals("choosing") ? Math.pow(done, 0.8) : done; // slow at first
                double now = began + takes * pace;
                OptionalDouble seconds = left.seconds(stage, done, now);
                if (now > total / 10 && now < 0.97 * total) {
                    assertThat(seconds.orElseThrow())
                            .as("%s, step %d", stage, step)
                            .isBetween((total - now) / 2, (total - now) * 2);
                }
            }
            began += takes;
        }
    }

    @Test
    void nothingIsSaidTooEarlyAndStagesMayBeLeftOut() {
        Map<String, Double> shares = new LinkedHashMap<>();
        shares.put("choosing", 0.5);
        shares.put("training", 0.5);
        TimeLeft left = new TimeLeft(shares);
        assertThat(left.words("training", 0, 0)).isEmpty();
        assertThat(left.words("training", 0.01, 0.2)).isEmpty();
        assertThat(left.words("training", 0.5, 10)).isEqualTo("about 10 s left");
    }
}
