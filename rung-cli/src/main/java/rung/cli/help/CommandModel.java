package rung.cli.help;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.UnmatchedArgumentException;
import rung.cli.terminal.Choice;

/**
 * A command as completion and man pages see it.
 *
 * @param name the name
 * @param summary what it does, in one sentence
 * @param options its options
 * @param words the words that its arguments are among; empty if these are files or anything else
 */
record CommandModel(String name, String summary, List<Option> options, List<String> words) {
    /**
     * An option.
     *
     * @param names all its names
     * @param summary what it does, in one sentence
     * @param takesValue whether a value follows
     * @param choices the words that the value is one of; empty if it is free
     * @param isList whether there may be several of the words, separated by commas
     */
    record Option(List<String> names, String summary, boolean takesValue, List<String> choices, boolean isList) {}

    /**
     * Finds a command by its name.
     *
     * @param name the name; null for the program itself
     */
    static CommandLine find(CommandLine program, String name) {
        CommandLine found = name == null ? program : program.getSubcommands().get(name);
        if (found == null) {
            throw new UnmatchedArgumentException(program, List.of(name));
        }
        return found;
    }

    /** The commands of the program, in the order of the help. */
    static List<CommandModel> of(CommandLine program) {
        List<CommandModel> commands = new ArrayList<>();
        program.getSubcommands().forEach((name, line) -> commands.add(of(name, line.getCommandSpec(), program)));
        return commands;
    }

    private static CommandModel of(String name, CommandSpec spec, CommandLine program) {
        List<Option> options = new ArrayList<>();
        for (List<OptionSpec> section : List.of(HelpSections.common(spec), HelpSections.rare(spec))) {
            section.forEach(option -> options.add(new Option(
                    Arrays.asList(option.names()),
                    sentence(text(option.description())),
                    option.arity().max() > 0,
                    choices(option),
                    option.splitRegex().equals(","))));
        }
        return new CommandModel(name, sentence(text(spec.usageMessage().description())), options, words(spec, program));
    }

    private static List<String> words(CommandSpec spec, CommandLine program) {
        return spec.positionalParameters().stream()
                .findFirst()
                .map(argument -> argument.paramLabel().equals("COMMAND")
                        ? List.copyOf(program.getSubcommands().keySet())
                        : choices(argument))
                .orElse(List.of());
    }

    private static List<String> choices(ArgSpec option) {
        for (ITypeConverter<?> converter : option.converters()) {
            if (converter instanceof Choice<?> choice) {
                return choice.words();
            }
        }
        List<String> candidates = new ArrayList<>();
        if (option.completionCandidates() != null) {
            option.completionCandidates().forEach(candidates::add);
        }
        return candidates;
    }

    /** Lines of a description as one text, with the marks of formats taken out. */
    static String text(String... lines) {
        return String.join(" ", lines).replace("%%", "%").strip();
    }

    /** The first sentence of a text, without the period. */
    static String sentence(String text) {
        int end = text.indexOf(". ");
        String first = end < 0 ? text : text.substring(0, end);
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }
}
