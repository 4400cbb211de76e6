package rung.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Listener;

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

    @Test
    void whatIsStatedStaysWholeWhenProgressIsDrawn() {
        System.setProperty(Terminal.PROPERTY, "true");
        System.setProperty(Terminal.COLUMNS, "60");
        StringWriter out = new StringWriter();
        Terminal terminal = new Terminal(new PrintWriter(out, true), false);
        String sentence =
                "in.csv is comma-separated text with a header, 300×4; carried through: zip (codes, 4 stay empty)";
        terminal.state(sentence);
        String stated = out.toString();
        terminal.pulse(line());
        assertThat(stated.replaceAll("\\R  ", " ")).isEqualTo(sentence + System.lineSeparator());
        assertThat(stated.lines()).allMatch(each -> each.length() <= 60);
        assertThat(out.toString()).startsWith(stated);
    }

    /**
     * A run of three parts on a machine that is slower or faster than usual, whose parts do not take quite their usual times and whose
     * first steps are slow, as those of a young JVM are: from a tenth of the time on, the estimate is right within a factor of two.
     */
    @ParameterizedTest
    @CsvSource({
        "2, 28, 18.5, 33, 1.2",
        "2, 34, 10.7, 51.7, 2",
        "4, 50, 25, 70, 3",
        "1, 10, 8, 14, 0.5",
        "9, 300, 150, 420, 20"
    })
    void theEstimateIsRightWithinAFactorOfTwo(
            double start, double choosing, double training, double lists, double end) {
        Map<String, Double> usual = new LinkedHashMap<>();
        usual.put(TimeLeft.START, 2.0);
        usual.put("choosing", 29.0);
        usual.put("training", 20.0);
        usual.put("lists", 49.0);
        usual.put("end", 2.0);
        Map<String, Double> real = new LinkedHashMap<>();
        real.put("choosing", choosing);
        real.put("training", training);
        real.put("lists", lists);
        TimeLeft left = new TimeLeft(usual);
        double total = start + choosing + training + lists + end;
        double began = start;
        for (String part : real.keySet()) {
            double takes = real.get(part);
            for (int step = 1; step <= 40; step++) {
                double done = step / 40.0;
                double pace = part.equals("choosing") ? Math.pow(done, 0.8) : done; // slow at first
                double now = began + takes * pace;
                Optional<SecondsLeft> estimate = left.after(part, done, now);
                if (now > total / 10) {
                    assertThat(estimate.orElseThrow().middle())
                            .as("%s, step %d", part, step)
                            .isBetween((total - now) / 2, (total - now) * 2);
                }
            }
            began += takes;
        }
    }

    @Test
    void nothingIsSaidTooEarlyAndPartsMayBeLeftOut() {
        Map<String, Double> usual = new LinkedHashMap<>();
        usual.put(TimeLeft.START, 1.0);
        usual.put("choosing", 10.0);
        usual.put("training", 10.0);
        TimeLeft left = new TimeLeft(usual);
        assertThat(left.after("training", 0, 0)).isEmpty();
        assertThat(left.after("training", 0.1, 2).orElseThrow().words()).isEqualTo("about 12 s left");
        assertThat(left.after("something else", 0.5, 6).orElseThrow().middle()).isLessThan(0.75);
    }

    /* A machine that is three times as slow as usual, and first compiles for two seconds. */
    @Test
    void workBecomesTimeByTheRecentSpeed() {
        Pace pace = new Pace(0, WarmUp.NONE);
        pace.begin(1);
        for (int k = 1; k <= 100; k++) {
            double now = 3 + 3.0 * k;
            Optional<SecondsLeft> left = pace.left(new Listener.Work(k * 1e9, (100 - k) * 1e9, (100 - k) * 1e9), now);
            double real = 3.0 * (100 - k);
            if (k > 10 && k < 100) {
                assertThat(left.orElseThrow().middle()).isBetween(real / 2, 2 * real);
            }
        }
    }

    /* The slowness falls as it is said to: what is told is right from the first step on, though the first work takes 21 times as long. */
    @Test
    void warmTimeIsTheTimeOfTheCompiledProgram() {
        WarmUp warmUp = new WarmUp(20, 1.5);
        Pace pace = new Pace(0, warmUp);
        pace.begin(2);
        double worked = 0;
        double now = 2;
        double total = 20;
        while (worked < total) {
            for (double step = 1e-4; worked < total && step < 0.1; step += 1e-4) { // the integral, step by step
                now += 1e-4;
                worked += 1e-4 / (1 + 20 * Math.exp(-(now - 2) / 1.5));
            }
            assertThat(warmUp.warm(now - 2)).isCloseTo(worked, within(1e-3));
            assertThat(warmUp.real(worked)).isCloseTo(now - 2, within(1e-2));
            double left = warmUp.real(total) + 2 - now;
            double rest = 1e9 * Math.max(0, total - worked);
            Optional<SecondsLeft> told = pace.left(new Listener.Work(1e9 * worked, rest, rest), now);
            if (left > 2) {
                assertThat(told.orElseThrow().middle()).isCloseTo(left, within(0.1));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 100})
    void ofALongPathTheEndStays(int columns) {
        System.setProperty(Terminal.PROPERTY, "true");
        System.setProperty(Terminal.COLUMNS, String.valueOf(columns));
        StringWriter out = new StringWriter();
        Terminal terminal = new Terminal(new PrintWriter(out, true), false);
        terminal.stageOf("", "/home/somebody/data/of/some/project/ml-100k/u.data", ": 943 users, 1682 items");
        String drawn = out.toString().replace("\r\u001b[K", "");
        assertThat(drawn).hasSizeLessThan(columns).endsWith("/u.data: 943 users, 1682 items");
        assertThat(drawn.startsWith("/home")).isEqualTo(columns == 100);
    }

    @Test
    void whatIsOpenIsARange() {
        Pace pace = new Pace(0, WarmUp.NONE);
        pace.begin(0);
        assertThat(pace.left(new Listener.Work(1e9, 30e9, 30e9), 1)).isEmpty();
        assertThat(pace.left(new Listener.Work(2e9, 0.1e9, 0.2e9), 2)).isEmpty();
        assertThat(words(pace, new Listener.Work(4e9, 10e9, 22.5e9), 4)).isEqualTo("about 15 s left");
        assertThat(words(pace, new Listener.Work(5e9, 10e9, 90e9), 5)).isEqualTo("10 s to 1:30 min left");
        assertThat(words(pace, new Listener.Work(9e9, 0, 0), 9)).isEqualTo("a few seconds left");
        assertThat(words(pace, new Listener.Work(10e9, 0, 20e9), 10)).isEqualTo("up to 20 s left");
    }

    private static String words(Pace pace, Listener.Work work, double now) {
        return pace.left(work, now).orElseThrow().words();
    }

    /* Such a number would be wrong by a second or two: no estimate, and no end of a range, is told as less than five seconds. */
    @Test
    void noNumberIsToldOfAFewSeconds() {
        for (double least = 0; least < 40; least += 0.25) {
            for (double most = least; most < 100; most += 0.25) {
                String words = new SecondsLeft(least, most).words();
                assertThat(words).as("%.2f to %.2f s", least, most).doesNotMatch(".*\\b[0-4] s .*");
                if (most < 5) {
                    assertThat(words).isEqualTo("a few seconds left");
                }
                if (least >= 5) {
                    assertThat(words).matches("(about|\\d+ s to) .*\\d (s|min) left");
                }
            }
        }
    }

    @Test
    void theWidthIsWhatIsSaidOrWhatTheTerminalHas() {
        assertThat(TerminalWidth.columns("60", 100)).isEqualTo(60);
        assertThat(TerminalWidth.columns(null, 100)).isEqualTo(100);
        assertThat(TerminalWidth.columns("wide", 100)).isEqualTo(100);
        assertThat(TerminalWidth.columns("0", null)).isEqualTo(80);
        assertThat(TerminalWidth.columns("3", null)).isEqualTo(20);
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 60, 200})
    void messagesAreWrappedBetweenWords(int columns) {
        String text = "rung: what is wrong, where it is, and what to do about it, in one sentence that has some length";
        String wrapped = Words.wrapped(text, columns);
        assertThat(wrapped.lines()).allMatch(line -> line.length() <= columns);
        assertThat(wrapped.replaceAll("\\R  ", " ")).isEqualTo(text);
        assertThat(Words.wrapped("  " + text, columns)).startsWith("  rung: what");
        assertThat(Words.wrapped("/a/long/path/that/does/not/fit/at/all", 20)).doesNotContain("\n");
    }
}
