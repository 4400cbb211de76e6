package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static rung.cli.Commands.rung;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import rung.cli.terminal.ExitStatus;
import rung.cli.terminal.Terminal;

/** Help in all its forms says the same, and its examples are commands that exist. */
class HelpTest {
    @TempDir
    private Path folder;

    /* The program with all options of all commands, as help has it. */
    private static CommandLine program() {
        return Main.commandLine(InputStream.nullInputStream(), OutputStream.nullOutputStream(), "help");
    }

    static Set<String> commands() {
        return program().getSubcommands().keySet();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasTwoExamplesThatParseAndSaysWhatItWrites(String command) {
        String help = rung(command, "--help").out();
        assertThat(rung("help", command).out()).isEqualTo(help);
        assertThat(help).containsPattern("[Ww]rites|[Pp]rints");
        List<String> examples = help.lines()
                .dropWhile(line -> !line.equals("Examples:"))
                .skip(1)
                .map(String::strip)
                .toList();
        assertThat(examples).hasSizeGreaterThanOrEqualTo(2).allMatch(line -> line.contains("rung "));
        for (String example : examples) {
            String words = example.replaceFirst("^.*\\| rung ", "")
                    .replaceFirst("^rung ", "")
                    .replaceFirst(" [>|].*", "");
            program().parseArgs(words.split(" "));
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void linesAreBrokenAtBlanksAlone(String command) {
        String help = rung(command, "--help").out();
        CommandSpec spec = program().getSubcommands().get(command).getCommandSpec();
        Set<String> words = Stream.of(help.split("\\s+")).collect(Collectors.toSet());
        assertThat(Stream.of(spec.usageMessage().description())
                        .flatMap(line -> Stream.of(line.replace("%%", "%").split("\\s+"))))
                .allMatch(word -> word.isEmpty() || words.contains(word));
        for (ArgSpec each : spec.args()) {
            assertThat(
                            each.hidden()
                                    ? Stream.<String>empty()
                                    : Stream.of(each.description()).flatMap(line -> Stream.of(line.split("\\s+"))))
                    .allMatch(word -> word.contains("%") || word.contains("$") || words.contains(word));
        }
        if (!spec.positionalParameters().isEmpty()) {
            assertThat(help)
                    .containsPattern("\\R\\R +\\[?"
                            + Pattern.quote(spec.positionalParameters().get(0).paramLabel()));
        }
    }

    /* At 60 columns nothing wraps by itself, and an example that is longer can be copied as it stands. */
    @ParameterizedTest
    @MethodSource("commands")
    void helpFitsANarrowTerminal(String command) {
        System.setProperty(Terminal.COLUMNS, "60");
        String help;
        try {
            help = rung(command, "--help").out();
        } finally {
            System.clearProperty(Terminal.COLUMNS);
        }
        assertThat(help.lines())
                .allMatch(line -> line.length() <= 60 || !line.strip().contains(" "));
        String wide = rung(command, "--help").out();
        assertThat(examples(help.replaceAll(" \\\\\\R +", " "))).isEqualTo(examples(wide));
    }

    private static List<String> examples(String help) {
        return help.lines().dropWhile(line -> !line.equals("Examples:")).toList();
    }

    @Test
    void everyExitStatusIsInTheHelp() throws Exception {
        String help = rung("--help").out().replaceAll("\\s+", " ");
        String statuses = help.substring(help.indexOf("Exit status: "));
        for (Field status : ExitStatus.class.getFields()) {
            assertThat(statuses).as(status.getName()).containsPattern("\\b" + status.getInt(null) + "\\b");
        }
    }

    @Test
    void optionsThatFewNeedAreInASectionOfTheirOwn() {
        String help = rung("train", "--help").out();
        int common = help.indexOf("\nOptions:");
        int rare = help.indexOf("\nFurther options:");
        assertThat(common).isPositive().isLessThan(rare);
        assertThat(help.lastIndexOf("--output=MODEL")).isBetween(common, rare);
        assertThat(help.lastIndexOf("--cross-validate=K")).isBetween(common, rare);
        assertThat(help.lastIndexOf("--time-col=COLUMN")).isGreaterThan(rare);
        assertThat(rung("inspect", "--help").out()).doesNotContain("Further options");
    }

    /* The synopsis of a page is the same whatever the width of the terminal, and names options whole. */
    @Test
    void aSynopsisIsWhole() {
        assertThat(rung("man").out()).contains(".SH SYNOPSIS\nrung [\\-hV] COMMAND");
        assertThat(rung("man", "complete").out())
                .contains(".SH SYNOPSIS\nrung complete [\\-hqV] [\\-\\-[no\\-]header] [\\-\\-json]");
    }

    /* The list of commands is made without their options, and says the same. */
    @Test
    void theListOfCommandsIsThatOfTheWholeProgram() {
        assertThat(rung("--help").out()).isEqualTo(rung("help").out());
    }

    @Test
    void doctorSaysWhatWorksHere() {
        assertThat(rung("doctor").out())
                .contains("Kernels")
                .contains(Runtime.getRuntime().availableProcessors() + "; Rung uses all of them")
                .containsPattern("Browser +ok .*it shows reports and the pages of")
                .contains("completed correctly")
                .doesNotContain("MISSING");
    }

    @Test
    void versionIsACommandToo() {
        assertThat(rung("version").out()).isEqualTo(rung("--version").out()).startsWith("rung ");
    }

    @ParameterizedTest
    @CsvSource({
        "reccomend, Did you mean 'rung recommend'?",
        "fold_in, Did you mean 'rung fold-in'?",
        "predic, Did you mean 'rung predict'?",
        "trian, Did you mean 'rung train'?",
        "dmeo, Did you mean 'rung demo'?",
        "rank, Try 'rung --help'.",
        "banana, Try 'rung --help'."
    })
    void suggestionsMakeSense(String word, String sentence) {
        Commands.Result typo = rung(word, "x");
        assertThat(typo.status()).isEqualTo(2);
        assertThat(typo.err()).contains("there is no '" + word + "' here").contains(sentence);
        assertThat(rung("help", word).err()).contains(sentence);
    }

    @Test
    void aWordTooManyIsToldFromAnOption() {
        Commands.Result item = rung("similar", "m.rung", "The Night");
        assertThat(item.status()).isEqualTo(2);
        assertThat(item.err())
                .contains("'The Night' is one too many: rung similar takes MODEL and options")
                .contains("Try 'rung similar --help'.");
    }

    @Test
    void whatIsMissingDoesNotHideWhatIsWrong() {
        Commands.Result both = rung("train", "no-such-file.csv");
        assertThat(both.status()).isEqualTo(2);
        assertThat(both.err()).contains("no-such-file.csv: does not exist").contains("--output");
        assertThat(rung("complete", "no-such-file.csv", "--zzzzzzz").err()).contains("'--zzzzzzz'");
        assertThat(rung("train", "--rnak", "3").err())
                .contains("there is no '--rnak' here")
                .contains("'--rank'?");
        assertThat(rung("complete", "--ouput", "x").err().lines())
                .containsExactly("rung: there is no '--ouput' here", "Did you mean '--output'?");
    }

    @Test
    void anOutputWithoutItsOptionIsUnderstood() {
        Commands.Result result = rung("complete", "pom.xml", "out/filled.csv");
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err().lines())
                .startsWith(
                        "rung: 'out/filled.csv' is one too many: rung complete takes IN and options; '-o out/filled.csv'"
                                + " writes there");
        assertThat(rung("complete", "pom.xml", "out/filled.csv", "-o", "x.csv").err())
                .contains("'out/filled.csv' is one too many")
                .doesNotContain("writes there");
    }

    @Test
    void optionsAreSuggestedToo() {
        assertThat(rung("train", "x.csv", "-o", "m", "--maxrank", "3").err()).contains("Did you mean '--max-rank'?");
        assertThat(rung("train", "x.csv", "-o", "m", "--cross", "3").err())
                .contains("Did you mean '--cross-validate'?");
        assertThat(rung("train", "x.csv", "-o", "m", "--zzzzzzz").err()).contains("Try 'rung train --help'.");
    }

    @ParameterizedTest
    @CsvSource({"bash, -n", "zsh, -n", "fish, --no-execute"})
    void completionIsAScriptThatTheShellReads(String shell, String check) throws Exception {
        String script = rung("completion", shell).out();
        for (String word : List.of("recommend", "cross-validate", "preference", "fast-local-search")) {
            assertThat(script).contains(word);
        }
        Path file = Files.writeString(folder.resolve("script"), script);
        try {
            Process process = new ProcessBuilder(shell, check, file.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
        } catch (IOException e) {
            assumeTrue(false, "there is no " + shell + " here");
        }
    }

    @Test
    void bashCompletesCommandsOptionsAndTheirWords() throws Exception {
        Path file = Files.writeString(
                folder.resolve("script"),
                rung("completion", "bash").out()
                        + "try() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _rung; echo \"${COMPREPLY[*]}\"; }\n"
                        + "try rung rec\ntry rung train --cross\ntry rung recommend m.rung --by pre\n"
                        + "try rung complete in.csv --smooth col\ntry rung completion f\ntry rung help fol\n"
                        + "try rung complete in.csv --sep sem\ntry rung compare in.csv --methods soft\n"
                        + "try rung compare in.csv --methods mean,soft\n"
                        + "cd '" + folder + "'; touch 'my ratings.csv'; try rung train my; echo ${#COMPREPLY[@]}\n");
        Process process;
        try {
            process = new ProcessBuilder("bash", file.toString())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "there is no bash here");
            return;
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said)
                .isEqualTo("recommend\n--cross-validate\npreference\ncolumns\nfish\nfold-in\nsemicolon\nsoft-impute\n"
                        + "mean,soft-impute\nmy ratings.csv\n1\n");
    }

    private static String output(String... command) throws Exception {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            assumeTrue(false, "there is no " + command[0] + " here");
            return "";
        }
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void fishCompletesCommandsOptionsAndTheirWords() throws Exception {
        Path file = Files.writeString(
                folder.resolve("script"), rung("completion", "fish").out());
        String said = output(
                "fish",
                "--no-config",
                "-c",
                "source " + file + "; complete -C 'rung rec'; complete -C 'rung train --cross';"
                        + " complete -C 'rung recommend m.rung --by pre'; complete -C 'rung completion z';"
                        + " complete -C 'rung complete in.csv --sep sem';"
                        + " complete -C 'rung compare in.csv --methods mean,soft'");
        assertThat(said.lines().map(line -> line.split("\t")[0]))
                .containsExactly("recommend", "--cross-validate", "preference", "zsh", "semicolon", "mean,soft-impute");
    }

    /** An interactive zsh in a terminal of its own, in which Tab is pressed; the script is sourced there, and found by its name. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void zshCompletesCommandsOptionsAndTheirWords(boolean isSourced) throws Exception {
        Path file = Files.writeString(
                folder.resolve("_rung"), rung("completion", "zsh").out());
        String begin = isSourced
                ? "autoload -U compinit; compinit -u -D; source " + file
                : "fpath=(" + folder + " $fpath); autoload -U compinit; compinit -u -D";
        Path driver = Files.writeString(
                folder.resolve("driver"),
                "zmodload zsh/zpty || exit 1\n"
                        + "zpty z zsh -f -i\n"
                        + "zpty -w z '" + begin + "; rung() { print -r -- \"GOT<$*>\" }'\n"
                        + "for line in rec 'train --cross' 'recommend m.rung --by pre' 'completion f' 'compare in.csv --sep sem' \\\n"
                        + "  'compare in.csv --methods mean,soft'; do\n"
                        + "  zpty -w -n z \"rung $line\"$'\\t\\n'\n"
                        + "done\n"
                        + "zpty -w -n z $'exit\\n'\n"
                        + "while zpty -r z text; do print -rn -- $text; done\n");
        String said = output("zsh", "-f", driver.toString());
        assertThat(said)
                .contains("GOT<recommend>")
                .contains("GOT<train --cross-validate>")
                .contains("GOT<completion fish>")
                .contains("GOT<compare in.csv --sep semicolon>")
                .contains("GOT<compare in.csv --methods mean,soft-impute>")
                .contains("GOT<recommend m.rung --by preference>");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasAManPage(String command) throws Exception {
        String page = rung("man", command).out();
        assertThat(page).startsWith(".TH \"RUNG-" + command.toUpperCase(Locale.ROOT) + "\" 1");
        assertThat(page).contains(".SH SYNOPSIS").contains(".SH OPTIONS").contains("Examples:");
        assertThat(page.lines())
                .allMatch(line -> !line.startsWith(".") || line.matches("\\.(TH|SH|TP|PP|nf|fi)( .*)?"));
        CommandLine line = program().getSubcommands().get(command);
        line.getCommandSpec()
                .options()
                .forEach(option -> Arrays.stream(option.names())
                        .forEach(name -> assertThat(page).contains(name.replace("-", "\\-"))));
        assertThat(rung("man").out()).contains("\\fB" + command.replace("-", "\\-") + "\\fR");
    }
}
