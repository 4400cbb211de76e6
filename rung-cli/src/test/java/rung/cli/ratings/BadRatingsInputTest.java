package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import rung.cli.Commands;
import rung.cli.RatingsCommands;

/** The commands for ratings, given what they cannot use. */
class BadRatingsInputTest extends RatingsCommands {
    @Test
    void badInputIsASentenceAndNothingIsWritten() throws Exception {
        Path out = folder.resolve("out");
        Path text = Files.writeString(folder.resolve("text.rung"), "this is no model\n");
        Path ragged = Files.writeString(folder.resolve("ragged.csv"), "a,b,1\na,c\n");
        Path tab = Files.writeString(folder.resolve("tab.csv"), "u1,m1\n\"u\t1\",m1\n");
        Path absent = folder.resolve("absent.rung");
        Object[][] cases = {
            {"absent.rung: does not exist", "inspect", absent},
            {"absent.rung: does not exist", "predict", absent, test, "-o", out},
            {"text.rung: ", "recommend", text, "--user", "u1"},
            {"absent.tsv: does not exist", "train", folder.resolve("absent.tsv"), "-o", out},
            {"ragged.csv:2: expected 3 fields, found 2", "train", ragged, "-o", out},
            {"; if this is a table, 'rung complete' fills in its holes", "train", ragged, "-o", out},
            {"ragged.csv:2: expected 3 fields, found 2", "evaluate", model, ragged},
            {"the model knows no user 'U33'; close to it: 'u33'", "recommend", model, "--user", "U33"},
            {"the model knows no user 'somebody'; it knows 90, such as 'u0'", "recommend", model, "--user", "somebody"},
            {"the model knows no item 'm'", "similar", model, "--item", "m"},
            {"-n must be at least 1, got 0", "recommend", model, "--user", "u1", "-n", 0},
            {"-n must be at least 1, got -3", "similar", model, "--item", "m1", "-n", -3},
            {"-n must be a whole number, got 'abc'", "recommend", model, "--user", "u1", "-n", "abc"},
            {"--held-out must be a number, got 'half'", "train", train, "-o", out, "--held-out", "half"},
            {"model.rung: is a model of Rung, not a file of ratings", "train", model, "-o", out},
            {"model.rung: is a model of Rung, not a video or a matrix", "separate", model, "-o", out},
            {"model.rung: is a model of Rung, not a table", "complete", model, "-o", out},
            {"all of these were already in the training file", "evaluate", model, train, "--lists"},
            {"-n must be at least 1, got 0", "fold-in", model, test, "-n", 0},
            {"there must be one of --user, --users and --all, got none", "recommend", model},
            {"there must be one of --user, --users and --all, got several", "recommend", model, "--all", "--user", "u1"
            },
            {"--output goes with --all", "recommend", model, "--user", "u1", "-o", out},
            {"--user and --item go together, --item is missing", "predict", model, "--user", "u1"},
            {"a file of pairs is missing", "predict", model},
            {"must be two files", "train", train, "-o", out, "--report", out},
            {"a file of pairs does not go with them", "predict", model, test, "--user", "u1", "--item", "m1"},
            {"must be one of bias, drop, flag, got 'maybe'", "predict", model, test, "-o", out, "--unknown", "maybe"},
            {"'u\\t1'", "predict", model, tab, "-o", out},
            {"the output must be another file than the input", "predict", model, test, "-o", test},
            {"the output must be another file than the input", "train", train, "-o", train},
            {"does not exist", "train", train, "-o", folder.resolve("no/where.rung")},
            {"is a folder", "train", train, "-o", folder},
            {"the name must not end in .gz", "train", train, "-o", folder.resolve("m.rung.gz")},
            {"--rank must be at least 1, got 0", "train", train, "-o", out, "--rank", 0},
            {"--max-rank must be at least 1, got 0", "train", train, "-o", out, "--max-rank", 0},
            {"--threads must be at least 1, got 0", "train", train, "-o", out, "--threads", 0},
            {"--threads must be at least 1, got 0", "recommend", model, "--all", "--threads", 0},
            {"--threads must be at least 1, got -1", "compare", train, "-o", out, "--threads", -1},
            {"--threads must be at least 1, got 0", "paper", "figure6", "-o", out, "--threads", 0},
            {
                "--rank must be between 1 and 60 (the smaller of 90 users and 60 items), got 61",
                "train",
                train,
                "-o",
                out,
                "--rank",
                61
            },
            {"--max-rank does not go with it", "train", train, "-o", out, "--rank", 3, "--max-rank", 4},
            {"--held-out must be between 0 and 1, got 1.5", "train", train, "-o", out, "--held-out", 1.5},
            {"--min must not be above --max, got 5 and 1", "train", train, "-o", out, "--min", 5, "--max", 1},
            {"--min must not be above the highest rating, ", "train", train, "-o", out, "--min", 6},
            {"--max must be finite", "train", train, "-o", out, "--max", "NaN"},
            {"missing required option: '--output=MODEL'", "train", train},
            {"there is no '--sed' here", "train", train, "-o", out, "--sed", 1},
        };
        byte[] before = Files.readAllBytes(test);
        for (Object[] c : cases) {
            Commands.Result result = rung(Arrays.copyOfRange(c, 1, c.length));
            assertThat(result.err())
                    .as("%s", Arrays.toString(c))
                    .startsWith("rung: ")
                    .contains((String) c[0]);
            assertThat(result.status()).as(result.err()).isEqualTo(2);
            assertThat(result.out()).isEmpty();
        }
        assertThat(test).hasBinaryContent(before);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(text, ragged, tab);
        }
    }
}
