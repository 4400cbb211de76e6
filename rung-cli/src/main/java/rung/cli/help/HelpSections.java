package rung.cli.help;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import rung.cli.terminal.Words;

/** Divides the options of a command into those that most people need and the others. */
public final class HelpSections {
    /** The heading of the options that few people need. */
    static final String RARE_HEADING = "Further options:";

    /** The heading of the others. */
    static final String COMMON_HEADING = "Options:";

    /* With these, nearly everything that people do is done. Options that are required belong to them, too. */
    private static final Set<String> COMMON = Set.of(
            "--output",
            "--report",
            "--user",
            "--users",
            "--item",
            "--items",
            "--all",
            "--titles",
            "--count",
            "--by",
            "--lists",
            "--test",
            "--cross-validate",
            "--split",
            "--json",
            "--quiet",
            "--help",
            "--rank",
            "--max-rank",
            "--truth",
            "--size",
            "--methods",
            "--quick",
            "--data",
            "--path",
            "--errors");

    /* Below this number of options, sections would only be in the way. */
    private static final int FEW = 9;

    private static final String EXAMPLE_INDENT = "  ";
    private static final String CONTINUED_INDENT = "      ";

    private HelpSections() {}

    /**
     * Makes the help of a command, and of its subcommands, show sections.
     *
     * @param line the command
     */
    public static void install(CommandLine line) {
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING, help -> "");
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpSections::options);
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, HelpSections::parameters);
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_DESCRIPTION, HelpSections::description);
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, HelpSections::footer);
        if (!line.getCommandSpec().positionalParameters().isEmpty()) {
            line.getCommandSpec().usageMessage().parameterListHeading("%n");
        }
        line.getSubcommands().values().forEach(HelpSections::install);
    }

    private static String options(Help help) {
        CommandSpec spec = help.commandSpec();
        List<OptionSpec> rare = rare(spec);
        return section(help, COMMON_HEADING, common(spec)) + (rare.isEmpty() ? "" : section(help, RARE_HEADING, rare));
    }

    private static String section(Help help, String heading, List<OptionSpec> options) {
        Help.Layout layout = new WholeWords(help);
        layout.addOptions(options, help.parameterLabelRenderer());
        return String.format("%n%s%n%s", heading, layout);
    }

    private static String parameters(Help help) {
        return help.parameterList(new WholeWords(help), help.parameterLabelRenderer());
    }

    private static String description(Help help) {
        UsageMessageSpec usage = help.commandSpec().usageMessage();
        StringBuilder lines = new StringBuilder();
        for (String paragraph : usage.description()) {
            lines.append(Words.wrapped(String.format(paragraph), usage.width(), ""))
                    .append(System.lineSeparator());
        }
        return lines.toString();
    }

    /* Sentences, and examples, which are indented; one that is too long goes on in the next line as a shell reads it. */
    private static String footer(Help help) {
        UsageMessageSpec usage = help.commandSpec().usageMessage();
        StringBuilder lines = new StringBuilder();
        for (String each : usage.footer()) {
            String line = String.format(each);
            String wrapped = !line.startsWith(EXAMPLE_INDENT)
                    ? Words.wrapped(line, usage.width(), "")
                    : Words.width(line) <= usage.width()
                            ? line
                            : Words.wrapped(line, usage.width() - 2, CONTINUED_INDENT)
                                    .replace(System.lineSeparator(), " \\" + System.lineSeparator());
            lines.append(wrapped).append(System.lineSeparator());
        }
        return lines.toString();
    }

    /**
     * Lays out descriptions in lines that are broken at blanks alone. The layout breaks lines beside punctuation, too, as in rank(A); so
     * letters take the place of punctuation until the lines are made.
     */
    private static final class WholeWords extends Help.Layout {
        /* What is added to a character of ASCII: from 0x121 to 0x17e there are letters, which no help uses. */
        private static final int SHIFT = 0x100;

        WholeWords(Help help) {
            super(help.colorScheme(), help.createDefaultLayout().textTable());
        }

        @Override
        public void layout(ArgSpec argument, Help.Ansi.Text[][] cells) {
            for (Help.Ansi.Text[] row : cells) {
                int last = row.length - 1;
                row[last] = colorScheme.ansi().text(shifted(row[last].plainString()));
            }
            super.layout(argument, cells);
        }

        private static String shifted(String text) {
            return text.codePoints()
                    .map(c -> c > ' ' && c < 0x7f && !Character.isLetterOrDigit(c) ? c + SHIFT : c)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
        }

        @Override
        public String toString() {
            return super.toString()
                    .codePoints()
                    .map(c -> c > SHIFT + ' ' && c < SHIFT + 0x7f ? c - SHIFT : c)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
        }
    }

    /** The options that most people need, by name. */
    static List<OptionSpec> common(CommandSpec spec) {
        return sorted(spec).stream()
                .filter(option -> isFew(spec) || isCommon(option))
                .toList();
    }

    /** The others, by name. */
    static List<OptionSpec> rare(CommandSpec spec) {
        return sorted(spec).stream()
                .filter(option -> !isFew(spec) && !isCommon(option))
                .toList();
    }

    private static boolean isFew(CommandSpec spec) {
        return spec.options().size() < FEW;
    }

    private static boolean isCommon(OptionSpec option) {
        return option.required() || COMMON.contains(option.longestName());
    }

    private static List<OptionSpec> sorted(CommandSpec spec) {
        return spec.options().stream()
                .filter(option -> !option.hidden())
                .sorted(Comparator.comparing(
                        option -> option.longestName().replace("-", "").toLowerCase(Locale.ROOT)))
                .toList();
    }
}
