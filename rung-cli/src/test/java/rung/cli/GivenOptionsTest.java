package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import rung.cli.terminal.RunOptions;

/** Pages show the options of a command as they can be typed. */
class GivenOptionsTest {
    private static CommandSpec parsed(List<String> words) {
        CommandLine line = Main.commandLine(
                InputStream.nullInputStream(), new ByteArrayOutputStream(), words.toArray(String[]::new));
        return line.parseArgs(words.toArray(String[]::new)).subcommand().commandSpec();
    }

    private static Map<String, Object> values(CommandSpec command) {
        return command.commandLine().getParseResult().matchedOptions().stream()
                .collect(Collectors.toMap(
                        option -> option.longestName(),
                        option -> Objects.toString(option.<Object>getValue()),
                        (one, same) -> one));
    }

    @Test
    void whatIsShownIsUnderstood() {
        for (String command : List.of(
                "train r.csv -o m.rung --split time --duplicates mean --only ratings --quiet --max-rank 3 --held-out 0.10",
                "train - -o - --split=random --seed 007",
                "complete t.csv -o f.csv --kind a=count --kind b=label --ignore c,d --smooth none -q --no-header",
                "complete t.csv -o f.csv --header",
                "compare r.csv -o out --methods mean,biases --splits 2 --as ratings --json",
                "separate v.mp4 -o parts --as frames -q")) {
            List<String> words = List.of(command.split(" "));
            CommandSpec first = parsed(words);
            Map<String, String> given = RunOptions.given(first);
            List<String> again = new ArrayList<>(words.subList(0, 2));
            given.forEach((name, value) -> again.addAll(
                    value.isEmpty()
                            ? List.of(name)
                            : Stream.concat(Stream.of(name), Stream.of(value.split(" ")))
                                    .toList()));
            assertThat(values(parsed(again))).as(command).isEqualTo(values(first));
        }
    }

    @Test
    void optionsAreShownAsTheyWereTyped() {
        Map<String, String> given =
                RunOptions.given(parsed(List.of("train", "r.csv", "-o", "m.rung", "-q", "--split", "time")));
        assertThat(given)
                .containsEntry("--split", "time")
                .containsEntry("--quiet", "")
                .containsEntry("--output", "m.rung");
    }
}
