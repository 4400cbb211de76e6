package rung.cli.terminal;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import rung.linalg.Workers;

/** The options that every command that computes has, for use as a {@code @Mixin}. */
public final class RunOptions {
    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "The seed of every random choice (default: ${DEFAULT-VALUE}).")
    private long seed;

    private int threads = Workers.all().threads();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--json", description = "Print the summary as JSON.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print no progress and no summary; with --json, that alone.")
    private boolean quiet;

    /** Creates the options; picocli sets them. */
    public RunOptions() {}

    /**
     * The seed of every random choice.
     *
     * @return the seed
     */
    public long seed() {
        return seed;
    }

    /**
     * Whether the summary is printed as JSON.
     *
     * @return true if it is
     */
    public boolean isJson() {
        return json;
    }

    /**
     * Whether neither progress nor messages are printed.
     *
     * @return true if neither is
     */
    public boolean isQuiet() {
        return quiet;
    }

    /**
     * Whether a summary is printed: always if it was asked for as JSON, else unless the command is to be quiet.
     *
     * @return true if it is
     */
    public boolean printsSummary() {
        return json || !quiet;
    }

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads to use; the result does not depend on it (default: all processors).")
    private void setThreads(int number) {
        threads = checkedThreads(command, number);
    }

    /**
     * Checks a number of threads that was given with {@code --threads}.
     *
     * @param command the command that has the option
     * @param threads the number
     * @return the same number
     * @throws ParameterException if no command accepts it
     */
    public static int checkedThreads(CommandSpec command, int threads) {
        try {
            return Workers.checked(threads);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--" + e.getMessage());
        }
    }

    /**
     * The number of threads asked for, or else the number of processors.
     *
     * @return the number, at least 1
     */
    public int threads() {
        return threads;
    }

    /**
     * The options of a command that were given, by their long names, as they can be typed again.
     *
     * @param command the command
     * @return the values by the names; an empty value for an option that takes none
     */
    public static Map<String, String> given(CommandSpec command) {
        Map<String, String> options = new LinkedHashMap<>();
        for (OptionSpec option : command.commandLine().getParseResult().matchedOptions()) {
            String again = option.splitRegex().isEmpty() ? " " + option.longestName() + " " : ",";
            boolean takesNone = option.arity().max() == 0;
            boolean isNegated = takesNone && option.negatable() && Boolean.FALSE.equals(option.getValue());
            options.put(
                    isNegated
                            ? command.commandLine()
                                    .getNegatableOptionTransformer()
                                    .makeNegative(option.longestName(), command)
                            : option.longestName(),
                    takesNone ? "" : String.join(again, option.originalStringValues()));
        }
        return options;
    }
}
