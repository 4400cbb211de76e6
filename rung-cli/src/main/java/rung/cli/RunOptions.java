package rung.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import rung.linalg.Workers;

/** What every command that computes can be told. */
final class RunOptions {
    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Of every random choice (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(names = "--threads", paramLabel = "N", description = "The answer does not depend on it (default: all).")
    Integer threads;

    @Option(names = "--json", description = "The summary as JSON.")
    boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "No progress and no summary.")
    boolean quiet;

    /** The options of a command as they were given. */
    static Map<String, String> given(CommandSpec command) {
        Map<String, String> options = new LinkedHashMap<>();
        for (OptionSpec option : command.commandLine().getParseResult().matchedOptions()) {
            Object value = option.getValue();
            options.put(option.longestName(), String.valueOf(value));
        }
        return options;
    }

    /** As many as asked for, or as the machine has processors. */
    int threads() {
        return threads == null ? Workers.all().threads() : threads;
    }
}
